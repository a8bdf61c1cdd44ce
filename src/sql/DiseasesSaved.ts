import type { SqlClient, SqlError, Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import { toldDescription } from "../domain/Disease.ts"
import { codeSystems, storedCodeKey } from "../domain/DiseaseCode.ts"
import { nameKey } from "../domain/DiseaseNaming.ts"
import { DiseaseId } from "../domain/Ids.ts"
import type { DiseaseToSave, Saved } from "../repositories/DiseasesRepo.ts"
import { retiredSystem } from "./DiseaseColumns.ts"

const rowOf = (disease: DiseaseToSave, place: number) => ({
  place,
  key: disease.key,
  name: disease.name,
  sort_key: nameKey(disease.name),
  description: toldDescription(disease.description),
  onset: disease.onset,
  inheritance: disease.inheritance,
  prevalence: disease.prevalence,
  genes: disease.genes,
  prominence: disease.prominence,
  sources: disease.sources
})

const namesOf = (disease: DiseaseToSave) =>
  [
    { kind: "name", names: [disease.name] },
    { kind: "synonym", names: disease.synonyms },
    { kind: "abbreviation", names: disease.abbreviations }
  ].flatMap(({ kind, names }) =>
    names.map((name, place) => ({ disease: disease.key, kind, place, name, key: nameKey(name) }))
  )

const codesOf = ({ codes, key, retiredCodes }: DiseaseToSave) =>
  [
    ...codeSystems.map((system) => ({ system, listed: codes[system] ?? [] })),
    { system: retiredSystem, listed: retiredCodes }
  ].flatMap(({ listed, system }) =>
    listed.map((code, place) => ({ disease: key, system, place, code, key: storedCodeKey(code) }))
  )

const linksOf = (diseases: ReadonlyArray<DiseaseToSave>, list: "categories" | "parents") =>
  JSON.stringify(diseases.flatMap((disease) => disease[list].map((name) => ({ disease: disease.key, name }))))

/** From how many new diseases on the planner's statistics are looked at: it believes that the tables are empty else. */
const minAnalyzed = 100

/** New statistics, once the tables have outgrown them: a server comes to this by itself, the embedded database never. */
const analyzed = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const outgrown = yield* sql`select from pg_class where oid = 'diseases'::regclass
    and (select count(*) from diseases) > 2 * greatest(reltuples, 0)`
  if (outgrown.length > 0)
    yield* sql`analyze diseases, disease_names, disease_codes, disease_categories, disease_parents, categories`
})

const decodeIds = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: DiseaseId })))

