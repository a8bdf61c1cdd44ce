-- The author of a text, or the actor, as responses have it: the only place in SQL that makes one. Who was verified is the
-- member, and not an agent of theirs.
create or replace function author_from(member users, by_agent boolean) returns json
  language sql stable parallel safe
  return json_strip_nulls(json_build_object(
    'id', (member).id, 'username', (member).username, 'role', (member).role,
    'verified', (member).verified_as is not null and not by_agent,
    'verifiedAs', case when not by_agent then (member).verified_as end,
    'kind', case when by_agent then 'agent' else 'human' end
  ));

-- The same for instances of 0.3.0 that run beside this version: it gets no new fields.
create or replace function author_of(id integer, username text, role text, verified_as text, by_agent boolean) returns json
  language sql stable parallel safe
  return json_strip_nulls(json_build_object(
    'id', id, 'username', username, 'role', role, 'verified', verified_as is not null and not by_agent,
    'verifiedAs', case when not by_agent then verified_as end,
    'kind', case when by_agent then 'agent' else 'human' end
  ));

-- The comment that another one answers, with its author, as responses have it; null if it is not shown with its post.
create or replace function answered_comment(id integer) returns json
  language sql stable
  return (
    select json_build_object('id', comments.id, 'author', json_build_object('id', users.id, 'username', users.username))
    from (
      select comments.id, author_id from all_comments comments where comments.id = answered_comment.id
      union all select hidden.id, author_id from hidden_comments hidden
        where hidden.id = answered_comment.id and hidden_post_id is not null and decision_id is null
    ) comments join users on users.id = author_id
  );

-- A search of the newest 2^bits to 2^(bits + 1) ids, where `top` is the newest id. It covers all ids if `bits` is null,
-- larger than the largest bucket, or so large that two buckets hold all.
create or replace function search_window(search tsquery, top integer, bits integer) returns tsquery
  language sql immutable parallel safe
  return case when bits is null or bits > 18 or top >> bits <= 1 then search else search && (
    '''#' || bits::text || ':' || (top >> bits)::text || ''' | ''#' || bits::text || ':' || ((top >> bits) - 1)::text || ''''
  )::tsquery end;

-- Copies a changed category, author or mark of posts to post_views and post_counts. It locks the rows of the changed posts
-- there, which the caller has locked already.
create or replace function copy_post_keys() returns trigger
  language plpgsql
  as $$ begin
    update all_post_views post_views set category = new.category, author_id = new.author_id, by_agent = new.by_agent
      where post_id = new.id;
    update all_post_counts post_counts set category = new.category, author_id = new.author_id, by_agent = new.by_agent
      where post_id = new.id;
    return null;
  end $$;

create or replace trigger posts_keys_changed after update of category, author_id, by_agent on all_posts
  for each row
  when ((old.category, old.author_id, old.by_agent) <> (new.category, new.author_id, new.by_agent))
  execute function copy_post_keys();

-- New entries of a GIN index wait in its pending list. Moving them into the index costs less for each text, the more texts
-- wait. But the write that fills the list moves them before it is answered, and searches read the whole list. So the server
-- empties the lists twice a second while it writes texts.
--
-- Empties the pending lists of the GIN indexes of a table. Only their owner may, who is the one that migrates.
create or replace function empty_pending_lists(of regclass) returns void
  language sql
  security definer set search_path = pg_catalog
  as $$
    select gin_clean_pending_list(index.oid)
    from pg_index join pg_class index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
    where indrelid = of and amname = 'gin';
  $$;

-- Adds views to shown posts, and gives the number that each has then. Rows are locked in the order of ids, whatever the plan:
-- otherwise two calls for the same posts could deadlock.
create or replace function add_shown_views(ids integer[], added integer[])
  returns table (counted_id integer, counted_views integer)
  language sql
  as $$
    update all_post_views post_views set views = post_views.views + given.views
    from (
      select post_id from all_post_views post_views where post_id = any(ids) order by post_id for no key update
    ) held
    join unnest(ids, added) given (id, views) on given.id = held.post_id
    where post_views.post_id = held.post_id
    returning post_views.post_id, post_views.views
  $$;

