import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { codeSystems } from "../domain/Disease.ts"
import { nameKey } from "../domain/DiseaseNaming.ts"
import type { DiseaseToSave } from "../repositories/DiseasesRepo.ts"
import { storedCodeKey } from "./DiseaseSearch.ts"

const rowOf = ({ description, key, name, sources }: DiseaseToSave, place: number) => ({
  place,
  key,
  name,
  sortKey: nameKey(name),
  description,
  sources
})

const namesOf = (disease: DiseaseToSave) =>
  [
    { kind: "name", names: [disease.name] },
    { kind: "synonym", names: disease.synonyms },
    { kind: "abbreviation", names: disease.abbreviations }
  ].flatMap(({ kind, names }) =>
    names.map((name, place) => ({ disease: disease.key, kind, place, name, key: nameKey(name) }))
  )

const codesOf = ({ codes, key }: DiseaseToSave) =>
  codeSystems.flatMap((system) =>
    (codes[system] ?? []).map((code, place) => ({ disease: key, system, place, code, key: storedCodeKey(code) }))
  )

/** From how many diseases on a save is followed by new statistics: the planner believes that the tables are empty else. */
const minAnalyzed = 100

/**
 * Saves diseases in six statements, however many there are. What stays as it is is not written again. Where a
 * statement deletes and adds, it may do both since it never touches a row twice.
 */
export const saveDiseases = (sql: SqlClient.SqlClient, diseases: ReadonlyArray<DiseaseToSave>) => {
  const rows = JSON.stringify(diseases.map(rowOf))
  const keys = JSON.stringify(diseases.map(({ key }) => key))
  const names = JSON.stringify(diseases.flatMap(namesOf))
  const codes = JSON.stringify(diseases.flatMap(codesOf))
  const categories = JSON.stringify(
    diseases.flatMap((disease) => disease.categories.map((name) => ({ disease: disease.key, name })))
  )

  const given = sql`json_to_recordset(${rows}::json) as given (place int, key text, name text, "sortKey" text,
    description text, sources jsonb)`
  const saved = sql`saved as (
    select id, key from diseases where key in (select json_array_elements_text(${keys}::json)))`

  // What is known is left out, since each row that meets a conflict would use up an id.
  const addNew = sql`insert into diseases (key, name, sort_key, description, sources)
    select key, name, "sortKey", description, sources from ${given}
    where not exists (select from diseases where diseases.key = given.key)
    order by place
    on conflict (key) do nothing`

  const changeKnown = sql`update diseases set name = given.name, sort_key = given."sortKey",
      description = given.description, sources = given.sources
    from ${given}
    where diseases.key = given.key
      and (diseases.name, diseases.sort_key, diseases.description, diseases.sources)
        is distinct from (given.name, given."sortKey", given.description, given.sources)`

  const setNames = sql`with ${saved}, given as (
      select saved.id as disease_id, name.kind, name.place, name.name, name.key
      from json_to_recordset(${names}::json) as name (disease text, kind text, place int, name text, key text)
      join saved on saved.key = name.disease
    ), gone as (
      delete from disease_names where disease_id in (select id from saved)
        and (disease_id, kind, place) not in (select disease_id, kind, place from given)
    )
    insert into disease_names (disease_id, kind, place, name, key) select disease_id, kind, place, name, key from given
    on conflict (disease_id, kind, place) do update set name = excluded.name, key = excluded.key
      where (disease_names.name, disease_names.key) is distinct from (excluded.name, excluded.key)`

  const setCodes = sql`with ${saved}, given as (
      select saved.id as disease_id, code.system, code.place, code.code, code.key
      from json_to_recordset(${codes}::json) as code (disease text, system text, place int, code text, key text)
      join saved on saved.key = code.disease
    ), gone as (
      delete from disease_codes where disease_id in (select id from saved)
        and (disease_id, system, place) not in (select disease_id, system, place from given)
    )
    insert into disease_codes (disease_id, system, place, code, key) select disease_id, system, place, code, key from given
    on conflict (disease_id, system, place) do update set code = excluded.code, key = excluded.key
      where (disease_codes.code, disease_codes.key) is distinct from (excluded.code, excluded.key)`

  const addCategories = sql`insert into categories (name)
    select name from json_to_recordset(${categories}::json) as given (name text)
    where not exists (select from categories where categories.name = given.name)
    group by name order by name collate "C"
    on conflict (name) do nothing`

  const setCategories = sql`with ${saved}, given as (
      select distinct saved.id as disease_id, categories.id as category_id
      from json_to_recordset(${categories}::json) as category (disease text, name text)
      join saved on saved.key = category.disease join categories on categories.name = category.name
    ), gone as (
      delete from disease_categories where disease_id in (select id from saved)
        and (disease_id, category_id) not in (select disease_id, category_id from given)
    )
    insert into disease_categories (disease_id, category_id) select disease_id, category_id from given
    on conflict do nothing`

  // A server would come to this by itself, in a minute or so; the embedded database never does.
  const analyzed = [
    sql`select gin_clean_pending_list('disease_names_trigrams')`,
    sql`analyze diseases, disease_names, disease_codes, disease_categories, categories`
  ]

  return Effect.all(
    [
      addNew,
      changeKnown,
      setNames,
      setCodes,
      addCategories,
      setCategories,
      ...(diseases.length < minAnalyzed ? [] : analyzed)
    ],
    { discard: true }
  )
}
