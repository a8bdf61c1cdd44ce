-- The private key that signs messages to members' devices; at most one row. Made when a member first asks for it.
create table push_key (
  is_only boolean primary key default true check (is_only),
  private_key text not null
);

-- The devices on which members want to be told (RFC 8030). A device ends with the session that named it.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  session_id integer not null references sessions on delete cascade,
  endpoint text not null unique,
  -- The public key and the secret by which messages are encrypted for the device (RFC 8291), in base64url.
  p256dh text not null,
  auth text not null,
  device text,
  -- The public key that the device expects messages from.
  server_key text not null,
  created_at timestamptz(3) not null,
  last_sent_at timestamptz(3),
  -- The newest notification that a message has counted, and the time of that message.
  told_until integer not null,
  told_at timestamptz(3),
  -- Alerts of danger, and their repetitions, that wait to be sent.
  dangers integer not null default 0,
  dangers_again integer not null default 0,
  -- Nothing is sent before this time: of a try that is under way, or after one that failed.
  due_at timestamptz(3) not null,
  tries integer not null default 0,
  failing_since timestamptz(3)
);

create index push_subscriptions_user_id on push_subscriptions (user_id);
create index push_subscriptions_session_id on push_subscriptions (session_id);
