create table users (
  id integer generated always as identity primary key,
  username text not null,
  -- Folded in domain/Text.ts; databases fold differently.
  username_key text not null,
  email text not null,
  email_key text not null,
  password_hash text not null,
  role text not null check (role in ('user', 'expert', 'admin')),
  bio text,
  created_at timestamptz(3) not null,
  -- When the member last signed in or wrote, to the minute.
  active_at timestamptz(3) not null,
  constraint users_email_key_taken unique (email_key),
  constraint users_username_key_taken unique (username_key)
);

-- Serves the list of one role, and "is there an admin?".
create index users_role_id on users (role, id);
-- Serves the count of active members.
create index users_active_at on users (active_at);

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
  hash text not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);

create index api_keys_user_id on api_keys (user_id, id);

-- Where a member has logged in from, as hashes: a stranger's failed logins close an account to other addresses only.
create table known_addresses (
  user_id integer not null references users on delete cascade,
  hash text not null,
  used_at timestamptz(3) not null,
  primary key (user_id, hash)
);
