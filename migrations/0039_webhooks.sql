-- Webhooks of admins, which belong to the community. `secret` signs the messages. To each, one message is sent at a time, in
-- the order of the events: `due_at` is the end of a claim, or of the pause after a failure. `failures` are those in a row,
-- `failing_since` is the first of them. `switched_off_at`: this server has switched it off.
create table webhooks (
  id integer generated always as identity primary key,
  url text not null,
  events text[] not null,
  secret text not null,
  enabled boolean not null default true,
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  failures integer not null default 0,
  failing_since timestamptz(3),
  tried_at timestamptz(3),
  last_status integer,
  last_fault text,
  switched_off_at timestamptz(3)
);

-- The messages that wait, with ids and kinds only. `message_id` is the same at each try.
create table outgoing_webhooks (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  message_id text not null,
  type text not null,
  data json not null,
  created_at timestamptz(3) not null
);

-- Serves the oldest message to a webhook.
create index outgoing_webhooks_webhook_id on outgoing_webhooks (webhook_id, id);

-- The fan-out tells webhooks, too: of more kinds of changes.
drop index outbox_published;
create index outbox_published on outbox (sequence) where kind in ('post_published', 'comment_published', 'news_published',
  'post_restored', 'post_removed', 'report_opened', 'report_danger', 'appeal_opened', 'member_joined');
drop function if exists fan_out_next(bigint, integer);

alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('reset_password', 'confirm_email', 'email_changed', 'digest', 'danger', 'danger_again', 'webhook_off'));
