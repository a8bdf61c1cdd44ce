-- A hash of what an item was made of, so that a feed that brings the same again costs no work.
alter table news add column digest text;

-- What is known of the feeds that are polled. No credential is in it: a URL is kept without its user and password.
create table feeds (
  url text primary key,
  -- When it is due; while an instance polls it, when another may.
  next_poll_at timestamptz(3) not null,
  etag text,
  last_modified text,
  -- How often in a row it could not be read, and why the last time.
  failures integer not null default 0,
  last_error text,
  -- It said that it is gone for good (410).
  gone boolean not null default false
);
