-- A text that waits for its first review is published by a decision without words.
alter table decisions drop constraint decisions_action_check;
alter table decisions add constraint decisions_action_check
  check (action in ('none', 'hide', 'restore', 'publish', 'lock', 'unlock', 'suspend', 'unsuspend'));
drop index decisions_restored;
create index decisions_restored on decisions (subject_id)
  where action in ('restore', 'publish') or appeal_outcome = 'reversed';

alter table reports drop constraint reports_reason_check;
alter table reports add constraint reports_reason_check
  check (reason in ('spam', 'abuse', 'privacy', 'misinformation', 'danger', 'other', 'review'));
update reports set reason = 'review' where reporter_id is null and reason = 'other' and text = 'first posts are reviewed';

-- A link by which an admin helps a member who has forgotten the password stands beside the one of a mail.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('reset_password', 'confirm_email', 'password_link'));
