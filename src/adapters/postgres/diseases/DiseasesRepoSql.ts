import type { SqlClient } from "@effect/sql"
import { codeSystems, storedCodeKey } from "@rare-disease-community/catalogue/DiseaseCode"
import { symbolsOf } from "@rare-disease-community/catalogue/Epidemiology"
import { Prevalence, perMillion } from "@rare-disease-community/catalogue/Prevalence"
import { Effect, Schema } from "effect"
import {
  CategoryCount,
  Disease,
  DiseaseDetail,
  DiseaseNotFound,
  type DiseaseRef,
  Gene,
  Kinship,
  maxChildren
} from "../../../domain/diseases/Disease.ts"
import { CategoryId, DiseaseId } from "../../../domain/Ids.ts"
import type { DiseaseKey } from "../../../domain/Lists.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import {
  type CataloguePosition,
  DiseasesRepo,
  maxDescent,
  maxRelatives,
  maxSiblings
} from "../../../ports/diseases/DiseasesRepo.ts"
import { idArray } from "../Columns.ts"
import { all, firstOr, inDatabase, List, limitClause, one, orUnavailable, page, Value } from "../Rows.ts"
import { detail, disease, ofCategory, retiredSystem } from "./DiseaseColumns.ts"
import { retireDiseases } from "./RetireDiseases.ts"
import { saveDiseases } from "./SaveDiseases.ts"

const Relative = Schema.Struct({ id: DiseaseId, of: DiseaseId, kinship: Kinship })

/**
 * Selects the nearest relatives: see `DiseasesRepo.relatives` (primary key of disease_parents,
 * disease_parents_parent_id).
 */
