create extension if not exists pg_trgm;

create table users (
  id integer generated always as identity primary key,
  username text not null,
  -- Username and email in folded form. The program folds them, since databases fold differently.
  username_key text not null,
  email text not null,
  email_key text not null,
  password_hash text not null,
  role text not null check (role in ('user', 'expert', 'admin')),
  bio text,
  -- The bio as sanitised HTML, rendered once when it is written.
  bio_html text,
  created_at timestamptz(3) not null,
  -- The last sign-in or write of the member, to the minute.
  active_at timestamptz(3) not null,
  -- The admin who verified the member. An admin cannot be deleted while a member is verified by them.
  verified_by integer references users,
  verified_at timestamptz(3),
  verified_as text,
  -- A suspended member cannot sign in, and their keys are refused, until the time, or for good where there is none.
  suspended_at timestamptz(3),
  suspended_until timestamptz(3),
  suspended_reason text,
  constraint users_email_key_taken unique (email_key),
  constraint users_username_key_taken unique (username_key),
  check ((bio is null) = (bio_html is null)),
  check ((verified_by is null) = (verified_as is null) and (verified_at is null) = (verified_as is null)),
  check ((suspended_at is null) = (suspended_reason is null) and (suspended_until is null or suspended_at is not null))
);

-- Serves the list of one role, and "is there an admin?".
create index users_role_id on users (role, id);
-- Serves the count of active members.
create index users_active_at on users (active_at);
-- Serves the search of members by a part of their name or email. Neither holds a line break, so no match spans both.
create index users_search on users using gin ((username_key || chr(10) || email_key) gin_trgm_ops);
-- Serves the list and the number of verified members.
create index users_verified on users (id) where verified_as is not null;
-- Serves the removal of an admin.
create index users_verified_by on users (verified_by) where verified_by is not null;

create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- SHA-256 of the token in hex; the token itself is never stored.
  hash text not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index sessions_user_id on sessions (user_id, expires_at);

-- The ids of secrets. A rotated key keeps its id for all its secrets, and a change names the secret that ends.
create sequence api_key_secret_ids as integer;

create table api_keys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  prefix text not null,
  -- SHA-256 of the key in hex; the key itself is never stored.
  hash text not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  scopes text[] not null default '{read,write,notifications}'
    check (scopes <@ array['read', 'write', 'notifications'] and cardinality(scopes) > 0),
  expires_at timestamptz(3),
  -- Set for a key that software uses.
  agent boolean not null default false,
  -- The most writes in a day of UTC; null is no limit.
  daily_writes integer check (daily_writes between 1 and 100000),
  -- The budget that the writes count in, if it is another key's: keys made by a key with a budget share it.
  budget_id integer,
  secret_id integer not null default nextval('api_key_secret_ids'),
  -- The secret before the last rotation, which is valid until its time.
  previous_hash text unique,
  previous_secret_id integer,
  previous_expires_at timestamptz(3),
  check ((previous_hash is null) = (previous_secret_id is null) and (previous_hash is null) = (previous_expires_at is null))
);

alter sequence api_key_secret_ids owned by api_keys.secret_id;

create index api_keys_user_id on api_keys (user_id, id);
-- Serves the removal of previous secrets that have expired.
create index api_keys_previous_expires_at on api_keys (previous_expires_at) where previous_expires_at is not null;

-- The writes of keys with a budget on the last day on which they wrote. A revoked key leaves its row for the keys that
-- share its budget; it is deleted with the day.
create table api_key_writes (
  budget_id integer primary key,
  day date not null,
  writes integer not null
);

-- The addresses that a member has logged in from, as keyed hashes. Failed logins by a stranger close an account to all
-- other addresses only.
create table known_addresses (
  user_id integer not null references users on delete cascade,
  hash text not null,
  used_at timestamptz(3) not null,
  primary key (user_id, hash)
);

-- A secret of this installation for keyed hashes of texts that can be guessed, such as addresses. No backup holds it.
create table installation_secret (
  is_only boolean primary key default true check (is_only),
  secret text not null default gen_random_uuid()::text || gen_random_uuid()::text
);

insert into installation_secret default values;

-- What admins did to others, and the changes of credentials and roles: who, what, to whom, when and why. An entry is written
-- in the transaction of its change. It names members without a reference, since it outlives them.
create table audit_log (
  id integer generated always as identity primary key,
  at timestamptz(3) not null,
  action text not null,
  -- Null for an action of the operator on the command line.
  actor_id integer,
  -- The API key that the action was done with, and whether it is an agent's; null for a session and for the operator.
  key_id integer,
  by_agent boolean,
  -- The member whom the action concerned: whose credential, role or text it was.
  user_id integer not null,
  -- The post, comment or key, by the action.
  target_id integer,
  detail text,
  reason text,
  check ((key_id is null) = (by_agent is null))
);

-- Serve the entries about a member, and those of an action.
create index audit_log_user_id on audit_log (user_id, id);
create index audit_log_action on audit_log (action, id);
