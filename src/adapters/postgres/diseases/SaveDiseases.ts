import type { SqlClient, Statement } from "@effect/sql"
import { codeSystems, storedCodeKey } from "@rare-disease-community/catalogue/DiseaseCode"
import { nameKey } from "@rare-disease-community/text/Folding"
import { Effect, flow, Schema } from "effect"
import { descriptionOrNull } from "../../../domain/diseases/Disease.ts"
import { DiseaseId } from "../../../domain/Ids.ts"
import type { DiseaseToSave, Saved } from "../../../ports/diseases/DiseasesRepo.ts"
import { idArray } from "../Columns.ts"
import { all, Value } from "../Rows.ts"
import { addCounts, analyze, countsOf, lockCatalogue, raiseVersion } from "./CatalogueCounts.ts"
import { retiredSystem } from "./DiseaseColumns.ts"

const rowOf = (disease: DiseaseToSave, position: number) => ({
  position,
  key: disease.key,
  name: disease.name,
  sort_key: nameKey(disease.name),
  description: descriptionOrNull(disease.description),
  onset: disease.onset,
  inheritance: disease.inheritance,
  prevalence: disease.prevalence,
  genes: disease.genes,
  prominence: disease.prominence,
  sources: disease.sources
})

/** Ids by key, of diseases that are stored. */
type Ids = ReadonlyMap<string, DiseaseId>

const namesOf = (ids: Ids) => (disease: DiseaseToSave) =>
  [
    { kind: "name", names: [disease.name] },
    { kind: "synonym", names: disease.synonyms },
    { kind: "abbreviation", names: disease.abbreviations }
  ].flatMap(({ kind, names }) =>
    names.map((name, position) => ({ disease: ids.get(disease.key), kind, position, name, key: nameKey(name) }))
  )

const codesOf =
  (ids: Ids) =>
  ({ codes, key, retiredCodes }: DiseaseToSave) =>
    [
      ...codeSystems.map((system) => ({ system, listed: codes[system] ?? [] })),
      { system: retiredSystem, listed: retiredCodes }
    ].flatMap(({ listed, system }) =>
      listed.map((code, position) => ({ disease: ids.get(key), system, position, code, key: storedCodeKey(code) }))
    )

const linksOf = (ids: Ids, diseases: ReadonlyArray<DiseaseToSave>, list: "categories" | "parents") =>
  JSON.stringify(diseases.flatMap((disease) => disease[list].map((name) => ({ disease: ids.get(disease.key), name }))))

/**
 * An array of texts, each of which is looked up in an index. For a join the planner may read the whole table instead.
 */
const textArray = (sql: SqlClient.SqlClient, texts: ReadonlyArray<string>) =>
  sql`array(select json_array_elements_text(${JSON.stringify(Array.from(new Set(texts)))}::json))`

const Keyed = Schema.Struct({ id: DiseaseId, key: Schema.String })

const keyedIdsOf = flow(
  all(Keyed),
  Effect.map((rows): Ids => new Map(rows.map(({ id, key }) => [key, id])))
)

export const idsOf = all(Value("id", DiseaseId))

/** A table with several rows for each disease, and the rows that it is to have. */
interface Listing {
  readonly table: string
  /** The columns that identify a row of a disease, and the other columns; none for a table of links. */
  readonly identity: string
  readonly otherColumns?: string
  readonly rows: Statement.Fragment
}

/** Adds the rows of diseases that have none. */
const addListing = (sql: SqlClient.SqlClient, { identity, otherColumns, rows, table }: Listing) => {
  const columns = sql.literal(
    ["disease_id", identity, ...(otherColumns === undefined ? [] : [otherColumns])].join(", ")
  )
  return sql`insert into ${sql(table)} (${columns}) select ${columns} from (${rows}) given`
}

/**
 * Sets the rows of diseases in a table, and gives the ids of diseases whose rows changed. Equal rows are not written.
 * One statement may delete and add, since it never touches a row twice.
 */
