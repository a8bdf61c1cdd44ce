-- What members write most is written in batches, one call each (services/Batches.ts). Within a function every statement
-- sees what was committed before that statement began, and so what others did while a lock was waited for. A batch is small,
-- whatever the planner takes it to be: what it names is looked up by its key. Who holds a post for long makes those wait who write about that one: a batch that
-- waits in vain is written item by item.

-- Places are committed in another order than they are given, and a reader that saw the later one would step over the
-- earlier one for ever. Making writers wait for each other would cost every write; instead each holds, until its
-- transaction ends, a shared lock that says after which place its own ones come, taken before they are given. Its key is
-- negative (`~ place`), so that it is no lock of anybody else. A sequence that gave no place yet says 1.
create function append_changes(kinds text[], ids integer[], user_ids integer[]) returns json
  language plpgsql
  as $$ declare
    appended json;
  begin
    perform pg_advisory_xact_lock_shared(~ (last_value - (not is_called)::int)) from changes_place_seq;
    with placed as (
      insert into changes (kind, id, user_id)
      select given.kind, given.id, given.user_id
      from unnest(kinds, ids, user_ids) with ordinality as given (kind, id, user_id, nth) order by nth
      returning *
    )
    select coalesce(json_agg(json_build_array(place, kind, id, user_id) order by place), '[]') from placed into appended;
    return appended;
  end $$;

-- The members wrote at these moments; stored to the minute. In the order of ids, so that two batches do not wait for each
-- other, and after the locks of posts and inboxes.
create function touch_users(ids integer[], moments timestamptz[]) returns void
  language plpgsql
  as $$ begin
    with stale as (
      select users.id, minute from users join (
        select id, date_trunc('minute', max(at)) as minute from unnest(ids, moments) as given (id, at) group by id
      ) given on given.id = users.id
      where active_at < minute order by users.id for no key update of users
    )
    update users set active_at = minute from stale where users.id = stale.id;
  end $$;

-- The posts are locked, then the inboxes of their authors, each in one order. Under the lock of an inbox (that of
-- sql/NotificationsRepoSql.ts) ids are committed in the order they are given.
create function lock_posts(ids integer[]) returns void
  language plpgsql
  as $$ begin
    perform from posts where id = any(ids) order by id for no key update;
    perform pg_advisory_xact_lock(2, author_id)
      from (select distinct author_id from posts where id = any(ids) order by author_id) authors;
  end $$;

-- Likes posts, or takes likes back, as if one after the other. Tells an author of the first like of each other member. The
-- results, of those whose post is there: which of the items it was, from 1; whether it is liked now, and by how many.
create function toggle_likes(items json, out results json, out changes json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '3s'
  as $$ declare
    kinds text[];
    ids integer[];
    recipients integer[];
    members integer[];
    moments timestamptz[];
  begin
    perform lock_posts(array(select "postId" from json_to_recordset(items) as sent ("postId" int)));
    with sent as (
      select nth, posts.id as post_id, author_id, sent.user_id, at, likes.post_id is not null as was_liked,
        row_number() over (partition by posts.id, sent.user_id order by nth) as turn,
        count(*) over (partition by posts.id, sent.user_id) as turns
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, at timestamptz)) with ordinality
        as sent (post_id, user_id, at, nth)
      join posts on posts.id = sent.post_id
      left join likes on likes.post_id = posts.id and likes.user_id = sent.user_id
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
    select answered.*, recorded.* into results, members, moments, kinds, ids, recipients from (
      select json_agg(json_build_object('item', nth, 'liked', liked, 'likeCount', answers.likes)), array_agg(user_id), array_agg(at) from answers
    ) answered, (
      select array_agg(kind order by part, nth), array_agg(id order by part, nth), array_agg(recipient_id order by part, nth)
      from recorded
    ) recorded;
    results := coalesce(results, '[]');
    perform touch_users(members, moments);
    changes := append_changes(kinds, ids, recipients);
  end $$;

-- Stores comments, under ids in their order. Tells the author of the post of each, unless it is their own. The results, of
-- those whose post is there: which of the items it was, from 1; its id, and its author.
create function add_comments(items json, out results json, out changes json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '3s'
  as $$ declare
    kinds text[];
    ids integer[];
    recipients integer[];
    members integer[];
    moments timestamptz[];
  begin
    perform lock_posts(array(select "postId" from json_to_recordset(items) as sent ("postId" int)));
    with sent as materialized (
      select nextval('comments_id_seq')::int as id, found.* from (
        select sent.*, posts.author_id as recipient_id, username, role
        from rows from (json_to_recordset(items) as ("postId" int, "authorId" int, content text, html text, excerpt text,
          search text, at timestamptz)) with ordinality
          as sent (post_id, author_id, content, html, excerpt, search, at, nth)
        join posts on posts.id = sent.post_id
        left join users on users.id = sent.author_id order by nth
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
    select answered.*, recorded.* into results, members, moments, kinds, ids, recipients from (
      select json_agg(json_build_object('item', nth, 'id', id,
          'author', json_build_object('id', author_id, 'username', username, 'role', role))), array_agg(author_id), array_agg(at) from sent
    ) answered, (
      select array_agg(kind order by part, nth), array_agg(id order by part, nth), array_agg(recipient_id order by part, nth)
      from recorded
    ) recorded;
    results := coalesce(results, '[]');
    perform touch_users(members, moments);
    changes := append_changes(kinds, ids, recipients);
  end $$;

-- Stores posts, under ids in their order. The results, of those whose disease is there and not retired, or that name none:
-- which of the items it was, from 1; its id, its author and its disease. The changes concern the authors, who have one post
-- more.
create function add_posts(items json, out results json, out changes json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '3s'
  as $$ declare
    kinds text[];
    ids integer[];
    members integer[];
    moments timestamptz[];
  begin
    with sent as materialized (
      select nextval('posts_id_seq')::int as id, found.* from (
        select sent.*, username, users.role, diseases.name as disease
        from rows from (json_to_recordset(items) as ("authorId" int, title text, content text, html text, excerpt text,
          category text, "diseaseId" int, search text, at timestamptz)) with ordinality
          as sent (author_id, title, content, html, excerpt, category, disease_id, search, at, nth)
        left join users on users.id = sent.author_id
        left join diseases on diseases.id = sent.disease_id and not retired
        where sent.disease_id is null or diseases.id is not null order by nth
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
        'disease', case when disease_id is not null then json_build_object('id', disease_id, 'name', disease) end)), array_agg(author_id order by nth), array_agg(at order by nth),
        array_agg('post'::text order by nth), array_agg(id order by nth)
      from sent into results, members, moments, kinds, ids;
    results := coalesce(results, '[]');
    perform touch_users(members, moments);
    changes := append_changes(kinds, ids, members);
  end $$;
