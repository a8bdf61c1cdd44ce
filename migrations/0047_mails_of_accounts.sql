-- A member is told of a changed password, of codes that were closed, and of a sign-in from a new address.
alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('reset_password', 'confirm_email', 'email_changed', 'digest', 'danger', 'danger_again', 'webhook_off',
    'passkey_added', 'passkey_removed', 'second_factor_added', 'second_factor_removed', 'recovery_codes_renewed',
    'factors_reset', 'password_changed', 'codes_closed', 'new_device'));
