-- The peer's additions to the schema that ours migrated: views, replies and likes are counted on the post itself, as they
-- mostly are, words are stored with the text, a search looks at them and nothing else, and names of diseases are found by
-- their trigrams. It counts rows when it is asked, so it pays nothing for counts that writes keep. Everyone reads everything.
drop view posts, post_views, post_counts, post_search, likes, comments, comment_search cascade;
alter table all_posts rename to posts;
alter table all_post_views rename to post_views;
alter table all_post_counts rename to post_counts;
alter table all_post_search rename to post_search;
alter table all_comments rename to comments;
alter table all_comment_search rename to comment_search;
alter table all_likes rename to likes;
create extension if not exists pg_trgm;
create function peer_counts(integer) returns integer[] stable language sql as
  'select array[views, replies, likes] from post_views join post_counts using (post_id) where post_id = $1';
create function peer_post_words(integer) returns tsvector stable language sql as
  'select search from post_search where post_id = $1';
create function peer_comment_words(integer, integer) returns tsvector stable language sql as
  'select search from comment_search where post_id = $1 and comment_id = $2';
alter table posts add column search tsvector, add column view_count integer not null default 0,
  add column reply_count integer not null default 0, add column like_count integer not null default 0;
alter table posts alter column search type tsvector using peer_post_words(id), alter column search set not null,
  alter column view_count type integer using (peer_counts(id))[1],
  alter column reply_count type integer using (peer_counts(id))[2],
  alter column like_count type integer using (peer_counts(id))[3];
alter table comments add column search tsvector;
alter table comments alter column search type tsvector using peer_comment_words(post_id, id),
  alter column search set not null;
drop function peer_counts, peer_post_words, peer_comment_words;
drop table post_counts, post_search, comment_search;
create index posts_reply_count on posts (reply_count, id);
create index peer_posts_view_count on posts (view_count, id);
create index peer_posts_category_view_count on posts (category, view_count, id);
create index peer_posts_search on posts using gin (search);
create index peer_comments_search on comments using gin (search);
create index peer_disease_names_trigrams on disease_names using gin (name gin_trgm_ops);
do $$ declare
  kept record;
begin
  for kept in
    select tgname, tgrelid::regclass as table_name from pg_trigger
    where not tgisinternal
      and tgrelid = any (array['users', 'posts', 'comments', 'likes', 'news', 'notifications']::regclass[])
  loop
    execute format('drop trigger %I on %s', kept.tgname, kept.table_name);
  end loop;
end $$;
drop table community_counts, inbox_counts, author_counts, disease_counts;
drop index post_views_category_views, post_views_author_views, posts_author_category_id;
