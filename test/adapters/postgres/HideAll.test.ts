import { SqlClient } from "@effect/sql"
import { describe, layer } from "@effect/vitest"
import { assertNone, deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, Fiber, Layer, Option } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import type { Change } from "../../../src/domain/Change.ts"
import { type CommentId, DecisionId, type PostId } from "../../../src/domain/Ids.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { newComment, newPost, newPosts, newUser } from "../../contracts/newRows.ts"
import { mainDatabase } from "../../support/Storage.ts"
import { whileLocked } from "./WhileLocked.ts"

const decisionId = DecisionId.make(7)

const decisionsOf = (post: Option.Option<PostId>, comment: Option.Option<CommentId>) =>
  Effect.gen(function* () {
    const hidden = yield* HiddenTextsRepo
    const [thePost, theComment] = [
      yield* Effect.option(hidden.post(yield* post, Option.none())),
      yield* Effect.option(hidden.comment(yield* comment))
    ]
    return [Option.map(thePost, (row) => row.decisionId), Option.map(theComment, (row) => row.decisionId)]
  })

// The embedded database has one connection, so no other transaction can hold a lock.
describe.skipIf(mainDatabase.name === "embedded")("server", () => {
  layer(Layer.provideMerge(Sql.layer, mainDatabase.client))("HiddenTextsRepo.hideAll", (it) => {
    it.effect("waits for texts that are being written, and hides them; what is written later stays", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { atomically } = yield* Transaction
        const hidden = yield* HiddenTextsRepo
        const [ada, { id }] = [yield* newUser(), yield* newPost()]
        let [post, comment] = [Option.none<PostId>(), Option.none<CommentId>()]
        const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof newComment | typeof newPost>>>()
        const writing = Effect.gen(function* () {
          comment = Option.some((yield* newComment(id, ada)).id)
          post = Option.some((yield* newPost({ authorId: ada })).id)
        })
        const waiting = Effect.repeat(
          sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%lock_texts_of%'`,
          { until: ({ length }) => length === 1, times: 10_000 }
        )
        const hiding = Effect.zipLeft(Effect.fork(atomically(hidden.hideAll(ada, decisionId))), waiting)
        yield* Fiber.join(yield* whileLocked(() => Effect.provide(writing, context), hiding, true))
        deepStrictEqual(yield* decisionsOf(post, comment), [Option.some(decisionId), Option.some(decisionId)])
        assertNone(yield* Effect.option(hidden.comment((yield* newComment(id, ada)).id)))
      })
    )

    it.effect("and restoreAll move more texts than one statement does, and give each change once", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const hidden = yield* HiddenTextsRepo
        const [ada, { id }] = [yield* newUser(), yield* newPost()]
        const posts = yield* newPosts(
          ada,
          Array.makeBy(510, () => ({}))
        )
        yield* Effect.forEach(Array.range(1, 510), () => newComment(id, ada), { discard: true })
        const kinds = (changes: ReadonlyArray<Change>) =>
          changes.map(({ id, kind }) => (kind === "post" ? String(id) : kind)).toSorted()
        const changed = [...posts.map(String), "comment"].toSorted()
        const hiding = yield* atomically(hidden.hideAll(ada, decisionId))
        deepStrictEqual(kinds(hiding), [...changed, "notifications_removed"])
        deepStrictEqual(kinds(yield* atomically(hidden.restoreAll(ada, Option.some(decisionId)))), changed)
        const { comments, replyCount } = yield* Effect.flatMap(PostsRepo, (repo) => repo.get(id, Option.none()))
        deepStrictEqual([comments.length, replyCount], [100, 510])
      })
    )
  })
})
