import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import { type Retired, succession } from "../../../domain/diseases/Succession.ts"
import { DiseaseId } from "../../../domain/Ids.ts"
import type { Retirement } from "../../../ports/diseases/DiseasesRepo.ts"
import { all } from "../Rows.ts"
import { lockCatalogue, raiseAndRecount } from "./CatalogueCounts.ts"
import { idsOf } from "./SaveDiseases.ts"

const Stored = Schema.Struct({
  key: Schema.String,
  id: DiseaseId,
  retired: Schema.Boolean,
  successorId: Schema.NullOr(DiseaseId)
})

/**
 * Moves follows to the successors of diseases. A member who follows several of these diseases follows the successor
 * once.
 */
const moveFollows = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, moved: Statement.Fragment) {
  yield* sql`with kept as (
      select distinct on (user_id, "successorId") follows.id, "successorId"
      from follows join ${moved} on type = 'disease' and target_id = moved.id
      where not exists (
        select from follows other
        where other.user_id = follows.user_id and other.type = 'disease' and other.target_id = "successorId"
      )
      order by user_id, "successorId", follows.id
    )
    update follows set target_id = "successorId" from kept where follows.id = kept.id`
  yield* sql`delete from follows using ${moved} where type = 'disease' and target_id = moved.id`
})

/** Retires any number of diseases by a few statements: see `DiseasesRepo.retire`. */
export const retireDiseases = (sql: SqlClient.SqlClient, retirements: ReadonlyArray<Retirement>) => {
  const named = sql`key in (select json_array_elements_text(${JSON.stringify(
    retirements.flatMap(({ key, successor }) => [key, ...(successor === null ? [] : [successor])])
  )}::json))`

  const stored = sql`select key, id, retired, successor_id as "successorId" from diseases
      where ${named} or id in (select successor_id from diseases where ${named}) order by id`.pipe(all(Stored))

  const retire = Effect.fnUntraced(function* (diseases: ReadonlyArray<Retired>) {
    const given = sql`(
      select * from json_to_recordset(${JSON.stringify(diseases)}::json) as given (id int, "successorId" int)
    ) given`
    const moved = sql`(select * from ${given} where "successorId" is not null) moved`

    const marked = yield* idsOf(sql`update diseases set retired = true, successor_id = given."successorId" from ${given}
      where diseases.id = given.id and (retired, successor_id) is distinct from (true, given."successorId")
      returning diseases.id`)

    // Diseases with a retired successor get its successor (index diseases_successor_id).
    yield* sql`update diseases set successor_id = moved."successorId" from ${moved}
      where diseases.successor_id = moved.id`

    // References move to the successors. One statement may delete and add, since a successor is never retired itself.
    // Diseases that were retired before are moved too: a concurrent write may have referred to them. Posts are locked
    // by id.
    yield* sql`with held as materialized (
        select id from all_posts where disease_id in (select moved.id from ${moved}) order by id for no key update
      ), hidden as (update hidden_posts set disease_id = moved."successorId" from ${moved} where disease_id = moved.id)
      update all_posts posts set disease_id = moved."successorId" from held, ${moved}
      where posts.id = held.id and disease_id = moved.id`
    yield* sql`with gone as (
        delete from user_diseases using ${moved} where disease_id = moved.id returning user_id, position, "successorId"
      )
      insert into user_diseases (user_id, disease_id, position)
      select user_id, "successorId", min(position) from gone group by user_id, "successorId"
      on conflict do nothing`
    yield* sql`with gone as (
        delete from news_diseases using ${moved} where disease_id = moved.id returning news_id, position, "successorId"
      )
      insert into news_diseases (news_id, disease_id, position)
      select news_id, "successorId", min(position) from gone group by news_id, "successorId"
      on conflict do nothing`
    yield* moveFollows(sql, moved)
    const children = yield* idsOf(sql`with gone as (
        delete from disease_parents using ${moved} where parent_id = moved.id returning disease_id, "successorId"
      ), put as (
        insert into disease_parents (disease_id, parent_id)
        select distinct disease_id, "successorId" from gone where disease_id <> "successorId"
        on conflict do nothing
      )
      select distinct disease_id as id from gone`)

    // Codes of newly retired diseases lead to their successors now, which changes these.
    const newly = new Set(marked)
    const successors = diseases.flatMap(({ id, successorId }) =>
      successorId === null || !newly.has(id) ? [] : [successorId]
    )
    yield* raiseAndRecount(sql, new Set([...marked, ...successors, ...children]))
    return diseases.filter(({ before }) => !before).length
  })

  return Effect.gen(function* () {
    yield* lockCatalogue(sql)
    const diseases = succession(retirements, yield* stored)
    return diseases.length === 0 ? 0 : yield* retire(diseases)
  })
}
