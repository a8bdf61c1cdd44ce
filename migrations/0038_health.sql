-- The last backup, and what was given up of what the server sends, for the page of health. Neither is in a backup.
create table backups (
  at timestamptz(3) not null,
  bytes bigint not null
);

create table failed_deliveries (
  channel text not null check (channel in ('mail', 'push', 'webhook')),
  at timestamptz(3) not null
);

create index failed_deliveries_at on failed_deliveries (at);

-- Serve the counts by week. Rows are stored in about the order of their times, so a summary of each range of pages is enough,
-- and costs a write nothing.
create index users_created_at on users using brin (created_at);
create index posts_created_at on posts using brin (created_at);
create index comments_created_at on comments using brin (created_at);
