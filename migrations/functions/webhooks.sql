-- What webhooks are told of a change: the type of the event, and ids and kinds only, never a word. No data where there is
-- nothing to tell, or no longer, or a post is not for everyone.
create or replace function webhook_event(event outbox, out type text, out data json)
  language plpgsql stable
  as $$ begin
    case event.kind
      when 'report_opened', 'report_danger' then
        type := case event.kind when 'report_opened' then 'report.opened' else 'report.danger' end;
        select json_build_object('reportId', id, 'target', json_build_object('type', target_type, 'id', target_id),
          'reason', reason) into data from reports where id = event.id;
      when 'appeal_opened' then
        type := 'appeal.opened';
        data := json_build_object('decisionId', event.id);
      when 'member_joined' then
        type := 'member.joined';
        select json_build_object('userId', id, 'role', role) into data from users where id = event.id;
      when 'post_published', 'post_restored' then
        type := 'post.created';
        select json_build_object('postId', id, 'category', category, 'diseaseId', disease_id) into data
          from posts where id = event.id;
      when 'post_removed' then
        type := 'post.removed';
        if not exists (select from hidden_posts where id = event.id and audience <> 'everyone') then
          data := json_build_object('postId', event.id);
        end if;
      when 'news_published' then
        type := 'news.created';
        select json_build_object('newsId', id, 'category', category) into data from news where id = event.id;
      else
        type := null;
    end case;
  end $$;

-- Stores a message of a change for each webhook that is told of it. Answers whether there is one.
create or replace function tell_webhooks(event outbox) returns boolean
  language plpgsql
  as $$ declare
    told record;
  begin
    select * into told from webhook_event(event);
    if told.data is null then
      return false;
    end if;
    insert into outgoing_webhooks (webhook_id, message_id, type, data, created_at)
      select id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), told.type, told.data, event.created_at
      from (select id from webhooks where enabled and told.type = any(events) order by id for key share) subscribed;
    return found;
  end $$;