-- Adds views to posts, shown or hidden, and gives the number that each has then. A statement that waits for a post
-- which is being hidden or restored then misses it; the next one has a snapshot of its own, and finds it in its new table.
create or replace function add_views(ids integer[], added integer[]) returns table (counted_id integer, counted_views integer)
  language plpgsql
  as $$ declare
    found_ids integer[] := '{}';
  begin
    for counted_id, counted_views in select * from add_shown_views(ids, added) loop
      found_ids := found_ids || counted_id;
      return next;
    end loop;
    if cardinality(found_ids) = cardinality(ids) then
      return;
    end if;
    for counted_id, counted_views in
      update hidden_posts set views = hidden_posts.views + given.views
      from (
        select id from hidden_posts where id = any(ids) and id <> all(found_ids) order by id for update
      ) held
      join unnest(ids, added) given (id, views) on given.id = held.id
      where hidden_posts.id = held.id
      returning hidden_posts.id, hidden_posts.views
    loop
      found_ids := found_ids || counted_id;
      return next;
    end loop;
    return query
      select shown.* from (
        select array_agg(id) as ids, array_agg(views) as added from unnest(ids, added) given (id, views)
        where id <> all(found_ids)
      ) missed, add_shown_views(missed.ids, missed.added) shown;
  end $$;

-- Locks what posts need: the members whom they mention and their inboxes, the counts of their authors, their diseases, the
-- counts of the diseases, and the authors, each kind by id. Answers the numbers of the items that can be written.
create or replace function lock_for_posts(items json, out free integer[], out blocked json)
  language plpgsql
  as $$ declare
    user_ids integer[];
    moments timestamptz[];
    disease_ids integer[];
    categories text[];
    mentions text[];
    known integer[];
    inboxes integer[];
    counted_users integer[];
    counted_diseases text[];
    held integer[];
  begin
    select array_agg(user_id order by nth), array_agg(at order by nth), array_agg(disease_id order by nth),
        array_agg(category order by nth), array_agg(item.mentions::text order by nth)
      from rows from (json_to_recordset(items) as ("userId" int, at timestamptz, "diseaseId" int, category text, mentions int[]))
        with ordinality as item (user_id, at, disease_id, category, mentions, nth)
      into user_ids, moments, disease_ids, categories, mentions;
    known := mentioned_members(mentions);
    if known <> '{}' then
      inboxes := lock_inboxes(array(select id from users where id = any(known) order by id for key share skip locked));
    end if;
    counted_users := array(
      select author_id from author_counts where author_id = any(user_ids) order by author_id
      for no key update skip locked
    );
    held := array(select id from diseases where id = any(disease_ids) order by id for key share skip locked);
    counted_diseases := array(
      select disease_id || ' ' || category from disease_counts
      where (disease_id, category) in (select * from unnest(disease_ids, categories)) order by disease_id, category
      for no key update skip locked
    );
    with items as (
      select nth, user_id, at, coalesce('inbox ' || busy_mention(mentioning, known, inboxes), case
          when id is not null and (id <> all(held) or
            disease_id || ' ' || category <> all(counted_diseases) and exists (
              select from disease_counts counts
              where counts.disease_id = items.disease_id and counts.category = items.category
            )
          ) then 'disease ' || id
          when user_id <> all(counted_users) and exists (select from author_counts where author_id = user_id)
            then 'member ' || user_id
        end) as blocked_by
      from unnest(user_ids, moments, disease_ids, categories, mentions) with ordinality
        as items (user_id, at, disease_id, category, mentioning, nth)
      left join diseases on id = disease_id and not retired
      where disease_id is null or id is not null
    ), touched as materialized (
      select touch_users(array_agg(user_id), array_agg(at)) as busy from items where blocked_by is null
    ), tried as (
      select nth, user_id, coalesce(blocked_by, case when user_id = any(busy) then 'member ' || user_id end) as blocked_by
      from items, touched
    )
    select coalesce(array_agg(nth::int) filter (where blocked_by is null), '{}'),
      coalesce(json_agg(refusal_of(nth::int, blocked_by, user_id)) filter (where blocked_by is not null), '[]')
    into free, blocked from tried;
  end $$;

