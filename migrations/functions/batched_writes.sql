-- Likes, comments and posts are written in batches: one call, one transaction, many items.
--
-- A batch waits for nobody. A row that another transaction holds would delay all items of the batch and of the next
-- ones. So each function first locks all that its items need with `skip locked`, in one order, and leaves out the items
-- that cannot have all of it; the program tries those again. `lock_timeout` remains for what cannot be locked ahead,
-- such as a whole table.
--
-- Each statement of a function sees all that was committed before the statement began. A batch is small, though the
-- planner does not know it, so plans that read whole tables are off: rows are looked up by their keys.
--
-- Items are numbered from 1. Each writing function answers `results`, the number (`item`) and the outcome of each written
-- item; `changes`, those that were appended to the outbox; and `blocked`, for each item left out its number and either the
-- lock that it needs (`by`) or the reason why it is never written (`refused`): its member has left ('gone'), or is blocked
-- by the author of the text ('blocked'), or the post is locked ('locked'), or it has not the comment that is answered
-- ('unanswerable'). An item whose post, comment or disease does not exist is in neither results nor blocked.

-- Notes that users were active at these moments, to the minute. Answers the users who have left, and those whose rows somebody
-- else holds: they are not updated, and must not be referred to, since a foreign key would wait for them. Locks the rows of the
-- others by id.
create or replace function touch_users(ids integer[], moments timestamptz[]) returns integer[]
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
    return array(select distinct id from unnest(ids) id where id <> all(held));
  end $$;

-- An item that was left out, since it needs a lock, or since its member has left.
create or replace function refusal_of(item integer, blocked_by text, user_id integer) returns json
  language sql stable
  return case
    when blocked_by = 'member ' || user_id and not exists (select from users where id = user_id)
      then json_build_object('item', item, 'refused', 'gone')
    else json_build_object('item', item, 'by', blocked_by)
  end;

-- Leaves out the items whose member is blocked by the author of the post, who may take back likes only, the comments on
-- locked posts, and answers to what is no comment of the post.
create or replace function refuse_blocked(items json, are_likes boolean, inout free integer[], inout blocked json)
  language plpgsql
  as $$ declare
    refused integer[];
    reasons text[];
  begin
    select array_agg(nth), array_agg(reason) into refused, reasons from (
      select nth::int, case
          when blocks.user_id is not null and not (are_likes and (wanted is false or wanted is null and exists (
            select from likes where likes.post_id = item.post_id and likes.user_id = item.user_id
          ))) then 'blocked'
          when locked and not are_likes then 'locked'
          when item.reply_to is not null and not exists (
            select from comments where comments.id = item.reply_to and comments.post_id = item.post_id
          ) then 'unanswerable'
        end as reason
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, wanted boolean, "replyTo" int)) with ordinality
        as item (post_id, user_id, wanted, reply_to, nth)
      join posts on posts.id = item.post_id
      left join blocks on blocks.user_id = posts.author_id and blocks.blocked_id = item.user_id
      where nth = any(free)
    ) items where reason is not null;
    if refused is null then
      return;
    end if;
    free := array(select nth from unnest(free) nth where nth <> all(refused));
    blocked := (select json_agg(one) from (
      select one from json_array_elements(blocked) one
      union all select json_build_object('item', nth, 'refused', reason) from unnest(refused, reasons) as left_out (nth, reason)
    ) left_out);
  end $$;

-- Locks the inboxes of members, who are locked, and the counts of these inboxes, each kind by id. Answers the members whose
-- inbox nobody else holds.
--
-- The lock of an inbox is the advisory lock (2, member), which the program takes too: while it is held until the commit,
-- the ids of one recipient's notifications are committed in order.
create or replace function lock_inboxes(members integer[]) returns integer[]
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$ declare
    inboxes integer[];
    counted integer[];
  begin
    inboxes := array(
      select inbox from (select distinct inbox from unnest(members) inbox order by inbox) wanted
      where pg_try_advisory_xact_lock(2, inbox)
    );
    counted := array(
      select recipient_id from inbox_counts where recipient_id = any(inboxes) order by recipient_id
      for no key update skip locked
    );
    return array(
      select inbox from unnest(inboxes) inbox
      where inbox = any(counted) or not exists (select from inbox_counts where recipient_id = inbox)
    );
  end $$;

