create table notifications (
  id integer generated always as identity primary key,
  recipient_id integer not null references users on delete cascade,
  type text not null check (type in ('comment', 'like')),
  actor_id integer not null references users on delete cascade,
  post_id integer not null references posts on delete cascade,
  comment_id integer references comments on delete cascade,
  read boolean not null default false,
  created_at timestamptz(3) not null,
  check ((type = 'comment') = (comment_id is not null))
);

create index notifications_recipient_id on notifications (recipient_id, id);
create index notifications_unread on notifications (recipient_id, id) where not read;
create index notifications_post_id on notifications (post_id);
create index notifications_actor_id on notifications (actor_id);

-- A cause is told once: each comment, and the first like of each member on a post.
create unique index notifications_comment_once on notifications (comment_id) where comment_id is not null;
create unique index notifications_like_once on notifications (post_id, actor_id) where type = 'like';

-- What changed, written in the transaction that changes it. Streams and caches read it; a hint only wakes them.
create table changes (
  place bigint generated always as identity primary key,
  kind text not null,
  id integer not null,
  user_id integer,
  created_at timestamptz(3) not null default now()
);
