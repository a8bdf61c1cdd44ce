-- Whether a member has a disease among their own, or one above or below it, at any distance.
create or replace function is_concerned(member integer, disease integer) returns boolean
  language plpgsql stable
  as $$ begin
    return exists (
      select from user_diseases where user_id = member and (
        user_diseases.disease_id = any(disease_subtypes(array[disease]))
        or disease = any(disease_subtypes(array[user_diseases.disease_id]))
      )
    );
  end $$;

-- Whether a reader may read a post: the only place in SQL that says so. A reader is 'member 17', 'author 17' (a suspended member,
-- who reads their own posts only) or 'all'; null and '' are a visitor. The program names the reader of a transaction as the
-- setting `community.reader`, which the views of posts and of what hangs on them read.
create or replace function may_read(audience text, author_id integer, disease_id integer, reader text) returns boolean
  language sql stable parallel safe
  return audience = 'everyone' or case split_part(reader, ' ', 1)
    when 'all' then true
    when 'member' then audience = 'members' or author_id = split_part(reader, ' ', 2)::int
      or audience = 'disease' and is_concerned(split_part(reader, ' ', 2)::int, disease_id)
    when 'author' then author_id = split_part(reader, ' ', 2)::int
    else false
  end;

-- The reader for whom a notification of a member is stored. Moderators read all posts.
create or replace function recipient_reader(member integer) returns text
  language sql stable parallel safe
  return coalesce((select 'all' from users where id = member and role in ('moderator', 'admin')), 'member ' || member);

-- Whether a member may read a post that notifications of theirs are about.
create or replace function recipient_reads(member integer, post integer) returns boolean
  language sql stable
  return exists (
    select from all_posts where id = post and may_read(audience, author_id, disease_id, recipient_reader(member))
  );

-- What the reader of the present transaction may read.
create or replace view posts as select * from all_posts
  where audience = 'everyone' or may_read(audience, author_id, disease_id, current_setting('community.reader', true));

-- The reader of the present transaction.
create or replace function present_reader() returns text
  language sql stable parallel safe
  return coalesce(current_setting('community.reader', true), '');

-- Whether the present reader may read a text, were it not hidden: false for one that is gone.
create or replace function reads_text(type text, about integer) returns boolean
  language sql stable
  return case type
    when 'post' then exists (select from posts where id = about)
      or exists (select from hidden_posts where id = about and may_read(audience, author_id, disease_id, present_reader()))
    when 'comment' then exists (select from comments where id = about)
      or exists (
        select from hidden_comments left join hidden_posts on hidden_posts.id = hidden_post_id
          left join all_posts shown on shown.id = shown_post_id
        where hidden_comments.id = about and may_read(
          coalesce(hidden_posts.audience, shown.audience), coalesce(hidden_posts.author_id, shown.author_id),
          coalesce(hidden_posts.disease_id, shown.disease_id), present_reader()
        )
      )
    else true
  end;

-- Whether the present reader may see records about a text, shown or hidden: a visitor, such as an API key without the scope
-- `members`, sees those about texts that are for everyone and still there. Others see what the program shows them.
create or replace function reads_about(type text, about integer) returns boolean
  language sql stable
  return present_reader() <> '' or reads_text(type, about);
