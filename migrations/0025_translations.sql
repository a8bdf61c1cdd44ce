-- The language of mail to a member, and whether their texts may be translated by machine.
alter table member_settings add language text not null default 'en' check (language in ('en', 'de', 'fr'));
alter table member_settings add translate boolean not null default true;

-- The newest translation of a text into a language. `revision` is the hash of the text that was translated: that of another
-- text does not count. Hidden texts are rows of other tables, so a text that is hidden or deleted leaves none.
create table translations (
  post_id integer references posts on delete cascade,
  comment_id integer references comments on delete cascade,
  language text not null,
  revision text not null,
  title text,
  content text not null,
  content_html text not null,
  engine text not null,
  created_at timestamptz(3) not null,
  constraint translations_of_post unique (post_id, language),
  constraint translations_of_comment unique (comment_id, language),
  check (num_nonnulls(post_id, comment_id) = 1 and (post_id is null) = (title is null))
);
