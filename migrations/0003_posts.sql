-- Searches read the newest posts first. For this, an indexed text also holds the buckets of ids that its post is in, for
-- bucket sizes from 2^8 to 2^18 ids. A search for a common word asks for the newest bucket too, and the index skips the
-- rest of the posts. The indexes below are made of the results of this function, so it never changes.

-- The lexemes of a text, and one for each bucket of its post: '#8:3' is the bucket of 2^8 ids with the number 3.
create function search_with_buckets(search tsvector, post_id integer) returns tsvector
  language sql immutable parallel safe
  return search || array_to_tsvector(array[
    '#8:' || (post_id >> 8)::text, '#10:' || (post_id >> 10)::text, '#12:' || (post_id >> 12)::text,
    '#14:' || (post_id >> 14)::text, '#16:' || (post_id >> 16)::text, '#18:' || (post_id >> 18)::text
  ]);

create table posts (
  id integer generated always as identity primary key,
  author_id integer not null references users on delete cascade,
  title text not null,
  content text not null,
  content_html text not null,
  excerpt text not null,
  category text not null check (category in ('topic', 'experience', 'question')),
  disease_id integer references diseases on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Set for what was written or changed with an agent's key, and never cleared.
  by_agent boolean not null default false
);

-- Serve the lists of a category, a disease, an author or agents, newest first.
create index posts_category_id on posts (category, id);
create index posts_disease_id on posts (disease_id, id);
create index posts_author_id on posts (author_id, id);
create index posts_author_category_id on posts (author_id, category, id);
create index posts_by_agent on posts (id) where by_agent;
create index posts_by_agent_category on posts (category, id) where by_agent;

-- Views, replies and likes are not counted on the row of the post: each update would write the whole row again, and an
-- entry in each of its indexes. Category, author and mark are repeated here, so that a page of a category or an author in
-- the order of a count is read from one index, at any depth.

create table post_views (
  post_id integer primary key references posts on delete cascade,
  category text not null,
  author_id integer not null,
  views integer not null default 0,
  by_agent boolean not null default false
);

create index post_views_views on post_views (views, post_id);
create index post_views_category_views on post_views (category, views, post_id);
create index post_views_author_views on post_views (author_id, views, post_id);
create index post_views_by_agent on post_views (views, post_id) where by_agent;
create index post_views_by_agent_category on post_views (category, views, post_id) where by_agent;

create table post_counts (
  post_id integer primary key references posts on delete cascade,
  category text not null,
  author_id integer not null,
  replies integer not null default 0 check (replies >= 0),
  likes integer not null default 0 check (likes >= 0),
  by_agent boolean not null default false
) with (fillfactor = 80);

create index post_counts_replies on post_counts (replies, post_id);
create index post_counts_category_replies on post_counts (category, replies, post_id);
create index post_counts_author_replies on post_counts (author_id, replies, post_id);
create index post_counts_by_agent on post_counts (replies, post_id) where by_agent;
create index post_counts_by_agent_category on post_counts (category, replies, post_id) where by_agent;

create table comments (
  id integer generated always as identity primary key,
  post_id integer not null references posts on delete cascade,
  author_id integer not null references users on delete cascade,
  content text not null,
  content_html text not null,
  excerpt text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  by_agent boolean not null default false,
  -- Serves the comments of a post, and the references of their lexemes.
  constraint comments_post_id unique (post_id, id)
);

create index comments_author_id on comments (author_id);

create table likes (
  post_id integer not null references posts on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (post_id, user_id)
);

create index likes_user_id on likes (user_id);

-- Searches read the lexemes of texts from narrow tables. A search reads thousands of hits, each on another page of a table
-- with contents; here the pages of the whole community are few, and stay in memory. Large vectors are stored apart and not
-- compressed, since they are seldom read.

create table post_search (
  post_id integer primary key references posts on delete cascade,
  -- The lexemes of title (weight A) and content, made by the program.
  search tsvector not null
) with (toast_tuple_target = 128);

alter table post_search alter search set storage external;

-- The key of a comment begins with its post, so that one index serves the comments of a post and their removal.
create table comment_search (
  post_id integer not null,
  comment_id integer not null,
  -- The lexemes of the content, made by the program.
  search tsvector not null,
  primary key (post_id, comment_id),
  foreign key (post_id, comment_id) references comments (post_id, id) on delete cascade
) with (toast_tuple_target = 128);

alter table comment_search alter search set storage external;

create index posts_search on post_search using gin (search_with_buckets(search, post_id));
create index posts_title_search on post_search using gin (search_with_buckets(ts_filter(search, '{a}'), post_id));
create index comments_search on comment_search using gin (search_with_buckets(search, post_id));
