import type { SqlClient, Statement } from "@effect/sql"

/** The system of codes that lead to a disease but are not its own. */
export const retiredSystem = "retired"

/** The own codes of a disease, by system. */
const ownCodes = (sql: SqlClient.SqlClient) => sql`(
  select coalesce(json_object_agg(system, codes), '{}') from (
    select system, json_agg(code order by position) as codes from disease_codes
    where disease_id = diseases.id and system <> ${retiredSystem} group by system
  ) systems)`

/**
 * The columns of a disease in a list, without `matchedOn`. To be used on the rows of a page only: each of the lists,
 * and the count of posts, is looked up by the primary key of its table.
 */
export const disease = (sql: SqlClient.SqlClient) =>
  sql`diseases.id, diseases.name,
    (select coalesce(json_agg(disease_names.name order by kind = 'abbreviation', position), '[]') from disease_names
     where disease_id = diseases.id and kind <> 'name') as synonyms,
    ${ownCodes(sql)} as codes,
    (select coalesce(
       json_agg(json_build_object('id', categories.id, 'name', categories.name) order by categories.name collate "C"),
       '[]')
     from disease_categories join categories on categories.id = category_id
     where disease_id = diseases.id) as categories,
    (select coalesce(sum(posts), 0)::int from disease_counts where disease_id = diseases.id) as "postCount"`

/** The ids and names of diseases by name, without retired ones. */
const names = (sql: SqlClient.SqlClient, ids: Statement.Fragment, limit: number) => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name) order by sort_key collate "C", id), '[]') from (
    select id, name, sort_key from diseases named where not retired and id in (${ids})
    order by sort_key collate "C", id limit ${limit}
  ) named)`

/**
 * The other columns of a disease in full (parents by the primary key of `disease_parents`, children by
 * disease_parents_parent_id).
 */
export const detail = (sql: SqlClient.SqlClient, children: number) => {
  const isChild = sql`select disease_id from disease_parents where parent_id = diseases.id`
  return sql`description, onset, inheritance, prevalence, genes, sources,
    ${names(sql, sql`select parent_id from disease_parents where disease_id = diseases.id`, children)} as parents,
    ${names(sql, isChild, children)} as children,
    (select count(*)::int from diseases child where not retired and id in (${isChild})) as "childCount"`
}

/** The condition that `disease_id` has a category (index disease_categories_category_id); true without a category. */
export const ofCategory = (sql: SqlClient.SqlClient, category: number | null) =>
  category === null
    ? sql`true`
    : sql`disease_id in (select disease_id from disease_categories where category_id = ${category})`