-- Stores posts under ids in the order of the items. Answers for each its id, its author and its disease. The changes
-- concern the authors, whose number of posts changes.
create or replace function add_posts(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    additions change[];
    causes notification_cause[];
    restricted integer[] := array(
      select nth from json_array_elements(items) with ordinality as item (sent, nth)
      where coalesce(sent ->> 'audience', 'everyone') <> 'everyone'
    );
    is_held boolean;
  begin
    select locked.* into free, blocked from lock_for_posts(items) locked;
    -- Audiences cannot be turned off until the commit; a post that is not for everyone is refused once they are.
    is_held := restricted = '{}' or pg_try_advisory_xact_lock_shared(22, 0);
    if not is_held or restricted <> '{}' and not coalesce((select audiences from community_settings), true) then
      free := array(select nth from unnest(free) nth where nth <> all(restricted));
      blocked := (
        select json_agg(item) from (
          select item from json_array_elements(blocked) item
          union all
          select case when is_held then json_build_object('item', nth, 'refused', 'off')
            else json_build_object('item', nth, 'by', 'community settings') end
          from unnest(restricted) nth
        ) left_out
      );
    end if;
    with sent as materialized (
      select nextval('posts_id_seq')::int as id, found.* from (
        select item.*, users as member, diseases.name as disease
        from rows from (json_to_recordset(items) as ("userId" int, title text, content text, html text, excerpt text,
          language text, category text, "diseaseId" int, audience text, mentions int[], search text, at timestamptz,
          "byAgent" boolean))
          with ordinality as item
          (author_id, title, content, html, excerpt, language, category, disease_id, audience, mentions, search, at, by_agent, nth)
        left join users on users.id = item.author_id
        left join diseases on diseases.id = item.disease_id and not retired
        where nth = any(free) and (item.disease_id is null or diseases.id is not null) order by nth
      ) found
    ), added as (
      insert into all_posts
        (id, audience, author_id, by_agent, title, content, content_html, excerpt, language, category, disease_id, mentioned,
        created_at, updated_at)
      overriding system value
      select id, coalesce(audience, 'everyone'), author_id, coalesce(by_agent, false), title, content, html, excerpt,
        coalesce(language, 'und'), category, disease_id, coalesce(mentions, '{}'), at, at
      from sent order by nth
    ), searched as (
      insert into all_post_search (post_id, audience, search) select id, coalesce(audience, 'everyone'), search::tsvector from sent
    ), viewed as (
      insert into all_post_views (post_id, audience, category, author_id, by_agent)
      select id, coalesce(audience, 'everyone'), category, author_id, coalesce(by_agent, false) from sent
    ), counted as (
      insert into all_post_counts (post_id, audience, category, author_id, by_agent)
      select id, coalesce(audience, 'everyone'), category, author_id, coalesce(by_agent, false) from sent
    )
    select coalesce(json_agg(json_build_object('item', nth, 'id', id,
        'author', author_from(member, coalesce(by_agent, false)),
        'disease', case when disease_id is not null then json_build_object('id', disease_id, 'name', disease) end)), '[]'),
      (select array_agg((kind, id, author_id)::change order by nth, kind)
        from sent, (values ('post'), ('post_published')) kinds (kind)),
      array_agg((author_id, id, null, at, coalesce(by_agent, false), mentions)::notification_cause order by nth)
        filter (where mentions is not null)
      from sent into results, additions, causes;
    changes := append_to_outbox(additions || notify_authors('mention', causes));
  end $$;
