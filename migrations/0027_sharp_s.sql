-- The key of a name or an address with a capital ẞ is that of ß, which is ss, unless another member has that key already.
update users set username_key = replace(username_key, 'ß', 'ss')
where username_key like '%ß%' and not exists (
  select from users as other where other.username_key = replace(users.username_key, 'ß', 'ss')
);
update users set email_key = replace(email_key, 'ß', 'ss')
where email_key like '%ß%' and not exists (
  select from users as other where other.email_key = replace(users.email_key, 'ß', 'ss')
);
