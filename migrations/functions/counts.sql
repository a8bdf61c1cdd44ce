-- Takes a slot that no other transaction holds; the same one throughout a transaction.
create or replace function free_slot() returns integer
  language plpgsql
  as $$ declare
    slot integer := pg_backend_pid() % 16;
  begin
    while not pg_try_advisory_xact_lock(9, slot) loop
      slot := slot + 1;
    end loop;
    return slot;
  end $$;

-- In all triggers below, `changed` holds the rows that a statement inserted or deleted, or the new versions of those that
-- it updated; `before` holds their old versions. Where nothing changes, nothing is written.

-- Counts rows in community_counts, by their category or role, of posts and what is on them only those for everyone. A table
-- without such a column takes the value of `absent`, by SQL's rules of scope. The former member is not counted.
create or replace function count_rows() returns trigger
  language plpgsql
  as $$ begin
    insert into community_counts (name, category, slot, count)
      select replace(tg_table_name, 'all_', ''), counted.category, free_slot(),
        case tg_op when 'DELETE' then -count(*) else count(*) end
      from (values (null, null, 0, 'everyone')) as absent (category, role, id, audience)
        cross join lateral (
          select coalesce(category, role, '') as category from changed
          where audience = 'everyone' and (tg_table_name <> 'users' or id <> former_member())
        ) counted
      group by counted.category
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create or replace trigger count_inserted after insert on all_comments
  referencing new table as changed for each statement execute function count_rows();
create or replace trigger count_deleted after delete on all_comments
  referencing old table as changed for each statement execute function count_rows();
create or replace trigger count_inserted after insert on all_likes
  referencing new table as changed for each statement execute function count_rows();
create or replace trigger count_deleted after delete on all_likes
  referencing old table as changed for each statement execute function count_rows();
create or replace trigger count_inserted after insert on news
  referencing new table as changed for each statement execute function count_rows();
create or replace trigger count_deleted after delete on news
  referencing old table as changed for each statement execute function count_rows();
create or replace trigger count_inserted after insert on all_posts
  referencing new table as changed for each statement execute function count_rows();
create or replace trigger count_deleted after delete on all_posts
  referencing old table as changed for each statement execute function count_rows();
create or replace trigger count_inserted after insert on users
  referencing new table as changed for each statement execute function count_rows();
create or replace trigger count_deleted after delete on users
  referencing old table as changed for each statement execute function count_rows();

-- Counts the rows that an update moved from one category to another, or to another audience.
create or replace function count_moved_rows() returns trigger
  language plpgsql
  as $$ begin
    insert into community_counts (name, category, slot, count)
      select replace(tg_table_name, 'all_', ''), category, free_slot(), sum(change)
      from (values ('everyone')) as absent (audience) cross join lateral (
        select category, 1 as change from changed where audience = 'everyone'
        union all select category, -1 from before where audience = 'everyone'
      ) moved
      group by category having sum(change) <> 0
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create or replace trigger count_updated after update on news
  referencing old table as before new table as changed for each statement execute function count_moved_rows();
create or replace trigger count_updated after update on all_posts
  referencing old table as before new table as changed for each statement execute function count_moved_rows();

-- Counts a comment or a like whose post is for everyone from now on, or no longer. A trigger of rows, as few posts change so.
create or replace function count_changed_audience() returns trigger
  language plpgsql
  as $$ begin
    insert into community_counts (name, category, slot, count)
      values (replace(tg_table_name, 'all_', ''), '', free_slot(), case new.audience when 'everyone' then 1 else -1 end)
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create or replace trigger count_changed_audience after update of audience on all_comments
  for each row when ((old.audience = 'everyone') <> (new.audience = 'everyone')) execute function count_changed_audience();
create or replace trigger count_changed_audience after update of audience on all_likes
  for each row when ((old.audience = 'everyone') <> (new.audience = 'everyone')) execute function count_changed_audience();

-- Counts a member's change of role. A trigger of rows, since members are updated all the time but rarely change it.
create or replace function count_changed_role() returns trigger
  language plpgsql
  as $$ begin
    insert into community_counts (name, category, slot, count)
      values ('users', old.role, free_slot(), -1), ('users', new.role, free_slot(), 1)
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create or replace trigger count_updated after update of role on users
  for each row when (old.role <> new.role) execute function count_changed_role();

