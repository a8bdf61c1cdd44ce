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

-- Decides who is notified of likes, comments, mentions and comments that helped, and stores the notifications in the order of
-- their causes. Each event notifies a member once, by the first of its types that they have not switched off (`concerned`; the
-- switch of `like` is the column `on_like`), and nobody of what they did themselves, of what a member does whom they block, of a
-- post that they may not read, or again of the mark or likes of one comment and the likes of one post by one member. Answers the
-- notifications as changes for the outbox.
--
-- The caller holds the posts and the inboxes of the members concerned, so the ids of one recipient are committed in order.
create or replace function notify_authors(cause_type text, causes notification_cause[]) returns change[]
  language plpgsql
  as $$ declare
    changes change[];
  begin
    if causes is null then
      return null;
    end if;
    with concerned as (
      select distinct on (nth, member) nth, place, type, member, actor_id, cause.by_agent, cause.post_id, cause.comment_id, at
      from unnest(causes) with ordinality as cause (actor_id, post_id, comment_id, at, by_agent, mentioned, nth)
      join all_posts posts on posts.id = cause.post_id
      left join all_comments comments on comments.id = cause.comment_id
      left join all_comments answered on answered.id = comments.reply_to
      -- The most particular type is first.
      cross join lateral (
        select 1 as place, 'mention' as type, id as member from users
          where id = any(cause.mentioned) and (suspended_at is null or suspended_until <= cause.at)
        union all values
          (2, 'reply', case cause_type when 'comment' then answered.author_id end),
          (3, 'comment', case cause_type when 'comment' then posts.author_id end),
          (4, cause_type, case when cause_type = 'like' then posts.author_id
            when cause_type in ('helped', 'comment_like') then comments.author_id end)
      ) told
      where member <> actor_id and member <> former_member()
        and may_read(posts.audience, posts.author_id, posts.disease_id, recipient_reader(member))
        and not exists (select from blocks where user_id = member and blocked_id = actor_id)
        and not exists (
          select from member_settings where user_id = member and not (to_jsonb(member_settings) ->> ('on_' || type))::boolean
        )
      order by nth, member, place
    ), stored as (
      insert into notifications (recipient_id, type, actor_id, by_agent, post_id, comment_id, to_you, created_at)
      select member, type, actor_id, by_agent, post_id, comment_id, type = 'reply', at from concerned
      order by nth, place, member
      on conflict do nothing
      returning id, recipient_id
    )
    select array_agg(('notification', id, recipient_id)::change order by id) from stored into changes;
    return changes;
  end $$;

-- Marks a comment as one that helped the author of its post, or takes the mark back. Answers the changes, null if there are
-- none. The caller has locked the post and the inbox of the author of the comment.
create or replace function mark_helped(comment integer, marked boolean, at timestamptz, by_agent boolean) returns change[]
  language plpgsql
  as $$ declare
    cause notification_cause;
  begin
    update all_comments comments set helped = marked from all_posts posts
      where comments.id = comment and posts.id = post_id and helped <> marked
      returning posts.author_id, post_id, comment, at, mark_helped.by_agent, null into cause;
    if not found then
      return null;
    end if;
    return ('comment', cause.post_id, null)::change || case when marked then notify_authors('helped', array[cause]) end;
  end $$;

-- Notes whom a changed text mentions, and notifies those whom it has not mentioned before, by the author of the text: neither
-- the member who changed it, nor who blocks that member. Answers the changes, null if there are none. The caller has locked the
-- post and the inboxes of the members.
create or replace function mention_more(
  about text, text_id integer, linked integer[], editor integer, at timestamptz, by_agent boolean
) returns change[]
  language plpgsql
  as $$ declare
    before integer[];
    fresh integer[];
    cause notification_cause;
  begin
    if about = 'post' then
      select author_id, id, null, mention_more.at, mention_more.by_agent, mentioned from all_posts posts where id = text_id into cause;
    else
      select author_id, post_id, id, mention_more.at, mention_more.by_agent, mentioned
        from all_comments where id = text_id into cause;
    end if;
    before := cause.mentioned;
    fresh := (array(select member from unnest(linked) with ordinality given (member, nth) where member <> all(before) order by nth))
      [:10 - cardinality(before)];
    if fresh = '{}' then
      return null;
    end if;
    update all_posts posts set mentioned = before || fresh where id = text_id and about = 'post';
    update all_comments comments set mentioned = before || fresh where id = text_id and about = 'comment';
    cause.mentioned := array(
      select member from unnest(fresh) member where member <> editor
        and not exists (select from blocks where user_id = member and blocked_id = editor)
    );
    return notify_authors('mention', array[cause]);
  end $$;

-- Notifies whom these posts and comments concern, which are shown for the first time, as `add_posts` and `add_comments` do when
-- texts are written. Answers the changes, null if there are none. The caller has locked the posts; fails as a timeout of a lock
-- does while another transaction holds one of the inboxes.
create or replace function tell_of_published(post_ids integer[], comment_ids integer[], at timestamptz) returns change[]
  language plpgsql
  as $$ declare
    of_posts notification_cause[];
    of_comments notification_cause[];
  begin
    select array_agg((author_id, id, null, tell_of_published.at, by_agent, mentioned)::notification_cause order by id)
      into of_posts from all_posts posts where id = any(post_ids);
    select array_agg((author_id, post_id, id, tell_of_published.at, by_agent, mentioned)::notification_cause order by id)
      into of_comments from all_comments comments where id = any(comment_ids);
    if first_busy_inbox(array(
      select member from unnest(of_posts || of_comments) cause, unnest(cause.mentioned) member
      union select author_id from all_posts posts where id in (select post_id from unnest(of_comments))
      union select answered.author_id from all_comments comments join all_comments answered on answered.id = comments.reply_to
        where comments.id = any(comment_ids)
    )) is not null then
      raise lock_not_available;
    end if;
    return notify_authors('mention', of_posts) || notify_authors('comment', of_comments);
  end $$;

-- The notifications among changes that this transaction has appended, by their ids: each as `NotificationsRepo.after` reads it,
-- whether its post is for everyone, and the greatest id before its own in the inbox. The transaction holds the inboxes, so no
-- other id comes between.
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
        'isForEveryone', posts.audience = 'everyone',
        'previousId', coalesce((
          select max(id) from notifications before where recipient_id = inbox.recipient_id and before.id < inbox.id
        ), 0),
        'notification', json_build_object(
          'id', inbox.id, 'type', inbox.type, 'read', inbox.read,
          'createdAt', to_char(inbox.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'decisionId', inbox.decision_id, 'toYou', case when inbox.to_you then true end,
          'actor', author_from(users, inbox.by_agent or coalesce(comments.by_agent, false)),
          'post', json_build_object('id', posts.id, 'title', posts.title),
          'comment', case when comments.id is not null then
            json_build_object('id', comments.id, 'excerpt', comments.excerpt) end
        )
      ) order by inbox.id)
      from notifications inbox
      join users on users.id = inbox.actor_id
      join all_posts posts on posts.id = inbox.post_id
      left join all_comments comments on comments.id = inbox.comment_id
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

-- The same of a news item.
create or replace function delete_notifications_of_news() returns trigger
  language plpgsql
  as $$ begin
    delete from notifications where id in (select id from notifications where news_id = old.id order by id for update);
    return old;
  end $$;

create or replace trigger news_notifications before delete on news
  for each row execute function delete_notifications_of_news();

create or replace trigger posts_notifications before delete on all_posts
  for each row execute function delete_notifications_of_post();
