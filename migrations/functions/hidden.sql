-- Hiding moves rows to tables of their own and restoring moves them back, so everything that counts, lists or searches posts
-- and comments sees a deletion and an insertion. The caller holds the locks of the posts; `add_views` does not take these, so
-- a move of a post locks the row of its views before it copies the number. Each function waits a second for locks that nobody
-- can take ahead, such as that of a member who leaves at the same time. It leaves out texts that cannot be moved, and answers
-- the changes for the outbox; null if it moved nothing.

-- The statement that copies the rows `chosen` with all columns that both tables have, so that a column added to both moves by
-- itself; and to the columns `own` of the target the values `given`.
create or replace function copy_statement(source regclass, target regclass, own text, given text, chosen text) returns text
  language sql stable
  return (
    select format('insert into %s (%s) overriding system value select %s from %s where %s', target,
      concat_ws(', ', shared, own), concat_ws(', ', shared, given), source, chosen)
    from (
      select string_agg(quote_ident(one.attname), ', ' order by one.attnum) as shared
      from pg_attribute one join pg_attribute other on other.attrelid = target and other.attname = one.attname
      where one.attrelid = source and one.attnum > 0 and other.attnum > 0
        and not one.attisdropped and not other.attisdropped
    ) found
  );

-- Hides posts with their comments and likes, and deletes the notifications about them.
create or replace function hide_posts(ids integer[], decision integer) returns change[]
  language plpgsql
  set lock_timeout = '1s'
  as $$ declare
    moved integer[];
    steps change[];
  begin
    perform from all_post_views post_views where post_id = any(ids) order by post_id for update;
    execute copy_statement('all_posts', 'hidden_posts', 'views, search, has_others, decision_id',
      '(select views from all_post_views where post_id = id), (select search from all_post_search where post_id = id), '
        '(select has_others from all_post_counts where post_id = id), $2',
      'id = any($1) order by id') using ids, decision;
    select array_agg(id order by id), array_agg(('post', id, author_id)::change order by id) into moved, steps
      from all_posts posts where id = any(ids);
    if moved is null then
      return null;
    end if;
    execute copy_statement('all_comments', 'hidden_comments', 'hidden_post_id, search',
      'post_id, (select search from all_comment_search found where found.post_id = all_comments.post_id and comment_id = id)',
      'post_id = any($1) order by id') using moved;
    execute copy_statement('all_likes', 'hidden_likes', null, null, 'post_id = any($1) order by post_id, user_id') using moved;
    update hidden_comments set shown_post_id = null, hidden_post_id = shown_post_id where shown_post_id = any(moved);
    steps := steps || array(
      select distinct ('notifications_removed', post_id, recipient_id)::change from notifications
      where post_id = any(moved) order by 1
    );
    delete from all_posts posts where id = any(moved);
    return steps;
  end $$;

-- Restores posts with the comments that were hidden with them, under their ids and times. A text that nobody has been told of
-- is published by that: it has a change for the fan-out, too, and `tell_of_published` notifies whom it concerns.
create or replace function restore_posts(ids integer[]) returns change[]
  language plpgsql
  set lock_timeout = '1s'
  as $$ declare
    moved integer[];
    steps change[];
  begin
    perform from hidden_posts where id = any(ids) order by id for update;
    execute copy_statement('hidden_posts', 'all_posts', null, null, 'id = any($1) order by id') using ids;
    select array_agg(id order by id), array_agg(('post', id, author_id)::change order by id)
        || array_agg(('post_published', id, author_id)::change order by id) filter (where untold) into moved, steps
      from hidden_posts where id = any(ids);
    if moved is null then
      return null;
    end if;
    insert into all_post_search (post_id, audience, search) select id, audience, search from hidden_posts where id = any(moved);
    insert into all_post_views (post_id, audience, category, author_id, by_agent, views)
      select id, audience, category, author_id, by_agent, views from hidden_posts where id = any(moved);
    insert into all_post_counts (post_id, audience, category, author_id, by_agent, has_others, replies, likes)
      select id, audience, category, author_id, by_agent, has_others,
        (select count(*) from hidden_comments where hidden_post_id = hidden_posts.id and hidden_comments.decision_id is null),
        (select count(*) from hidden_likes where post_id = hidden_posts.id)
      from hidden_posts where id = any(moved);
    execute copy_statement('hidden_comments', 'all_comments', 'post_id, audience',
      'hidden_post_id, (select audience from all_posts where all_posts.id = hidden_post_id)',
      'hidden_post_id = any($1) and decision_id is null order by id') using moved;
    insert into all_comment_search (post_id, audience, comment_id, search)
      select hidden_post_id, (select audience from all_posts where all_posts.id = hidden_post_id), id, search
      from hidden_comments where hidden_post_id = any(moved) and decision_id is null;
    execute copy_statement('hidden_likes', 'all_likes', 'audience',
      '(select audience from all_posts where all_posts.id = post_id)', 'post_id = any($1) order by post_id, user_id') using moved;
    steps := steps || array(
      select ('comment_published', id, author_id)::change from hidden_comments
      where hidden_post_id = any(moved) and decision_id is null and untold order by id
    );
    update hidden_comments set shown_post_id = hidden_post_id, hidden_post_id = null
      where hidden_post_id = any(moved) and decision_id is not null;
    delete from hidden_posts where id = any(moved);
    return steps;
  end $$;

