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
  constraint users_email_key_taken unique (email_key),
  constraint users_username_key_taken unique (username_key),
  check ((bio is null) = (bio_html is null))
);

-- Serves the list of one role, and "is there an admin?".
create index users_role_id on users (role, id);
-- Serves the count of active members.
create index users_active_at on users (active_at);
-- Serves the search of members by a part of their name or email. Neither holds a line break, so no match spans both.
create index users_search on users using gin ((username_key || chr(10) || email_key) gin_trgm_ops);

create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- SHA-256 of the token in hex; the token itself is never stored.
  hash text not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index sessions_user_id on sessions (user_id, expires_at);

create table api_keys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  prefix text not null,
  -- SHA-256 of the key in hex; the key itself is never stored.
  hash text not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);

create index api_keys_user_id on api_keys (user_id, id);

-- The addresses that a member has logged in from, as hashes. Failed logins by a stranger close an account to all other
-- addresses only.
create table known_addresses (
  user_id integer not null references users on delete cascade,
  hash text not null,
  used_at timestamptz(3) not null,
  primary key (user_id, hash)
);
