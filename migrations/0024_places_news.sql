-- How far members have read threads. A thread that is hidden or deleted loses its places.
create table places (
  user_id integer not null references users on delete cascade,
  post_id integer not null references posts on delete cascade,
  -- The last comment that the member has read, which may be gone; 0 for none.
  comment_id integer not null,
  visited_at timestamptz(3) not null,
  primary key (user_id, post_id)
);

-- Serves the end of a thread.
create index places_post_id on places (post_id);

-- `news` is news about a followed disease. It has no actor, and no post.
alter table notifications add news_id integer references news on delete cascade;
alter table notifications drop constraint notifications_type_check;
alter table notifications drop constraint notifications_references_check;
alter table notifications add constraint notifications_type_check check (
  type in ('comment', 'like', 'reply', 'new_post', 'moderation', 'news')
);
alter table notifications add constraint notifications_references_check check (
  (type in ('comment', 'reply')) = (comment_id is not null)
  and (type = 'moderation')::int = num_nonnulls(decision_id, verification_given)
  and (type = 'news') = (news_id is not null)
  and (type in ('moderation', 'news')) = (actor_id is null) and (type in ('moderation', 'news')) = (post_id is null)
);
-- Also serves the end of an item.
create unique index notifications_news_once on notifications (news_id, recipient_id) where news_id is not null;

alter table member_settings add on_news boolean not null default true;
-- True if news alone is worth a mail.
alter table member_settings add on_news_mail boolean not null default false;

-- Serves the fan-out, which looks for the next change of these kinds.
drop index outbox_published;
create index outbox_published on outbox (sequence) where kind in ('post_published', 'comment_published', 'news_published');
