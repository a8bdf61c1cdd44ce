-- An action of the operator on the command line has no member as its actor.
alter table audit_log alter column actor_id drop not null;
