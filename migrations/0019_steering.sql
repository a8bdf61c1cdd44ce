-- What a member asks to be verified as; answered by a verification or a refusal, which delete it.
create table verification_requests (
  -- The order of the list.
  id integer generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  verified_as text not null,
  text text not null,
  created_at timestamptz(3) not null
);

-- The answer to such a request is a notification `moderation` without a decision; a refusal has its reason.
alter table notifications add verification_given boolean;
alter table notifications add verification_reason text;
alter table notifications add constraint notifications_verification_check
  check ((verification_given is not distinct from false) = (verification_reason is not null));
alter table notifications drop constraint notifications_references_check;
alter table notifications add constraint notifications_references_check check (
  (type in ('comment', 'reply')) = (comment_id is not null)
  and (type = 'moderation')::int = num_nonnulls(decision_id, verification_given)
  and (type = 'moderation') = (actor_id is null) and (type = 'moderation') = (post_id is null)
);

-- What admins have set. Null: the variable of the environment counts.
create table community_settings (
  is_only boolean primary key default true check (is_only),
  registration text check (registration in ('open', 'closed')),
  review_first_posts integer check (review_first_posts between 0 and 1000)
);

-- The keys of news that admins have deleted, which are not stored again.
create table deleted_news (
  key text primary key
);

-- The times of the last success and of the last failure of a feed.
alter table feeds add succeeded_at timestamptz(3);
alter table feeds add failed_at timestamptz(3);
