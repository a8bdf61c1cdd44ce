-- Deletes the follows of deleted targets. A post that moves is in its new table before it is deleted from the old one.
create or replace function delete_follows() returns trigger
  language plpgsql
  as $$ begin
    delete from follows using gone where type = tg_argv[0] and target_id = gone.id and (type <> 'post' or not exists (
      select from all_posts posts where posts.id = gone.id union all select from hidden_posts where hidden_posts.id = gone.id
    ));
    return null;
  end $$;

create or replace trigger follows_deleted after delete on all_posts
  referencing old table as gone for each statement execute function delete_follows('post');
create or replace trigger follows_deleted after delete on hidden_posts
  referencing old table as gone for each statement execute function delete_follows('post');
create or replace trigger follows_deleted after delete on users
  referencing old table as gone for each statement execute function delete_follows('user');

create or replace function note_refiled() returns trigger
  language plpgsql
  as $$ begin
    new.refiled := true;
    return new;
  end $$;

create or replace trigger posts_refiled before update of disease_id on all_posts
  for each row when (old.disease_id is distinct from new.disease_id) execute function note_refiled();

create or replace trigger hidden_posts_refiled before update of disease_id on hidden_posts
  for each row when (old.disease_id is distinct from new.disease_id and not old.untold) execute function note_refiled();

-- The first `batch` members, by id, after the one with the id `after` who follow one of these targets.
create or replace function next_followers(types text[], ids integer[], after integer, batch integer) returns integer[]
  language sql stable
  return array(
    select distinct user_id from unnest(types, ids) as target (type, id) cross join lateral (
      select user_id from follows
      where follows.type = target.type and target_id = target.id and user_id > after order by user_id limit batch
    ) found
    order by user_id limit batch
  );

-- The locks that the notifications of these members need: of the member, the inbox and its counts, each kind by id. Answers
-- the first member whose locks somebody else holds; null if nobody. Members who have left are not waited for.
create or replace function first_busy_inbox(ids integer[]) returns integer
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$ declare
    inboxes integer[];
  begin
    inboxes := lock_inboxes(array(select id from users where id = any(ids) order by id for key share skip locked));
    return (select min(id) from users where id = any(ids) and id <> all(inboxes));
  end $$;

-- The time of the last decision about a text, which has published one that waited for its first review; null for none (index
-- decisions_target).
create or replace function decided_at(text_type text, text_id integer) returns timestamptz
  language sql stable
  return (
    select max(greatest(created_at, appeal_decided_at)) from decisions where target_type = text_type and target_id = text_id
  );

-- What was published, with the types and ids of what its followers follow: of a post and of news the diseases with those that
-- contain them, and the author of a post; of a comment its post. Holds it until the commit; no ids where it is gone or locked.
create or replace function published_text(event outbox, out post_id integer, out comment_id integer, out news_id integer,
  out author_id integer, out post_author_id integer, out by_agent boolean, out created_at timestamptz, out types text[],
  out ids integer[])
  language plpgsql
  as $$ #variable_conflict use_column
  declare
    about integer[];
  begin
    if event.kind = 'post_published' then
      select id, posts.author_id, posts.by_agent, greatest(posts.created_at, decided_at('post', id)),
          case when not refiled then array[disease_id] end
        into post_id, author_id, by_agent, created_at, about from all_posts posts where id = event.id for key share skip locked;
    elsif event.kind = 'news_published' then
      select id, false, published_at into news_id, by_agent, created_at
        from news where id = event.id for key share skip locked;
      about := array(select disease_id from news_diseases where news_diseases.news_id = event.id);
    else
      select comments.post_id, comments.id, comments.author_id, posts.author_id, comments.by_agent,
          greatest(comments.created_at, decided_at('comment', comments.id)), array['post'], array[comments.post_id]
        into post_id, comment_id, author_id, post_author_id, by_agent, created_at, types, ids
        from all_comments comments join all_posts posts on posts.id = comments.post_id where comments.id = event.id
        for key share of comments, posts skip locked;
      return;
    end if;
    with recursive lineage (id) as (
      select id from unnest(about) id where id is not null
      union
      select parent_id from disease_parents join lineage on lineage.id = disease_parents.disease_id
    )
    select array_agg('disease'::text), array_agg(id) into types, ids from lineage;
    if event.kind = 'post_published' then
      types := types || 'user'::text;
      ids := ids || author_id;
    end if;
  end $$;

