-- What admins set for the community where no variable of the server does.
alter table community_settings add name text;
alter table community_settings add contact text;
alter table community_settings add colour text;