-- The members whom items mention, each an array or null. An id may be of nobody. In plpgsql, which keeps the plan: a function in
-- SQL would be planned for each batch, which took a quarter of the time of a like.
create or replace function mentioned_members(mentions text[]) returns integer[]
  language plpgsql
  as $$ begin
    return array(
      select id from users where id = any(array(select member from unnest(mentions) one, unnest(one::integer[]) member))
    );
  end $$;

-- The first of these `known` members whom an item mentions and whose inbox is not locked; null if there is none.
create or replace function busy_mention(mentions text, known integer[], inboxes integer[]) returns integer
  language plpgsql immutable strict parallel safe
  as $$ begin
    return (select min(member) from unnest(mentions::integer[]) member where member = any(known) and member <> all(inboxes));
  end $$;

-- Locks the rows that likes and comments need, each kind by id: the posts with their counts and their authors, the authors of
-- the comments that are answered (`replyTo`) or liked (`commentId`), the members who are mentioned, the inboxes of all these,
-- and the users who write. Answers the numbers of the items that can be written.
create or replace function lock_for_reactions(items json, out free integer[], out blocked json)
  language plpgsql
  as $$ declare
    post_ids integer[];
    user_ids integer[];
    moments timestamptz[];
    -- The members besides the author of the post whom each item may notify: the author of a comment, and whom it mentions.
    others integer[];
    mentions text[];
    known integer[];
    held integer[];
    inboxes integer[];
    busy_users integer[];
  begin
    select array_agg(coalesce(item.post_id, about.post_id) order by nth), array_agg(user_id order by nth),
        array_agg(at order by nth), array_agg(about.author_id order by nth), array_agg(item.mentions::text order by nth)
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, at timestamptz, "replyTo" int, "commentId" int,
        mentions int[])) with ordinality as item (post_id, user_id, at, reply_to, comment_id, mentions, nth)
      left join comments about on about.id = coalesce(item.reply_to, item.comment_id)
      into post_ids, user_ids, moments, others, mentions;
    known := mentioned_members(mentions);
    held := array(
      select posts.id from posts
        join post_counts on post_counts.post_id = posts.id
        join users on users.id = posts.author_id
      where posts.id = any(post_ids) order by posts.id
      for no key update of posts, post_counts skip locked for key share of users skip locked
    );
    inboxes := array(select author_id from posts where id = any(held));
    if array_remove(others || known, null) <> '{}' then
      inboxes := inboxes || array(select id from users where id = any(others || known) order by id for key share skip locked);
    end if;
    inboxes := lock_inboxes(inboxes);
    select touch_users(array_agg(user_id), array_agg(at)) into busy_users
      from unnest(post_ids, user_ids, moments) as item (post_id, user_id, at) join posts on posts.id = post_id
      where post_id = any(held) and author_id = any(inboxes);
    select coalesce(array_agg(nth::int) filter (where blocked_by is null), '{}'),
      coalesce(json_agg(refusal_of(nth::int, blocked_by, user_id)) filter (where blocked_by is not null), '[]')
    into free, blocked from (
      select nth, user_id, coalesce(case
          when post_id <> all(held) then 'post ' || post_id
          when author_id <> all(inboxes) then 'inbox ' || author_id
          when other <> all(inboxes) then 'inbox ' || other
        end, 'inbox ' || busy_mention(mentioning, known, inboxes), case
          when user_id = any(busy_users) then 'member ' || user_id
        end) as blocked_by
      from unnest(post_ids, user_ids, others, mentions) with ordinality as item (post_id, user_id, other, mentioning, nth)
      join posts on posts.id = post_id
    ) items;
  end $$;

