-- The batch of comments; `batched_writes.sql` says what all batches have in common.

-- Stores comments under ids in the order of the items. Answers for each its id, its author, and the comment that it answers.
create or replace function add_comments(items json, out results json, out changes json, out blocked json)
  language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set lock_timeout = '100ms'
  as $$ declare
    free integer[];
    additions change[];
    causes notification_cause[];
  begin
    select locked.* into free, blocked from lock_for_reactions(items) locked;
    select refused.* into free, blocked from refuse_blocked(items, false, free, blocked) refused;
    with sent as materialized (
      select nextval('comments_id_seq')::int as id, found.* from (
        select item.*, users as member, posts.audience, posts.author_id as post_author_id
        from rows from (json_to_recordset(items) as ("postId" int, "userId" int, content text, html text, excerpt text,
          language text, "replyTo" int, mentions int[], search text, at timestamptz, "byAgent" boolean)) with ordinality
          as item (post_id, author_id, content, html, excerpt, language, reply_to, mentions, search, at, by_agent, nth)
        join all_posts posts on posts.id = item.post_id
        left join users on users.id = item.author_id
        where nth = any(free) order by nth
      ) found
    ), added as (
      insert into all_comments (id, post_id, audience, author_id, by_agent, by_verified, content, content_html, excerpt, language,
        reply_to, mentioned, created_at, updated_at)
      overriding system value
      select id, post_id, audience, author_id, coalesce(by_agent, false), (member).verified_as is not null and by_agent is not true,
        content, html, excerpt, coalesce(language, 'und'), reply_to, coalesce(mentions, '{}'), at, at
      from sent order by nth
    ), searched as (
      insert into all_comment_search (post_id, audience, comment_id, search)
      select post_id, audience, id, search::tsvector from sent
    ), counted as (
      update all_post_counts post_counts set replies = replies + new, has_others = has_others or by_others
      from (select post_id, count(*) as new, bool_or(author_id <> post_author_id) as by_others from sent group by post_id) sums
      where post_counts.post_id = sums.post_id
    )
    select coalesce(json_agg(json_build_object('item', nth, 'id', id,
        'author', author_from(member, coalesce(by_agent, false)),
        'replyTo', answered_comment(reply_to))), '[]'),
      array_agg(('comment', post_id, null)::change order by nth) || array_agg(
        ('comment_published', id, author_id)::change order by nth
      ) filter (where exists (
        select from follows where type = 'post' and target_id = post_id and user_id <> author_id
      )),
      array_agg((author_id, post_id, id, at, coalesce(by_agent, false), mentions)::notification_cause order by nth)
      from sent into results, additions, causes;
    changes := append_to_outbox(additions || notify_authors('comment', causes));
  end $$;
