import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import {
  CategoryCount,
  Disease,
  DiseaseDetail,
  DiseaseNotFound,
  type DiseaseRef,
  maxChildren
} from "../../../domain/diseases/Disease.ts"
import { storedCodeKey } from "../../../domain/diseases/DiseaseCode.ts"
import { CategoryId, DiseaseId } from "../../../domain/Ids.ts"
import { DiseaseKey } from "../../../domain/Lists.ts"
import { pageFromOverfetch } from "../../../domain/Page.ts"
import { DiseasesRepo, maxDescent } from "../../../ports/DiseasesRepo.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"
import { detail, disease, ofCategory, retiredSystem } from "./DiseaseColumns.ts"
import { makeEntries } from "./DiseaseEntries.ts"
import { makeRelatives } from "./DiseaseRelatives.ts"
import { retireDiseases } from "./DiseasesRetired.ts"
import { saveDiseases } from "./DiseasesSaved.ts"

const Naming = Schema.Struct({
  key: Schema.String,
  diseaseId: DiseaseId,
  disease: Schema.String,
  name: Schema.String,
  kind: Schema.Literal("name", "synonym", "abbreviation")
})

const Listed = Schema.Struct({ ...Disease.fields, sortKey: Schema.String })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const relatives = yield* makeRelatives
  const entries = yield* makeEntries

  // One statement, so that items and total are of one moment (index diseases_listed).
  const list = SqlSchema.single({
    Request: Schema.Struct({ category: Schema.NullOr(CategoryId), ...keysetFields(DiseaseKey) }),
    Result: Schema.Struct({ items: Schema.Array(Listed), total: Schema.Int }),
    execute: ({ category, ...window }) => {
      const total =
        category === null
          ? sql`select listed from catalogue`
          : sql`select coalesce(max(disease_count), 0) from categories where id = ${category}`
      const behind =
        window.after === undefined
          ? sql`true`
          : sql`(sort_key collate "C", disease_id) > (${window.after.name}::text collate "C", ${window.after.id})`
      return sql`select (${total}) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${disease(sql)}, diseases.sort_key as "sortKey" from (
              select disease_id from (select id as disease_id, sort_key from diseases where not retired) listed
              where ${ofCategory(sql, category)} and ${behind}
              order by sort_key collate "C", disease_id ${limitClause(sql, window)}
            ) shown
            join diseases on diseases.id = shown.disease_id
            order by diseases.sort_key collate "C", diseases.id
          ) page) as items`
    }
  })

  const shown = SqlSchema.single({
    Request: Schema.Array(DiseaseId),
    Result: Schema.Struct({ version: Schema.Int, items: Schema.Array(Disease) }),
    execute: (ids) =>
      sql`select version,
          (select coalesce(json_agg(page), '[]') from (
            select ${disease(sql)}
            from (
              select id, min(place) as place
              from unnest(${`{${ids.join(",")}}`}::int[]) with ordinality as asked (id, place) group by id
            ) asked
            join diseases on diseases.id = asked.id and not retired
            order by asked.place
          ) page) as items
        from catalogue`
  })

  const full = sql`select ${disease(sql)}, ${detail(sql, maxChildren)} from diseases`

  const byId = SqlSchema.findOne({
    Request: DiseaseId,
    Result: DiseaseDetail,
    execute: (id) => sql`${full} where diseases.id = (select coalesce(successor_id, id) from diseases where id = ${id})`
  })

  // Index disease_codes_key.
  const byCode = SqlSchema.findOne({
    Request: Schema.String,
    Result: DiseaseDetail,
    execute: (key) =>
      sql`${full} where diseases.id = (
        select coalesce(successor_id, disease_id) from disease_codes join diseases on diseases.id = disease_id
        where disease_codes.key = ${key}
        order by retired, system = ${retiredSystem}, disease_id limit 1)`
  })

  const categories = SqlSchema.findAll({
    Request: Schema.Void,
    Result: CategoryCount,
    execute: () => sql`select id, name, disease_count as "diseaseCount" from categories order by name collate "C"`
  })

  const missing = SqlSchema.findAll({
    Request: Schema.Array(DiseaseId),
    Result: Schema.Struct({ id: DiseaseId }),
    execute: (ids) =>
      sql`select id from unnest(${`{${ids.join(",")}}`}::int[]) with ordinality as asked (id, place)
          where not exists (select from diseases where diseases.id = asked.id and not retired)
          group by id order by min(place)`
  })

  // Index disease_names_key.
  const named = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Naming,
    execute: (keys) =>
      sql`select names.key, disease_id as "diseaseId", diseases.name as disease, names.name, kind
          from disease_names names join diseases on diseases.id = disease_id and not retired
          where names.key = any(array(select json_array_elements_text(${JSON.stringify(keys)}::json)))
          order by disease_id, array_position(array['name', 'synonym', 'abbreviation'], kind), position`
  })

  // Index disease_parents_parent_id. A ring among them ends where it comes back to a disease it had.
  const descendants = SqlSchema.findAll({
    Request: Schema.Struct({ ids: Schema.Array(DiseaseId), limit: Schema.Int }),
    Result: Schema.Struct({ id: DiseaseId, under: DiseaseId }),
    execute: ({ ids, limit }) => {
      const asked = sql`unnest(${`{${ids.join(",")}}`}::int[])`
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

  const find = (ref: DiseaseRef) => (typeof ref === "number" ? byId(ref) : byCode(storedCodeKey(ref)))

  return DiseasesRepo.of({
    page: ({ category = null }, window) =>
      Effect.map(orUnavailable(list({ category, ...window })), ({ items, total }) => {
        const found = pageFromOverfetch(items, total, window, ({ id, sortKey }): DiseaseKey => ({ name: sortKey, id }))
        return { ...found, items: found.items.map(({ sortKey: _, ...shown }) => shown) }
      }),
    get: (ref) =>
      Effect.flatMap(
        orUnavailable(find(ref)),
        Option.match({ onNone: () => Effect.fail(new DiseaseNotFound({ ref })), onSome: Effect.succeed })
      ),
    categories: orUnavailable(categories(undefined)),
    missing: (ids) => orUnavailable(Effect.map(missing(ids), (rows) => rows.map(({ id }) => id))),
    named: (keys) => (keys.length === 0 ? Effect.succeed([]) : orUnavailable(named(keys))),
    relatives: (ids) => (ids.length === 0 ? Effect.succeed([]) : orUnavailable(relatives(ids))),
    descendants: (ids, limit) => orUnavailable(descendants({ ids, limit })),
    findByIds: (ids) => orUnavailable(shown(ids)),
    changedAfter: ({ id, version }, limit) => orUnavailable(entries.changedAfter({ version, id, limit })),
    known: orUnavailable(entries.known),
    save: (diseases) => orUnavailable(saveDiseases(sql, diseases)),
    retire: (retirements) => orUnavailable(retireDiseases(sql, retirements))
  })
})

/** Diseases in PostgreSQL. `save` and `retire` are several statements: all or nothing inside a transaction only. */
export const layer = Layer.effect(DiseasesRepo, make)