-- Writes likes as if one after the other; several items may be of one user and post. An item with `wanted` gives the like
-- that state; one without it toggles the like. Answers for each item whether
-- the user likes the post now, and how many do. An item that changes nothing appends no change.
create or replace function toggle_likes(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    steps change[];
    causes notification_cause[];
  begin
    select locked.* into free, blocked from lock_for_reactions(items) locked;
    select refused.* into free, blocked from refuse_blocked(items, true, free, blocked) refused;
    with sent as (
      select item.*, likes.post_id is not null as was_liked,
        count(wanted) over (partition by item.post_id, item.user_id order by nth) as wishes
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, wanted boolean, at timestamptz,
        "byAgent" boolean)) with ordinality as item (post_id, user_id, wanted, at, by_agent, nth)
      left join likes on likes.post_id = item.post_id and likes.user_id = item.user_id
      where nth = any(free)
    ), turned as (
      -- A toggle turns over the last wanted state before it, or the stored one, as often as there are toggles since.
      select *, coalesce(first_value(wanted) over since, was_liked)
          <> ((count(*) over since - count(wanted) over since) % 2 = 1) as is_liked
      from sent window since as (partition by post_id, user_id, wishes order by nth)
    ), stepped as materialized (
      select *, is_liked::int - coalesce(lag(is_liked) over turns, was_liked)::int as step,
        lead(nth) over turns is null as is_last
      from turned window turns as (partition by post_id, user_id order by nth)
    ), removed as (
      delete from likes using stepped
      where is_last and was_liked and not is_liked
        and likes.post_id = stepped.post_id and likes.user_id = stepped.user_id
    ), added as (
      insert into likes (post_id, user_id, created_at)
      select post_id, user_id, at from stepped where is_last and not was_liked and is_liked
    ), counted as (
      update post_counts set likes = likes + change
      from (select post_id, sum(step) as change from stepped group by post_id having sum(step) <> 0) sums
      where post_counts.post_id = sums.post_id
    ), answers as (
      select nth, user_id, post_id, at, stepped.by_agent, is_liked, step,
        likes + sum(step) over (partition by post_id order by nth) as likes
      from stepped join post_counts using (post_id)
    )
    select coalesce(json_agg(json_build_object('item', nth, 'liked', is_liked, 'likeCount', answers.likes)), '[]'),
      array_agg(('like', post_id, null)::change order by nth) filter (where step <> 0),
      array_agg((user_id, post_id, null, at, coalesce(by_agent, false), null)::notification_cause order by nth)
        filter (where step > 0)
      from answers into results, steps, causes;
    changes := append_to_outbox(steps || notify_authors('like', causes));
  end $$;

