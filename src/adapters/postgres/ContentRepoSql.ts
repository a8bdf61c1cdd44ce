import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { ContentRepo } from "../../ports/ContentRepo.ts"
import { orUnavailable } from "./connection/Failures.ts"

/** The first key of these advisory locks; other repositories use other keys. */
const contentLock = 3

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const version = SqlSchema.findOne({
    Request: Schema.String,
    Result: Schema.Struct({ version: Schema.String }),
    execute: (name) => sql`select version from content_versions where name = ${name}`
  })

  // A statement of its own: the next one begins after the lock, and so sees the commits that the lock waited for.
  const lock = (name: string) => sql`select pg_advisory_xact_lock(${contentLock}, hashtext(${name}))`

  return ContentRepo.of({
    lockVersion: (name) =>
      orUnavailable(
        Effect.zipRight(
          lock(name),
          Effect.map(
            version(name),
            Option.map(({ version }) => version)
          )
        )
      ),

    setVersion: (name, version) =>
      orUnavailable(
        Effect.asVoid(
          sql`insert into content_versions (name, version) values (${name}, ${version})
              on conflict (name) do update set version = excluded.version`
        )
      )
  })
})

/** The versions of loaded content in PostgreSQL. */
export const layer = Layer.effect(ContentRepo, make)
