-- How many there are of something is counted as it is written, by triggers: every write keeps the counts exact (removals
-- that cascade, imports, SQL by hand), and no list, no statistic and no member's record counts rows when it is read.
--
-- A count of the whole community is the sum of some rows: at a single one all writers would wait for each other's commit.
-- A transaction takes rows that no other one holds, so nobody ever waits for them.
-- Those of an inbox, an author and a disease stand in one row each, absent before the first is counted. These are waited
-- for, so locks are taken in one order, and no two wait for each other: post, inbox, counts of inboxes, of authors, of
-- diseases, each in the order of their ids.

create table community_counts (
  -- The table whose rows are counted, and which of them: those of a category, or of a role; '' are all.
  name text not null,
  category text not null,
  slot integer not null,
  -- Of the sum a part, which may be negative.
  count integer not null,
  primary key (name, category, slot)
) with (fillfactor = 50); -- new versions find room on the page of the old one, and touch no index

create table inbox_counts (
  recipient_id integer primary key,
  notifications integer not null,
  unread integer not null
) with (fillfactor = 70);

create table author_counts (
  author_id integer primary key,
  posts integer not null
) with (fillfactor = 70);

create table disease_counts (
  disease_id integer not null,
  category text not null,
  posts integer not null,
  primary key (disease_id, category)
) with (fillfactor = 70);

-- What one statement moves from one category, disease or author to another, until its end: nobody else ever sees a row.
create unlogged table posts_moved (
  post_id integer not null,
  author_id integer not null,
  category text not null,
  disease_id integer,
  change integer not null
);

-- A slot that no other transaction has, the same one throughout a transaction.
create function free_slot() returns integer
  language plpgsql
  as $$ declare
    slot integer := pg_backend_pid() % 16;
  begin
    while not pg_try_advisory_xact_lock(9, slot) loop
      slot := slot + 1;
    end loop;
    return slot;
  end $$;

-- In the triggers below `changed` is what a statement added or took away, or what it made of `before`. They write nothing
-- when nothing was: a like is a removal and an addition, of which one is empty.

create function count_rows() returns trigger
  language plpgsql
  as $$ begin
    insert into community_counts (name, category, slot, count)
      select tg_table_name, '', free_slot(), case tg_op when 'DELETE' then -count(*) else count(*) end
      from changed having count(*) > 0
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create function count_by_category() returns trigger
  language plpgsql
  as $$ begin
    insert into community_counts (name, category, slot, count)
      select tg_table_name, category, free_slot(), case tg_op when 'DELETE' then -count(*) else count(*) end
      from changed group by category
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create function count_by_role() returns trigger
  language plpgsql
  as $$ begin
    insert into community_counts (name, category, slot, count)
      select tg_table_name, role, free_slot(), case tg_op when 'DELETE' then -count(*) else count(*) end
      from changed group by role
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create trigger comments_added after insert on comments
  referencing new table as changed for each statement execute function count_rows();
create trigger comments_removed after delete on comments
  referencing old table as changed for each statement execute function count_rows();
create trigger likes_added after insert on likes
  referencing new table as changed for each statement execute function count_rows();
create trigger likes_removed after delete on likes
  referencing old table as changed for each statement execute function count_rows();
create trigger news_added after insert on news
  referencing new table as changed for each statement execute function count_by_category();
create trigger news_removed after delete on news
  referencing old table as changed for each statement execute function count_by_category();
create trigger posts_added after insert on posts
  referencing new table as changed for each statement execute function count_by_category();
create trigger posts_removed after delete on posts
  referencing old table as changed for each statement execute function count_by_category();
create trigger users_added after insert on users
  referencing new table as changed for each statement execute function count_by_role();
create trigger users_removed after delete on users
  referencing old table as changed for each statement execute function count_by_role();

create function count_moved_news() returns trigger
  language plpgsql
  as $$ begin
    insert into community_counts (name, category, slot, count)
      select 'news', category, free_slot(), sum(change)
      from (select category, 1 as change from changed union all select category, -1 from before) moved
      group by category having sum(change) <> 0
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create trigger news_moved after update on news
  referencing old table as before new table as changed for each statement execute function count_moved_news();

