-- Moderators decide on reports.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('user', 'expert', 'moderator', 'admin'));

-- `reply` is a comment on a followed post, `new_post` a post about a followed disease or by a followed member, and
-- `moderation` a decision: it has no actor, and no post, since the post may be hidden.
alter table notifications drop constraint notifications_type_check;
alter table notifications drop constraint notifications_check;
alter table notifications alter actor_id drop not null;
alter table notifications alter post_id drop not null;
alter table notifications add decision_id integer;
alter table notifications add constraint notifications_type_check
  check (type in ('comment', 'like', 'reply', 'new_post', 'moderation'));
alter table notifications add constraint notifications_references_check check (
  (type in ('comment', 'reply')) = (comment_id is not null) and (type = 'moderation') = (decision_id is not null)
  and (type = 'moderation') = (actor_id is null) and (type = 'moderation') = (post_id is null)
);

-- An event notifies a member once.
drop index notifications_comment_once;
create unique index notifications_comment_once on notifications (comment_id, recipient_id) where comment_id is not null;
create unique index notifications_new_post_once on notifications (post_id, recipient_id) where type = 'new_post';
create unique index notifications_decision_once on notifications (decision_id, recipient_id) where decision_id is not null;
