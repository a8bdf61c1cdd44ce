-- Comments on a locked post are refused. `edited_at` is when the text last changed, null until then.
alter table posts add locked boolean not null default false;
alter table posts add edited_at timestamptz(3);
alter table comments add edited_at timestamptz(3);

-- Hidden posts and comments are in tables of their own, so that no list, search or count needs a condition. Rows move here
-- and back by the functions of `functions/hidden.sql`, with their ids, times, views, likes and lexemes.

create table hidden_posts (
  id integer primary key,
  author_id integer not null references users on delete cascade,
  title text not null,
  content text not null,
  content_html text not null,
  excerpt text not null,
  category text not null check (category in ('topic', 'experience', 'question')),
  disease_id integer references diseases on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  by_agent boolean not null,
  locked boolean not null,
  edited_at timestamptz(3),
  views integer not null,
  search tsvector not null,
  decision_id integer not null
);

create index hidden_posts_author_id on hidden_posts (author_id, id);
create index hidden_posts_disease_id on hidden_posts (disease_id);

-- A comment that a decision hides has that decision; one that is hidden because its post is has none.
create table hidden_comments (
  id integer primary key,
  shown_post_id integer references posts on delete cascade,
  hidden_post_id integer references hidden_posts on delete cascade,
  author_id integer not null references users on delete cascade,
  content text not null,
  content_html text not null,
  excerpt text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  by_agent boolean not null,
  edited_at timestamptz(3),
  search tsvector not null,
  decision_id integer,
  check (num_nonnulls(shown_post_id, hidden_post_id) = 1),
  check (shown_post_id is null or decision_id is not null)
);

create index hidden_comments_shown_post_id on hidden_comments (shown_post_id);
create index hidden_comments_hidden_post_id on hidden_comments (hidden_post_id, id);
create index hidden_comments_author_id on hidden_comments (author_id, id);

create table hidden_likes (
  post_id integer not null references hidden_posts on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (post_id, user_id)
);

create index hidden_likes_user_id on hidden_likes (user_id);

-- The earlier texts of posts and comments, hidden ones too: so nothing refers to the text itself. A comment has no title.
create table revisions (
  id integer generated always as identity primary key,
  target_type text not null check (target_type in ('post', 'comment')),
  target_id integer not null,
  title text,
  content text not null,
  -- When and by whom this text was written, and who replaced it.
  created_at timestamptz(3) not null,
  by_id integer references users on delete set null,
  replaced_by_id integer references users on delete set null
);

create index revisions_target on revisions (target_type, target_id, id);
create index revisions_by_id on revisions (by_id);
create index revisions_replaced_by_id on revisions (replaced_by_id);
