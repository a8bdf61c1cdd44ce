-- Passkeys, codes of apps, and the time from which staff need one of them.

-- When the member became a moderator or an admin; of those of before, the upgrade.
alter table users add staff_since timestamptz(3);
update users set staff_since = now() where role in ('moderator', 'admin');

alter table sessions add signed_in_with text not null default 'password' check (signed_in_with in ('password', 'passkey'));

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The id that the authenticator gave, its public key as COSE, and how it is reached (WebAuthn), in base64url.
  credential_id text not null unique,
  public_key text not null,
  transports text[] not null,
  -- The signatures that the authenticator has counted; 0 from those that count none.
  counter bigint not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);

create index passkeys_user_id on passkeys (user_id);

-- The app of a member that shows codes (RFC 6238). Secrets are in base 32.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  -- Null until the first code has shown that the app has the secret.
  secret text,
  enabled_at timestamptz(3),
  -- The step of the last code that was taken: neither it nor an earlier one is taken again.
  last_step integer not null default 0,
  -- A secret that no code has confirmed yet.
  pending_secret text,
  pending_until timestamptz(3),
  -- Wrong codes since a time, and the end of the closing after too many.
  wrong_codes integer not null default 0,
  wrong_since timestamptz(3),
  closed_until timestamptz(3),
  check ((secret is null) = (enabled_at is null))
);

-- Codes for a member who has lost the app, each for one use.
create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  hash text not null,
  primary key (user_id, hash)
);

-- What a sign-in or a registration of a passkey goes on from, once, on any instance. Of each only the hash is stored.
create table sign_in_challenges (
  hash text primary key,
  purpose text not null check (purpose in ('register', 'passkey', 'code')),
  user_id integer references users on delete cascade,
  expires_at timestamptz(3) not null
);

create index sign_in_challenges_expires_at on sign_in_challenges (expires_at);
create index sign_in_challenges_user_id on sign_in_challenges (user_id) where user_id is not null;

alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('reset_password', 'confirm_email', 'email_changed', 'digest', 'danger', 'danger_again', 'webhook_off',
    'passkey_added', 'passkey_removed', 'second_factor_added', 'second_factor_removed', 'recovery_codes_renewed',
    'factors_reset'));
