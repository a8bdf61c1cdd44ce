-- Adds the former member. Its keys hold a control character, as no name, email or search does.
create or replace function add_former_member() returns void
  language sql
  as $$
    insert into users (id, username, username_key, email, email_key, password_hash, role, created_at, active_at)
      overriding system value
      values (former_member(), 'former member', chr(1), '', chr(1), '', 'user', 'epoch', 'epoch')
      on conflict do nothing;
  $$;

-- The posts that change with a member who leaves, shown or hidden: their own, those with a comment of theirs, and those that
-- they like or where they like a comment.
create or replace function posts_of_erasure(member integer) returns setof integer
  language sql stable
  as $$
    select id from all_posts posts where author_id = member
    union select id from hidden_posts where author_id = member
    union select post_id from all_comments comments where author_id = member
    union select coalesce(shown_post_id, hidden_post_id) from hidden_comments where author_id = member
    union select post_id from all_likes likes where user_id = member
    union select post_id from hidden_likes where user_id = member
    union select post_id from all_comments comments join comment_likes on comment_id = comments.id where user_id = member
    union select coalesce(shown_post_id, hidden_post_id) from hidden_comments
      join comment_likes on comment_id = hidden_comments.id where user_id = member
  $$;

-- Locks a member who leaves, then the posts and inboxes that change with them, each by id. From then on no other transaction
-- stores a row that refers to the member. Answers false if there is no such member. Fails as a timeout of a lock does if a post
-- was hidden or restored while its lock was awaited.
create or replace function lock_for_erasure(member integer, keeps boolean) returns boolean
  language plpgsql
  as $$ declare
    held integer[];
    inbox integer;
  begin
    perform from users where id = member and id <> former_member() for update;
    if not found then
      return false;
    end if;
    held := array(select id from all_posts posts where id in (select posts_of_erasure(member)) order by id for update);
    held := held || array(select id from hidden_posts where id in (select posts_of_erasure(member)) order by id for update);
    if exists (select posts_of_erasure(member) except select unnest(held)) then
      raise lock_not_available;
    end if;
    for inbox in
      select recipient_id from notifications where actor_id = member
      union select recipient_id from notifications join all_posts posts on posts.id = post_id where author_id = member and not keeps
      union select member order by 1
    loop
      perform pg_advisory_xact_lock(2, inbox);
    end loop;
    return true;
  end $$;

-- Clears what is written about a member in records that stay: reports, decisions and the audit log keep ids only. The answers
-- of writes with an Idempotency-Key go, those of staff too, since they may hold records of the member.
create or replace function clear_texts_about(member integer) returns void
  language sql
  as $$
    update reports set text = '' where (reporter_id = member or subject_id = member) and text <> '';
    -- An appeal that is still open is withdrawn.
    update decisions set excerpt = '', rule = '', reason = '', appeal_text = case when appeal_outcome is not null then '' end,
      appealed_at = case when appeal_outcome is not null then appealed_at end,
      appeal_reason = case when appeal_reason is not null then '' end
      where subject_id = member;
    update audit_log set detail = null, reason = null where user_id = member and (detail is not null or reason is not null);
    delete from idempotency_records
      where user_id = member or user_id in (select id from users where role in ('moderator', 'admin'));
  $$;

-- Deletes the notifications to a member and of what they did, and those about their posts unless these stay. Answers the
-- changes, one for each other recipient.
create or replace function erase_notifications(member integer, keeps boolean) returns change[]
  language sql
  as $$
    with gone as (
      delete from notifications where id in (
        select notifications.id from notifications left join all_posts posts on posts.id = post_id
        where recipient_id = member or actor_id = member or (author_id = member and not keeps)
        order by notifications.id for update of notifications
      )
      returning recipient_id, post_id
    )
    select array(select ('notifications_removed', min(post_id), recipient_id)::change from gone
      where recipient_id <> member group by recipient_id order by recipient_id);
  $$;

-- Deletes the likes of a member, of posts and of comments. Answers the changes.
create or replace function erase_likes(member integer) returns change[]
  language sql
  as $$
    with gone as (
      delete from all_likes likes where user_id = member returning post_id
    ), counted as (
      update all_post_counts post_counts set likes = likes - 1 from gone where post_counts.post_id = gone.post_id
    ), gone_of_comments as (
      delete from comment_likes where user_id = member returning comment_id
    ), counted_of_comments as (
      update all_comments comments set likes = likes - 1 from gone_of_comments where id = comment_id returning post_id
    ), counted_of_hidden as (
      update hidden_comments set likes = likes - 1 from gone_of_comments where id = comment_id
    )
    select array(select ('like', post_id, null)::change from (
      select post_id from gone union select post_id from counted_of_comments
    ) changed order by post_id);
  $$;

-- Deletes the posts and comments of a member with what hangs on them, hidden ones too. Answers the changes.
create or replace function erase_texts(member integer) returns change[]
  language plpgsql
  as $$ declare
    steps change[];
  begin
    with gone as (
      delete from all_comments comments where author_id = member returning post_id
    ), counted as (
      update all_post_counts post_counts set replies = replies - left_behind
      from (select post_id, count(*) as left_behind from gone group by post_id) sums
      where post_counts.post_id = sums.post_id
    )
    select array_agg(('comment', post_id, null)::change order by post_id) into steps
      from (select distinct post_id from gone) commented;
    with gone as (delete from all_posts posts where author_id = member returning id)
      select steps || array_agg(('post', id, member)::change order by id) into steps from gone;
    delete from hidden_comments where author_id = member;
    delete from hidden_posts where author_id = member;
    return steps;
  end $$;

-- Erases a member: credentials, profile, likes, blocks and settings, and texts, unless they stay under the former member. The
-- caller ends the transaction. Answers the changes that were appended to the outbox; null if there is no such member.
create or replace function erase_member(member integer, keeps boolean) returns json
  language plpgsql
  set lock_timeout = '1s'
  as $$ declare
    steps change[];
  begin
    if not lock_for_erasure(member, keeps) then
      return null;
    end if;
    perform add_former_member();
    steps := array(select ('session', id, member)::change from sessions where user_id = member order by id)
      || array(select ('api_key', id, member)::change from api_keys where user_id = member order by id)
      || erase_notifications(member, keeps) || erase_likes(member);
    delete from api_key_writes using api_keys
      where user_id = member and api_key_writes.budget_id = coalesce(api_keys.budget_id, api_keys.id);
    delete from revisions where by_id = member;
    if keeps then
      update all_posts posts set author_id = former_member() where author_id = member;
      update all_comments comments set author_id = former_member(), by_verified = false where author_id = member;
      update hidden_posts set author_id = former_member() where author_id = member;
      update hidden_comments set author_id = former_member(), by_verified = false where author_id = member;
    else
      steps := steps || erase_texts(member);
    end if;
    delete from outgoing_mail using users
      where users.id = member and (user_id = member or address = email_key or lower(address) = lower(email));
    perform clear_texts_about(member);
    update users set verified_by = former_member() where verified_by = member;
    delete from users where id = member;
    delete from inbox_counts where recipient_id = member;
    delete from author_counts where author_id = member;
    -- Each erasure marks anew, so that a scrub that is running leaves the mark of one that it may have missed.
    insert into scrub_due (since) values (clock_timestamp()) on conflict (is_only)
      do update set since = greatest(excluded.since, scrub_due.since + interval '1 microsecond');
    return append_to_outbox(steps || ('user', member, member)::change);
  end $$;
