-- Likes, comments and posts are written in batches: one call, one transaction, many items.
--
-- A batch waits for nobody. A row that another transaction holds would delay all items of the batch and of the next
-- ones. So each function first locks all that its items need with `skip locked`, in one order, and leaves out the items
-- that cannot have all of it; the program tries those again. `lock_timeout` remains for what cannot be locked ahead,
-- such as a whole table.
--
-- Each statement of a function sees all that was committed before the statement began. A batch is small, though the
-- planner does not know it, so plans that read whole tables are off: rows are looked up by their keys.
--
-- Items are numbered from 1. Each writing function answers `results`, the number (`item`) and the outcome of each written
-- item; `changes`, those that were appended to the outbox; and `blocked`, for each item left out its number and either the
-- lock that it needs (`by`) or the reason why it is never written (`refused`): its member has left ('gone'), or is blocked
-- by the author of the text ('blocked'), or the post is locked ('locked'), or it has not the comment that is answered
-- ('unanswerable'), or has more readers than the comment was written for (the audience of the post). An item whose post,
-- comment or disease does not exist, or is not for its reader, is in neither results nor blocked.

-- Notes that users were active at these moments, to the minute. Answers the users who have left, and those whose rows somebody
-- else holds: they are not updated, and must not be referred to, since a foreign key would wait for them. Locks the rows of the
-- others by id.
create or replace function touch_users(ids integer[], moments timestamptz[]) returns integer[]
  language plpgsql
  as $$ declare
    held integer[];
  begin
    with stale as (
      select users.id, minute from users join (
        select id, date_trunc('minute', max(at)) as minute from unnest(ids, moments) as given (id, at) group by id
      ) given on given.id = users.id
      where active_at < minute order by users.id for no key update of users skip locked
    )
    update users set active_at = minute from stale where users.id = stale.id;
    held := array(
      select users.id from users join (
        select id, date_trunc('minute', max(at)) as minute from unnest(ids, moments) as given (id, at) group by id
      ) given on given.id = users.id
      where active_at >= minute order by users.id for key share of users skip locked
    );
    return array(select distinct id from unnest(ids) id where id <> all(held));
  end $$;

-- An item that was left out, since it needs a lock, or since its member has left.
create or replace function refusal_of(item integer, blocked_by text, user_id integer) returns json
  language sql stable
  return case
    when blocked_by = 'member ' || user_id and not exists (select from users where id = user_id)
      then json_build_object('item', item, 'refused', 'gone')
    else json_build_object('item', item, 'by', blocked_by)
  end;

-- Leaves out the items whose member is blocked by the author of the post, who may take back likes only, the comments on
-- locked posts, replies to a comment that the post does not have, and comments that were written for fewer readers than the
-- post, which is locked, has now.
create or replace function refuse_blocked(items json, are_likes boolean, inout free integer[], inout blocked json)
  language plpgsql
  as $$ declare
    refused integer[];
    reasons text[];
  begin
    select array_agg(nth), array_agg(reason) into refused, reasons from (
      select nth::int, case
          when blocks.user_id is not null and not (are_likes and (wanted is false or wanted is null and exists (
            select from all_likes likes where likes.post_id = item.post_id and likes.user_id = item.user_id
          ))) then 'blocked'
          when locked and not are_likes then 'locked'
          when item.reply_to is not null and not exists (
            select from all_comments comments where comments.id = item.reply_to and comments.post_id = item.post_id
          ) then 'unanswerable'
          when item.audience <> posts.audience and (posts.audience = 'everyone' or item.audience = 'disease') then posts.audience
        end as reason
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, wanted boolean, "replyTo" int, audience text))
        with ordinality as item (post_id, user_id, wanted, reply_to, audience, nth)
      join all_posts posts on posts.id = item.post_id
      left join blocks on blocks.user_id = posts.author_id and blocks.blocked_id = item.user_id
      where nth = any(free)
    ) items where reason is not null;
    if refused is null then
      return;
    end if;
    free := array(select nth from unnest(free) nth where nth <> all(refused));
    blocked := (select json_agg(one) from (
      select one from json_array_elements(blocked) one
      union all select json_build_object('item', nth, 'refused', reason) from unnest(refused, reasons) as left_out (nth, reason)
    ) left_out);
  end $$;

