-- The newest comments of a member are read from the end of this index.
drop index comments_author_id;
create index comments_author_id on comments (author_id, id);
