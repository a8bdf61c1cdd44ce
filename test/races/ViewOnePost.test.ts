import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { atOnce, counted } from "../support/AtOnce.ts"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at } from "../support/Wire.ts"

/**
 * Fifty requests read one post, and ten ask for its HEAD, which counts no view:
 * - reads share one statement, and each adds its own view to the number in memory;
 * - the counter writes its views to the row while other reads are under way.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: 50 reads of one post at once`,
    (it) => {
      it.effect("are 50 views, each of which sees another count", () =>
        Effect.gen(function* () {
          const path = `/api/posts/${(yield* publish(yield* join())).id}`
          const heads = Effect.all(Array.replicate(send("HEAD", path), 10), atOnce)
          const reads = Effect.all(Array.replicate(send("GET", path), 50), atOnce)
          const [answers] = yield* Effect.all([reads, heads], atOnce)
          deepStrictEqual(counted(answers, "viewCount"), Array.range(1, 50))
          strictEqual(at((yield* send("GET", path)).body, "viewCount"), 51)
        })
      )
    }
  )
}