-- Those of some followers who are notified: not the authors, nobody who may not read the text, whom it mentions, who blocks its
-- author or has switched this type off, and of news only who followed one of its diseases before.
create or replace function followers_to_notify(followers integer[], about record, event_type text) returns integer[]
  language plpgsql
  as $$ declare
    mentioned integer[] := case
      when about.comment_id is not null then
        array(select recipient_id from notifications where comment_id = about.comment_id and type = 'mention')
      when about.post_id is not null then
        array(select recipient_id from notifications where post_id = about.post_id and type = 'mention' and comment_id is null)
      else '{}'
    end;
  begin
    return array(
      select member from unnest(followers) member
      where (about.post_id is null or exists (
          select from all_posts posts
          where id = about.post_id and may_read(audience, posts.author_id, disease_id, recipient_reader(member))
        ))
        and member is distinct from about.author_id and member is distinct from about.post_author_id
        and member <> all(mentioned)
        and not exists (select from blocks where user_id = member and blocked_id = about.author_id)
        and not exists (
          select from member_settings where user_id = member and not (to_jsonb(member_settings) ->> ('on_' || event_type))::boolean
        )
        and (about.news_id is null or exists (
          select from follows join unnest(about.types, about.ids) as target (type, id) using (type)
          where user_id = member and target_id = target.id and follows.created_at < about.created_at
        ))
    );
  end $$;

-- Notifies the next followers, at most `batch`, of the next post, comment or news that the outbox says was published, up to
-- `horizon`, and notes how far this is: a call is one transaction, so a crash repeats and loses nothing. After the last of
-- them, and of changes without followers at once, it tells webhooks. Answers the changes, whether there may be more to do, the
-- lock that it needs, if another transaction holds one, and whether it told webhooks. While another instance is at work it
-- does nothing. The ids of one recipient are committed in order, since the inboxes are locked.
create or replace function fan_out_next(horizon bigint, batch integer, out changes json, out has_more boolean, out blocked_by text,
  out told_webhooks boolean)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    place fan_out;
    event outbox;
    about record;
    chosen integer[];
    wanted integer[];
    busy integer;
    told change[];
    is_there boolean;
    event_type text;
  begin
    changes := '[]';
    has_more := false;
    told_webhooks := false;
    select * into place from fan_out for update skip locked;
    select * into event from outbox
      where kind in ('post_published', 'comment_published', 'news_published', 'post_restored', 'post_removed', 'report_opened',
          'report_danger', 'appeal_opened', 'member_joined')
        and sequence > place.sequence and sequence <= horizon
      order by sequence limit 1;
    if event.sequence is null then
      return;
    end if;
    has_more := true;
    if event.kind not in ('post_published', 'comment_published', 'news_published') then
      told_webhooks := tell_webhooks(event);
      update fan_out set sequence = event.sequence, recipient_id = 0;
      return;
    end if;
    event_type := case event.kind when 'post_published' then 'new_post' when 'news_published' then 'news' else 'reply' end;
    select * into about from published_text(event);
    is_there := num_nonnulls(about.post_id, about.news_id) > 0;
    if not is_there and exists (
      select from all_posts posts where event.kind = 'post_published' and id = event.id
      union all select from all_comments comments where event.kind = 'comment_published' and id = event.id
      union all select from news where event.kind = 'news_published' and id = event.id
    ) then
      blocked_by := event.kind || ' ' || event.id;
      return;
    end if;
    chosen := case when is_there then next_followers(about.types, about.ids, place.recipient_id, batch) else '{}' end;
    wanted := followers_to_notify(chosen, about, event_type);
    busy := first_busy_inbox(wanted);
    if busy = wanted[1] then
      blocked_by := 'inbox ' || busy;
      return;
    end if;
    with stored as (
      insert into notifications (recipient_id, type, actor_id, by_agent, post_id, comment_id, news_id, created_at)
      select users.id, event_type, about.author_id, about.by_agent, about.post_id, about.comment_id, about.news_id,
        case event.kind when 'news_published' then event.created_at else about.created_at end
      from users where users.id = any(wanted) and (busy is null or users.id < busy) order by users.id
      on conflict do nothing
      returning id, recipient_id
    )
    select array_agg(('notification', id, recipient_id)::change order by id) from stored into told;
    if told is not null then
      changes := append_to_outbox(told);
    end if;
    if busy is null and cardinality(chosen) < batch then
      told_webhooks := tell_webhooks(event);
      update fan_out set sequence = event.sequence, recipient_id = 0;
    else
      update fan_out set recipient_id = coalesce(busy - 1, chosen[cardinality(chosen)]);
    end if;
  end $$;
