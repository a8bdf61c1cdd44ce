-- Writes that may be sent again: likes by their wanted state, and the records of writes with an Idempotency-Key.

-- Writes likes as if one after the other; several items may be of one user and post. An item with `wanted` gives the like
-- that state; one without it, as earlier versions of the program send them, toggles the like. Answers for each item whether
-- the user likes the post now, and how many do. An item that changes nothing appends no change.
create or replace function toggle_likes(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    steps change[];
    causes notification_cause[];
  begin
    select locked.* into free, blocked from lock_for_reactions(items) locked;
    with sent as (
      select item.*, likes.post_id is not null as was_liked,
        count(wanted) over (partition by item.post_id, item.user_id order by nth) as wishes
      from rows from (json_to_recordset(items) as ("postId" int, "userId" int, wanted boolean, at timestamptz,
        "byAgent" boolean)) with ordinality as item (post_id, user_id, wanted, at, by_agent, nth)
      left join likes on likes.post_id = item.post_id and likes.user_id = item.user_id
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
      delete from likes using stepped
      where is_last and was_liked and not is_liked
        and likes.post_id = stepped.post_id and likes.user_id = stepped.user_id
    ), added as (
      insert into likes (post_id, user_id, created_at)
      select post_id, user_id, at from stepped where is_last and not was_liked and is_liked
    ), counted as (
      update post_counts set likes = likes + change
      from (select post_id, sum(step) as change from stepped group by post_id having sum(step) <> 0) sums
      where post_counts.post_id = sums.post_id
    ), answers as (
      select nth, user_id, post_id, at, stepped.by_agent, is_liked, step,
        likes + sum(step) over (partition by post_id order by nth) as likes
      from stepped join post_counts using (post_id)
    )
    select coalesce(json_agg(json_build_object('item', nth, 'liked', is_liked, 'likeCount', answers.likes)), '[]'),
      array_agg(('like', post_id, null)::change order by nth) filter (where step <> 0),
      array_agg((user_id, post_id, null, at, coalesce(by_agent, false))::notification_cause order by nth) filter (where step > 0)
      from answers into results, steps, causes;
    changes := append_to_outbox(steps || notify_authors('like', causes));
  end $$;

-- The answers of writes with an Idempotency-Key, stored in the transactions of their effects. The key itself is stored
-- nowhere: `key_hash` is a hash of it and of its caller; `fingerprint`, which tells one request from another, and `answer`,
-- which is encrypted, are made with it.
create table idempotency_records (
  key_hash bytea primary key,
  salt bytea not null,
  fingerprint bytea not null,
  answer bytea not null,
  created_at timestamptz(3) not null
);

-- What is encrypted cannot be compressed.
alter table idempotency_records alter column answer set storage external;

create index idempotency_records_created_at on idempotency_records (created_at);

-- Claims keys, in hex, until the end of the transaction: takes the advisory lock (14, hash) of each and never waits for one.
-- Answers for each key, in their order, whether it is claimed, and its record, if one was made since a time.
create function claim_idempotency_keys(keys json, kept_since timestamptz)
  returns table (claimed boolean, salt bytea, fingerprint bytea, answer bytea)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$ declare
    hashes bytea[];
    locked boolean[];
  begin
    -- Before the look for records, which thus sees all that were committed by those who held the locks before.
    select array_agg(decode(key, 'hex') order by nth), array_agg(pg_try_advisory_xact_lock(14, hashtext(key)) order by nth)
      from json_array_elements_text(keys) with ordinality as given (key, nth) into hashes, locked;
    return query
      select locked[nth], records.salt, records.fingerprint, records.answer
      from unnest(hashes) with ordinality as given (hash, nth)
      left join idempotency_records records on records.key_hash = hash and records.created_at >= kept_since
      order by nth;
  end $$;
