-- The batches of likes; `batched_writes.sql` says what all batches have in common.

-- Writes likes as if one after the other; several items may be of one user and post. An item with `wanted` gives the like
-- that state; one without it toggles the like. Answers for each item whether the user likes the post now, and how many do.
-- An item that changes nothing appends no change.
create or replace function toggle_likes(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    steps change[];
    causes notification_cause[];
  begin
    select locked.* into free, blocked from lock_for_reactions(items) locked;
    select refused.* into free, blocked from refuse_blocked(items, true, free, blocked) refused;
    with sent as (
      select item.*, likes.post_id is not null as was_liked,
        count(wanted) over (partition by item.post_id, item.user_id order by nth) as wishes
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, wanted boolean, at timestamptz,
        "byAgent" boolean)) with ordinality as item (post_id, user_id, wanted, at, by_agent, nth)
      left join all_likes likes on likes.post_id = item.post_id and likes.user_id = item.user_id
      where nth = any(free)
    ), turned as (
      -- A toggle turns over the last wanted state before it, or the stored one, as often as there are toggles since.
      select *, coalesce(first_value(wanted) over since, was_liked)
          <> ((count(*) over since - count(wanted) over since) % 2 = 1) as is_liked
      from sent window since as (partition by post_id, user_id, wishes order by nth)
    ), stepped as materialized (
      select *, is_liked::int - coalesce(lag(is_liked) over turns, was_liked)::int as step,
        lead(nth) over turns is null as is_last
      from turned window turns as (partition by post_id, user_id order by nth)
    ), removed as (
      delete from all_likes likes using stepped
      where is_last and was_liked and not is_liked
        and likes.post_id = stepped.post_id and likes.user_id = stepped.user_id
    ), added as (
      insert into all_likes (post_id, audience, user_id, created_at)
      select post_id, (select audience from all_posts where id = post_id), user_id, at from stepped
      where is_last and not was_liked and is_liked
    ), counted as (
      update all_post_counts post_counts set likes = likes + change
      from (select post_id, sum(step) as change from stepped group by post_id having sum(step) <> 0) sums
      where post_counts.post_id = sums.post_id
    ), answers as (
      select nth, user_id, post_id, at, stepped.by_agent, is_liked, step,
        likes + sum(step) over (partition by post_id order by nth) as likes
      from stepped join all_post_counts post_counts using (post_id)
    )
    select coalesce(json_agg(json_build_object('item', nth, 'liked', is_liked, 'likeCount', answers.likes)), '[]'),
      array_agg(('like', post_id, null)::change order by nth) filter (where step <> 0),
      array_agg((user_id, post_id, null, at, coalesce(by_agent, false), null)::notification_cause order by nth)
        filter (where step > 0)
      from answers into results, steps, causes;
    changes := append_to_outbox(steps || notify_authors('like', causes));
  end $$;

-- Likes comments, or takes likes back, one after the other, as `toggle_likes` does for posts. An item that is left out after
-- its locks were taken is of a member whom the author of the comment blocks.
create or replace function toggle_comment_likes(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    steps change[];
    causes notification_cause[];
    item record;
    was_liked boolean;
    is_liked boolean;
    count integer;
    answers json[] := '{}';
  begin
    select locked.* into free, blocked from lock_for_reactions(items) locked;
    for item in
      select given.*, comments.post_id,
        exists (select from blocks where blocks.user_id = comments.author_id and blocked_id = given.user_id) as is_blocked
      from rows from (json_to_recordset(items) as ("commentId" int, "userId" int, wanted boolean, at timestamptz,
        "byAgent" boolean)) with ordinality as given (comment_id, user_id, wanted, at, by_agent, nth)
      join all_comments comments on comments.id = given.comment_id
      where nth = any(free) order by nth
    loop
      was_liked := exists (
        select from comment_likes where comment_likes.comment_id = item.comment_id and comment_likes.user_id = item.user_id
      );
      is_liked := coalesce(item.wanted, not was_liked);
      if is_liked and item.is_blocked then
        blocked := (blocked::jsonb || jsonb_build_object('item', item.nth, 'refused', 'blocked'))::json;
        continue;
      end if;
      if is_liked and not was_liked then
        insert into comment_likes (comment_id, user_id, created_at) values (item.comment_id, item.user_id, item.at);
        causes := causes || (item.user_id, item.post_id, item.comment_id, item.at, item.by_agent, null)::notification_cause;
      elsif was_liked and not is_liked then
        delete from comment_likes where comment_likes.comment_id = item.comment_id and comment_likes.user_id = item.user_id;
      end if;
      if is_liked <> was_liked then
        steps := steps || ('like', item.post_id, null)::change;
      end if;
      update all_comments set likes = likes + is_liked::int - was_liked::int where id = item.comment_id and is_liked <> was_liked;
      select likes into count from all_comments comments where id = item.comment_id;
      answers := answers || json_build_object('item', item.nth, 'liked', is_liked, 'likeCount', count);
    end loop;
    results := to_json(answers);
    changes := append_to_outbox(steps || notify_authors('comment_like', causes));
  end $$;
