import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import type { PostId } from "../../../src/domain/Ids.ts"
import { unique } from "../../contracts/newRows.ts"
import { atOnce } from "../../support/AtOnce.ts"
import { community } from "../../support/Community.ts"
import { send } from "../../support/Members.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { type Answer, at, eachOf, statusesOf } from "../../support/Wire.ts"
import { behindCommit, behindLock, forced, type Lock, whileWaiting } from "../Forced.ts"
import { narrowings, type Stored, scene, titleOf } from "./Given.ts"

/** The lock of a batch that writes about a post, whoever may read it. */
const lockPost =
  (id: PostId): Lock =>
  (sql) =>
    sql`select from all_posts where id = ${id} for no key update`

/** Each write was stored and acknowledged, or it was refused as one on a post that does not exist. */
const storedOrRefused = (
  { comments, likeCount, replyCount, shown }: Stored,
  commented: ReadonlyArray<Answer>,
  liked: ReadonlyArray<Answer>
) => {
  for (const { status } of commented) assertTrue(status === 201 || status === 404, `a comment: ${status}`)
  for (const { status } of liked) assertTrue(status === 200 || status === 404, `a like: ${status}`)
  const ids = commented.flatMap(({ body, status }) => (status === 201 ? [Number(at(body, "id"))] : []))
  const likers = liked.filter(({ status }) => status === 200).length
  deepStrictEqual(
    {
      comments: comments.map(Number).sort(),
      likeCount,
      replyCount,
      shown
    },
    { comments: ids.sort(), likeCount: likers, replyCount: ids.length, shown: ids.length }
  )
}

/**
 * A post is narrowed beside writes on it:
 * - all wait for the post, and are rolled back and run again one after the other;
 * - the post is for fewer readers when a write has the lock: it is 404 for those who lost it, and for the others as ever;
 * - the narrowing waits: until it is acknowledged, the post is read as before.
 */
for (const narrowing of narrowings) {
  forced(`a post that is narrowed ${titleOf(narrowing)}`, (it) => {
    it.effect("and comments and likes that wait for it beside the narrowing are stored or refused, each", () =>
      Effect.gen(function* () {
        const { comment, concerned, like, loser, narrow, post, seenBy, stored } = yield* scene(narrowing)
        const calls = [
          comment(loser),
          like(loser),
          narrow,
          comment(concerned.token),
          like(concerned.token),
          comment(loser)
        ]
        const answers = yield* behindLock(lockPost(post.id), calls)
        deepStrictEqual([answers[2]?.status, answers[3]?.status, answers[4]?.status], [200, 201, 200])
        const of = (...indexes: ReadonlyArray<number>) => answers.filter((_, index) => indexes.includes(index))
        storedOrRefused(yield* stored, of(0, 3, 5), of(1, 4))
        deepStrictEqual(yield* seenBy(loser), [404, 404, 404])
      })
    )

    it.effect("by the transaction for which writes wait refuses those of who may not read it any more", () =>
      Effect.gen(function* () {
        const { comment, concerned, like, loser, post, setAudience, stored } = yield* scene(narrowing)
        const body = { as: loser, body: { content: unique() } }
        const own = Number(at((yield* comment(loser)).body, "id"))
        const calls = [
          comment(loser),
          like(loser),
          send("PATCH", `/api/comments/${own}`, body),
          comment(concerned.token),
          like(concerned.token)
        ]
        const narrowed: Lock = (sql) => sql`update all_posts set audience = ${narrowing.after} where id = ${post.id}`
        deepStrictEqual(statusesOf(yield* behindCommit(narrowed, calls)), [404, 404, 404, 201, 200])
        const { comments, ...found } = yield* stored
        deepStrictEqual(found, { audience: narrowing.after, replyCount: 2, shown: 2, likeCount: 1 })
        assertTrue(comments.includes(own))
        strictEqual((yield* setAudience(narrowing.before)).status, 409)
      })
    )

    it.effect("is read as before until the narrowing is acknowledged, and then no more", () =>
      Effect.gen(function* () {
        const { loser, narrow, post, seenBy } = yield* scene(narrowing)
        const [answered, before] = yield* whileWaiting(lockPost(post.id), narrow, seenBy(loser))
        deepStrictEqual([before, answered.status, yield* seenBy(loser)], [[200, 200, 200], 200, [404, 404, 404]])
      })
    )
  })
}

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: a post that is narrowed`, (it) => {
    for (const narrowing of narrowings) {
      it.effect(`${titleOf(narrowing)}, while all write: each write is stored or refused`, () =>
        Effect.gen(function* () {
          const { comment, concerned, like, loser, narrow, path, seenBy, stored } = yield* scene(narrowing)
          const word = unique()
          const writers = [loser, concerned.token, loser, concerned.token, loser]
          const [narrowed, commented, liked] = yield* Effect.all(
            [
              narrow,
              Effect.forEach(writers, (as) => comment(as, `${unique()} about ${word}`), atOnce),
              Effect.forEach(writers.slice(0, 2), like, atOnce)
            ],
            atOnce
          )
          strictEqual(narrowed.status, 200)
          const unseen = [
            ...(yield* seenBy(loser)),
            ...(yield* Effect.forEach(
              [comment(loser), like(loser), send("PUT", `${path}/follow`, { as: loser })],
              (write) => Effect.map(write, ({ status }) => status)
            ))
          ]
          deepStrictEqual(unseen, [404, 404, 404, 404, 404, 404])
          storedOrRefused(yield* stored, commented, liked)
          const search = (as: typeof loser) =>
            Effect.map(send("GET", `/api/posts?search=${word}`, { as }), (answer) => eachOf(answer).length)
          deepStrictEqual([yield* search(loser), yield* search(concerned.token)], [0, 1])
          for (const { body, status } of commented) {
            if (status !== 201) continue
            strictEqual((yield* send("GET", `/api/comments/${at(body, "id")}`, { as: loser })).status, 404)
          }
        })
      )

      it.effect(`${titleOf(narrowing)}, while all read: nobody reads it after the answer who may not`, () =>
        Effect.gen(function* () {
          const { loser, narrow, path, post } = yield* scene(narrowing)
          let isAcknowledged = false
          const late: Array<string> = []
          const paths = [path, `/api/posts?search=${post.title}`, "/api/posts?limit=50", `${path}/comments`]
          const read = (path: string) =>
            Effect.gen(function* () {
              const wasAcknowledged = isAcknowledged
              const { body } = yield* send("GET", path, { as: loser })
              if (wasAcknowledged && JSON.stringify(body ?? "").includes(post.title)) late.push(path)
            })
          const reads = Effect.forEach(paths, (path) => Effect.repeatN(read(path), 15), atOnce)
          const narrowed = Effect.map(narrow, ({ status }) => {
            isAcknowledged = true
            return status
          })
          const [, status] = yield* Effect.all([reads, narrowed, reads], atOnce)
          deepStrictEqual([status, late], [200, []])
        })
      )
    }
  })
}
