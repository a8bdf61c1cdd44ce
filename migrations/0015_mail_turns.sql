-- The times of recent acts that are capped: mails to an address, and changes of a member's address. Of both only keyed hashes
-- are stored. A row is deleted once its last time does not count any more.
create table mail_turns (
  hash text primary key,
  times timestamptz(3)[] not null,
  ends_at timestamptz(3) not null
);

-- Serves the number of a new member's texts that moderators have restored.
create index decisions_restored on decisions (subject_id) where action = 'restore' or appeal_outcome = 'reversed';