const setListing = (
  sql: SqlClient.SqlClient,
  ids: Iterable<DiseaseId>,
  { identity: identityColumns, otherColumns, rows, table }: Listing
) => {
  const target = sql(table)
  const identity = sql.literal(`disease_id, ${identityColumns}`)
  const columns = sql.literal(
    ["disease_id", identityColumns, ...(otherColumns === undefined ? [] : [otherColumns])].join(", ")
  )
  const listOf = (source: string) =>
    (otherColumns ?? "")
      .split(", ")
      .map((column) => `${source}.${column}`)
      .join(", ")
  const onConflict =
    otherColumns === undefined
      ? sql`nothing`
      : sql`update set (${sql.literal(otherColumns)}) = row(${sql.literal(listOf("excluded"))})
          where (${sql.literal(listOf(table))}) is distinct from (${sql.literal(listOf("excluded"))})`
  return idsOf(sql`with given as (
      ${rows}
    ), gone as (
      delete from ${target} where disease_id = any(${idArray(sql, ids)})
        and (${identity}) not in (select ${identity} from given)
      returning disease_id
    ), put as (
      insert into ${target} (${columns}) select ${columns} from given
      on conflict (${identity}) do ${onConflict}
      returning disease_id
    )
    select disease_id as id from gone union select disease_id from put`)
}

/** The tables of names, codes, categories and parents. */
const listingsOf = (
  sql: SqlClient.SqlClient,
  ids: Ids,
  diseases: ReadonlyArray<DiseaseToSave>
): ReadonlyArray<Listing> => {
  const names = JSON.stringify(diseases.flatMap(namesOf(ids)))
  const codes = JSON.stringify(diseases.flatMap(codesOf(ids)))
  const parents = diseases.flatMap((disease) => disease.parents)
  return [
    {
      table: "disease_names",
      identity: "kind, position",
      otherColumns: "name, key",
      rows: sql`select disease as disease_id, kind, position, name, key
        from json_to_recordset(${names}::json) as name (disease int, kind text, position int, name text, key text)`
    },
    {
      table: "disease_codes",
      identity: "system, position",
      otherColumns: "code, key",
      rows: sql`select disease as disease_id, system, position, code, key
        from json_to_recordset(${codes}::json) as code (disease int, system text, position int, code text, key text)`
    },
    {
      table: "disease_categories",
      identity: "category_id",
      rows: sql`select distinct disease as disease_id, categories.id as category_id
        from json_to_recordset(${linksOf(ids, diseases, "categories")}::json) as link (disease int, name text)
        join categories on categories.name = link.name`
    },
    {
      table: "disease_parents",
      identity: "parent_id",
      rows: sql`select distinct disease as disease_id, parent.id as parent_id
        from json_to_recordset(${linksOf(ids, diseases, "parents")}::json) as link (disease int, name text)
        join (select key, coalesce(successor_id, id) as id from diseases where key = any(${textArray(sql, parents)})) named
          on named.key = link.name
        join diseases parent on parent.id = named.id
        where parent.id <> disease and not parent.retired`
    }
  ]
}

/** Sets the names, codes, categories and parents of known diseases, and gives the ids of those that changed. */
const setListings = (sql: SqlClient.SqlClient, diseases: ReadonlyArray<DiseaseToSave>, known: Ids) => {
  const before = diseases.filter(({ key }) => known.has(key))
  return before.length === 0
    ? Effect.succeed([])
    : Effect.forEach(listingsOf(sql, known, before), (listing) => setListing(sql, known.values(), listing))
}

/**
 * Adds the names, codes, categories and parents of new diseases: in half the time that `setListing` takes, which looks
 * for rows of before.
 */
const addListings = (sql: SqlClient.SqlClient, diseases: ReadonlyArray<DiseaseToSave>, ids: Ids, known: Ids) => {
  const added = diseases.filter(({ key }) => !known.has(key))
  return added.length === 0
    ? Effect.void
    : Effect.forEach(listingsOf(sql, ids, added), (listing) => addListing(sql, listing), { discard: true })
}

