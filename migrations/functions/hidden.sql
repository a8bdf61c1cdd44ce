-- Hiding moves rows to tables of their own and restoring moves them back, so everything that counts, lists or searches posts
-- and comments sees a deletion and an insertion. The caller holds the lock of the post. Each waits a second for locks that
-- nobody can take ahead, such as that of a member who leaves at the same time.

-- Hides a post with its comments and likes, and deletes the notifications about it. Answers their recipients, or null if
-- there is no such post.
create or replace function hide_post(given_id integer, decision integer) returns integer[]
  language plpgsql
  set lock_timeout = '1s'
  as $$ declare
    recipients integer[];
  begin
    insert into hidden_posts (id, author_id, title, content, content_html, excerpt, category, disease_id, created_at, updated_at,
        by_agent, locked, edited_at, views, search, decision_id)
      select id, posts.author_id, title, content, content_html, excerpt, posts.category, disease_id, created_at, updated_at,
        posts.by_agent, locked, edited_at, views, search, decision
      from posts join post_views on post_views.post_id = id join post_search on post_search.post_id = id
      where id = given_id;
    if not found then
      return null;
    end if;
    insert into hidden_comments (id, hidden_post_id, author_id, content, content_html, excerpt, created_at, updated_at, by_agent,
        edited_at, search)
      select id, given_id, author_id, content, content_html, excerpt, created_at, updated_at, by_agent, edited_at, search
      from comments join comment_search on comment_search.post_id = given_id and comment_id = id
      where comments.post_id = given_id order by id;
    insert into hidden_likes (post_id, user_id, created_at)
      select post_id, user_id, created_at from likes where post_id = given_id order by user_id;
    update hidden_comments set shown_post_id = null, hidden_post_id = given_id where shown_post_id = given_id;
    recipients := array(select distinct recipient_id from notifications where post_id = given_id order by 1);
    delete from posts where id = given_id;
    return recipients;
  end $$;

-- Restores a post with the comments that were hidden with it, under its ids and times. Answers false if it is not hidden.
create or replace function restore_post(given_id integer) returns boolean
  language plpgsql
  set lock_timeout = '1s'
  as $$ begin
    insert into posts (id, author_id, title, content, content_html, excerpt, category, disease_id, created_at, updated_at,
        by_agent, locked, edited_at)
      overriding system value
      select id, author_id, title, content, content_html, excerpt, category, disease_id, created_at, updated_at,
        by_agent, locked, edited_at
      from hidden_posts where id = given_id;
    if not found then
      return false;
    end if;
    insert into post_search (post_id, search) select id, search from hidden_posts where id = given_id;
    insert into post_views (post_id, category, author_id, by_agent, views)
      select id, category, author_id, by_agent, views from hidden_posts where id = given_id;
    insert into post_counts (post_id, category, author_id, by_agent, replies, likes)
      select id, category, author_id, by_agent,
        (select count(*) from hidden_comments where hidden_post_id = given_id and decision_id is null),
        (select count(*) from hidden_likes where post_id = given_id)
      from hidden_posts where id = given_id;
    insert into comments (id, post_id, author_id, content, content_html, excerpt, created_at, updated_at, by_agent, edited_at)
      overriding system value
      select id, given_id, author_id, content, content_html, excerpt, created_at, updated_at, by_agent, edited_at
      from hidden_comments where hidden_post_id = given_id and decision_id is null order by id;
    insert into comment_search (post_id, comment_id, search)
      select given_id, id, search from hidden_comments where hidden_post_id = given_id and decision_id is null;
    insert into likes (post_id, user_id, created_at)
      select post_id, user_id, created_at from hidden_likes where post_id = given_id order by user_id;
    update hidden_comments set shown_post_id = given_id, hidden_post_id = null
      where hidden_post_id = given_id and decision_id is not null;
    delete from hidden_posts where id = given_id;
    return true;
  end $$;

-- Hides a comment, and deletes the notifications about it. Answers their recipients, or null if there is no such comment. One
-- that is hidden with its post stays hidden when the post is restored.
create or replace function hide_comment(given_id integer, decision integer) returns integer[]
  language plpgsql
  set lock_timeout = '1s'
  as $$ declare
    recipients integer[];
  begin
    update hidden_comments set decision_id = decision where id = given_id and decision_id is null;
    if found then
      return '{}';
    end if;
    insert into hidden_comments (id, shown_post_id, author_id, content, content_html, excerpt, created_at, updated_at, by_agent,
        edited_at, search, decision_id)
      select id, comments.post_id, author_id, content, content_html, excerpt, created_at, updated_at, by_agent, edited_at,
        search, decision
      from comments join comment_search on comment_search.post_id = comments.post_id and comment_id = id
      where id = given_id;
    if not found then
      return null;
    end if;
    update post_counts set replies = replies - 1 from hidden_comments where id = given_id and post_id = shown_post_id;
    recipients := array(select recipient_id from notifications where comment_id = given_id order by 1);
    delete from comments where id = given_id;
    return recipients;
  end $$;

-- Restores a comment; one whose post is hidden comes back with it. Answers false if no decision hides it.
create or replace function restore_comment(given_id integer) returns boolean
  language plpgsql
  set lock_timeout = '1s'
  as $$ begin
    update hidden_comments set decision_id = null
      where id = given_id and hidden_post_id is not null and decision_id is not null;
    if found then
      return true;
    end if;
    insert into comments (id, post_id, author_id, content, content_html, excerpt, created_at, updated_at, by_agent, edited_at)
      overriding system value
      select id, shown_post_id, author_id, content, content_html, excerpt, created_at, updated_at, by_agent, edited_at
      from hidden_comments where id = given_id and shown_post_id is not null;
    if not found then
      return false;
    end if;
    insert into comment_search (post_id, comment_id, search)
      select shown_post_id, id, search from hidden_comments where id = given_id;
    update post_counts set replies = replies + 1 from hidden_comments where id = given_id and post_id = shown_post_id;
    delete from hidden_comments where id = given_id;
    return true;
  end $$;

-- Deletes the revisions of deleted texts. A text that moves is in its new table before it is deleted from the old one.
create or replace function delete_revisions() returns trigger
  language plpgsql
  as $$ begin
    if tg_argv[0] = 'post' then
      delete from revisions using gone where target_type = 'post' and target_id = gone.id
        and not exists (select from posts where posts.id = gone.id)
        and not exists (select from hidden_posts where hidden_posts.id = gone.id);
    else
      delete from revisions using gone where target_type = 'comment' and target_id = gone.id
        and not exists (select from comments where comments.id = gone.id)
        and not exists (select from hidden_comments where hidden_comments.id = gone.id);
    end if;
    return null;
  end $$;

create or replace trigger revisions_deleted after delete on posts
  referencing old table as gone for each statement execute function delete_revisions('post');
create or replace trigger revisions_deleted after delete on hidden_posts
  referencing old table as gone for each statement execute function delete_revisions('post');
create or replace trigger revisions_deleted after delete on comments
  referencing old table as gone for each statement execute function delete_revisions('comment');
create or replace trigger revisions_deleted after delete on hidden_comments
  referencing old table as gone for each statement execute function delete_revisions('comment');
