import type { SqlClient } from "@effect/sql"

/**
 * A disease in `diseases` as the wire has it, `matchedOn` aside. To be used on the rows that are shown only: each of
 * the lists is looked up by the primary key of its table, and the posts by posts_disease_id.
 */
export const disease = (sql: SqlClient.SqlClient) =>
  sql`diseases.id, diseases.name,
    (select coalesce(json_agg(disease_names.name order by kind = 'abbreviation', place), '[]') from disease_names
     where disease_id = diseases.id and kind <> 'name') as synonyms,
    (select coalesce(json_object_agg(system, codes), '{}') from (
       select system, json_agg(code order by place) as codes from disease_codes
       where disease_id = diseases.id group by system
     ) systems) as codes,
    (select coalesce(
       json_agg(json_build_object('id', categories.id, 'name', categories.name) order by categories.name collate "C"),
       '[]')
     from disease_categories join categories on categories.id = category_id
     where disease_id = diseases.id) as categories,
    (select count(*)::int from posts where disease_id = diseases.id) as "postCount"`

/** Narrows `disease_id` to a category (index disease_categories_category_id); to nothing without one. */
export const ofCategory = (sql: SqlClient.SqlClient, category: number | null) =>
  category === null
    ? sql`true`
    : sql`disease_id in (select disease_id from disease_categories where category_id = ${category})`
