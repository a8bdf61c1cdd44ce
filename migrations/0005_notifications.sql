create table notifications (
  id integer generated always as identity primary key,
  recipient_id integer not null references users on delete cascade,
  type text not null check (type in ('comment', 'like')),
  actor_id integer not null references users on delete cascade,
  post_id integer not null references posts on delete cascade,
  comment_id integer references comments on delete cascade,
  read boolean not null default false,
  created_at timestamptz(3) not null,
  by_agent boolean not null default false,
  check ((type = 'comment') = (comment_id is not null))
);

create index notifications_recipient_id on notifications (recipient_id, id);
create index notifications_unread on notifications (recipient_id, id) where not read;
create index notifications_post_id on notifications (post_id);
create index notifications_actor_id on notifications (actor_id);

-- A comment notifies once, and so do all likes of one post by one member.
create unique index notifications_comment_once on notifications (comment_id) where comment_id is not null;
create unique index notifications_like_once on notifications (post_id, actor_id) where type = 'like';

-- A transactional outbox: each write appends its changes in its own transaction. Streams and caches of all instances read
-- them from here; `pg_notify` only wakes them earlier.
create table outbox (
  sequence bigint generated always as identity primary key,
  kind text not null,
  -- The row that changed, and the user whom the change concerns.
  id integer not null,
  user_id integer,
  created_at timestamptz(3) not null default now()
);

create type change as (kind text, id integer, user_id integer);

-- The epoch of the outbox, by which an instance notices that commits which it has seen may be lost. An unlogged table is
-- emptied by all that can lose some: a crash, the promotion of a replica, a restore of files. Then the first reader gives
-- another epoch.
create unlogged table outbox_epoch (
  is_only boolean primary key default true check (is_only),
  epoch uuid not null default gen_random_uuid()
);

insert into outbox_epoch default values;

create type notification_cause as (actor_id integer, post_id integer, comment_id integer, at timestamptz, by_agent boolean);
