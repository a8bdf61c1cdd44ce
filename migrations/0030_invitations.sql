-- Invitations of admins to join, by a link with a secret. Only the hash of the secret is stored. They end with their admin.
create table invitations (
  id integer generated always as identity primary key,
  hash text not null unique,
  role text not null check (role in ('user', 'expert')),
  uses integer not null check (uses between 1 and 100),
  used integer not null default 0 check (used between 0 and uses),
  note text,
  by_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index invitations_by_id on invitations (by_id);
