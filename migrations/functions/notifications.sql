-- Appends changes in their order, and answers them with their sequence numbers.
--
-- Transactions commit in another order than they take sequence numbers. A reader that saw a later number first would
-- skip the earlier one for ever. Making writers wait for each other would cost every write. So each transaction holds,
-- until it ends, a shared advisory lock that names a number below all of its own; readers stop at the lowest number that
-- is named. The lock is taken before the numbers. Its key is `~ number`: no other lock has a negative key. A sequence that
-- has given no number yet reports 1.
create or replace function append_to_outbox(changes change[]) returns json
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

-- Decides who is notified of likes and comments: the author of the post, unless they are the actor, have blocked them or left, or
-- want no such notifications; and once of each comment and of each member's likes of the post. Stores the notifications in the
-- order of their causes, and answers them as changes for the outbox.
--
-- The caller holds the posts and the inboxes of their authors, so the ids of one recipient are committed in order.
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
      where actor_id <> author_id and author_id <> former_member()
        and not exists (select from blocks where user_id = author_id and blocked_id = actor_id)
        and not exists (
          select from member_settings where user_id = author_id
            and not case cause_type when 'comment' then on_comment else on_like end
        )
      order by nth
      on conflict do nothing
      returning id, recipient_id
    )
    select array_agg(('notification', id, recipient_id)::change order by id) from stored into changes;
    return changes;
  end $$;

-- The notifications among changes that this transaction has appended, by their ids: each as `NotificationsRepo.after` reads it,
-- and the greatest id before its own in the inbox. The transaction holds the inboxes, so no other id comes between.
create or replace function added_notifications(changes json) returns json
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$ declare
    ids integer[] := array(
      select (change ->> 2)::int from json_array_elements(changes) change where change ->> 1 = 'notification'
    );
  begin
    if ids = '{}' then
      return '[]';
    end if;
    return (
      select json_agg(json_build_object(
        'previousId', coalesce((
          select max(id) from notifications before where recipient_id = inbox.recipient_id and before.id < inbox.id
        ), 0),
        'notification', json_build_object(
          'id', inbox.id, 'type', inbox.type, 'read', inbox.read,
          'createdAt', to_char(inbox.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'decisionId', inbox.decision_id,
          'actor', author_of(users.id, users.username, users.role, users.verified_as,
            inbox.by_agent or coalesce(comments.by_agent, false)),
          'post', json_build_object('id', posts.id, 'title', posts.title),
          'comment', case when comments.id is not null then
            json_build_object('id', comments.id, 'excerpt', comments.excerpt) end
        )
      ) order by inbox.id)
      from notifications inbox
      join users on users.id = inbox.actor_id
      join posts on posts.id = inbox.post_id
      left join comments on comments.id = inbox.comment_id
      where inbox.id = any(ids)
    );
  end $$;

-- Deletes the notifications about a post ahead of its comments, whose cascades would delete them one by one. Locks them
-- by id, as the statement that marks notifications as read does.
create or replace function delete_notifications_of_post() returns trigger
  language plpgsql
  as $$ begin
    delete from notifications where id in (select id from notifications where post_id = old.id order by id for update);
    return old;
  end $$;

create or replace trigger posts_notifications before delete on posts
  for each row execute function delete_notifications_of_post();
