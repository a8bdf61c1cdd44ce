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

-- True if a disease has at most `most` subtypes; of more no further one is counted.
create or replace function disease_is_family(disease integer, most integer) returns boolean
  language sql stable parallel safe
  return (
    with recursive family (id) as (
      select disease
      union
      select disease_parents.disease_id from disease_parents join family on family.id = disease_parents.parent_id
    )
    select count(*) <= most + 1 from (select id from family limit most + 2) counted
  );

-- The families of a disease, without the disease and its subtypes: the supertypes that are reached through supertypes
-- with at most `most` subtypes, and all their subtypes.
create or replace function disease_families(disease integer, most integer) returns integer[]
  language sql stable parallel safe
  return array(
    with recursive family (id) as (
      select parent_id from disease_parents where disease_id = disease and disease_is_family(parent_id, most)
      union
      select parent_id from disease_parents join family on family.id = disease_id
      where disease_is_family(parent_id, most)
    )
    select unnest(disease_subtypes(array(select id from family)))
    except
    select unnest(disease_subtypes(array[disease]))
  );
