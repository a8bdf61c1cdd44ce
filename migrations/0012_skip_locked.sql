-- Batches wait for nobody. A row that somebody else holds, for whatever reason and however long, would hold up all items of
-- the batch, and those of the next ones. So everything that an item needs is locked ahead with `skip locked`, and an item
-- that cannot have all of it is not written: the functions answer which items those are and what blocks each of them
-- (services/Batches.ts tries them again). `lock_timeout` is left for what cannot be locked ahead, such as a whole table.

drop function lock_posts(integer[]);
drop function touch_users(integer[], timestamptz[]);
drop function toggle_likes(json);
drop function add_comments(json);
drop function add_posts(json);

-- The members wrote at these moments; stored to the minute. Gives those whose rows somebody else holds: they are not
-- touched, and must not be referred to, since a foreign key would wait for them.
create function touch_users(ids integer[], moments timestamptz[]) returns integer[]
  language plpgsql
  as $$ declare
    held integer[];
  begin
    with stale as (
      select users.id, minute from users join (
        select id, date_trunc('minute', max(at)) as minute from unnest(ids, moments) as given (id, at) group by id
      ) given on given.id = users.id
      where active_at < minute order by users.id for no key update of users skip locked
    )
    update users set active_at = minute from stale where users.id = stale.id;
    held := array(
      select users.id from users join (
        select id, date_trunc('minute', max(at)) as minute from unnest(ids, moments) as given (id, at) group by id
      ) given on given.id = users.id
      where active_at >= minute order by users.id for key share of users skip locked
    );
    return array(select id from users where id = any(ids) and id <> all(held));
  end $$;

-- Locks what likes or comments need: the posts with their counts, the inboxes of their authors, the members who write.
-- Under the lock of an inbox (that of sql/NotificationsRepoSql.ts) ids are committed in the order they are given. Gives
-- which items, from 1, can be written, and which cannot now and what blocks each; an item of a post that is not there is
-- in neither.
create function lock_items(post_ids integer[], member_ids integer[], moments timestamptz[], out free integer[], out blocked json)
  language plpgsql
  as $$ declare
    held integer[];
    inboxes integer[];
    counted integer[];
    busy_members integer[];
  begin
    held := array(
      select posts.id from posts
        join post_counts on post_counts.post_id = posts.id
        join users on users.id = posts.author_id
      where posts.id = any(post_ids) order by posts.id
      for no key update of posts, post_counts skip locked for key share of users skip locked
    );
    inboxes := array(
      select author_id from (select distinct author_id from posts where id = any(held) order by author_id) authors
      where pg_try_advisory_xact_lock(2, author_id)
    );
    counted := array(
      select recipient_id from inbox_counts where recipient_id = any(inboxes) order by recipient_id
      for no key update skip locked
    );
    inboxes := array(
      select inbox from unnest(inboxes) inbox
      where inbox = any(counted) or not exists (select from inbox_counts where recipient_id = inbox)
    );
    select touch_users(array_agg(member_id), array_agg(at)) into busy_members
      from unnest(post_ids, member_ids, moments) as item (post_id, member_id, at) join posts on posts.id = post_id
      where post_id = any(held) and author_id = any(inboxes);
    select coalesce(array_agg(nth::int) filter (where blocked_by is null), '{}'),
      coalesce(json_agg(json_build_object('item', nth, 'by', blocked_by)) filter (where blocked_by is not null), '[]')
    into free, blocked from (
      select nth, case
          when post_id <> all(held) then 'post ' || post_id
          when author_id <> all(inboxes) then 'inbox ' || author_id
          when member_id = any(busy_members) then 'member ' || member_id
        end as blocked_by
      from unnest(post_ids, member_ids) with ordinality as item (post_id, member_id, nth) join posts on posts.id = post_id
    ) items;
  end $$;

