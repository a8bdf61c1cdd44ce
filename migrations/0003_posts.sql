create table posts (
  id integer generated always as identity primary key,
  author_id integer not null references users on delete cascade,
  title text not null,
  content text not null,
  content_html text not null,
  excerpt text not null,
  category text not null check (category in ('topic', 'experience', 'question')),
  disease_id integer references diseases on delete set null,
  reply_count integer not null default 0 check (reply_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The lexemes of title (weight A) and content, made in domain/SearchText.ts.
  search tsvector not null
);

-- Serve lists narrowed to a category, a disease or an author, newest first.
create index posts_category_id on posts (category, id);
create index posts_disease_id on posts (disease_id, id);
create index posts_author_id on posts (author_id, id);
create index posts_reply_count on posts (reply_count, id);
create index posts_search on posts using gin (search);

-- Views are counted off the posts' own rows: an update for each read would leave a dead version of the whole post.
create table post_views (
  post_id integer primary key references posts on delete cascade,
  views integer not null default 0
);

create index post_views_views on post_views (views, post_id);

create table comments (
  id integer generated always as identity primary key,
  post_id integer not null references posts on delete cascade,
  author_id integer not null references users on delete cascade,
  content text not null,
  content_html text not null,
  excerpt text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search tsvector not null
);

create index comments_post_id on comments (post_id, id);
create index comments_author_id on comments (author_id);
create index comments_search on comments using gin (search);

create table likes (
  post_id integer not null references posts on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (post_id, user_id)
);

create index likes_user_id on likes (user_id);
