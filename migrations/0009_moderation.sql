-- Decisions of moderators, with the appeal against each. They name members and targets without references, since they
-- outlive both.
create table decisions (
  id integer generated always as identity primary key,
  target_type text not null check (target_type in ('post', 'comment', 'user')),
  target_id integer not null,
  -- The author of the text, or the member.
  subject_id integer not null,
  action text not null check (action in ('none', 'hide', 'restore', 'lock', 'unlock', 'suspend', 'unsuspend')),
  -- The beginning of the text as it was then.
  excerpt text not null,
  rule text not null,
  reason text not null,
  automated boolean not null default false,
  -- Null for an automated decision.
  by_id integer,
  until timestamptz(3),
  created_at timestamptz(3) not null,
  appeal_text text,
  appealed_at timestamptz(3),
  appeal_outcome text check (appeal_outcome in ('upheld', 'reversed')),
  appeal_reason text,
  appeal_decided_at timestamptz(3),
  appeal_by_id integer,
  check (automated = (by_id is null)),
  check (until is null or action = 'suspend'),
  check ((appeal_text is null) = (appealed_at is null) and (appeal_outcome is null or appealed_at is not null)),
  check ((appeal_outcome is null) = (appeal_reason is null) and (appeal_outcome is null) = (appeal_decided_at is null)
    and (appeal_outcome is null) = (appeal_by_id is null))
);

-- Serve the decisions about a member, the last one about a target, and those with an open appeal.
create index decisions_subject_id on decisions (subject_id, id);
create index decisions_target on decisions (target_type, target_id, id);
create index decisions_appeal_open on decisions (id) where appealed_at is not null and appeal_outcome is null;

create table reports (
  id integer generated always as identity primary key,
  -- Null for an automatic report.
  reporter_id integer,
  target_type text not null check (target_type in ('post', 'comment', 'user')),
  target_id integer not null,
  -- The author of the text, or the member.
  subject_id integer not null,
  reason text not null check (reason in ('spam', 'abuse', 'privacy', 'misinformation', 'danger', 'other')),
  text text not null,
  created_at timestamptz(3) not null,
  -- The decision that closed the report; null while it is open.
  decision_id integer references decisions
);

-- A member has one open report of a target.
create unique index reports_open_once on reports (target_type, target_id, reporter_id)
  where decision_id is null and reporter_id is not null;
-- Serve the queue, the reports of a member's texts, of a reporter, and of a decision.
create index reports_open on reports (target_type, target_id) where decision_id is null;
create index reports_open_subject_id on reports (subject_id) where decision_id is null;
create index reports_reporter_id on reports (reporter_id, id);
create index reports_decision_id on reports (decision_id);

-- A decision and the outcome of its appeal notify the member concerned, one after the other.
drop index notifications_decision_once;
create index notifications_decision_id on notifications (decision_id) where decision_id is not null;
alter table notifications add foreign key (decision_id) references decisions;
