-- Tells who speaks: a human or an agent, and whom an admin has verified as what.

-- An admin, who cannot be deleted before they are no longer named here, has verified the member.
alter table users
  add column verified_by integer references users,
  add column verified_at timestamptz(3),
  add column verified_as text,
  add check ((verified_by is null) = (verified_as is null) and (verified_at is null) = (verified_as is null));

-- Serves the list and the number of verified members.
create index users_verified on users (id) where verified_as is not null;
-- Serves the removal of an admin.
create index users_verified_by on users (verified_by) where verified_by is not null;

-- Set for what was written or changed with an agent's key, and never cleared.
alter table posts add column by_agent boolean not null default false;
alter table post_views add column by_agent boolean not null default false;
alter table post_counts add column by_agent boolean not null default false;
alter table comments add column by_agent boolean not null default false;
alter table notifications add column by_agent boolean not null default false;
alter table author_counts add column agent_posts integer not null default 0;
alter table disease_counts add column agent_posts integer not null default 0;
alter type notification_cause add attribute by_agent boolean;

-- Serve the lists of posts by agents.
create index posts_by_agent on posts (id) where by_agent;
create index posts_by_agent_category on posts (category, id) where by_agent;
create index post_views_by_agent on post_views (views, post_id) where by_agent;
create index post_views_by_agent_category on post_views (category, views, post_id) where by_agent;
create index post_counts_by_agent on post_counts (replies, post_id) where by_agent;
create index post_counts_by_agent_category on post_counts (category, replies, post_id) where by_agent;

-- The author of a text, or the actor, as responses have it.
create function author_of(id integer, username text, role text, verified_as text, by_agent boolean) returns json
  language sql stable parallel safe
  return json_strip_nulls(json_build_object(
    'id', id, 'username', username, 'role', role, 'verified', verified_as is not null, 'verifiedAs', verified_as,
    'kind', case when by_agent then 'agent' else 'human' end
  ));

-- Copies a changed category, author or mark of posts to the two tables beside them, as in 0004_posts.sql.
create or replace function copy_post_keys() returns trigger
  language plpgsql
  as $$ begin
    update post_views set category = new.category, author_id = new.author_id, by_agent = new.by_agent
      where post_id = new.id;
    update post_counts set category = new.category, author_id = new.author_id, by_agent = new.by_agent
      where post_id = new.id;
    return null;
  end $$;

drop trigger posts_keys_changed on posts;
create trigger posts_keys_changed after update of category, author_id, by_agent on posts
  for each row
  when ((old.category, old.author_id, old.by_agent) <> (new.category, new.author_id, new.by_agent))
  execute function copy_post_keys();

-- The triggers of 0007_counts.sql that count posts count those by agents too: in the counts of authors and diseases, and of
-- the community under the name 'agent_posts'.
create or replace function count_posts() returns trigger
  language plpgsql
  as $$ begin
    insert into author_counts (author_id, posts, agent_posts)
      select author_id, sign * count(*), sign * count(*) filter (where by_agent)
      from changed, (select case tg_op when 'DELETE' then -1 else 1 end as sign) given
      group by author_id, sign order by author_id
      on conflict (author_id) do update set
        posts = author_counts.posts + excluded.posts,
        agent_posts = author_counts.agent_posts + excluded.agent_posts;
    insert into disease_counts (disease_id, category, posts, agent_posts)
      select disease_id, category, sign * count(*), sign * count(*) filter (where by_agent)
      from changed, (select case tg_op when 'DELETE' then -1 else 1 end as sign) given
      where disease_id is not null group by disease_id, category, sign order by disease_id, category
      on conflict (disease_id, category) do update set
        posts = disease_counts.posts + excluded.posts,
        agent_posts = disease_counts.agent_posts + excluded.agent_posts;
    insert into community_counts (name, category, slot, count)
      select 'agent_posts', category, free_slot(), case tg_op when 'DELETE' then -count(*) else count(*) end
      from changed where by_agent group by category
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create or replace function count_moved_posts() returns trigger
  language plpgsql
  as $$ begin
    insert into author_counts (author_id, posts, agent_posts)
      select author_id, sum(change), sum(change * by_agent::int)
      from (
        select author_id, by_agent, 1 as change from changed union all select author_id, by_agent, -1 from before
      ) moved
      group by author_id having sum(change) <> 0 or sum(change * by_agent::int) <> 0 order by author_id
      on conflict (author_id) do update set
        posts = author_counts.posts + excluded.posts,
        agent_posts = author_counts.agent_posts + excluded.agent_posts;
    insert into disease_counts (disease_id, category, posts, agent_posts)
      select disease_id, category, sum(change), sum(change * by_agent::int)
      from (
        select disease_id, category, by_agent, 1 as change from changed
        union all select disease_id, category, by_agent, -1 from before
      ) moved
      where disease_id is not null group by disease_id, category
      having sum(change) <> 0 or sum(change * by_agent::int) <> 0 order by disease_id, category
      on conflict (disease_id, category) do update set
        posts = disease_counts.posts + excluded.posts,
        agent_posts = disease_counts.agent_posts + excluded.agent_posts;
    insert into community_counts (name, category, slot, count)
      select 'agent_posts', category, free_slot(), sum(change)
      from (
        select category, 1 as change from changed where by_agent union all select category, -1 from before where by_agent
      ) moved
      group by category having sum(change) <> 0
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create or replace function count_community() returns void
  language sql
  as $$
    lock table users, posts, comments, likes, news, notifications in share row exclusive mode;
    delete from community_counts;
    delete from inbox_counts;
    delete from author_counts;
    delete from disease_counts;
    insert into community_counts (name, category, slot, count)
      select 'posts', category, 0, count(*) from posts group by category
      union all select 'agent_posts', category, 0, count(*) from posts where by_agent group by category
      union all select 'comments', '', 0, count(*) from comments
      union all select 'likes', '', 0, count(*) from likes
      union all select 'users', role, 0, count(*) from users group by role
      union all select 'news', category, 0, count(*) from news group by category;
    insert into inbox_counts (recipient_id, notifications, unread)
      select recipient_id, count(*), count(*) filter (where not read) from notifications group by recipient_id;
    insert into author_counts (author_id, posts, agent_posts)
      select author_id, count(*), count(*) filter (where by_agent) from posts group by author_id;
    insert into disease_counts (disease_id, category, posts, agent_posts)
      select disease_id, category, count(*), count(*) filter (where by_agent) from posts where disease_id is not null group by disease_id, category;
    update post_counts set replies = counted.replies, likes = counted.likes
      from (
        select posts.id, coalesce(replied.count, 0) as replies, coalesce(liked.count, 0) as likes from posts
        left join (select post_id, count(*) from comments group by post_id) replied on replied.post_id = posts.id
        left join (select post_id, count(*) from likes group by post_id) liked on liked.post_id = posts.id
      ) counted
      where post_id = counted.id and (post_counts.replies, post_counts.likes) <> (counted.replies, counted.likes);
  $$;

