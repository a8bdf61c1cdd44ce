import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { Kinship } from "../../../domain/diseases/Disease.ts"
import { DiseaseId } from "../../../domain/Ids.ts"
import { maxRelatives, maxSiblings } from "../../../ports/DiseasesRepo.ts"

const Relative = Schema.Struct({ id: DiseaseId, of: DiseaseId, kinship: Kinship })

/** The nearest kin of diseases: see `DiseasesRepo.relatives`. By the primary key of disease_parents and disease_parents_parent_id. */
export const makeRelatives = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return SqlSchema.findAll({
    Request: Schema.Array(DiseaseId),
    Result: Relative,
    execute: (ids) => sql`
      with asked as (
        select id, min(place) as place from unnest(${`{${ids.join(",")}}`}::int[]) with ordinality as asked (id, place)
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
})
