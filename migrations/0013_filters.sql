-- What lists can be narrowed to: posts of an author, news by words, members by a part of their name or email.

-- The posts of an author in each order. The author stands beside views and counts, as the category does, so that a page
-- is read from one index however many posts there are.
create index posts_author_category_id on posts (author_id, category, id);

alter table post_views add column author_id integer;
alter table post_counts add column author_id integer;
update post_views set author_id = posts.author_id from posts where posts.id = post_id;
update post_counts set author_id = posts.author_id from posts where posts.id = post_id;
alter table post_views alter column author_id set not null;
alter table post_counts alter column author_id set not null;
create index post_views_author_views on post_views (author_id, views, post_id);
create index post_counts_author_replies on post_counts (author_id, replies, post_id);

-- Adds the author to the two rows that come with a post. The rest of the function stays what the migrations before this
-- one made of it; one that adds these rows in another way stops here.
do $$ declare
  definition text := pg_get_functiondef('add_posts(json)'::regprocedure);
  wanted text;
begin
  foreach wanted in array array['post_views', 'post_counts'] loop
    if position('insert into ' || wanted || ' (post_id, category) select id, category from sent' in definition) = 0 then
      raise exception 'add_posts does not add % as expected', wanted;
    end if;
    definition := replace(definition, 'insert into ' || wanted || ' (post_id, category) select id, category from sent',
      'insert into ' || wanted || ' (post_id, category, author_id) select id, category, author_id from sent');
  end loop;
  execute definition;
end $$;

create function move_post_author() returns trigger
  language plpgsql
  as $$ begin
    update post_views set author_id = new.author_id where post_id = new.id;
    update post_counts set author_id = new.author_id where post_id = new.id;
    return null;
  end $$;

create trigger posts_author_moved after update of author_id on posts
  for each row when (old.author_id <> new.author_id) execute function move_post_author();

-- The lexemes of a news item: title (weight A), then summary, source and content, made in domain/SearchText.ts. Those of
-- the items that are stored already are made by src/sql/NewsSearchFilled.ts, right after this file.
alter table news add column search tsvector not null default '';
create index news_search on news using gin (search);

-- Folded names and emails, which hold no line break, so that no search matches across both.
create index users_search on users using gin ((username_key || chr(10) || email_key) gin_trgm_ops);