-- The same for new posts: the members who write with the counts of their posts, and the diseases with the counts of theirs.
-- An item of a disease that is not there, or retired, is in neither.
create function lock_new_posts(
  member_ids integer[], moments timestamptz[], disease_ids integer[], categories text[],
  out free integer[], out blocked json
)
  language plpgsql
  as $$ declare
    counted_members integer[];
    counted_diseases text[];
    held integer[];
  begin
    counted_members := array(
      select author_id from author_counts where author_id = any(member_ids) order by author_id
      for no key update skip locked
    );
    held := array(select id from diseases where id = any(disease_ids) order by id for key share skip locked);
    counted_diseases := array(
      select disease_id || ' ' || category from disease_counts
      where (disease_id, category) in (select * from unnest(disease_ids, categories)) order by disease_id, category
      for no key update skip locked
    );
    with items as (
      select nth, member_id, at, case
          when id <> all(held) or (
            disease_id || ' ' || category <> all(counted_diseases) and exists (
              select from disease_counts counts
              where counts.disease_id = items.disease_id and counts.category = items.category
            )
          ) then 'disease ' || id
          when member_id <> all(counted_members) and exists (select from author_counts where author_id = member_id)
            then 'member ' || member_id
        end as blocked_by
      from unnest(member_ids, moments, disease_ids, categories) with ordinality
        as items (member_id, at, disease_id, category, nth)
      left join diseases on id = disease_id and not retired
      where disease_id is null or id is not null
    ), touched as materialized (
      select touch_users(array_agg(member_id), array_agg(at)) as busy from items where blocked_by is null
    ), tried as (
      select nth, coalesce(blocked_by, case when member_id = any(busy) then 'member ' || member_id end) as blocked_by
      from items, touched
    )
    select coalesce(array_agg(nth::int) filter (where blocked_by is null), '{}'),
      coalesce(json_agg(json_build_object('item', nth, 'by', blocked_by)) filter (where blocked_by is not null), '[]')
    into free, blocked from tried;
  end $$;

-- Likes posts, or takes likes back, as if one after the other. Tells an author of the first like of each other member. The
-- results, of those that are free: which of the items it was, from 1; whether it is liked now, and by how many.
create function toggle_likes(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    kinds text[];
    ids integer[];
    recipients integer[];
  begin
    select locked.* into free, blocked from (
      select array_agg("postId" order by nth) as posts, array_agg("userId" order by nth) as members,
        array_agg(at order by nth) as moments
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, at timestamptz)) with ordinality
        as sent ("postId", "userId", at, nth)
    ) asked, lock_items(asked.posts, asked.members, asked.moments) locked;
    with sent as (
      select nth, posts.id as post_id, author_id, sent.user_id, at, likes.post_id is not null as was_liked,
        row_number() over (partition by posts.id, sent.user_id order by nth) as turn,
        count(*) over (partition by posts.id, sent.user_id) as turns
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, at timestamptz)) with ordinality
        as sent (post_id, user_id, at, nth)
      join posts on posts.id = sent.post_id
      left join likes on likes.post_id = posts.id and likes.user_id = sent.user_id
      where nth = any(free)
    ), toggled as materialized (
      select *, case when was_liked = (turn % 2 = 0) then 1 else -1 end as step from sent
    ), removed as (
      delete from likes using toggled
      where turn = turns and was_liked and step < 0
        and likes.post_id = toggled.post_id and likes.user_id = toggled.user_id
    ), added as (
      insert into likes (post_id, user_id, created_at)
      select post_id, user_id, at from toggled where turn = turns and not was_liked and step > 0
    ), counted as (
      update post_counts set likes = likes + change
      from (select post_id, sum(step) as change from toggled group by post_id) sums
      where post_counts.post_id = sums.post_id
      returning post_counts.post_id, likes - change as before
    ), told as (
      insert into notifications (recipient_id, type, actor_id, post_id, created_at)
      select author_id, 'like', user_id, post_id, at from toggled
      where turn <= 2 and step > 0 and user_id <> author_id order by nth
      on conflict do nothing
      returning id, recipient_id
    ), answers as (
      select nth, user_id, post_id, at, step > 0 as liked, before + sum(step) over (partition by post_id order by nth) as likes
      from toggled join counted using (post_id)
    ), recorded as (
      select 1 as part, nth, 'like' as kind, post_id as id, null::int as recipient_id from answers
      union all
      select 2, id, 'notification', id, recipient_id from told
    )
    select answered.*, recorded.* into results, kinds, ids, recipients from (
      select json_agg(json_build_object('item', nth, 'liked', liked, 'likeCount', answers.likes)) from answers
    ) answered, (
      select array_agg(kind order by part, nth), array_agg(id order by part, nth), array_agg(recipient_id order by part, nth)
      from recorded
    ) recorded;
    results := coalesce(results, '[]');
    changes := append_changes(kinds, ids, recipients);
  end $$;

