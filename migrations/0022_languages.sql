-- The language of a text (BCP 47). That of texts from before is not known until they are changed.
alter table posts add language text not null default 'und';
alter table comments add language text not null default 'und';
alter table hidden_posts add language text not null default 'und';
alter table hidden_comments add language text not null default 'und';

-- Lists of a language, and their totals.
create index posts_language_id on posts (language, id);
