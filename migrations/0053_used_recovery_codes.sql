-- A recovery code that was used is kept until there are new ones, so that it does not count as a wrong one.
alter table recovery_codes add used boolean not null default false;