/** The statements that store the rows of diseases themselves. */
const rowStatements = (sql: SqlClient.SqlClient, diseases: ReadonlyArray<DiseaseToSave>) => {
  const given = sql`json_to_recordset(${JSON.stringify(diseases.map(rowOf))}::json) as given (position int, key text,
    name text, sort_key text, description text, onset jsonb, inheritance jsonb, prevalence jsonb, genes jsonb,
    prominence int, sources jsonb)`
  const facts = [
    "name",
    "sort_key",
    "description",
    "onset",
    "inheritance",
    "prevalence",
    "genes",
    "prominence",
    "sources"
  ]
  const columns = sql.literal(facts.join(", "))
  const listOf = (source: string) => sql.literal(facts.map((fact) => `${source}.${fact}`).join(", "))

  return {
    /** Adds unknown diseases under the next ids, in their order. */
    add: keyedIdsOf(sql`insert into diseases (key, ${columns}, version)
      select key, ${columns}, (select version + 1 from catalogue) from ${given}
      order by position
      returning id, key`),

    /** Updates the known diseases that differ, and gives their ids. */
    change: (ids: Iterable<DiseaseId>) =>
      idsOf(sql`update diseases set (${columns}) = row(${listOf("given")}),
          retired = false, successor_id = null, version = (select version + 1 from catalogue)
        from ${given}
        where diseases.id = any(${idArray(sql, ids)}) and diseases.key = given.key
          and (${listOf("diseases")}, retired) is distinct from (${listOf("given")}, false)
        returning id`)
  }
}

/** Stores the rows of diseases, and returns three lists of ids: all, the new ones and the changed ones. */
const setRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  diseases: ReadonlyArray<DiseaseToSave>,
  known: Ids
) {
  const before = diseases.filter(({ key }) => known.has(key))
  const unknown = diseases.filter(({ key }) => !known.has(key))
  const added: Ids = unknown.length === 0 ? new Map() : yield* rowStatements(sql, unknown).add
  const changed = before.length === 0 ? [] : yield* rowStatements(sql, before).change(known.values())
  return { ids: new Map([...known, ...added]), added: Array.from(added.values()), changed }
})

/**
 * Saves any number of diseases into a catalogue of any size by a few statements: see `DiseasesRepo.save`. Equal rows
 * are not written.
 */
export const saveDiseases = (sql: SqlClient.SqlClient, toSave: ReadonlyArray<DiseaseToSave>) => {
  const diseases = Array.from(new Map(toSave.map((disease) => [disease.key, disease])).values())

  const known = keyedIdsOf(
    sql`select id, key from diseases where key = any(${textArray(
      sql,
      diseases.map(({ key }) => key)
    )})`
  )

  // Fewer codes lead to the former successor of a disease that comes back.
  const successors = (ids: Ids) =>
    ids.size === 0
      ? Effect.succeed([])
      : idsOf(sql`select successor_id as id from diseases
          where successor_id is not null and id = any(${idArray(sql, ids.values())})`)

  const categories = diseases.flatMap((disease) => disease.categories)
  const addCategories = sql`insert into categories (name)
    select name from unnest(${textArray(sql, categories)}) as given (name)
    where not exists (select from categories where categories.name = given.name)
    order by name collate "C"
    on conflict (name) do nothing`

  return Effect.gen(function* () {
    yield* lockCatalogue(sql)
    const before = yield* known
    const left = yield* successors(before)
    const countsBefore = before.size === 0 ? new Map<number, number>() : yield* countsOf(sql, before.values())
    const { added, changed, ids } = yield* setRows(sql, diseases, before)
    if (categories.length > 0) yield* addCategories
    const relisted = yield* setListings(sql, diseases, before)
    yield* addListings(sql, diseases, ids, before)
    const written = new Set([...added, ...changed, ...relisted.flat()])
    const touched = new Set([...written, ...left])
    if (touched.size > 0) {
      yield* raiseVersion(sql, touched)
      yield* addCounts(sql, countsBefore, yield* countsOf(sql, ids.values()))
    }
    if (added.length > 0) yield* analyze(sql)
    return {
      added: added.length,
      changed: written.size - added.length,
      unchanged: diseases.length - written.size
    } satisfies Saved
  })
}