-- The function of 0006_notifications.sql, with the kind of the actor.
create or replace function notify_authors(cause_type text, causes notification_cause[]) returns change[]
  language plpgsql
  as $$ declare
    changes change[];
  begin
    with stored as (
      insert into notifications (recipient_id, type, actor_id, by_agent, post_id, comment_id, created_at)
      select author_id, cause_type, actor_id, cause.by_agent, post_id, comment_id, at
      from unnest(causes) with ordinality as cause (actor_id, post_id, comment_id, at, by_agent, nth)
      join posts on posts.id = cause.post_id
      where actor_id <> author_id order by nth
      on conflict do nothing
      returning id, recipient_id
    )
    select array_agg(('notification', id, recipient_id)::change order by id) from stored into changes;
    return changes;
  end $$;

-- The writing functions of 0011_search_tables.sql, with the kind of the author and their verification. An earlier version
-- of the program, which knows no agents, sends no kind.

create or replace function add_comments(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    additions change[];
    causes notification_cause[];
  begin
    select locked.* into free, blocked from lock_for_reactions(items) locked;
    with sent as materialized (
      select nextval('comments_id_seq')::int as id, found.* from (
        select item.*, username, role, verified_as
        from rows from (json_to_recordset(items) as ("postId" int, "userId" int, content text, html text, excerpt text,
          search text, at timestamptz, "byAgent" boolean)) with ordinality
          as item (post_id, author_id, content, html, excerpt, search, at, by_agent, nth)
        left join users on users.id = item.author_id
        where nth = any(free) order by nth
      ) found
    ), added as (
      insert into comments (id, post_id, author_id, by_agent, content, content_html, excerpt, created_at, updated_at)
      overriding system value
      select id, post_id, author_id, coalesce(by_agent, false), content, html, excerpt, at, at from sent order by nth
    ), searched as (
      insert into comment_search (post_id, comment_id, search) select post_id, id, search::tsvector from sent
    ), counted as (
      update post_counts set replies = replies + new
      from (select post_id, count(*) as new from sent group by post_id) sums
      where post_counts.post_id = sums.post_id
    )
    select coalesce(json_agg(json_build_object('item', nth, 'id', id,
        'author', author_of(author_id, username, role, verified_as, coalesce(by_agent, false)))), '[]'),
      array_agg(('comment', post_id, null)::change order by nth),
      array_agg((author_id, post_id, id, at, coalesce(by_agent, false))::notification_cause order by nth)
      from sent into results, additions, causes;
    changes := append_to_outbox(additions || notify_authors('comment', causes));
  end $$;

create or replace function add_posts(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    additions change[];
  begin
    select locked.* into free, blocked from lock_for_posts(items) locked;
    with sent as materialized (
      select nextval('posts_id_seq')::int as id, found.* from (
        select item.*, username, users.role, verified_as, diseases.name as disease
        from rows from (json_to_recordset(items) as ("userId" int, title text, content text, html text, excerpt text,
          category text, "diseaseId" int, search text, at timestamptz, "byAgent" boolean)) with ordinality
          as item (author_id, title, content, html, excerpt, category, disease_id, search, at, by_agent, nth)
        left join users on users.id = item.author_id
        left join diseases on diseases.id = item.disease_id and not retired
        where nth = any(free) and (item.disease_id is null or diseases.id is not null) order by nth
      ) found
    ), added as (
      insert into posts
        (id, author_id, by_agent, title, content, content_html, excerpt, category, disease_id, created_at, updated_at)
      overriding system value
      select id, author_id, coalesce(by_agent, false), title, content, html, excerpt, category, disease_id, at, at
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
      array_agg(('post', id, author_id)::change order by nth)
      from sent into results, additions;
    changes := append_to_outbox(additions);
  end $$;
