import type { SqlClient } from "@effect/sql"
import { Schema } from "effect"
import { codeSystems } from "../../../domain/diseases/DiseaseCode.ts"
import { CategoryId, DiseaseId } from "../../../domain/Ids.ts"
import type { CataloguePlace } from "../../../ports/DiseasesRepo.ts"
import { retiredSystem } from "./DiseaseColumns.ts"

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
  genes: Schema.Array(Schema.String),
  prominence: Schema.Int
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
 * Selects changed diseases for the index in memory: see `DiseasesRepo.changedAfter` (index diseases_version; for each row
 * the primary keys of its lists, and diseases_successor_id).
 */
export const selectChanged = (sql: SqlClient.SqlClient, { id, version }: CataloguePlace, limit: number) => {
  const namesOf = (kind: string) =>
    sql`coalesce(json_agg(disease_names.name order by position) filter (where kind = ${kind}), '[]')`

  return sql`select diseases.id, version, retired, diseases.name, names.synonyms, names.abbreviations, description,
            prominence, listed.codes, case
              when leads.codes is null then listed."retiredCodes"
              else (listed."retiredCodes"::jsonb || leads.codes)::json
            end as "retiredCodes",
            (select coalesce(json_agg(category_id order by category_id), '[]') from disease_categories
             where disease_id = diseases.id) as "categoryIds",
            (select coalesce(json_agg(parent_id order by parent_id), '[]') from disease_parents
             where disease_id = diseases.id) as "parentIds",
            (select coalesce(json_agg(gene ->> 'symbol' order by position), '[]')
             from jsonb_array_elements(genes) with ordinality as listed (gene, position)) as genes
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
export const selectKnown = (sql: SqlClient.SqlClient) => sql`select diseases.key, id, retired,
            coalesce(json_agg(code order by ${bySystem(sql)}) filter (where code is not null), '[]') as codes
          from diseases left join disease_codes on disease_id = id and system <> ${retiredSystem}
          group by diseases.id order by diseases.id`
