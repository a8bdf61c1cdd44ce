-- Notifications of cases are for who decides on cases: those of former moderators go.
delete from notifications where id in (
  select notifications.id from notifications join users on users.id = recipient_id
  where type in ('report', 'appeal') and role not in ('moderator', 'admin')
  order by notifications.id for update of notifications
);
