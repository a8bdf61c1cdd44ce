-- Where the other instances reach one, and the secret that proves to it that one of them forwarded a request.
alter table instances
  add column url text,
  add column secret text,
  add constraint instances_address check ((url is null) = (secret is null));
