-- Triggers (functions/counts.sql) count rows as they are written, so the counts stay exact after cascades, imports and SQL by hand, and no list,
-- statistic or profile counts rows when it is read.
--
-- A count of the whole community is slotted: it is the sum of several rows. With a single row all writers would wait for
-- each other's commit; a transaction takes a slot that no other transaction holds, and never waits.
--
-- The counts of an inbox, an author and a disease are one row each, absent until the first is counted. Writers may wait
-- for these, so all take locks in one order: posts, inboxes, inbox_counts, author_counts, disease_counts, each by id.

create table community_counts (
  -- The table whose rows are counted, and their category or role; '' where all rows are counted together.
  name text not null,
  category text not null,
  slot integer not null,
  -- A part of the sum, which may be negative.
  count integer not null,
  primary key (name, category, slot)
) with (fillfactor = 50); -- new row versions fit on the page of the old one, and change no index

create table inbox_counts (
  recipient_id integer primary key,
  notifications integer not null,
  unread integer not null
) with (fillfactor = 70);

create table author_counts (
  author_id integer primary key,
  posts integer not null,
  agent_posts integer not null default 0
) with (fillfactor = 70);

create table disease_counts (
  disease_id integer not null,
  category text not null,
  posts integer not null,
  agent_posts integer not null default 0,
  primary key (disease_id, category)
) with (fillfactor = 70);