-- Hides comments, and deletes the notifications about them. One that is hidden with its post stays hidden when the post is
-- restored.
create or replace function hide_comments(ids integer[], decision integer) returns change[]
  language plpgsql
  set lock_timeout = '1s'
  as $$ declare
    moved integer[];
    steps change[];
    more change[];
  begin
    with kept as (
      update hidden_comments set decision_id = decision where id = any(ids) and decision_id is null returning hidden_post_id
    )
    select array_agg(distinct ('comment', hidden_post_id, null)::change) into steps from kept;
    execute copy_statement('all_comments', 'hidden_comments', 'shown_post_id, search, decision_id',
      'post_id, (select search from all_comment_search found where found.post_id = all_comments.post_id and comment_id = id), $2',
      'id = any($1) order by id') using ids, decision;
    with moving as (
      select id, post_id from all_comments comments where id = any(ids)
    ), counted as (
      update all_post_counts post_counts set replies = replies - gone
      from (select post_id, count(*) as gone from moving group by post_id) sums
      where post_counts.post_id = sums.post_id
    )
    select array_agg(id), array_agg(distinct ('comment', post_id, null)::change) into moved, more from moving;
    steps := steps || more || array(
      select distinct ('notifications_removed', post_id, recipient_id)::change from notifications
      where comment_id = any(moved) order by 1
    );
    delete from all_comments comments where id = any(moved);
    return nullif(steps, '{}');
  end $$;

-- Restores comments; those whose post is hidden come back with it. `restore_posts` says what those have that nobody was told of.
create or replace function restore_comments(ids integer[]) returns change[]
  language plpgsql
  set lock_timeout = '1s'
  as $$ declare
    moved integer[];
    steps change[];
    more change[];
  begin
    with kept as (
      update hidden_comments set decision_id = null
        where id = any(ids) and hidden_post_id is not null and decision_id is not null
      returning hidden_post_id
    )
    select array_agg(distinct ('comment', hidden_post_id, null)::change) into steps from kept;
    execute copy_statement('hidden_comments', 'all_comments', 'post_id, audience',
      'shown_post_id, (select audience from all_posts where all_posts.id = shown_post_id)',
      'id = any($1) and shown_post_id is not null order by id') using ids;
    with moving as (
      select id, shown_post_id as post_id, author_id, untold from hidden_comments
      where id = any(ids) and shown_post_id is not null
    ), counted as (
      update all_post_counts post_counts set replies = replies + restored
      from (select post_id, count(*) as restored from moving group by post_id) sums
      where post_counts.post_id = sums.post_id
    )
    select array_agg(id), array_agg(distinct ('comment', post_id, null)::change)
        || array_agg(('comment_published', id, author_id)::change order by id) filter (where untold) into moved, more from moving;
    insert into all_comment_search (post_id, audience, comment_id, search)
      select shown_post_id, (select audience from all_posts where all_posts.id = shown_post_id), id, search
      from hidden_comments where id = any(moved);
    delete from hidden_comments where id = any(moved);
    return steps || more;
  end $$;

