-- What members follow. No foreign key leads to the targets, since hidden posts are rows of another table: triggers delete the
-- follows of deleted targets (functions/follows.sql).
create table follows (
  -- The order of the list.
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  type text not null check (type in ('post', 'disease', 'user')),
  target_id integer not null,
  created_at timestamptz(3) not null,
  constraint follows_once unique (user_id, type, target_id)
);

-- Serves the list of a member's follows.
create index follows_user_id on follows (user_id, id);
-- Serves the followers of a target, by their ids.
create index follows_target on follows (type, target_id, user_id);

-- What a member is notified of, and how often by mail. A member without a row has the defaults.
create table member_settings (
  user_id integer primary key references users on delete cascade,
  on_comment boolean not null default true,
  on_like boolean not null default true,
  on_reply boolean not null default true,
  on_new_post boolean not null default true,
  mail text not null default 'off' check (mail in ('off', 'daily', 'weekly')),
  last_digest_at timestamptz(3)
);

-- The fan-out notifies followers of the posts and comments that the outbox says were published. All of these up to `sequence`
-- are done; of the next one the recipients up to `recipient_id`. The only row is locked by the instance at work.
create table fan_out (
  is_only boolean primary key default true check (is_only),
  sequence bigint not null default 0,
  recipient_id integer not null default 0
);

insert into fan_out default values;

-- Serves the fan-out, which looks for the next change of these kinds.
create index outbox_published on outbox (sequence) where kind in ('post_published', 'comment_published');

-- True once a post was given another disease than it was published with: that notifies nobody.
alter table posts add refiled boolean not null default false;
