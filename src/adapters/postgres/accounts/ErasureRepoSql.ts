import { SqlClient, SqlError, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { LeftPosts } from "../../../domain/accounts/Leaving.ts"
import { UserNotFound } from "../../../domain/accounts/User.ts"
import { Blocked } from "../../../domain/BatchResult.ts"
import { UserId } from "../../../domain/Ids.ts"
import { ErasureRepo } from "../../../ports/ErasureRepo.ts"
import { Appended } from "../BatchStatement.ts"
import { isContended, orUnavailable } from "../connection/Failures.ts"

/** The time that the erasure of a member with many texts may take. */
const statementTimeout = "5min"

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

const statements = (sql: SqlClient.SqlClient) => ({
  erase: SqlSchema.single({
    Request: Schema.Struct({ id: UserId, posts: LeftPosts }),
    Result: Schema.Struct({ changes: Schema.NullOr(Appended) }),
    execute: ({ id, posts }) => sql`select erase_member(${id}, ${posts === "keep"}) as changes`
  }),

  isDue: SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ isDue: Schema.Boolean }),
    execute: () => sql`select version() like '%PGlite%' and exists (select from scrub_due) as "isDue"`
  }),

  tables: SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ name: Schema.String }),
    execute: () => sql`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all (${withoutPersons})
      order by relname`
  })
})

/**
 * Writes the tables and the statistics again without their dead rows, one after the other so that others run in between, and
 * then removes the write-ahead log until now. A segment of it is removed, and not used again with its content.
 */
const makeScrub = (sql: SqlClient.SqlClient) => {
  const { isDue, tables } = statements(sql)
  return Effect.gen(function* () {
    if (!(yield* isDue()).isDue) return
    for (const { name } of yield* tables()) yield* sql`vacuum full ${sql(name)}`
    yield* sql`delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`
    yield* sql`vacuum full pg_statistic`
    yield* sql`set wal_recycle = off`
    yield* sql`select pg_switch_wal()`
    yield* sql`checkpoint`
    yield* sql`delete from scrub_due`
  })
}

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const { erase } = statements(sql)

  return ErasureRepo.of({
    erase: (id, posts) =>
      Effect.zipRight(
        sql`select set_config('statement_timeout', ${statementTimeout}, true)`,
        erase({ id, posts })
      ).pipe(
        Effect.catchIf(
          (error) => error instanceof SqlError.SqlError && isContended(error),
          () => new Blocked({ by: `member ${id}` })
        ),
        orUnavailable,
        Effect.flatMap(({ changes }) =>
          changes === null
            ? new UserNotFound({ id })
            : Effect.succeed(changes.map(([sequence, kind, id, userId]) => ({ sequence, kind, id, userId })))
        )
      ),
    scrub: orUnavailable(makeScrub(sql))
  })
})

/** Erasure in PostgreSQL. */
export const layer = Layer.effect(ErasureRepo, make)
