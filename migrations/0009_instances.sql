-- The instances of the server that may write, each with the time at which it last said so.
create table instances (
  id text primary key,
  seen_at timestamptz not null
);
