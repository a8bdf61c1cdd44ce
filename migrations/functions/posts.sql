-- The author of a text, or the actor, as responses have it.
create or replace function author_of(id integer, username text, role text, verified_as text, by_agent boolean) returns json
  language sql stable parallel safe
  return json_strip_nulls(json_build_object(
    'id', id, 'username', username, 'role', role, 'verified', verified_as is not null, 'verifiedAs', verified_as,
    'kind', case when by_agent then 'agent' else 'human' end
  ));

-- The comment that another one answers, with its author, as responses have it; null if it is not shown with its post.
create or replace function answered_comment(id integer) returns json
  language sql stable
  return (
    select json_build_object('id', comments.id, 'author', json_build_object('id', users.id, 'username', users.username))
    from (
      select comments.id, author_id from comments where comments.id = answered_comment.id
      union all select hidden.id, author_id from hidden_comments hidden
        where hidden.id = answered_comment.id and hidden_post_id is not null and decision_id is null
    ) comments join users on users.id = author_id
  );

-- A search of the newest 2^bits to 2^(bits + 1) ids, where `top` is the newest id. It covers all ids if `bits` is null,
-- larger than the largest bucket, or so large that two buckets hold all.
create or replace function search_window(search tsquery, top integer, bits integer) returns tsquery
  language sql immutable parallel safe
  return case when bits is null or bits > 18 or top >> bits <= 1 then search else search && (
    '''#' || bits::text || ':' || (top >> bits)::text || ''' | ''#' || bits::text || ':' || ((top >> bits) - 1)::text || ''''
  )::tsquery end;

-- Copies a changed category, author or mark of posts to post_views and post_counts. It locks the rows of the changed posts
-- there, which the caller has locked already.
create or replace function copy_post_keys() returns trigger
  language plpgsql
  as $$ begin
    update post_views set category = new.category, author_id = new.author_id, by_agent = new.by_agent
      where post_id = new.id;
    update post_counts set category = new.category, author_id = new.author_id, by_agent = new.by_agent
      where post_id = new.id;
    return null;
  end $$;

create or replace trigger posts_keys_changed after update of category, author_id, by_agent on posts
  for each row
  when ((old.category, old.author_id, old.by_agent) <> (new.category, new.author_id, new.by_agent))
  execute function copy_post_keys();

-- New entries of a GIN index wait in its pending list. Moving them into the index costs less for each text, the more texts
-- wait. But the write that fills the list moves them before it is answered, and searches read the whole list. So the server
-- empties the lists twice a second while it writes texts.
--
-- Empties the pending lists of the GIN indexes of a table. Only their owner may, who is the one that migrates.
create or replace function empty_pending_lists(of regclass) returns void
  language sql
  security definer set search_path = pg_catalog
  as $$
    select gin_clean_pending_list(index.oid)
    from pg_index join pg_class index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
    where indrelid = of and amname = 'gin';
  $$;

-- Adds views to shown posts, and gives the number that each has then. Rows are locked in the order of ids, whatever the plan:
-- otherwise two calls for the same posts could deadlock.
create or replace function add_shown_views(ids integer[], added integer[])
  returns table (counted_id integer, counted_views integer)
  language sql
  as $$
    update post_views set views = post_views.views + given.views
    from (
      select post_id from post_views where post_id = any(ids) order by post_id for no key update
    ) held
    join unnest(ids, added) given (id, views) on given.id = held.post_id
    where post_views.post_id = held.post_id
    returning post_views.post_id, post_views.views
  $$;

-- Adds views to posts, shown or hidden, and gives the number that each has then. A statement that waits for a post
-- which is being hidden or restored then misses it; the next one has a snapshot of its own, and finds it in its new table.
create or replace function add_views(ids integer[], added integer[]) returns table (counted_id integer, counted_views integer)
  language plpgsql
  as $$ declare
    found_ids integer[] := '{}';
  begin
    for counted_id, counted_views in select * from add_shown_views(ids, added) loop
      found_ids := found_ids || counted_id;
      return next;
    end loop;
    if cardinality(found_ids) = cardinality(ids) then
      return;
    end if;
    for counted_id, counted_views in
      update hidden_posts set views = hidden_posts.views + given.views
      from (
        select id from hidden_posts where id = any(ids) and id <> all(found_ids) order by id for update
      ) held
      join unnest(ids, added) given (id, views) on given.id = held.id
      where hidden_posts.id = held.id
      returning hidden_posts.id, hidden_posts.views
    loop
      found_ids := found_ids || counted_id;
      return next;
    end loop;
    return query
      select shown.* from (
        select array_agg(id) as ids, array_agg(views) as added from unnest(ids, added) given (id, views)
        where id <> all(found_ids)
      ) missed, add_shown_views(missed.ids, missed.added) shown;
  end $$;