/** The ids that a statement answers. */
export const idsOf = (statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.map(Effect.flatMap(statement, decodeIds), (rows) => rows.map(({ id }) => id))

/** Has every other save and retirement wait for the end of this transaction: see `raiseVersion`. */
export const lockCatalogue = (sql: SqlClient.SqlClient) => sql`select version from catalogue for update`

/** Gives these diseases, which were changed, the next version of the catalogue, and counts the catalogue anew. */
export const raiseVersion = (sql: SqlClient.SqlClient, changed: ReadonlySet<DiseaseId>) => {
  const raise = sql`with raised as (
      update catalogue set version = version + 1, listed = (select count(*) from diseases where not retired)
      returning version
    )
    update diseases set version = raised.version from raised
    where id = any(${`{${Array.from(changed).join(",")}}`}::int[]) and diseases.version <> raised.version`
  const count = sql`update categories set disease_count = counted.count
    from (
      select categories.id, count(diseases.id) as count
      from categories left join disease_categories on category_id = categories.id
      left join diseases on diseases.id = disease_id and not retired
      group by categories.id
    ) counted
    where counted.id = categories.id and disease_count <> counted.count`
  return changed.size === 0 ? Effect.void : Effect.zipRight(raise, count)
}

/** One of the tables that list something of each disease, and what is to stand in it. */
interface Listing {
  readonly table: string
  /** What tells the rows of a disease apart, and what else they hold; none for a table of links. */
  readonly key: string
  readonly rest?: string
  /** The rows, where `saved` are the diseases by id and key. */
  readonly given: Statement.Fragment
}

/**
 * Sets what is listed of diseases, and answers whose lists were not so before. What stays is not written again. It
 * deletes and adds in one statement, which may do both since it never touches a row twice.
 */
const setListing = (sql: SqlClient.SqlClient, keys: string, { given, key, rest, table }: Listing) => {
  const rows = sql(table)
  const identity = sql.literal(`disease_id, ${key}`)
  const columns = sql.literal(["disease_id", key, ...(rest === undefined ? [] : [rest])].join(", "))
  const listOf = (source: string) =>
    (rest ?? "")
      .split(", ")
      .map((column) => `${source}.${column}`)
      .join(", ")
  const onConflict =
    rest === undefined
      ? sql`nothing`
      : sql`update set (${sql.literal(rest)}) = row(${sql.literal(listOf("excluded"))})
          where (${sql.literal(listOf(table))}) is distinct from (${sql.literal(listOf("excluded"))})`
  return idsOf(sql`with saved as (
      select id, key from diseases where key in (select json_array_elements_text(${keys}::json))
    ), given as (
      ${given}
    ), gone as (
      delete from ${rows} where disease_id in (select id from saved)
        and (${identity}) not in (select ${identity} from given)
      returning disease_id
    ), put as (
      insert into ${rows} (${columns}) select ${columns} from given
      on conflict (${identity}) do ${onConflict}
      returning disease_id
    )
    select disease_id as id from gone union select disease_id from put`)
}

/** The lists of diseases: names, codes, categories and parents. */
const listingsOf = (sql: SqlClient.SqlClient, diseases: ReadonlyArray<DiseaseToSave>): ReadonlyArray<Listing> => {
  const names = JSON.stringify(diseases.flatMap(namesOf))
  const codes = JSON.stringify(diseases.flatMap(codesOf))
  return [
    {
      table: "disease_names",
      key: "kind, place",
      rest: "name, key",
      given: sql`select saved.id as disease_id, name.kind, name.place, name.name, name.key
        from json_to_recordset(${names}::json) as name (disease text, kind text, place int, name text, key text)
        join saved on saved.key = name.disease`
    },
    {
      table: "disease_codes",
      key: "system, place",
      rest: "code, key",
      given: sql`select saved.id as disease_id, code.system, code.place, code.code, code.key
        from json_to_recordset(${codes}::json) as code (disease text, system text, place int, code text, key text)
        join saved on saved.key = code.disease`
    },
    {
      table: "disease_categories",
      key: "category_id",
      given: sql`select distinct saved.id as disease_id, categories.id as category_id
        from json_to_recordset(${linksOf(diseases, "categories")}::json) as link (disease text, name text)
        join saved on saved.key = link.disease join categories on categories.name = link.name`
    },
    {
      table: "disease_parents",
      key: "parent_id",
      given: sql`select distinct saved.id as disease_id, parent.id as parent_id
        from json_to_recordset(${linksOf(diseases, "parents")}::json) as link (disease text, name text)
        join saved on saved.key = link.disease
        join diseases named on named.key = link.name
        join diseases parent on parent.id = coalesce(named.successor_id, named.id)
        where parent.id <> saved.id and not parent.retired`
    }
  ]
}

/** Stores what stands in the rows of diseases themselves: the ids of those that are new, and of those that were not so. */
const setRows = (sql: SqlClient.SqlClient, diseases: ReadonlyArray<DiseaseToSave>) => {
  const given = sql`json_to_recordset(${JSON.stringify(diseases.map(rowOf))}::json) as given (place int, key text,
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

  // What is known is left out, since each row that meets a conflict would use up an id.
  const addNew = sql`insert into diseases (key, ${columns}, version)
    select key, ${columns}, (select version + 1 from catalogue) from ${given}
    where not exists (select from diseases where diseases.key = given.key)
    order by place
    on conflict (key) do nothing
    returning id`

  const changeKnown = sql`update diseases set (${columns}) = row(${listOf("given")}),
      retired = false, successor_id = null, version = (select version + 1 from catalogue)
    from ${given}
    where diseases.key = given.key
      and (${listOf("diseases")}, retired) is distinct from (${listOf("given")}, false)
    returning id`

  return Effect.all({ added: idsOf(addNew), changed: idsOf(changeKnown) })
}

/** Saves diseases in a few statements, however many there are. What stays as it is is not written again. */
export const saveDiseases = (sql: SqlClient.SqlClient, given: ReadonlyArray<DiseaseToSave>) => {
  const diseases = Array.from(new Map(given.map((disease) => [disease.key, disease])).values())
  const keys = JSON.stringify(diseases.map(({ key }) => key))

  // What a retired one led to until now has fewer codes that lead to it.
  const left = idsOf(sql`select successor_id as id from diseases
    where successor_id is not null and key in (select json_array_elements_text(${keys}::json))`)

  const addCategories = sql`insert into categories (name)
    select name from json_to_recordset(${linksOf(diseases, "categories")}::json) as given (name text)
    where not exists (select from categories where categories.name = given.name)
    group by name order by name collate "C"
    on conflict (name) do nothing`

  return Effect.gen(function* () {
    yield* lockCatalogue(sql)
    const leftBehind = yield* left
    const { added, changed } = yield* setRows(sql, diseases)
    yield* addCategories
    const relisted = yield* Effect.forEach(listingsOf(sql, diseases), (listing) => setListing(sql, keys, listing))
    const written = new Set([...added, ...changed, ...relisted.flat()])
    yield* raiseVersion(sql, new Set([...written, ...leftBehind]))
    if (added.length >= minAnalyzed) yield* analyzed(sql)
    return {
      added: added.length,
      changed: written.size - added.length,
      unchanged: diseases.length - written.size
    } satisfies Saved
  })
}
