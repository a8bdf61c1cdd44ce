-- The id of the "former member", the author of what members leave behind. No list, count or search has this row of users, it
-- cannot sign in, and it is made when it is first needed.
create or replace function former_member() returns integer
  language sql immutable parallel safe
  return 2147483647;

-- The audit log is append-only, but that the entries about a member who leaves lose their words.
create or replace function refuse_audit_change() returns trigger
  language plpgsql
  as $$ begin
    raise exception 'the audit log is append-only';
  end $$;

create or replace trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
create or replace trigger audit_log_unchanged before update on audit_log
  for each row when (new.detail is not null or new.reason is not null
    or (new.id, new.at, new.action, new.actor_id, new.key_id, new.by_agent, new.user_id, new.target_id)
      is distinct from (old.id, old.at, old.action, old.actor_id, old.key_id, old.by_agent, old.user_id, old.target_id))
  execute function refuse_audit_change();
