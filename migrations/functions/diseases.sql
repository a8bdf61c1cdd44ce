-- These diseases and all their subtypes.
create or replace function disease_subtypes(ids integer[]) returns integer[]
  language sql stable parallel safe
  return array(
    with recursive family (id) as (
      select unnest(ids)
      union
      select disease_parents.disease_id from disease_parents join family on family.id = disease_parents.parent_id
    )
    select id from family
  );
