import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { whileLocked } from "../adapters/postgres/WhileLocked.ts"
import { atOnce, counted } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at } from "../support/Wire.ts"
import { forced, seenWaiting } from "./Forced.ts"

/** A post, reads of it, and requests for its HEAD, which count no view. */
const scene = Effect.gen(function* () {
  const { id } = yield* publish(yield* join())
  const path = `/api/posts/${id}`
  return { id, head: send("HEAD", path), read: send("GET", path) }
})

/**
 * Requests read one post:
 * - reads share one statement, and each adds its own view to the number in memory;
 * - the counter writes its views to the row while other reads are under way;
 * - the write waits for the row: reads do not, and count on.
 */
forced("reads of a post", (it) => {
  it.effect("count on while the write of the views before them waits for its row", () =>
    Effect.gen(function* () {
      const { id, read } = yield* scene
      const reads = Effect.gen(function* () {
        const before = yield* Effect.replicateEffect(read, 3)
        yield* seenWaiting(1)
        return [...before, ...(yield* Effect.replicateEffect(read, 2))]
      })
      const answers = yield* whileLocked((sql) => sql`select from post_views where post_id = ${id} for update`, reads)
      deepStrictEqual(counted(answers, "viewCount"), [1, 2, 3, 4, 5])
      strictEqual(at((yield* read).body, "viewCount"), 6)
    })
  )
})

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: 50 reads of one post at once`,
    (it) => {
      it.effect("are 50 views, each of which sees another count", () =>
        Effect.gen(function* () {
          const { head, read } = yield* scene
          const heads = Effect.all(Array.replicate(head, 10), atOnce)
          const reads = Effect.all(Array.replicate(read, 50), atOnce)
          const [answers] = yield* Effect.all([reads, heads], atOnce)
          deepStrictEqual(counted(answers, "viewCount"), Array.range(1, 50))
          strictEqual(at((yield* read).body, "viewCount"), 51)
        })
      )
    }
  )
}
