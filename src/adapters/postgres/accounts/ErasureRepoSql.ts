import type { SqlClient } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { UserNotFound } from "../../../domain/accounts/User.ts"
import { ErasureRepo } from "../../../ports/accounts/ErasureRepo.ts"
import { Appended, changesOf } from "../BatchStatement.ts"
import { all, first, inDatabase, one, orBlocked, orUnavailable, Value } from "../Rows.ts"

/** The tables without personal data, which are large. */
const withoutPersons = [
  "diseases",
  "disease_names",
  "disease_codes",
  "disease_categories",
  "disease_parents",
  "categories",
  "news",
  "news_search",
  "news_diseases"
]

const Erased = Value("changes", Schema.NullOr(Appended))
const Due = Value("since", Schema.String)
const TableName = Value("name", Schema.String)

/**
 * Writes the tables and the statistics again without their dead rows, one after the other so that others run in
 * between, and then removes the write-ahead log until now. A segment of it is removed, and not used again with its
 * content. Without new statistics the planner would take the tables for unknown, and some statements a minute. It stays
 * due where a member was erased since it began: the tables that were written before may have their words.
 */
const makeScrub = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const due = yield* sql`select since::text from scrub_due where version() like '%PGlite%'`.pipe(first(Due))
    if (Option.isNone(due)) return
    const ofPersons = sql`relnamespace = current_schema()::regnamespace and relname <> all (${withoutPersons})`
    const tables = yield* sql`
      select relname as name from pg_class where relkind = 'r' and ${ofPersons} order by relname`.pipe(all(TableName))
    for (const name of tables) yield* sql`vacuum full ${sql(name)}`
    yield* sql`delete from pg_statistic where starelid in (select oid from pg_class where ${ofPersons})`
    yield* sql`vacuum full pg_statistic`
    for (const name of tables) yield* sql`analyze ${sql(name)}`
    yield* sql`set wal_recycle = off`
    yield* sql`select pg_switch_wal()`
    yield* sql`checkpoint`
    yield* sql`delete from scrub_due where since = ${due.value}::timestamptz`
  })

export const layer = inDatabase(ErasureRepo, (sql) => ({
  erase: (id, posts) => {
    const erased = sql`select erase_member(${id}, ${posts === "keep"}) as changes`
    return Effect.flatMap(erased.pipe(orBlocked(`member ${id}`), one(Erased)), (changes) =>
      changes === null ? new UserNotFound({ id }) : Effect.succeed(changesOf(changes))
    )
  },
  scrub: orUnavailable(makeScrub(sql))
}))