-- Locks what changes when all texts of a member are hidden or restored: the member, so that until then no other transaction
-- stores a text of theirs; the posts that they wrote or commented on, shown and hidden ones, each by id; the notifications
-- about their texts by id, and the counts of the inboxes that have them. One transaction at a time does, since those of
-- members who answer each other would deadlock. Fails as a timeout of a lock does if a post was hidden or restored while its
-- lock was awaited. The inboxes of who is notified of the decision are among these, so that they are locked in order, too.
create or replace function lock_texts_of(member integer) returns void
  language plpgsql
  set lock_timeout = '1s'
  as $$ declare
    ids integer[];
    held integer;
    notified integer[];
    recipients integer[];
    recipient integer;
  begin
    perform pg_advisory_xact_lock(21, 0);
    perform from users where id = member for update;
    ids := array(
      select id from all_posts posts where author_id = member
      union select id from hidden_posts where author_id = member
      union select post_id from all_comments comments where author_id = member
      union select coalesce(shown_post_id, hidden_post_id) from hidden_comments where author_id = member
    );
    held := cardinality(array(select id from all_posts posts where id = any(ids) order by id for update))
      + cardinality(array(select id from hidden_posts where id = any(ids) order by id for update));
    if held <> (select count(*) from all_posts where id = any(ids)) + (select count(*) from hidden_posts where id = any(ids)) then
      raise lock_not_available;
    end if;
    notified := array(
      select member union select reporter_id from reports
      where subject_id = member and decision_id is null and reporter_id is not null order by 1
    );
    foreach recipient in array notified loop
      perform pg_advisory_xact_lock(2, recipient);
    end loop;
    recipients := array(
      select recipient_id from notifications
      where id in (
        select about.id from all_posts posts join notifications about on about.post_id = posts.id where author_id = member
        union select about.id from all_comments comments join notifications about on about.comment_id = comments.id
          where author_id = member
      )
      order by id for update
    );
    perform from inbox_counts where recipient_id = any(recipients || notified) order by recipient_id for no key update;
  end $$;

-- Hides the next texts of a member that no decision hides, at most `batch`: posts, then comments. The caller has locked them.
create or replace function hide_next_texts(member integer, decision integer, batch integer) returns change[]
  language sql
  return coalesce(
    hide_posts(array(select id from all_posts posts where author_id = member order by id limit batch), decision),
    hide_comments(array(
      select id from all_comments comments where author_id = member
      union all select id from hidden_comments where author_id = member and decision_id is null
      order by id limit batch
    ), decision)
  );

-- Restores the next texts of a member that a decision hides: this one, or any if it is null.
create or replace function restore_next_texts(member integer, decision integer, batch integer) returns change[]
  language sql
  return coalesce(
    restore_posts(array(
      select id from hidden_posts where author_id = member and decision_id = coalesce(decision, decision_id)
      order by id limit batch
    )),
    restore_comments(array(
      select id from hidden_comments where author_id = member and decision_id = coalesce(decision, decision_id)
      order by id limit batch
    ))
  );

-- Deletes the revisions of deleted texts, and the likes of comments. A text that moves is in its new table before it is deleted
-- from the old one.
create or replace function delete_revisions() returns trigger
  language plpgsql
  as $$ begin
    if tg_argv[0] = 'post' then
      delete from revisions using gone where target_type = 'post' and target_id = gone.id
        and not exists (select from all_posts posts where posts.id = gone.id)
        and not exists (select from hidden_posts where hidden_posts.id = gone.id);
    else
      delete from revisions using gone where target_type = 'comment' and target_id = gone.id
        and not exists (select from all_comments comments where comments.id = gone.id)
        and not exists (select from hidden_comments where hidden_comments.id = gone.id);
      delete from comment_likes using gone where comment_id = gone.id
        and not exists (select from all_comments comments where comments.id = gone.id)
        and not exists (select from hidden_comments where hidden_comments.id = gone.id);
    end if;
    return null;
  end $$;

create or replace trigger revisions_deleted after delete on all_posts
  referencing old table as gone for each statement execute function delete_revisions('post');
create or replace trigger revisions_deleted after delete on hidden_posts
  referencing old table as gone for each statement execute function delete_revisions('post');
create or replace trigger revisions_deleted after delete on all_comments
  referencing old table as gone for each statement execute function delete_revisions('comment');
create or replace trigger revisions_deleted after delete on hidden_comments
  referencing old table as gone for each statement execute function delete_revisions('comment');

-- Closes the open reports of first texts that are gone, each by the decision that hid the text, and answers these decisions. A
-- report of danger stays open. Indexes reports_open and decisions_target.
create or replace function close_gone_reviews() returns setof integer
  language sql
  as $$
    update reports set decision_id = decided.id
    from (
      select waiting.id as report_id, max(decisions.id) as id from reports waiting join decisions using (target_type, target_id)
      where waiting.decision_id is null and waiting.reporter_id is null and waiting.reason = 'review' and automated
        and not case target_type
          when 'post' then exists (select from all_posts posts where posts.id = target_id)
            or exists (select from hidden_posts where hidden_posts.id = target_id)
          else exists (select from all_comments comments where comments.id = target_id)
            or exists (select from hidden_comments where hidden_comments.id = target_id)
        end
      group by waiting.id
    ) decided
    where reports.id = report_id and reports.decision_id is null
    returning decided.id
  $$;
