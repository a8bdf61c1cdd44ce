-- Claims keys until the end of the transaction: takes the advisory lock (14, hash) of each and never waits for one. Answers
-- for each key, in their order, whether it is claimed; its record, if one was stored since a time; the answers of its member
-- since then; and the number of keys of the member that were claimed up to this one.
create or replace function claim_idempotency_keys(keys json, kept_since timestamptz)
  returns table (claimed boolean, record json, answers int, bytes bigint, oldest timestamptz, more int)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$ declare
    hashes text[];
    members integer[];
    locked boolean[];
  begin
    -- Before the query for records, which thus sees every record that an earlier holder of a lock committed.
    select array_agg("keyHash" order by nth), array_agg("userId" order by nth),
        array_agg(pg_try_advisory_xact_lock(14, hashtext("keyHash")) order by nth)
      from rows from (json_to_recordset(keys) as ("keyHash" text, "userId" int))
        with ordinality as given ("keyHash", "userId", nth)
      into hashes, members, locked;
    return query
      select locked[nth], found.record, own.answers, own.bytes, own.oldest,
        (count(*) filter (where locked[nth] and found.record is null) over (partition by members[nth] order by nth))::int
      from unnest(hashes) with ordinality as given (hash, nth)
      left join lateral (
        select json_build_object('fingerprint', records.fingerprint, 'status', records.status,
          'location', records.location, 'body', records.body, 'isWhole', records.is_whole) as record
        from idempotency_records records where records.key_hash = hash and records.created_at >= kept_since
      ) found on true
      cross join lateral (
        select count(*)::int as answers, coalesce(sum(records.bytes), 0)::bigint as bytes, min(records.created_at) as oldest
        from idempotency_records records where records.user_id = members[nth] and records.created_at >= kept_since
      ) own
      order by nth;
  end $$;

-- Stores records of claimed keys. Older ones of the same key give way. Answers their number, and whether their members have
-- no more answers and bytes than they may: the advisory lock (15, member), until the end of the transaction, makes the counts
-- exact. It is the last lock of a transaction, and is taken in the order of members.
create or replace function add_idempotency_records(records json, kept_since timestamptz, max_answers int, max_bytes bigint)
  returns table (added int, is_within boolean)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '1s'
  as $$ declare
    members integer[];
    stored int;
  begin
    with given as (
      insert into idempotency_records as present
        (key_hash, user_id, fingerprint, status, location, body, is_whole, created_at)
      select "keyHash", "userId", fingerprint, status, location, body, "isWhole", "createdAt"
      from json_to_recordset(records) as given ("keyHash" text, "userId" int, fingerprint text, status int, location text,
        body text, "isWhole" boolean, "createdAt" timestamptz)
      on conflict (key_hash) do update
        set user_id = excluded.user_id, fingerprint = excluded.fingerprint, status = excluded.status,
          location = excluded.location, body = excluded.body, is_whole = excluded.is_whole,
          created_at = excluded.created_at
        where present.created_at < kept_since
      returning user_id
    )
    select count(*), array_agg(distinct user_id order by user_id) from given into stored, members;
    for nth in 1 .. coalesce(array_length(members, 1), 0) loop
      perform pg_advisory_xact_lock(15, members[nth]);
    end loop;
    return query
      select stored, coalesce(bool_and(own.answers <= max_answers and own.bytes <= max_bytes), true)
      from unnest(members) member cross join lateral (
        select count(*) as answers, coalesce(sum(present.bytes), 0) as bytes
        from idempotency_records present where present.user_id = member and present.created_at >= kept_since
      ) own;
  end $$;