-- By rows, since members are touched all the time and hardly ever change their role.
create function count_new_role() returns trigger
  language plpgsql
  as $$ begin
    insert into community_counts (name, category, slot, count)
      values ('users', old.role, free_slot(), -1), ('users', new.role, free_slot(), 1)
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create trigger users_moved after update of role on users
  for each row when (old.role <> new.role) execute function count_new_role();

create function count_posts_of() returns trigger
  language plpgsql
  as $$ begin
    insert into author_counts (author_id, posts)
      select author_id, case tg_op when 'DELETE' then -count(*) else count(*) end
      from changed group by author_id order by author_id
      on conflict (author_id) do update set posts = author_counts.posts + excluded.posts;
    insert into disease_counts (disease_id, category, posts)
      select disease_id, category, case tg_op when 'DELETE' then -count(*) else count(*) end
      from changed where disease_id is not null group by disease_id, category order by disease_id, category
      on conflict (disease_id, category) do update set posts = disease_counts.posts + excluded.posts;
    return null;
  end $$;

create trigger posts_added_of after insert on posts
  referencing new table as changed for each statement execute function count_posts_of();
create trigger posts_removed_of after delete on posts
  referencing old table as changed for each statement execute function count_posts_of();

-- Likes and replies update posts all the time, and move none. So what moves is set aside row by row, and counted together:
-- a catalogue that retires a disease may move thousands.
create function set_moved_post_aside() returns trigger
  language plpgsql
  as $$ begin
    insert into posts_moved (post_id, author_id, category, disease_id, change) values
      (old.id, old.author_id, old.category, old.disease_id, -1), (new.id, new.author_id, new.category, new.disease_id, 1);
    return null;
  end $$;

create function count_moved_posts() returns trigger
  language plpgsql
  as $$ begin
    if not exists (select from posts_moved) then return null; end if;
    insert into community_counts (name, category, slot, count)
      select 'posts', category, free_slot(), sum(change) from posts_moved group by category having sum(change) <> 0
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    insert into author_counts (author_id, posts)
      select author_id, sum(change) from posts_moved group by author_id having sum(change) <> 0 order by author_id
      on conflict (author_id) do update set posts = author_counts.posts + excluded.posts;
    insert into disease_counts (disease_id, category, posts)
      select disease_id, category, sum(change) from posts_moved where disease_id is not null
      group by disease_id, category having sum(change) <> 0 order by disease_id, category
      on conflict (disease_id, category) do update set posts = disease_counts.posts + excluded.posts;
    update post_views set category = posts_moved.category from posts_moved
      where posts_moved.post_id = post_views.post_id and change = 1 and post_views.category <> posts_moved.category;
    update post_counts set category = posts_moved.category from posts_moved
      where posts_moved.post_id = post_counts.post_id and change = 1 and post_counts.category <> posts_moved.category;
    delete from posts_moved;
    return null;
  end $$;

create trigger posts_moved_each after update of author_id, category, disease_id on posts
  for each row
  when ((old.author_id, old.category, old.disease_id) is distinct from (new.author_id, new.category, new.disease_id))
  execute function set_moved_post_aside();
create trigger posts_moved_together after update of author_id, category, disease_id on posts
  for each statement execute function count_moved_posts();

create function count_notifications() returns trigger
  language plpgsql
  as $$ begin
    insert into inbox_counts (recipient_id, notifications, unread)
      select recipient_id, change * count(*), change * count(*) filter (where not read)
      from changed, (select case tg_op when 'DELETE' then -1 else 1 end as change) sign
      group by recipient_id, change order by recipient_id
      on conflict (recipient_id) do update set
        notifications = inbox_counts.notifications + excluded.notifications,
        unread = inbox_counts.unread + excluded.unread;
    return null;
  end $$;

create trigger notifications_added after insert on notifications
  referencing new table as changed for each statement execute function count_notifications();
