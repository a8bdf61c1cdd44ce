-- False for an item whose feed names no date that can be read: published_at is an estimate then.
alter table news add column dated boolean not null default true;
