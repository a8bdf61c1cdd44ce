import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Runtime, Stream } from "effect"
import { dump } from "../../../../src/adapters/postgres/backup/Dump.ts"
import { load } from "../../../../src/adapters/postgres/backup/Load.ts"
import * as Database from "../../../../src/adapters/postgres/connection/Database.ts"
import * as Migrations from "../../../../src/adapters/postgres/connection/Migrations.ts"
import { checks } from "../../../../src/adapters/postgres/Integrity.ts"
import { bothDatabases } from "../../../support/Storage.ts"

const memory = Layer.merge(Database.embedded("memory://"), NodeContext.layer)

const quiet = () => Effect.void

/** Members who verify each other, and texts beside them. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into users (username, username_key, email, email_key, password_hash, role, created_at, active_at)
    select 'u' || n, 'u' || n, 'u' || n, 'u' || n, '', 'user', now(), now() from generate_series(1, 3000) n`
  yield* sql`update users set verified_by = 3001 - id, verified_at = now(), verified_as = 'an "expert", (so)' where id <= 3000`
  yield* sql`
    insert into posts (author_id, title, content, content_html, excerpt, category, created_at, updated_at)
    select id, 'a "title"', ${'two\nlines, \\ and "more"'}, '', '', 'topic', now(), now() from users`
  yield* sql`insert into post_counts (post_id, category, author_id) select id, category, author_id from posts`
  yield* sql`insert into post_views (post_id, category, author_id, views) select id, category, author_id, id from posts`
  yield* sql`insert into post_search (post_id, search) select id, to_tsvector('simple', title) from posts`
})

/** The text of a backup; `meanwhile` runs before each part of it is taken. */
const dumped = <E>(pages: boolean, meanwhile: Effect.Effect<void, E>) =>
  Effect.gen(function* () {
    const parts: Array<string> = []
    const write = (text: string) =>
      Effect.zipRight(
        meanwhile,
        Effect.sync(() => void parts.push(text))
      )
    yield* dump({ write, progress: quiet }, { pages })
    return parts.join("")
  })

const restored = (text: string) => load(Stream.splitLines(Stream.make(text)), quiet)

const facts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    select count(*)::int as posts, sum(views)::int as views, min(content) as content,
      (select count(*)::int from users where verified_by is not null) as verified,
      (select sum(posts)::int from author_counts) as counted
    from posts join post_views on post_id = posts.id`
})

const findings = Effect.flatMap(
  Effect.forEach(checks, ({ find }) => find),
  (found) => Effect.succeed(found.flat())
)

for (const { client, name } of bothDatabases) {
  describe(`${name}: dump and load`, () => {
    for (const pages of name === "embedded" ? [false, true] : [false]) {
      it.effect(
        `hold one snapshot, though members write during the backup${pages ? ", also where each page is read on its own" : ""}`,
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* stored
            const before = yield* facts
            let written = 0
            // A transaction of the one session of an embedded database leaves no room for other writes.
            const write = Effect.suspend(() =>
              name === "embedded" && !pages
                ? Effect.void
                : Effect.ignore(sql`update post_views set views = views + 1 where post_id = ${++written}`)
            )
            // By a fiber of its own, which is outside of the transaction of the dump.
            const run = Runtime.runPromise(yield* Effect.runtime<never>())
            const text = yield* dumped(
              pages,
              Effect.promise(() => run(write))
            )
            const isWritten = (yield* facts)[0]?.["views"] !== before[0]?.["views"]
            strictEqual(isWritten, name !== "embedded" || pages)
            const found = yield* Effect.provide(Effect.zipRight(restored(text), Effect.all([facts, findings])), memory)
            deepStrictEqual(found, [before, []])
          }).pipe(Effect.provide(client), Effect.provide(NodeContext.layer), Effect.scoped)
      )
    }
  })
}

describe("load", () => {
  it.effect("restores a backup of an earlier schema, and brings it to this one", () =>
    Effect.gen(function* () {
      const earlier = Effect.zipRight(Migrations.runTo(6), Effect.zipRight(stored, dumped(false, Effect.void)))
      const text = yield* Effect.provide(earlier, memory)
      const after = Effect.gen(function* () {
        yield* restored(text)
        strictEqual((yield* Migrations.due).length, 0)
        deepStrictEqual(yield* findings, [])
        return yield* facts
      })
      const [found] = yield* Effect.provide(after, Layer.fresh(memory))
      deepStrictEqual(found?.["posts"], 3000)
    }).pipe(Effect.scoped)
  )

  it.effect("refuses a database with a later schema than the backup", () =>
    Effect.gen(function* () {
      const earlier = Effect.zipRight(Migrations.runTo(6), dumped(false, Effect.void))
      const text = yield* Effect.provide(earlier, memory)
      const refused = yield* Effect.provide(
        Effect.zipRight(Migrations.run(), Effect.flip(restored(text))),
        Layer.fresh(memory)
      )
      strictEqual(/has the schema of a later version/.test(String(refused)), true)
    }).pipe(Effect.scoped)
  )
})
