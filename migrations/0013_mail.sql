-- Mail to be sent. A row is deleted once its mail is sent or given up, since it may hold an address. The links of a mail are
-- made at each try, so that no row holds a token.
create table outgoing_mail (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('reset_password', 'confirm_email', 'email_changed', 'digest')),
  -- Null for a forgotten password: the account of its address is looked up when the mail is sent.
  user_id integer references users on delete cascade,
  -- The address that was typed, the new one or the former one; null where the mail goes to the member's own.
  address text,
  created_at timestamptz(3) not null,
  tries integer not null default 0,
  due_at timestamptz(3) not null,
  check (coalesce(user_id::text, address) is not null)
);

create index outgoing_mail_due_at on outgoing_mail (due_at);
create index outgoing_mail_user_id on outgoing_mail (user_id);

-- The newest link of a member for each purpose. Only the hash of its token is stored.
create table account_links (
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'confirm_email')),
  hash text not null unique,
  -- The address that the link confirms.
  email text,
  expires_at timestamptz(3) not null,
  primary key (user_id, purpose),
  check ((purpose = 'confirm_email') = (email is not null))
);

-- Serves the members to whom digests are due.
create index member_settings_mail on member_settings (user_id) where mail <> 'off';
