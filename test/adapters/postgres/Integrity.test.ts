import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Option } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { checks, dueMigrations } from "../../../src/adapters/postgres/Integrity.ts"
import { readerOfAll } from "../../../src/domain/posts/Audience.ts"
import { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { moment, newComment, newDiseases, newPost, newUser, toggleLike, unique } from "../../contracts/newRows.ts"
import { databases } from "../../support/Storage.ts"

const found = Effect.map(Effect.all(checks.map(({ find }) => find)), (findings) =>
  findings.flat().map(({ check, what }) => `${check}: ${what}`)
)

/** Runs statements without triggers and foreign keys, as a superuser may by mistake. */
const unguarded = (...statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.forEach(["set local session_replication_role = replica", ...statements], (statement) =>
        sql.unsafe(statement)
      )
    )
  )

for (const { client, name } of databases) {
  layer(Layer.merge(Layer.provideMerge(Sql.layer, client), NodeContext.layer))(`${name}: integrity`, (it) => {
    it.effect("The checks find nothing in a community whose rows services wrote", () =>
      Effect.gen(function* () {
        const [author, reader] = [yield* newUser(), yield* newUser()]
        const { id } = yield* newPost({ authorId: author })
        yield* newComment(id, reader)
        yield* toggleLike(id, reader)
        deepStrictEqual(yield* dueMigrations, [])
        deepStrictEqual(yield* found, [])
      })
    )

    it.effect("The checks find nothing where posts are not for everyone, whom public counts leave out", () =>
      Effect.gen(function* () {
        const [author, reader] = [yield* newUser(), yield* newUser()]
        const [disease] = yield* newDiseases(unique())
        for (const audience of ["members", "disease"] as const) {
          const about = { audience, diseaseId: Option.fromNullable(disease), authorKind: "agent" } as const
          const { id } = yield* newPost({ authorId: author, ...about })
          yield* newComment(id, reader, unique(), { reader: readerOfAll })
          const like = { postId: id, userId: reader, actorKind: "human", wanted: Option.none(), at: moment } as const
          yield* Effect.flatMap(LikesRepo, ({ writeAll }) => writeAll([{ ...like, reader: readerOfAll }]))
        }
        deepStrictEqual(yield* found, [])
      })
    )

    it.effect("The checks find an invalid index, rows without their parent or partner, and wrong counts", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* newPost({ authorId: yield* newUser() })
        yield* newComment(id, yield* newUser())
        yield* unguarded(
          "update pg_index set indisvalid = false where indexrelid = 'users_search'::regclass",
          `delete from all_post_views where post_id = ${id}`,
          `update all_post_counts set likes = 7 where post_id = ${id}`,
          `delete from all_comment_search where post_id = ${id}`,
          "insert into all_likes (post_id, user_id, created_at) values (2000000000, 1, now())"
        )
        const lines = yield* found
        const counts = lines.filter((line) => line.startsWith("counts: "))
        deepStrictEqual(
          lines.filter((line) => !counts.includes(line)),
          [
            "indexes: index users_search of users is invalid: rebuild it by `reindex index users_search`",
            "orphans: rows of all_likes that refer to missing rows of all_posts (likes_post_id_fkey): 1",
            "orphans: rows of all_posts without a row in all_post_views: 1",
            "orphans: rows of all_comments without a row in all_comment_search: 1"
          ]
        )
        for (const wrong of [
          `the count "likes of post" of ${id} is 7, and 0 by the rows`,
          'the count "likes" is 1, and 2 by the rows'
        ]) {
          deepStrictEqual(counts.includes(`counts: ${wrong}`), true, `${wrong}: ${counts.join("\n")}`)
        }
        yield* sql`update pg_index set indisvalid = true where indexrelid = 'users_search'::regclass`
      })
    )

    it.effect("A migration that has not been applied is found", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [newest] = yield* sql<{ readonly migration_id: number; readonly name: string }>`
            delete from schema_migrations where migration_id = (select max(migration_id) from schema_migrations)
            returning migration_id, name`
        const file = `${String(newest?.migration_id).padStart(4, "0")}_${newest?.name}`
        deepStrictEqual(yield* dueMigrations, [{ check: "migrations", what: `migration ${file} has not been applied` }])
      })
    )
  })
}
