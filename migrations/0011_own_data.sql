-- The members who blocked others. A blocked member cannot comment on or like posts of the other, and notifies them of nothing.
create table blocks (
  -- The order of the list.
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  blocked_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null,
  constraint blocks_once unique (user_id, blocked_id),
  check (user_id <> blocked_id)
);

-- Serves the list of a member's blocks.
create index blocks_user_id on blocks (user_id, id);
-- Serves the removal of a member.
create index blocks_blocked_id on blocks (blocked_id);

-- `me`: nobody else sees the diseases of the member.
alter table users add diseases_visible_to text not null default 'members' check (diseases_visible_to in ('members', 'me'));

-- Set while the files of the database may hold what was erased: dead rows, statistics and the write-ahead log.
create table scrub_due (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null default now()
);
