-- Searches read the newest posts first. For this, an indexed text also holds the buckets of ids that its post is in, for
-- bucket sizes from 2^8 to 2^18 ids. A search for a common word asks for the newest bucket too, and the index skips the
-- rest of the posts.

-- The lexemes of a text, and one for each bucket of its post: '#8:3' is the bucket of 2^8 ids with the number 3.
create function search_with_buckets(search tsvector, post_id integer) returns tsvector
  language sql immutable parallel safe
  return search || array_to_tsvector(array[
    '#8:' || (post_id >> 8)::text, '#10:' || (post_id >> 10)::text, '#12:' || (post_id >> 12)::text,
    '#14:' || (post_id >> 14)::text, '#16:' || (post_id >> 16)::text, '#18:' || (post_id >> 18)::text
  ]);

-- A search of the newest 2^bits to 2^(bits + 1) ids, where `top` is the newest id. It covers all ids if `bits` is null,
-- larger than the largest bucket, or so large that two buckets hold all.
create function search_window(search tsquery, top integer, bits integer) returns tsquery
  language sql immutable parallel safe
  return case when bits is null or bits > 18 or top >> bits <= 1 then search else search && (
    '''#' || bits::text || ':' || (top >> bits)::text || ''' | ''#' || bits::text || ':' || ((top >> bits) - 1)::text || ''''
  )::tsquery end;

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
  -- The lexemes of title (weight A) and content, made by the program.
  search tsvector not null
);

-- Serve the lists of a category, a disease or an author, newest first.
create index posts_category_id on posts (category, id);
create index posts_disease_id on posts (disease_id, id);
create index posts_author_id on posts (author_id, id);
create index posts_author_category_id on posts (author_id, category, id);
-- A write that fills the pending list of a GIN index has to empty it, so the list is shorter than by default.
create index posts_search on posts using gin (search_with_buckets(search, id)) with (gin_pending_list_limit = 1024);
create index posts_title_search on posts using gin (search_with_buckets(ts_filter(search, '{a}'), id))
  with (gin_pending_list_limit = 1024);

-- Views, replies and likes are not counted on the row of the post: each update would write the whole row again, and an
-- entry in each of its indexes. Category and author are repeated here, so that a page of a category or an author in the
-- order of a count is read from one index, at any depth.

create table post_views (
  post_id integer primary key references posts on delete cascade,
  category text not null,
  author_id integer not null,
  views integer not null default 0
);

create index post_views_views on post_views (views, post_id);
create index post_views_category_views on post_views (category, views, post_id);
create index post_views_author_views on post_views (author_id, views, post_id);

create table post_counts (
  post_id integer primary key references posts on delete cascade,
  category text not null,
  author_id integer not null,
  replies integer not null default 0 check (replies >= 0),
  likes integer not null default 0 check (likes >= 0)
) with (fillfactor = 80);

create index post_counts_replies on post_counts (replies, post_id);
create index post_counts_category_replies on post_counts (category, replies, post_id);
create index post_counts_author_replies on post_counts (author_id, replies, post_id);

-- Copies a changed category or author of posts to the two tables above. It locks the rows of the changed posts there,
-- which the caller has locked already.
create function copy_post_keys() returns trigger
  language plpgsql
  as $$ begin
    update post_views set category = new.category, author_id = new.author_id where post_id = new.id;
    update post_counts set category = new.category, author_id = new.author_id where post_id = new.id;
    return null;
  end $$;

create trigger posts_keys_changed after update of category, author_id on posts
  for each row when ((old.category, old.author_id) <> (new.category, new.author_id)) execute function copy_post_keys();

create table comments (
  id integer generated always as identity primary key,
  post_id integer not null references posts on delete cascade,
  author_id integer not null references users on delete cascade,
  content text not null,
  content_html text not null,
  excerpt text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The lexemes of the content, made by the program.
  search tsvector not null
);

create index comments_post_id on comments (post_id, id);
create index comments_author_id on comments (author_id);
create index comments_search on comments using gin (search_with_buckets(search, post_id)) with (gin_pending_list_limit = 1024);

create table likes (
  post_id integer not null references posts on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (post_id, user_id)
);

create index likes_user_id on likes (user_id);
