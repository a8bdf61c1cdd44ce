-- Who may read a post: everyone, members, or who is concerned by its disease. What hangs on a post repeats its audience: foreign
-- keys refuse another one, and change it with the post.
--
-- The tables are named `all_posts` and so on from here on. Their old names are views of the rows that the reader of the present
-- transaction may read (`may_read`, functions/audiences.sql), which are those for everyone unless the program has named the
-- reader. So a statement that does not think of audiences shows too little, and never too much (decision 0045).

alter table posts rename to all_posts;
alter table post_views rename to all_post_views;
alter table post_counts rename to all_post_counts;
alter table post_search rename to all_post_search;
alter table comments rename to all_comments;
alter table comment_search rename to all_comment_search;
alter table likes rename to all_likes;

alter table all_posts add audience text not null default 'everyone' check (audience in ('everyone', 'members', 'disease'));
alter table all_posts add constraint posts_disease_named check (audience <> 'disease' or disease_id is not null);
alter table all_posts add constraint posts_audience unique (id, audience);
alter table hidden_posts add audience text not null default 'everyone';

-- Serves the posts that are not for everyone, which are few.
create index posts_restricted on all_posts (id) where audience <> 'everyone';

alter table all_post_views add audience text not null default 'everyone';
alter table all_post_views drop constraint post_views_post_id_fkey;
alter table all_post_views add constraint post_views_post_id_fkey foreign key (post_id, audience)
  references all_posts (id, audience) on update cascade on delete cascade;

alter table all_post_counts add audience text not null default 'everyone';
alter table all_post_counts drop constraint post_counts_post_id_fkey;
alter table all_post_counts add constraint post_counts_post_id_fkey foreign key (post_id, audience)
  references all_posts (id, audience) on update cascade on delete cascade;

alter table all_post_search add audience text not null default 'everyone';
alter table all_post_search drop constraint post_search_post_id_fkey;
alter table all_post_search add constraint post_search_post_id_fkey foreign key (post_id, audience)
  references all_posts (id, audience) on update cascade on delete cascade;

alter table all_likes add audience text not null default 'everyone';
alter table all_likes drop constraint likes_post_id_fkey;
alter table all_likes add constraint likes_post_id_fkey foreign key (post_id, audience)
  references all_posts (id, audience) on update cascade on delete cascade;

alter table all_comments add audience text not null default 'everyone';
alter table all_comments drop constraint comments_post_id_fkey;
alter table all_comments add constraint comments_post_id_fkey foreign key (post_id, audience)
  references all_posts (id, audience) on update cascade on delete cascade;

alter table all_comment_search add audience text not null default 'everyone';
alter table all_comment_search drop constraint comment_search_post_id_comment_id_fkey;
alter table all_comments drop constraint comments_post_id;
alter table all_comments add constraint comments_post_id unique (post_id, id, audience);
alter table all_comment_search add constraint comment_search_post_id_comment_id_fkey foreign key (post_id, comment_id, audience)
  references all_comments (post_id, id, audience) on update cascade on delete cascade;

-- True once others than the author of the post have commented on it, whatever became of the comments: from then on it can be
-- shown to fewer, but not to more.
alter table all_post_counts add has_others boolean not null default false;
alter table hidden_posts add has_others boolean not null default false;
update all_post_counts set has_others = true where exists (
  select from all_comments comments where comments.post_id = all_post_counts.post_id
    and comments.author_id <> all_post_counts.author_id
);
update hidden_posts set has_others = true where exists (
  select from hidden_comments where hidden_post_id = hidden_posts.id and hidden_comments.author_id <> hidden_posts.author_id
);

-- The scope of keys that may read and write what is not for everyone.
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check
  check (scopes <@ array['read', 'write', 'notifications', 'members'] and cardinality(scopes) > 0);

-- What admins have set; null for the default. Audiences are off in a database of an earlier version until an admin turns them
-- on, since an instance of that version beside this one would show such posts to everyone.
alter table community_settings add audiences boolean;
alter table community_settings add default_audience text check (default_audience in ('everyone', 'members', 'disease'));
alter table community_settings add agents_read_members boolean;
insert into community_settings (audiences)
  select false where exists (select from schema_migrations where created_at < now())
  on conflict (is_only) do update set audiences = false;

-- `functions/audiences.sql` adds the rows for the reader of the transaction to this one, by which the others show them, too.
create view posts as select * from all_posts where audience = 'everyone';
create view post_views as select * from all_post_views about
  where audience = 'everyone' or exists (select from posts where posts.id = about.post_id);
create view post_counts as select * from all_post_counts about
  where audience = 'everyone' or exists (select from posts where posts.id = about.post_id);
create view post_search as select * from all_post_search about
  where audience = 'everyone' or exists (select from posts where posts.id = about.post_id);
create view likes as select * from all_likes about
  where audience = 'everyone' or exists (select from posts where posts.id = about.post_id);
create view comments as select * from all_comments about
  where audience = 'everyone' or exists (select from posts where posts.id = about.post_id);
create view comment_search as select * from all_comment_search about
  where audience = 'everyone' or exists (select from posts where posts.id = about.post_id);
