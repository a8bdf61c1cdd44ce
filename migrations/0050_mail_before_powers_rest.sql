-- Staff are told by mail, some days before it happens, that their powers will rest without a passkey or a second factor.
alter table users add factor_mail_at timestamptz(3);

alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('reset_password', 'confirm_email', 'email_changed', 'digest', 'replies', 'danger', 'danger_again',
    'danger_more', 'webhook_off', 'passkey_added', 'passkey_removed', 'second_factor_added', 'second_factor_removed',
    'recovery_codes_renewed', 'factors_reset', 'factor_needed', 'password_changed', 'codes_closed', 'new_device'));
