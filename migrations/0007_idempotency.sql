-- The answers of writes with an Idempotency-Key, stored in the transactions of their effects. The key itself is not stored:
-- `key_hash` is a hash of it and of its member, `fingerprint` a keyed hash of the request. Answers of a day are kept.
create table idempotency_records (
  key_hash text primary key,
  user_id integer not null,
  fingerprint text not null,
  status integer not null,
  location text,
  body text not null,
  -- False where the body was too long, and holds the id only.
  is_whole boolean not null,
  bytes integer not null generated always as (octet_length(body)) stored,
  created_at timestamptz(3) not null
);

create index idempotency_records_created_at on idempotency_records (created_at);

-- Serves the number and the bytes of a member's answers.
create index idempotency_records_user_id on idempotency_records (user_id, created_at) include (bytes);
