-- Searches read the lexemes of texts from narrow tables. A search looks at thousands of hits, each on another page of a table
-- with contents; here the pages of the whole community are few, and stay in memory. The large vectors stand apart, not
-- compressed, since a hit is seldom read.

create table post_search (
  post_id integer primary key references posts on delete cascade,
  -- The lexemes of title (weight A) and content, made by the program.
  search tsvector not null
) with (toast_tuple_target = 128);
alter table post_search alter search set storage external;
insert into post_search (post_id, search) select id, search from posts order by id;

-- The key of a comment begins with its post, so that one index serves the comments of a post and their removal.
drop index comments_post_id;
alter table comments add constraint comments_post_id unique (post_id, id);
create table comment_search (
  post_id integer not null,
  comment_id integer not null,
  -- The lexemes of the content, made by the program.
  search tsvector not null,
  primary key (post_id, comment_id),
  foreign key (post_id, comment_id) references comments (post_id, id) on delete cascade
) with (toast_tuple_target = 128);
alter table comment_search alter search set storage external;
insert into comment_search (post_id, comment_id, search) select post_id, id, search from comments order by post_id, id;

-- Drops the indexes too.
alter table posts drop column search;
alter table comments drop column search;
create index posts_search on post_search using gin (search_with_buckets(search, post_id));
create index posts_title_search on post_search using gin (search_with_buckets(ts_filter(search, '{a}'), post_id));
create index comments_search on comment_search using gin (search_with_buckets(search, post_id));

-- The writing functions of 0008_batched_writes.sql with the new tables.

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
        select item.*, username, role
        from rows from (json_to_recordset(items) as ("postId" int, "userId" int, content text, html text, excerpt text,
          search text, at timestamptz)) with ordinality
          as item (post_id, author_id, content, html, excerpt, search, at, nth)
        left join users on users.id = item.author_id
        where nth = any(free) order by nth
      ) found
    ), added as (
      insert into comments (id, post_id, author_id, content, content_html, excerpt, created_at, updated_at)
      overriding system value
      select id, post_id, author_id, content, html, excerpt, at, at from sent order by nth
    ), searched as (
      insert into comment_search (post_id, comment_id, search) select post_id, id, search::tsvector from sent
    ), counted as (
      update post_counts set replies = replies + new
      from (select post_id, count(*) as new from sent group by post_id) sums
      where post_counts.post_id = sums.post_id
    )
    select coalesce(json_agg(json_build_object('item', nth, 'id', id,
        'author', json_build_object('id', author_id, 'username', username, 'role', role))), '[]'),
      array_agg(('comment', post_id, null)::change order by nth),
      array_agg((author_id, post_id, id, at)::notification_cause order by nth)
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
        select item.*, username, users.role, diseases.name as disease
        from rows from (json_to_recordset(items) as ("userId" int, title text, content text, html text, excerpt text,
          category text, "diseaseId" int, search text, at timestamptz)) with ordinality
          as item (author_id, title, content, html, excerpt, category, disease_id, search, at, nth)
        left join users on users.id = item.author_id
        left join diseases on diseases.id = item.disease_id and not retired
        where nth = any(free) and (item.disease_id is null or diseases.id is not null) order by nth
      ) found
    ), added as (
      insert into posts
        (id, author_id, title, content, content_html, excerpt, category, disease_id, created_at, updated_at)
      overriding system value
      select id, author_id, title, content, html, excerpt, category, disease_id, at, at from sent order by nth
    ), searched as (
      insert into post_search (post_id, search) select id, search::tsvector from sent
    ), viewed as (
      insert into post_views (post_id, category, author_id) select id, category, author_id from sent
    ), counted as (
      insert into post_counts (post_id, category, author_id) select id, category, author_id from sent
    )
    select coalesce(json_agg(json_build_object('item', nth, 'id', id,
        'author', json_build_object('id', author_id, 'username', username, 'role', role),
        'disease', case when disease_id is not null then json_build_object('id', disease_id, 'name', disease) end)), '[]'),
      array_agg(('post', id, author_id)::change order by nth)
      from sent into results, additions;
    changes := append_to_outbox(additions);
  end $$;
