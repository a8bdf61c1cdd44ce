import { type SqlClient, SqlSchema } from "@effect/sql"
import { Schema } from "effect"
import { Kinship } from "../../../domain/diseases/Disease.ts"
import { DiseaseId } from "../../../domain/Ids.ts"
import { maxDescent, maxRelatives, maxSiblings } from "../../../ports/DiseasesRepo.ts"
import { idArray } from "../Conditions.ts"

const Relative = Schema.Struct({ id: DiseaseId, of: DiseaseId, kinship: Kinship })

/** Selects the nearest relatives: see `DiseasesRepo.relatives` (primary key of disease_parents, disease_parents_parent_id). */
export const selectRelatives = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Array(DiseaseId),
    Result: Relative,
    execute: (ids) => sql`
      with asked as (
        select id, min(place) as place from unnest(${idArray(sql, ids)}) with ordinality as asked (id, place)
        group by id
      ), below as (
        select asked.id as of, asked.place, disease_id as id from asked join disease_parents on parent_id = asked.id
      ), above as (
        select asked.id as of, asked.place, parent_id as id from asked join disease_parents on disease_id = asked.id
      ), beside as (
        select above.of, above.place, disease_id as id from above join disease_parents on parent_id = above.id
        where (select count(*) from disease_parents others where others.parent_id = above.id) <= ${maxSiblings + 1}
      ), kin as (
        select id, of, place, 'subtype' as kinship, 1 as nearest from below
        union all
        select disease_id, of, place, 'subtype', 1 from below join disease_parents on parent_id = below.id
        union all
        select id, of, place, 'supertype', 2 from above
        union all
        select parent_id, of, place, 'supertype', 2 from above join disease_parents on disease_id = above.id
        union all
        select id, of, place, 'sibling', 3 from beside
      ), first as (
        select distinct on (kin.id) kin.id, of, kinship, nearest, place from kin
        join diseases on diseases.id = kin.id and not retired
        where kin.id not in (select id from asked)
        order by kin.id, nearest, place
      )
      select id, of, kinship from first order by nearest, place, id limit ${maxRelatives}`
  })
/**
 * Selects subtypes: see `DiseasesRepo.descendants` (index disease_parents_parent_id). A cycle of subtypes ends at
 * `maxDescent`.
 */
export const selectDescendants = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ ids: Schema.Array(DiseaseId), limit: Schema.Int }),
    Result: Schema.Struct({ id: DiseaseId, under: DiseaseId }),
    execute: ({ ids, limit }) => {
      const asked = sql`unnest(${idArray(sql, ids)})`
      return sql`with recursive below (id, under, depth) as (
            select asked, asked, 0 from (select distinct asked from ${asked} as asked) asked
            union
            select disease_id, under, depth + 1 from below join disease_parents on parent_id = below.id
            where depth < ${maxDescent}
          ), nearest as (
            select distinct on (below.id) below.id, under, depth from below
            join diseases on diseases.id = below.id and not retired
            where below.id not in (select ${asked})
            order by below.id, depth, under
          )
          select id, under from nearest order by depth, id limit ${limit}`
    }
  })