-- Locks the inboxes of members, who are locked, and the counts of these inboxes, each kind by id. Answers the members whose
-- inbox nobody else holds.
--
-- The lock of an inbox is the advisory lock (2, member), which the program takes too: while it is held until the commit,
-- the ids of one recipient's notifications are committed in order.
create or replace function lock_inboxes(members integer[]) returns integer[]
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$ declare
    inboxes integer[];
    counted integer[];
  begin
    inboxes := array(
      select inbox from (select distinct inbox from unnest(members) inbox order by inbox) wanted
      where pg_try_advisory_xact_lock(2, inbox)
    );
    counted := array(
      select recipient_id from inbox_counts where recipient_id = any(inboxes) order by recipient_id
      for no key update skip locked
    );
    return array(
      select inbox from unnest(inboxes) inbox
      where inbox = any(counted) or not exists (select from inbox_counts where recipient_id = inbox)
    );
  end $$;

-- The members whom items mention, each an array or null. An id may be of nobody. In plpgsql, which keeps the plan: a function in
-- SQL would be planned for each batch, which took a quarter of the time of a like.
create or replace function mentioned_members(mentions text[]) returns integer[]
  language plpgsql
  as $$ begin
    return array(
      select id from users where id = any(array(select member from unnest(mentions) one, unnest(one::integer[]) member))
    );
  end $$;

-- The first of these `known` members whom an item mentions and whose inbox is not locked; null if there is none.
create or replace function busy_mention(mentions text, known integer[], inboxes integer[]) returns integer
  language plpgsql immutable strict parallel safe
  as $$ begin
    return (select min(member) from unnest(mentions::integer[]) member where member = any(known) and member <> all(inboxes));
  end $$;

-- Locks the rows that likes and comments need, each kind by id: the posts with their counts and their authors, the authors of
-- the comments that are answered (`replyTo`) or liked (`commentId`), the members who are mentioned, the inboxes of all these,
-- and the users who write. Answers the numbers of the items that can be written.
create or replace function lock_for_reactions(items json, out free integer[], out blocked json)
  language plpgsql
  as $$ declare
    post_ids integer[];
    user_ids integer[];
    moments timestamptz[];
    -- The members besides the author of the post whom each item may notify: the author of a comment, and whom it mentions.
    others integer[];
    mentions text[];
    -- The reader that each item is written as (`audiences.sql`).
    readers text[];
    known integer[];
    held integer[];
    inboxes integer[];
    busy_users integer[];
  begin
    select array_agg(coalesce(item.post_id, about.post_id) order by nth), array_agg(user_id order by nth),
        array_agg(at order by nth), array_agg(about.author_id order by nth), array_agg(item.mentions::text order by nth),
        array_agg(item.reader order by nth)
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, at timestamptz, "replyTo" int, "commentId" int,
        mentions int[], reader text)) with ordinality as item (post_id, user_id, at, reply_to, comment_id, mentions, reader, nth)
      left join all_comments about on about.id = coalesce(item.reply_to, item.comment_id)
      into post_ids, user_ids, moments, others, mentions, readers;
    known := mentioned_members(mentions);
    held := array(
      select posts.id from all_posts posts
        join all_post_counts post_counts on post_counts.post_id = posts.id
        join users on users.id = posts.author_id
      where posts.id = any(post_ids) order by posts.id
      for no key update of posts, post_counts skip locked for key share of users skip locked
    );
    inboxes := array(select author_id from all_posts posts where id = any(held));
    if array_remove(others || known, null) <> '{}' then
      inboxes := inboxes || array(select id from users where id = any(others || known) order by id for key share skip locked);
    end if;
    inboxes := lock_inboxes(inboxes);
    select touch_users(array_agg(user_id), array_agg(at)) into busy_users
      from unnest(post_ids, user_ids, moments) as item (post_id, user_id, at) join all_posts posts on posts.id = post_id
      where post_id = any(held) and author_id = any(inboxes);
    select coalesce(array_agg(nth::int) filter (where blocked_by is null), '{}'),
      coalesce(json_agg(refusal_of(nth::int, blocked_by, user_id)) filter (where blocked_by is not null), '[]')
    into free, blocked from (
      select nth, user_id, coalesce(case
          when post_id <> all(held) then 'post ' || post_id
          when author_id <> all(inboxes) then 'inbox ' || author_id
          when other <> all(inboxes) then 'inbox ' || other
        end, 'inbox ' || busy_mention(mentioning, known, inboxes), case
          when user_id = any(busy_users) then 'member ' || user_id
        end) as blocked_by
      from unnest(post_ids, user_ids, others, mentions, readers) with ordinality
        as item (post_id, user_id, other, mentioning, reader, nth)
      join all_posts posts on posts.id = post_id
      where may_read(audience, author_id, disease_id, reader)
    ) items;
  end $$;