-- Stores comments, under ids in their order. Tells the author of the post of each, unless it is their own. The results, of
-- those that are free: which of the items it was, from 1; its id, and its author.
create function add_comments(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    kinds text[];
    ids integer[];
    recipients integer[];
  begin
    select locked.* into free, blocked from (
      select array_agg("postId" order by nth) as posts, array_agg("authorId" order by nth) as members,
        array_agg(at order by nth) as moments
      from rows from (json_to_recordset(items) as ("postId" int, "authorId" int, at timestamptz)) with ordinality
        as sent ("postId", "authorId", at, nth)
    ) asked, lock_items(asked.posts, asked.members, asked.moments) locked;
    with sent as materialized (
      select nextval('comments_id_seq')::int as id, found.* from (
        select sent.*, posts.author_id as recipient_id, username, role
        from rows from (json_to_recordset(items) as ("postId" int, "authorId" int, content text, html text, excerpt text,
          search text, at timestamptz)) with ordinality
          as sent (post_id, author_id, content, html, excerpt, search, at, nth)
        join posts on posts.id = sent.post_id
        left join users on users.id = sent.author_id
        where nth = any(free) order by nth
      ) found
    ), added as (
      insert into comments (id, post_id, author_id, content, content_html, excerpt, created_at, updated_at, search)
      overriding system value
      select id, post_id, author_id, content, html, excerpt, at, at, search::tsvector from sent order by nth
    ), counted as (
      update post_counts set replies = replies + new
      from (select post_id, count(*) as new from sent group by post_id) sums
      where post_counts.post_id = sums.post_id
    ), told as (
      insert into notifications (recipient_id, type, actor_id, post_id, comment_id, created_at)
      select recipient_id, 'comment', author_id, post_id, id, at from sent
      where author_id <> recipient_id order by nth
      returning id, recipient_id
    ), recorded as (
      select 1 as part, nth, 'comment' as kind, post_id as id, null::int as recipient_id from sent
      union all
      select 2, id, 'notification', id, recipient_id from told
    )
    select answered.*, recorded.* into results, kinds, ids, recipients from (
      select json_agg(json_build_object('item', nth, 'id', id,
          'author', json_build_object('id', author_id, 'username', username, 'role', role))) from sent
    ) answered, (
      select array_agg(kind order by part, nth), array_agg(id order by part, nth), array_agg(recipient_id order by part, nth)
      from recorded
    ) recorded;
    results := coalesce(results, '[]');
    changes := append_changes(kinds, ids, recipients);
  end $$;

-- Stores posts, under ids in their order. The results, of those that are free: which of the items it was, from 1; its id,
-- its author and its disease. The changes concern the authors, who have one post
-- more.
create function add_posts(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    kinds text[];
    ids integer[];
    members integer[];
  begin
    select locked.* into free, blocked from (
      select array_agg("authorId" order by nth) as members, array_agg(at order by nth) as moments,
        array_agg("diseaseId" order by nth) as diseases, array_agg(category order by nth) as categories
      from rows from (json_to_recordset(items) as ("authorId" int, at timestamptz, "diseaseId" int, category text))
        with ordinality as sent ("authorId", at, "diseaseId", category, nth)
    ) asked, lock_new_posts(asked.members, asked.moments, asked.diseases, asked.categories) locked;
    with sent as materialized (
      select nextval('posts_id_seq')::int as id, found.* from (
        select sent.*, username, users.role, diseases.name as disease
        from rows from (json_to_recordset(items) as ("authorId" int, title text, content text, html text, excerpt text,
          category text, "diseaseId" int, search text, at timestamptz)) with ordinality
          as sent (author_id, title, content, html, excerpt, category, disease_id, search, at, nth)
        left join users on users.id = sent.author_id
        left join diseases on diseases.id = sent.disease_id and not retired
        where nth = any(free) and (sent.disease_id is null or diseases.id is not null) order by nth
      ) found
    ), added as (
      insert into posts
        (id, author_id, title, content, content_html, excerpt, category, disease_id, created_at, updated_at, search)
      overriding system value
      select id, author_id, title, content, html, excerpt, category, disease_id, at, at, search::tsvector
      from sent order by nth
    ), viewed as (
      insert into post_views (post_id, category) select id, category from sent
    ), counted as (
      insert into post_counts (post_id, category) select id, category from sent
    )
    select json_agg(json_build_object('item', nth, 'id', id,
        'author', json_build_object('id', author_id, 'username', username, 'role', role),
        'disease', case when disease_id is not null then json_build_object('id', disease_id, 'name', disease) end)),
        array_agg(author_id order by nth),
        array_agg('post'::text order by nth), array_agg(id order by nth)
      from sent into results, members, kinds, ids;
    results := coalesce(results, '[]');
    changes := append_changes(kinds, ids, members);
  end $$;