-- Counts the posts for everyone of authors and of diseases, and those by agents: of the community under the name 'agent_posts'.
create or replace function count_posts() returns trigger
  language plpgsql
  as $$ begin
    insert into author_counts (author_id, posts, agent_posts)
      select author_id, sign * count(*), sign * count(*) filter (where by_agent)
      from changed, (select case tg_op when 'DELETE' then -1 else 1 end as sign) given
      where audience = 'everyone' group by author_id, sign order by author_id
      on conflict (author_id) do update set
        posts = author_counts.posts + excluded.posts,
        agent_posts = author_counts.agent_posts + excluded.agent_posts;
    insert into disease_counts (disease_id, category, posts, agent_posts)
      select disease_id, category, sign * count(*), sign * count(*) filter (where by_agent)
      from changed, (select case tg_op when 'DELETE' then -1 else 1 end as sign) given
      where disease_id is not null and audience = 'everyone' group by disease_id, category, sign order by disease_id, category
      on conflict (disease_id, category) do update set
        posts = disease_counts.posts + excluded.posts,
        agent_posts = disease_counts.agent_posts + excluded.agent_posts;
    insert into community_counts (name, category, slot, count)
      select 'agent_posts', category, free_slot(), case tg_op when 'DELETE' then -count(*) else count(*) end
      from changed where by_agent and audience = 'everyone' group by category
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create or replace trigger count_inserted_posts after insert on all_posts
  referencing new table as changed for each statement execute function count_posts();
create or replace trigger count_deleted_posts after delete on all_posts
  referencing old table as changed for each statement execute function count_posts();

-- Counts the posts that an update moved from one author, category, disease or audience to another: the retirement of a disease
-- moves all of its posts at once.
create or replace function count_moved_posts() returns trigger
  language plpgsql
  as $$ begin
    insert into author_counts (author_id, posts, agent_posts)
      select author_id, sum(change), sum(change * by_agent::int)
      from (
        select author_id, by_agent, 1 as change from changed where audience = 'everyone'
        union all select author_id, by_agent, -1 from before where audience = 'everyone'
      ) moved
      group by author_id having sum(change) <> 0 or sum(change * by_agent::int) <> 0 order by author_id
      on conflict (author_id) do update set
        posts = author_counts.posts + excluded.posts,
        agent_posts = author_counts.agent_posts + excluded.agent_posts;
    insert into disease_counts (disease_id, category, posts, agent_posts)
      select disease_id, category, sum(change), sum(change * by_agent::int)
      from (
        select disease_id, category, by_agent, 1 as change from changed where audience = 'everyone'
        union all select disease_id, category, by_agent, -1 from before where audience = 'everyone'
      ) moved
      where disease_id is not null group by disease_id, category
      having sum(change) <> 0 or sum(change * by_agent::int) <> 0 order by disease_id, category
      on conflict (disease_id, category) do update set
        posts = disease_counts.posts + excluded.posts,
        agent_posts = disease_counts.agent_posts + excluded.agent_posts;
    insert into community_counts (name, category, slot, count)
      select 'agent_posts', category, free_slot(), sum(change)
      from (
        select category, 1 as change from changed where by_agent and audience = 'everyone'
        union all select category, -1 from before where by_agent and audience = 'everyone'
      ) moved
      group by category having sum(change) <> 0
      on conflict (name, category, slot) do update set count = community_counts.count + excluded.count;
    return null;
  end $$;

create or replace trigger count_updated_posts after update on all_posts
  referencing old table as before new table as changed for each statement execute function count_moved_posts();

-- Counts the comments that helped, and the answers: those, and the comments of verified members. A trigger of rows, since few
-- comments are one. The caller has locked the post.
create or replace function count_answers() returns trigger
  language plpgsql
  as $$ begin
    update all_post_counts post_counts set
      helped = helped + coalesce(new.helped::int, 0) - coalesce(old.helped::int, 0),
      answers = answers + coalesce((new.helped or new.by_verified)::int, 0) - coalesce((old.helped or old.by_verified)::int, 0)
      where post_id = coalesce(new.post_id, old.post_id);
    return null;
  end $$;

create or replace trigger count_inserted_answers after insert on all_comments
  for each row when (new.helped or new.by_verified) execute function count_answers();
create or replace trigger count_deleted_answers after delete on all_comments
  for each row when (old.helped or old.by_verified) execute function count_answers();
create or replace trigger count_updated_answers after update of helped, by_verified on all_comments
  for each row when ((old.helped, old.by_verified) <> (new.helped, new.by_verified)) execute function count_answers();

