-- A text that waits for its first review: nobody has been told of it, until a moderator shows it for the first time.
alter table hidden_posts add untold boolean not null default false;
alter table hidden_comments add untold boolean not null default false;

-- Those that wait now: reviewed by nobody, or kept hidden until their author has changed them.
update hidden_posts set untold = true from decisions
  where decisions.id = decision_id and rule = 'first posts are reviewed';
update hidden_comments set untold = true from decisions
  where decisions.id = decision_id and rule = 'first posts are reviewed';
