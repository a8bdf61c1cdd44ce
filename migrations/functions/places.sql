-- Stores how far a member has read a thread, and forgets the oldest places beyond `most`. A visit never moves a place back.
-- Answers the place before, or what is missing: the post, the comment in it, or the member.
create or replace function save_place(
    member integer, thread integer, last_read integer, is_visit boolean, at timestamptz, most integer,
    out missing text, out previous integer
  )
  language plpgsql
  set lock_timeout = '100ms'
  as $$ begin
    missing := case
      when not exists (select from posts where id = thread for key share) then 'post'
      when not is_visit and not exists (select from comments where id = last_read and post_id = thread) then 'comment'
      when not exists (select from users where id = member for no key update) then 'member'
    end;
    if missing is not null then
      return;
    end if;
    select comment_id into previous from places where user_id = member and post_id = thread;
    insert into places as place (user_id, post_id, comment_id, visited_at) values (member, thread, last_read, at)
      on conflict (user_id, post_id) do update set visited_at = greatest(place.visited_at, at),
        comment_id = case when is_visit then greatest(place.comment_id, last_read) else last_read end;
    delete from places where user_id = member and post_id in (
      select post_id from places where user_id = member order by visited_at desc, post_id desc offset most
    );
  end $$;
