-- A comment of an agent is no answer of a verified member, however its owner is verified.
update all_comments set by_verified = false where by_agent and by_verified;
update hidden_comments set by_verified = false where by_agent and by_verified;

update all_post_counts post_counts set answers = counted.answers
  from (
    select post_id, count(*) filter (where helped or by_verified) as answers from all_comments
    where post_id in (select post_id from all_comments where by_agent) group by post_id
  ) counted
  where post_counts.post_id = counted.post_id and post_counts.answers <> counted.answers;
