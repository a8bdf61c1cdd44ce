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

-- A comment notifies once, and so do all likes of one post by one member.
create unique index notifications_comment_once on notifications (comment_id) where comment_id is not null;
create unique index notifications_like_once on notifications (post_id, actor_id) where type = 'like';

-- Deletes the notifications about a post ahead of its comments, whose cascades would delete them one by one. Locks them
-- by id, as the statement that marks notifications as read does.
create function delete_notifications_of_post() returns trigger
  language plpgsql
  as $$ begin
    delete from notifications where id in (select id from notifications where post_id = old.id order by id for update);
    return old;
  end $$;

create trigger posts_notifications before delete on posts
  for each row execute function delete_notifications_of_post();

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

-- Appends changes in their order, and answers them with their sequence numbers.
--
-- Transactions commit in another order than they take sequence numbers. A reader that saw a later number first would
-- skip the earlier one for ever. Making writers wait for each other would cost every write. So each transaction holds,
-- until it ends, a shared advisory lock that names a number below all of its own; readers stop at the lowest number that
-- is named. The lock is taken before the numbers. Its key is `~ number`: no other lock has a negative key. A sequence that
-- has given no number yet reports 1.
create function append_to_outbox(changes change[]) returns json
  language plpgsql
  as $$ declare
    answer json;
  begin
    perform pg_advisory_xact_lock_shared(~ (last_value - (not is_called)::int)) from outbox_sequence_seq;
    with appended as (
      insert into outbox (kind, id, user_id)
      select kind, id, user_id from unnest(changes) with ordinality as given (kind, id, user_id, nth) order by nth
      returning *
    )
    select coalesce(json_agg(json_build_array(sequence, kind, id, user_id) order by sequence), '[]')
      from appended into answer;
    return answer;
  end $$;

create type notification_cause as (actor_id integer, post_id integer, comment_id integer, at timestamptz);

-- Decides who is notified of likes and comments: the author of the post, unless they are the actor, and once of each
-- comment and of each member's likes of the post. Stores the notifications in the order of their causes, and answers
-- them as changes for the outbox.
--
-- The caller holds the posts and the inboxes of their authors, so the ids of one recipient are committed in order.
create function notify_authors(cause_type text, causes notification_cause[]) returns change[]
  language plpgsql
  as $$ declare
    changes change[];
  begin
    with stored as (
      insert into notifications (recipient_id, type, actor_id, post_id, comment_id, created_at)
      select author_id, cause_type, actor_id, post_id, comment_id, at
      from unnest(causes) with ordinality as cause (actor_id, post_id, comment_id, at, nth)
      join posts on posts.id = cause.post_id
      where actor_id <> author_id order by nth
      on conflict do nothing
      returning id, recipient_id
    )
    select array_agg(('notification', id, recipient_id)::change order by id) from stored into changes;
    return changes;
  end $$;
