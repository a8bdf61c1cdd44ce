import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { CategoryCount, Disease, DiseaseDetail, DiseaseNotFound, type DiseaseRef } from "../domain/Disease.ts"
import { CategoryId, DiseaseId } from "../domain/Ids.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { disease, ofCategory } from "./DiseaseColumns.ts"
import { makeSearch, storedCodeKey } from "./DiseaseSearch.ts"
import { saveDiseases } from "./DiseasesSaved.ts"
import { stored } from "./Failures.ts"

const Naming = Schema.Struct({
  key: Schema.String,
  diseaseId: DiseaseId,
  disease: Schema.String,
  name: Schema.String,
  kind: Schema.Literal("name", "synonym", "abbreviation")
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const search = yield* makeSearch

  // One statement, so that items and total are of one moment (index diseases_sort_key).
  const list = SqlSchema.single({
    Request: Schema.Struct({ category: Schema.NullOr(CategoryId), offset: Schema.Int, limit: Schema.Int }),
    Result: Schema.Struct({ items: Schema.Array(Disease), total: Schema.Int }),
    execute: ({ category, limit, offset }) => {
      const listed = sql`(select id as disease_id, sort_key from diseases) listed where ${ofCategory(sql, category)}`
      return sql`select
          (select count(*)::int from ${listed}) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${disease(sql)} from (
              select disease_id from ${listed}
              order by sort_key collate "C", disease_id limit ${limit} offset ${offset}
            ) shown
            join diseases on diseases.id = shown.disease_id
            order by diseases.sort_key collate "C", diseases.id
          ) page) as items`
    }
  })

  const detail = sql`select ${disease(sql)}, diseases.description, diseases.sources from diseases`

  const byId = SqlSchema.findOne({
    Request: DiseaseId,
    Result: DiseaseDetail,
    execute: (id) => sql`${detail} where diseases.id = ${id}`
  })

  // The first of several that share a code (index disease_codes_key).
  const byCode = SqlSchema.findOne({
    Request: Schema.String,
    Result: DiseaseDetail,
    execute: (key) => sql`${detail} where diseases.id = (select min(disease_id) from disease_codes where key = ${key})`
  })

  const categories = SqlSchema.findAll({
    Request: Schema.Void,
    Result: CategoryCount,
    execute: () =>
      sql`select categories.id, categories.name, count(disease_id)::int as "diseaseCount"
          from categories left join disease_categories on category_id = categories.id
          group by categories.id order by categories.name collate "C"`
  })

  const missing = SqlSchema.findAll({
    Request: Schema.Array(DiseaseId),
    Result: Schema.Struct({ id: DiseaseId }),
    execute: (ids) =>
      sql`select id from unnest(${`{${ids.join(",")}}`}::int[]) with ordinality as asked (id, place)
          where not exists (select from diseases where diseases.id = asked.id)
          group by id order by min(place)`
  })

  // Index disease_names_key.
  const named = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Naming,
    execute: (keys) =>
      sql`select names.key, disease_id as "diseaseId", diseases.name as disease, names.name, kind
          from disease_names names join diseases on diseases.id = disease_id
          where names.key = any(array(select json_array_elements_text(${JSON.stringify(keys)}::json)))
          order by disease_id, array_position(array['name', 'synonym', 'abbreviation'], kind), place`
  })

  const find = (ref: DiseaseRef) => (typeof ref === "number" ? byId(ref) : byCode(storedCodeKey(ref)))

  return DiseasesRepo.of({
    page: ({ category = null, search: typed }, window) =>
      stored(typed === undefined ? list({ category, ...window }) : search({ search: typed, category, ...window })),
    get: (ref) =>
      Effect.flatMap(
        stored(find(ref)),
        Option.match({ onNone: () => Effect.fail(new DiseaseNotFound({ ref })), onSome: Effect.succeed })
      ),
    categories: stored(categories(undefined)),
    missing: (ids) => stored(Effect.map(missing(ids), (rows) => rows.map(({ id }) => id))),
    named: (keys) => (keys.length === 0 ? Effect.succeed([]) : stored(named(keys))),
    save: (diseases) => stored(saveDiseases(sql, diseases))
  })
})

/** Diseases in PostgreSQL. `save` is several statements: all or nothing inside a transaction only. */
export const layer = Layer.effect(DiseasesRepo, make)
