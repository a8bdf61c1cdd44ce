-- The ids of secrets. A rotated key keeps its id for all its secrets, and a change names the secret that ends.
create sequence api_key_secret_ids as integer;

alter table api_keys
  add column scopes text[] not null default '{read,write,notifications}'
    check (scopes <@ array['read', 'write', 'notifications'] and cardinality(scopes) > 0),
  add column expires_at timestamptz(3),
  -- Set for a key that software uses.
  add column agent boolean not null default false,
  -- The most writes in a day of UTC; null is no limit.
  add column daily_writes integer check (daily_writes between 1 and 100000),
  -- The budget that the writes count in, where that is not the key's own: a key with a budget shares it with its keys.
  add column budget_id integer,
  add column secret_id integer not null default nextval('api_key_secret_ids'),
  -- The secret before the last rotation, which is valid until its time.
  add column previous_hash text unique,
  add column previous_secret_id integer,
  add column previous_expires_at timestamptz(3),
  add check ((previous_hash is null) = (previous_secret_id is null) and (previous_hash is null) = (previous_expires_at is null));

alter sequence api_key_secret_ids owned by api_keys.secret_id;

-- Serves the end of the secrets whose time has come.
create index api_keys_previous_expires_at on api_keys (previous_expires_at) where previous_expires_at is not null;

-- The writes of keys with a budget on the last day on which they wrote. A revoked key leaves its row for the keys that
-- share its budget; it is deleted with the day.
create table api_key_writes (
  budget_id integer primary key,
  day date not null,
  writes integer not null
);