-- Locks what changes with the verification of a member: the posts on which they commented, shown and hidden ones, each by id, and
-- then the member, which waits for comments that are being written.
create or replace function lock_for_verification(member integer) returns void
  language plpgsql
  set lock_timeout = '1s'
  as $$ declare
    ids integer[] := array(
      select post_id from all_comments comments where author_id = member
      union select coalesce(shown_post_id, hidden_post_id) from hidden_comments where author_id = member
    );
  begin
    perform from all_posts posts where id = any(ids) order by id for no key update;
    perform from hidden_posts where id = any(ids) order by id for update;
    perform from users where id = member for update;
  end $$;

-- Copies the verification of a member to their comments, hidden ones too, and not to those of their agents. The caller holds
-- the locks.
create or replace function copy_verification() returns trigger
  language plpgsql
  as $$ begin
    update all_comments comments set by_verified = new.verified_as is not null and not by_agent where author_id = new.id;
    update hidden_comments set by_verified = new.verified_as is not null and not by_agent where author_id = new.id;
    return null;
  end $$;

create or replace trigger users_verification_changed after update of verified_as on users
  for each row when ((old.verified_as is null) <> (new.verified_as is null)) execute function copy_verification();

-- Counts the notifications of an inbox, and the unread ones.
create or replace function count_notifications() returns trigger
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

create or replace trigger count_inserted after insert on notifications
  referencing new table as changed for each statement execute function count_notifications();
create or replace trigger count_deleted after delete on notifications
  referencing old table as changed for each statement execute function count_notifications();

-- Counts the notifications that an update marked as read.
create or replace function count_marked_notifications() returns trigger
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

create or replace trigger count_updated after update on notifications
  referencing old table as before new table as changed for each statement execute function count_marked_notifications();

-- Counts everything again, for rows that were stored without triggers (`session_replication_role`). Writers wait until
-- the transaction ends.
create or replace function count_community() returns void
  language sql
  as $$
    lock table users, all_posts, all_comments, all_likes, news, notifications in share row exclusive mode;
    delete from community_counts;
    delete from inbox_counts;
    delete from author_counts;
    delete from disease_counts;
    insert into community_counts (name, category, slot, count)
      select 'posts', category, 0, count(*) from all_posts where audience = 'everyone' group by category
      union all select 'agent_posts', category, 0, count(*) from all_posts
        where by_agent and audience = 'everyone' group by category
      union all select 'comments', '', 0, count(*) from all_comments where audience = 'everyone'
      union all select 'likes', '', 0, count(*) from all_likes where audience = 'everyone'
      union all select 'users', role, 0, count(*) from users where id <> former_member() group by role
      union all select 'news', category, 0, count(*) from news group by category;
    insert into inbox_counts (recipient_id, notifications, unread)
      select recipient_id, count(*), count(*) filter (where not read) from notifications group by recipient_id;
    insert into author_counts (author_id, posts, agent_posts)
      select author_id, count(*), count(*) filter (where by_agent) from all_posts
        where audience = 'everyone' group by author_id;
    insert into disease_counts (disease_id, category, posts, agent_posts)
      select disease_id, category, count(*), count(*) filter (where by_agent) from all_posts
      where disease_id is not null and audience = 'everyone' group by disease_id, category;
    update all_post_counts post_counts set replies = counted.replies, likes = counted.likes, helped = counted.helped,
        answers = counted.answers
      from (
        select posts.id, coalesce(replied.count, 0) as replies, coalesce(liked.count, 0) as likes,
          coalesce(replied.helped, 0) as helped, coalesce(replied.answers, 0) as answers
        from all_posts posts
        left join (
          select post_id, count(*), count(*) filter (where helped) as helped,
            count(*) filter (where helped or by_verified) as answers from all_comments comments group by post_id
        ) replied on replied.post_id = posts.id
        left join (select post_id, count(*) from all_likes likes group by post_id) liked on liked.post_id = posts.id
      ) counted
      where post_id = counted.id and (post_counts.replies, post_counts.likes, post_counts.helped, post_counts.answers)
        <> (counted.replies, counted.likes, counted.helped, counted.answers);
    update all_comments comments set likes = counted.likes
      from (
        select id, count(comment_id) as likes from all_comments left join comment_likes on comment_id = id group by id
      ) counted
      where comments.id = counted.id and comments.likes <> counted.likes;
  $$;
