-- A member may be told of replies by mail, at the first of a thread since they last read it.
alter table member_settings drop constraint member_settings_mail_check;
alter table member_settings add constraint member_settings_mail_check check (mail in ('off', 'replies', 'daily', 'weekly'));

alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('reset_password', 'confirm_email', 'email_changed', 'digest', 'replies', 'danger', 'danger_again',
    'danger_more', 'webhook_off', 'passkey_added', 'passkey_removed', 'second_factor_added', 'second_factor_removed',
    'recovery_codes_renewed', 'factors_reset', 'password_changed', 'codes_closed', 'new_device'));
