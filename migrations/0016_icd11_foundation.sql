-- Ids of the foundation of ICD-11, such as ICD11:1060981106, are no codes that people use: they find their disease as the
-- codes of retired entries do, and are not shown.
with moved as (
  delete from disease_codes where system = 'icd11' and code ~ '^ICD11:[0-9]{5,}$'
  returning disease_id, position, code, key
), last as (
  select disease_id, coalesce(max(disease_codes.position) filter (where disease_codes.system = 'retired'), -1) as position
  from disease_codes where disease_id in (select disease_id from moved) group by disease_id
)
insert into disease_codes (disease_id, system, position, code, key)
select moved.disease_id, 'retired',
  coalesce(last.position, -1) + row_number() over (partition by moved.disease_id order by moved.position), code, key
from moved left join last on last.disease_id = moved.disease_id;
