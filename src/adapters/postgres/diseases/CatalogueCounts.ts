import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { DiseaseId } from "../../../domain/Ids.ts"
import { idArray } from "../Columns.ts"
import { rows } from "../Rows.ts"

/** Counts by category id; the count of all under 0, the id of no category. */
const Count = Schema.Struct({ category: Schema.Int, count: Schema.Int })

/** Makes other saves and retirements wait for the end of this transaction. */
export const lockCatalogue = (sql: SqlClient.SqlClient) => sql`select version from catalogue for update`

/** Gives changed diseases the next version of the catalogue. */
export const raiseVersion = (sql: SqlClient.SqlClient, changed: ReadonlySet<DiseaseId>) =>
  sql`with raised as (update catalogue set version = version + 1 returning version)
    update diseases set version = raised.version from raised
    where id = any(${idArray(sql, changed)}) and diseases.version <> raised.version`

/** Gives changed diseases the next version of the catalogue, and recounts the whole catalogue. */
export const raiseAndRecount = (sql: SqlClient.SqlClient, changed: ReadonlySet<DiseaseId>) => {
  const countDiseases = sql`update catalogue set listed = (select count(*) from diseases where not retired)`
  const countCategories = sql`update categories set disease_count = counted.count
    from (
      select categories.id, count(diseases.id) as count
      from categories left join disease_categories on category_id = categories.id
      left join diseases on diseases.id = disease_id and not retired
      group by categories.id
    ) counted
    where counted.id = categories.id and disease_count <> counted.count`
  return changed.size === 0 ? Effect.void : Effect.all([raiseVersion(sql, changed), countDiseases, countCategories])
}

/** The numbers of these diseases that are not retired, in all and by category. */
export const countsOf = (sql: SqlClient.SqlClient, ids: Iterable<DiseaseId>) =>
  sql`with listed as (select id from diseases where id = any(${idArray(sql, ids)}) and not retired)
      select 0 as category, count(*)::int as count from listed
      union all
      select category_id, count(*)::int from listed join disease_categories on disease_id = listed.id
      group by category_id`.pipe(
    rows(Count),
    Effect.map((counts) => new Map(counts.map(({ category, count }) => [category, count])))
  )

/** Adds the differences of counts to the counts of the catalogue. */
export const addCounts = (
  sql: SqlClient.SqlClient,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>
) => {
  const differences = Array.from(new Set([...before.keys(), ...after.keys()]), (category) => ({
    category,
    count: (after.get(category) ?? 0) - (before.get(category) ?? 0)
  })).filter(({ count }) => count !== 0)
  const given = sql`json_to_recordset(${JSON.stringify(differences)}::json) as grown (category int, count int)`
  return differences.length === 0
    ? Effect.void
    : Effect.all([
        sql`update catalogue set listed = listed + grown.count from ${given} where grown.category = 0`,
        sql`update categories set disease_count = disease_count + grown.count from ${given} where grown.category = id`
      ])
}

/** The number of diseases from which the planner needs statistics; without them it takes the tables for empty. */
const minAnalyzed = 100

const tables = ["diseases", "disease_names", "disease_codes", "disease_categories", "disease_parents", "categories"]

/** Renews outdated statistics of the planner. A server does this by itself, the embedded database never. */
export const analyze = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const outgrown = yield* sql`select from pg_class, catalogue where oid = 'diseases'::regclass
    and listed >= ${minAnalyzed} and listed > 2 * greatest(reltuples, 0)`
  // One by one, since the embedded database runs nothing else during a statement.
  if (outgrown.length > 0) yield* Effect.forEach(tables, (table) => sql`analyze ${sql(table)}`)
})