-- Likes comments, or takes likes back, one after the other, as `toggle_likes` does for posts. An item that is left out after
-- its locks were taken is of a member whom the author of the comment blocks.
create or replace function toggle_comment_likes(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    steps change[];
    causes notification_cause[];
    item record;
    was_liked boolean;
    is_liked boolean;
    count integer;
  begin
    results := '[]';
    select locked.* into free, blocked from lock_for_reactions(items) locked;
    for item in
      select given.*, comments.post_id,
        exists (select from blocks where blocks.user_id = comments.author_id and blocked_id = given.user_id) as is_blocked
      from rows from (json_to_recordset(items) as ("commentId" int, "userId" int, wanted boolean, at timestamptz,
        "byAgent" boolean)) with ordinality as given (comment_id, user_id, wanted, at, by_agent, nth)
      join comments on comments.id = given.comment_id
      where nth = any(free) order by nth
    loop
      was_liked := exists (
        select from comment_likes where comment_likes.comment_id = item.comment_id and comment_likes.user_id = item.user_id
      );
      is_liked := coalesce(item.wanted, not was_liked);
      if is_liked and item.is_blocked then
        blocked := (blocked::jsonb || jsonb_build_object('item', item.nth, 'refused', 'blocked'))::json;
        continue;
      end if;
      if is_liked and not was_liked then
        insert into comment_likes (comment_id, user_id, created_at) values (item.comment_id, item.user_id, item.at);
        causes := causes || (item.user_id, item.post_id, item.comment_id, item.at, item.by_agent, null)::notification_cause;
      elsif was_liked and not is_liked then
        delete from comment_likes where comment_likes.comment_id = item.comment_id and comment_likes.user_id = item.user_id;
      end if;
      if is_liked <> was_liked then
        steps := steps || ('like', item.post_id, null)::change;
      end if;
      update comments set likes = likes + is_liked::int - was_liked::int where id = item.comment_id and is_liked <> was_liked;
      select likes into count from comments where id = item.comment_id;
      results := (results::jsonb || jsonb_build_object('item', item.nth, 'liked', is_liked, 'likeCount', count))::json;
    end loop;
    changes := append_to_outbox(steps || notify_authors('comment_like', causes));
  end $$;

-- Stores comments under ids in the order of the items. Answers for each its id, its author, and the comment that it answers.
create or replace function add_comments(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    additions change[];
    causes notification_cause[];
  begin
    select locked.* into free, blocked from lock_for_reactions(items) locked;
    select refused.* into free, blocked from refuse_blocked(items, false, free, blocked) refused;
    with sent as materialized (
      select nextval('comments_id_seq')::int as id, found.* from (
        select item.*, username, role, verified_as
        from rows from (json_to_recordset(items) as ("postId" int, "userId" int, content text, html text, excerpt text,
          language text, "replyTo" int, mentions int[], search text, at timestamptz, "byAgent" boolean)) with ordinality
          as item (post_id, author_id, content, html, excerpt, language, reply_to, mentions, search, at, by_agent, nth)
        left join users on users.id = item.author_id
        where nth = any(free) order by nth
      ) found
    ), added as (
      insert into comments (id, post_id, author_id, by_agent, by_verified, content, content_html, excerpt, language, reply_to,
        mentioned, created_at, updated_at)
      overriding system value
      select id, post_id, author_id, coalesce(by_agent, false), verified_as is not null, content, html, excerpt,
        coalesce(language, 'und'), reply_to, coalesce(mentions, '{}'), at, at
      from sent order by nth
    ), searched as (
      insert into comment_search (post_id, comment_id, search) select post_id, id, search::tsvector from sent
    ), counted as (
      update post_counts set replies = replies + new
      from (select post_id, count(*) as new from sent group by post_id) sums
      where post_counts.post_id = sums.post_id
    )
    select coalesce(json_agg(json_build_object('item', nth, 'id', id,
        'author', author_of(author_id, username, role, verified_as, coalesce(by_agent, false)),
        'replyTo', answered_comment(reply_to))), '[]'),
      array_agg(('comment', post_id, null)::change order by nth) || array_agg(
        ('comment_published', id, author_id)::change order by nth
      ) filter (where exists (
        select from follows where type = 'post' and target_id = post_id and user_id <> author_id
      )),
      array_agg((author_id, post_id, id, at, coalesce(by_agent, false), mentions)::notification_cause order by nth)
      from sent into results, additions, causes;
    changes := append_to_outbox(additions || notify_authors('comment', causes));
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
  begin
    select locked.* into free, blocked from lock_for_posts(items) locked;
    with sent as materialized (
      select nextval('posts_id_seq')::int as id, found.* from (
        select item.*, username, users.role, verified_as, diseases.name as disease
        from rows from (json_to_recordset(items) as ("userId" int, title text, content text, html text, excerpt text,
          language text, category text, "diseaseId" int, mentions int[], search text, at timestamptz, "byAgent" boolean))
          with ordinality as item
          (author_id, title, content, html, excerpt, language, category, disease_id, mentions, search, at, by_agent, nth)
        left join users on users.id = item.author_id
        left join diseases on diseases.id = item.disease_id and not retired
        where nth = any(free) and (item.disease_id is null or diseases.id is not null) order by nth
      ) found
    ), added as (
      insert into posts
        (id, author_id, by_agent, title, content, content_html, excerpt, language, category, disease_id, mentioned, created_at,
        updated_at)
      overriding system value
      select id, author_id, coalesce(by_agent, false), title, content, html, excerpt, coalesce(language, 'und'), category, disease_id,
        coalesce(mentions, '{}'), at, at
      from sent order by nth
    ), searched as (
      insert into post_search (post_id, search) select id, search::tsvector from sent
    ), viewed as (
      insert into post_views (post_id, category, author_id, by_agent)
      select id, category, author_id, coalesce(by_agent, false) from sent
    ), counted as (
      insert into post_counts (post_id, category, author_id, by_agent)
      select id, category, author_id, coalesce(by_agent, false) from sent
    )
    select coalesce(json_agg(json_build_object('item', nth, 'id', id,
        'author', author_of(author_id, username, role, verified_as, coalesce(by_agent, false)),
        'disease', case when disease_id is not null then json_build_object('id', disease_id, 'name', disease) end)), '[]'),
      (select array_agg((kind, id, author_id)::change order by nth, kind)
        from sent, (values ('post'), ('post_published')) kinds (kind)),
      array_agg((author_id, id, null, at, coalesce(by_agent, false), mentions)::notification_cause order by nth)
        filter (where mentions is not null)
      from sent into results, additions, causes;
    changes := append_to_outbox(additions || notify_authors('mention', causes));
  end $$;