const selectRelatives = (sql: SqlClient.SqlClient, ids: ReadonlyArray<DiseaseId>) => sql`
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

/**
 * Selects subtypes: see `DiseasesRepo.descendants` (index disease_parents_parent_id). A cycle of subtypes ends at
 * `maxDescent`.
 */
const selectDescendants = (sql: SqlClient.SqlClient, ids: ReadonlyArray<DiseaseId>, limit: number) => {
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

const Naming = Schema.Struct({
  key: Schema.String,
  diseaseId: DiseaseId,
  disease: Schema.String,
  name: Schema.String,
  kind: Schema.Literal("name", "synonym", "abbreviation")
})

const Descendant = Schema.Struct({ id: DiseaseId, under: DiseaseId })
const Listed = List(Schema.Struct({ ...Disease.fields, sortKey: Schema.String }))
const ByIds = Value("items", Schema.Array(Disease))
const Version = Value("version", Schema.Int)
const Id = Value("id", DiseaseId)

/** Lists diseases by one statement, so that items and total are of one snapshot (index diseases_listed). */
const listDiseases = (sql: SqlClient.SqlClient, category: CategoryId | null, window: PageSlice<DiseaseKey>) => {
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

const selectByIds = (sql: SqlClient.SqlClient, ids: ReadonlyArray<DiseaseId>) => sql`
  select coalesce(json_agg(page), '[]') as items from (
    select ${disease(sql)}
    from (
      select id, min(place) as place
      from unnest(${idArray(sql, ids)}) with ordinality as asked (id, place) group by id
    ) asked
    join diseases on diseases.id = asked.id and not retired
    order by asked.place
  ) page`

/** Selects a disease in full by its id, or by a code (index disease_codes_key). */
const selectDetail = (sql: SqlClient.SqlClient, ref: DiseaseRef) => {
  const id =
    typeof ref === "number"
      ? sql`select coalesce(successor_id, id) from diseases where id = ${ref}`
      : sql`select coalesce(successor_id, disease_id) from disease_codes join diseases on diseases.id = disease_id
          where disease_codes.key = ${storedCodeKey(ref)}
          order by retired, system = ${retiredSystem}, disease_id limit 1`
  return sql`select ${disease(sql)}, ${detail(sql, maxChildren)} from diseases where diseases.id = (${id})`
}

const Counted = Schema.Struct({ id: DiseaseId, posts: Schema.Int })

/** Selects numbers of posts: see `DiseasesRepo.postsAbout` (primary key of disease_counts). */
const selectPostsAbout = (sql: SqlClient.SqlClient, ids: ReadonlyArray<DiseaseId>) => sql`
  select asked.id, (
    select coalesce(sum(posts), 0)::int from disease_counts where disease_id = any(family.ids)
  ) as posts
  from (
    select id, min(place) as place from unnest(${idArray(sql, ids)}) with ordinality as asked (id, place) group by id
  ) asked cross join lateral (select disease_subtypes(array[asked.id]) as ids) family
  order by asked.place`

const selectMissing = (sql: SqlClient.SqlClient, ids: ReadonlyArray<DiseaseId>) => sql`
  select id from unnest(${idArray(sql, ids)}) with ordinality as asked (id, place)
  where not exists (select from diseases where diseases.id = asked.id and not retired)
  group by id order by min(place)`

/** Selects the names that have one of these keys (index disease_names_key). */
const selectNamings = (sql: SqlClient.SqlClient, keys: ReadonlyArray<string>) => sql`
  select names.key, disease_id as "diseaseId", diseases.name as disease, names.name, kind
  from disease_names names join diseases on diseases.id = disease_id and not retired
  where names.key = any(array(select json_array_elements_text(${JSON.stringify(keys)}::json)))
  order by disease_id, array_position(array['name', 'synonym', 'abbreviation'], kind), position`

export const Entry = Schema.Struct({
  id: DiseaseId,
  version: Schema.Int,
  retired: Schema.Boolean,
  name: Schema.String,
  synonyms: Schema.Array(Schema.String),
  abbreviations: Schema.Array(Schema.String),
  codes: Schema.Array(Schema.String),
  retiredCodes: Schema.Array(Schema.String),
  categoryIds: Schema.Array(CategoryId),
  parentIds: Schema.Array(DiseaseId),
  description: Schema.NullOr(Schema.String),
  genes: Schema.Array(Gene),
  prominence: Schema.Int,
  prevalence: Schema.Array(Prevalence)
})

export const Known = Schema.Struct({
  key: Schema.String,
  id: DiseaseId,
  codes: Schema.Array(Schema.String),
  retired: Schema.Boolean
})

/** The order of the codes of a disease: by system, then by position. */
const bySystem = (sql: SqlClient.SqlClient) => {
  const systems = JSON.stringify([...codeSystems, retiredSystem])
  return sql`array_position(array(select json_array_elements_text(${systems}::json)), system), position`
}

/**
 * Selects changed diseases for the index in memory: see `DiseasesRepo.changedAfter` (index diseases_version; for each
 * row the primary keys of its lists, and diseases_successor_id).
 */
const selectChanged = (sql: SqlClient.SqlClient, { id, version }: CataloguePosition, limit: number) => {
  const namesOf = (kind: string) =>
    sql`coalesce(json_agg(disease_names.name order by position) filter (where kind = ${kind}), '[]')`

  return sql`select diseases.id, version, retired, diseases.name, names.synonyms, names.abbreviations, description,
            prominence, prevalence, genes, listed.codes, case
              when leads.codes is null then listed."retiredCodes"
              else (listed."retiredCodes"::jsonb || leads.codes)::json
            end as "retiredCodes",
            (select coalesce(json_agg(category_id order by category_id), '[]') from disease_categories
             where disease_id = diseases.id) as "categoryIds",
            (select coalesce(json_agg(parent_id order by parent_id), '[]') from disease_parents
             where disease_id = diseases.id) as "parentIds"
          from diseases
          cross join lateral (
            select ${namesOf("synonym")} as synonyms, ${namesOf("abbreviation")} as abbreviations
            from disease_names where disease_id = diseases.id
          ) names
          cross join lateral (
            select coalesce(json_agg(code order by ${bySystem(sql)}) filter (where system <> ${retiredSystem}), '[]') as codes,
              coalesce(json_agg(code order by position) filter (where system = ${retiredSystem}), '[]') as "retiredCodes"
            from disease_codes where disease_id = diseases.id
          ) listed
          cross join lateral (
            select jsonb_agg(code order by gone.id, ${bySystem(sql)}) as codes
            from diseases gone join disease_codes on disease_id = gone.id where gone.successor_id = diseases.id
          ) leads
          where (version, diseases.id) > (${version}, ${id})
          order by version, diseases.id limit ${limit}`
}

/** Selects all diseases for an import: see `DiseasesRepo.known`. */
const selectKnown = (sql: SqlClient.SqlClient) => sql`select diseases.key, id, retired,
            coalesce(json_agg(code order by ${bySystem(sql)}) filter (where code is not null), '[]') as codes
          from diseases left join disease_codes on disease_id = id and system <> ${retiredSystem}
          group by diseases.id order by diseases.id`

/** Diseases in PostgreSQL. `save` and `retire` run several statements and are atomic only inside a transaction. */
export const layer = inDatabase(DiseasesRepo, (sql) => ({
  page: ({ category = null }, window) =>
    listDiseases(sql, category, window).pipe(
      page(Listed, window, ({ id, sortKey }): DiseaseKey => ({ name: sortKey, id })),
      Effect.map((found) => ({ ...found, items: found.items.map(({ sortKey: _, ...shown }) => shown) }))
    ),
  findByIds: (ids) => (ids.length === 0 ? Effect.succeed([]) : selectByIds(sql, ids).pipe(one(ByIds))),
  version: sql`select version from catalogue`.pipe(one(Version)),
  changedAfter: (position, limit) =>
    selectChanged(sql, position, limit).pipe(
      all(Entry),
      Effect.map((rows) =>
        rows.map(({ genes, prevalence, ...entry }) => ({
          ...entry,
          ...symbolsOf(genes),
          perMillion: perMillion(prevalence)
        }))
      )
    ),
  get: (ref) => selectDetail(sql, ref).pipe(firstOr(DiseaseDetail, () => new DiseaseNotFound({ ref }))),
  categories: sql`select id, name, disease_count as "diseaseCount" from categories order by name collate "C"`.pipe(
    all(CategoryCount)
  ),
  descendants: (ids, limit) => selectDescendants(sql, ids, limit).pipe(all(Descendant)),
  relatives: (ids) => (ids.length === 0 ? Effect.succeed([]) : selectRelatives(sql, ids).pipe(all(Relative))),
  postsAbout: (ids) => (ids.length === 0 ? Effect.succeed([]) : selectPostsAbout(sql, ids).pipe(all(Counted))),
  missing: (ids) => selectMissing(sql, ids).pipe(all(Id)),
  named: (keys) => (keys.length === 0 ? Effect.succeed([]) : selectNamings(sql, keys).pipe(all(Naming))),
  known: selectKnown(sql).pipe(all(Known)),
  save: (diseases) => orUnavailable(saveDiseases(sql, diseases)),
  retire: (retirements) => orUnavailable(retireDiseases(sql, retirements))
}))