create trigger notifications_removed after delete on notifications
  referencing old table as changed for each statement execute function count_notifications();

create function count_marked_notifications() returns trigger
  language plpgsql
  as $$ begin
    insert into inbox_counts (recipient_id, notifications, unread)
      select recipient_id, sum(change), coalesce(sum(change) filter (where not read), 0)
      from (
        select recipient_id, read, 1 as change from changed union all select recipient_id, read, -1 from before
      ) marked
      group by recipient_id order by recipient_id
      on conflict (recipient_id) do update set
        notifications = inbox_counts.notifications + excluded.notifications,
        unread = inbox_counts.unread + excluded.unread;
    return null;
  end $$;

create trigger notifications_marked after update on notifications
  referencing old table as before new table as changed for each statement execute function count_marked_notifications();

-- What tells of a post goes in one statement, ahead of the comments that it tells of, which would take it along one by
-- one; locked in the order in which a recipient marks it as read.
create function forget_post() returns trigger
  language plpgsql
  as $$ begin
    delete from notifications where id in (select id from notifications where post_id = old.id order by id for update);
    return old;
  end $$;

create trigger posts_forgotten before delete on posts for each row execute function forget_post();

-- Counts stand off the posts' own rows, as views do: an update there writes the whole row anew, and an entry for it in
-- each of the indexes, those of its words among them. A page of a category by replies is read from one index too.
create table post_counts (
  post_id integer primary key references posts on delete cascade,
  category text not null,
  replies integer not null default 0 check (replies >= 0),
  likes integer not null default 0 check (likes >= 0)
) with (fillfactor = 80);
insert into post_counts (post_id, category, replies, likes) select id, category, reply_count, like_count from posts;
create index post_counts_replies on post_counts (replies, post_id);
create index post_counts_category_replies on post_counts (category, replies, post_id);
alter table posts drop column reply_count, drop column like_count;

-- Counts all anew, while nobody writes: for what was stored before there were triggers, or without them
-- (`session_replication_role`).
create function count_community() returns void
  language sql
  as $$
    lock table users, posts, comments, likes, news, notifications in share row exclusive mode;
    delete from community_counts;
    delete from inbox_counts;
    delete from author_counts;
    delete from disease_counts;
    insert into community_counts (name, category, slot, count)
      select 'posts', category, 0, count(*) from posts group by category
      union all select 'comments', '', 0, count(*) from comments
      union all select 'likes', '', 0, count(*) from likes
      union all select 'users', role, 0, count(*) from users group by role
      union all select 'news', category, 0, count(*) from news group by category;
    insert into inbox_counts (recipient_id, notifications, unread)
      select recipient_id, count(*), count(*) filter (where not read) from notifications group by recipient_id;
    insert into author_counts (author_id, posts) select author_id, count(*) from posts group by author_id;
    insert into disease_counts (disease_id, category, posts)
      select disease_id, category, count(*) from posts where disease_id is not null group by disease_id, category;
    update post_counts set replies = counted.replies, likes = counted.likes
      from (
        select posts.id, coalesce(replied.count, 0) as replies, coalesce(liked.count, 0) as likes from posts
        left join (select post_id, count(*) from comments group by post_id) replied on replied.post_id = posts.id
        left join (select post_id, count(*) from likes group by post_id) liked on liked.post_id = posts.id
      ) counted
      where post_id = counted.id and (post_counts.replies, post_counts.likes) <> (counted.replies, counted.likes);
  $$;

select count_community();

-- The category stands beside the views too, so that a page of a category by views is read from one index, however deep it
-- is. Without it all posts of the category are sorted for each page. The table is written anew, for an update would leave
-- its old half behind.
alter table post_views add column category text;
create function category_of(integer) returns text
  language sql stable
  as 'select category from posts where id = $1';
alter table post_views alter column category type text using category_of(post_id);
alter table post_views alter column category set not null;
drop function category_of;
create index post_views_category_views on post_views (category, views, post_id);
