import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { atOnce, members } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { diseaseNamed, type Member, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at, eachOf } from "../support/Wire.ts"
import { behindLock, forced } from "./Forced.ts"

const total = Effect.map(send("GET", "/api/stats"), ({ body }) => Number(at(body, "posts")))

const postsOf = ({ token, user }: Member) =>
  Effect.map(send("GET", `/api/users/${user.id}`, { as: token }), ({ body }) => at(body, "postCount"))

/**
 * Members publish posts:
 * - posts share batches, whose triggers add to the counts of the community, of categories and of authors;
 * - a batch finds the counts of an author locked: it writes the posts of the others, and tries these again;
 * - a batch finds a disease locked, as while it is retired: it writes the other posts, and tries these again.
 */
forced("posts", (it) => {
  it.effect("of a member whose counts are locked wait, those of others do not, and all are counted", () =>
    Effect.gen(function* () {
      const [maria, bob, before] = [yield* join(), yield* join(), yield* total]
      yield* publish(maria) // so that there are counts
      const others: Array<unknown> = []
      const waiting = yield* behindLock(
        (sql) => sql`update author_counts set posts = posts where author_id = ${maria.user.id}`,
        [
          publish(maria),
          // The second one is begun once a post of another member has been published.
          Effect.zipRight(
            Effect.map(publish(bob), ({ id }) => others.push(id)),
            publish(maria)
          )
        ]
      )
      deepStrictEqual([others.length, new Set(waiting.map(({ id }) => id)).size], [1, 2])
      deepStrictEqual([yield* total, yield* postsOf(maria), yield* postsOf(bob)], [before + 4, 3, 1])
    })
  )

  it.effect("about a disease that is locked wait, and are counted with it", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const disease = yield* diseaseNamed(maria, "Marfan")
      const write = publish(maria, { diseaseId: disease.id })
      const written = yield* behindLock(
        (sql) => sql`select from diseases where id = ${disease.id} for update`,
        [write, write]
      )
      const list = yield* send("GET", `/api/posts?diseaseId=${disease.id}`)
      deepStrictEqual(
        eachOf(list),
        written.map(({ id }) => id).sort((a, b) => b - a)
      )
      strictEqual(at(list.body, "pagination", "total"), 2)
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: 16 posts of four members at once`,
    (it) => {
      it.effect("are all counted and listed", () =>
        Effect.gen(function* () {
          const before = yield* total
          const writers = yield* members(4)
          const posts = writers.flatMap((member) => Array.replicate(publish(member), 4))
          const ids = (yield* Effect.all(posts, atOnce)).map(({ id }) => Number(id)).sort((a, b) => b - a)
          deepStrictEqual(eachOf(yield* send("GET", "/api/posts?limit=16")), ids)
          strictEqual(yield* total, before + 16)
          for (const writer of writers) strictEqual(yield* postsOf(writer), 4)
        })
      )
    }
  )
}
