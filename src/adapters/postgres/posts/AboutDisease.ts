import type { SqlClient } from "@effect/sql"
import { maxFamilySubtypes } from "@rare-disease-community/names/Limits"
import type { DiseaseId } from "../../../domain/Ids.ts"
import { idArray, whenDefined } from "../Columns.ts"

interface About {
  readonly diseaseId?: DiseaseId | undefined
  readonly includeDescendants?: boolean | undefined
  /** True for the families of the disease, without the disease and its subtypes. */
  readonly isRelated?: boolean | undefined
}

/** The condition that a row of `posts` is filed under one of the diseases or of their subtypes. */
export const isAbout = (sql: SqlClient.SqlClient, diseases: ReadonlyArray<number>) =>
  sql`posts.disease_id = any(disease_subtypes(${idArray(sql, diseases)}))`

/** The filter by disease, on `posts.disease_id` or that of `disease_counts` under the name `posts`. */
export const aboutDisease = (sql: SqlClient.SqlClient, { diseaseId, includeDescendants, isRelated }: About) =>
  whenDefined(diseaseId, (diseaseId) => {
    // A sub-select runs once for each statement, wherever the plan puts the condition.
    if (isRelated)
      return sql`posts.disease_id = any((select disease_families(${diseaseId}::int, ${maxFamilySubtypes}::int))::int[])`
    return includeDescendants ? isAbout(sql, [diseaseId]) : sql`posts.disease_id = ${diseaseId}`
  })
