-- Moderators are alerted of cases. `alert_due_at` is when they are to be alerted of a report, or again of one of danger; null
-- where nothing is due. `alerted_at` is when they were first, `opened_at` when one who may decide first opened the report.
alter table reports add alert_due_at timestamptz(3);
alter table reports add alerted_at timestamptz(3);
alter table reports add opened_at timestamptz(3);
alter table decisions add appeal_alert_due_at timestamptz(3);

create index reports_alert_due_at on reports (alert_due_at) where alert_due_at is not null;
create index decisions_appeal_alert_due_at on decisions (appeal_alert_due_at) where appeal_alert_due_at is not null;

-- `report` is about a case, by the report that made it one, and `appeal` about a decision that a member appeals against.
alter table notifications add report_id integer references reports on delete cascade;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in
  ('comment', 'like', 'reply', 'mention', 'new_post', 'moderation', 'helped', 'comment_like', 'news', 'report', 'appeal'));
alter table notifications drop constraint notifications_references_check;
alter table notifications add constraint notifications_references_check check (
  (type in ('comment', 'reply', 'helped', 'comment_like')) = (comment_id is not null and type <> 'mention')
  and (type in ('moderation', 'appeal'))::int = num_nonnulls(decision_id, verification_given)
  and (type = 'appeal') <= (decision_id is not null)
  and (type = 'news') = (news_id is not null)
  and (type = 'report') = (report_id is not null)
  and (type in ('moderation', 'news', 'report', 'appeal')) = (actor_id is null)
  and (type in ('moderation', 'news', 'report', 'appeal')) = (post_id is null)
);

create index notifications_report_id on notifications (report_id) where report_id is not null;

alter table member_settings add on_report boolean not null default true;
alter table member_settings add on_appeal boolean not null default true;

alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('reset_password', 'confirm_email', 'email_changed', 'digest', 'danger', 'danger_again'));
