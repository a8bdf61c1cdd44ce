-- The language of a member's pages and mail, null until it is chosen. Any tag: the operator's folder may add languages. Nobody
-- can tell those who chose English from those who chose nothing; both got mail in English, and still do.
alter table member_settings drop constraint member_settings_language_check;
alter table member_settings alter language drop not null, alter language drop default;
update member_settings set language = null where language = 'en';
