-- What admins did to others, and the changes of credentials and roles: who, what, to whom, when and why. An entry is written
-- in the transaction of its change. It names members without a reference, since it outlives them.
create table audit_log (
  id integer generated always as identity primary key,
  at timestamptz(3) not null,
  action text not null,
  actor_id integer not null,
  -- The member whom the action concerned: whose credential, role or text it was.
  user_id integer not null,
  -- The post, comment or key, by the action.
  target_id integer,
  detail text,
  reason text
);

-- Serve the entries about a member, and those of an action.
create index audit_log_user_id on audit_log (user_id, id);
create index audit_log_action on audit_log (action, id);

create function refuse_audit_change() returns trigger
  language plpgsql
  as $$ begin
    raise exception 'the audit log is append-only';
  end $$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- A suspended member cannot sign in, and their keys are refused, until the time, or for good where there is none.
alter table users
  add column suspended_at timestamptz(3),
  add column suspended_until timestamptz(3),
  add column suspended_reason text,
  add check ((suspended_at is null) = (suspended_reason is null) and (suspended_until is null or suspended_at is not null));
