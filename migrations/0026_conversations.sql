-- A comment may answer another of its post. No reference leads there: an answer to a comment that is hidden shows again whom
-- it answers once that is restored, and nobody once it is deleted. `helped` is the mark of the post's author, `by_verified`
-- is true while the author of the comment is verified.
alter table comments add reply_to integer;
alter table comments add likes integer not null default 0 check (likes >= 0);
alter table comments add helped boolean not null default false;
alter table comments add by_verified boolean not null default false;
alter table hidden_comments add reply_to integer;
alter table hidden_comments add likes integer not null default 0;
alter table hidden_comments add helped boolean not null default false;
alter table hidden_comments add by_verified boolean not null default false;

update comments set by_verified = true from users where users.id = author_id and verified_as is not null;
update hidden_comments set by_verified = true from users where users.id = author_id and verified_as is not null;

-- The likes of comments, hidden ones too: so nothing refers to the comment itself.
create table comment_likes (
  comment_id integer not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (comment_id, user_id)
);

create index comment_likes_user_id on comment_likes (user_id, comment_id);

-- The comments that helped, and the answers: those, and the comments of verified members. A trigger counts them
-- (functions/counts.sql).
alter table post_counts add helped integer not null default 0;
alter table post_counts add answers integer not null default 0;

update post_counts set answers = counted.answers
  from (select post_id, count(*) as answers from comments where by_verified group by post_id) counted
  where post_counts.post_id = counted.post_id;

-- Serve the posts with an answer and those without one, newest first, and their number.
create index post_counts_answered on post_counts (post_id) where answers > 0;
create index post_counts_waiting on post_counts (post_id) where answers = 0;
create index post_counts_category_waiting on post_counts (category, post_id) where answers = 0;

-- `reply` is also an answer to a comment of the recipient (`to_you`). `helped` and `comment_like` are about a comment of theirs, and
-- `mention` is about a post, or a comment, with a link to them.
alter table notifications add to_you boolean not null default false;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('comment', 'like', 'reply', 'mention', 'new_post', 'moderation', 'helped', 'comment_like', 'news'));
alter table notifications drop constraint notifications_references_check;
alter table notifications add constraint notifications_references_check check (
  (type in ('comment', 'reply', 'helped', 'comment_like')) = (comment_id is not null and type <> 'mention')
  and (type = 'moderation')::int = num_nonnulls(decision_id, verification_given)
  and (type = 'news') = (news_id is not null)
  and (type in ('moderation', 'news')) = (actor_id is null) and (type in ('moderation', 'news')) = (post_id is null)
);

-- A comment notifies a member once, whatever the type; the mark that it helped once, and so do all likes by one member. A
-- mention may follow another notification, since a later change of a text may add it.
drop index notifications_comment_once;
create unique index notifications_comment_once on notifications
  (comment_id, recipient_id, actor_id, (case when type in ('helped', 'comment_like', 'mention') then type else '' end))
  where comment_id is not null;
create unique index notifications_post_mention_once on notifications (post_id, recipient_id)
  where type = 'mention' and comment_id is null;

alter table member_settings add on_helped boolean not null default true;
alter table member_settings add on_comment_like boolean not null default true;
alter table member_settings add on_mention boolean not null default true;

-- The members whom a text has mentioned since it was written, at most ten, whatever became of the links.
alter table posts add mentioned integer[] not null default '{}';
alter table comments add mentioned integer[] not null default '{}';
alter table hidden_posts add mentioned integer[] not null default '{}';
alter table hidden_comments add mentioned integer[] not null default '{}';

-- The members whom the text of the cause mentions; null for none.
alter type notification_cause add attribute mentioned integer[];
