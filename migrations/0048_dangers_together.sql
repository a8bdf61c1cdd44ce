-- Reports of danger by one member that follow others within minutes are told together. `urgent_at` is when moderators were told
-- of a report by mail and push; null where they were not yet. `reports` and `dangers_more` are the numbers that are told.
alter table reports add urgent_at timestamptz(3);
update reports set urgent_at = alerted_at where reason = 'danger' and alert_due_at is not null;

alter table push_subscriptions add dangers_more integer not null default 0;

alter table outgoing_mail add reports integer not null default 1;
alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('reset_password', 'confirm_email', 'email_changed', 'digest', 'danger', 'danger_again', 'danger_more',
    'webhook_off', 'passkey_added', 'passkey_removed', 'second_factor_added', 'second_factor_removed',
    'recovery_codes_renewed', 'factors_reset', 'password_changed', 'codes_closed', 'new_device'));
