import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../support/Community.ts"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { oneDatabase } from "../support/Storage.ts"
import { at } from "../support/Wire.ts"

/**
 * Six requests of the author change title and content of one post:
 * - a change reads the post while another holds its row: it is rolled back and run again;
 * - two changes write one after the other: the later one replaces both fields.
 */
for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: six changes of one post at once`,
    (it) => {
      it.effect("all succeed, and one of them is stored whole", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const path = `/api/posts/${(yield* publish(maria)).id}`
          const titles = ["a", "b", "c", "d", "e", "f"]
          const answers = yield* Effect.forEach(
            titles,
            (title) => send("PATCH", path, { as: maria.token, body: { title, content: title } }),
            {
              concurrency: "unbounded"
            }
          )
          deepStrictEqual(
            answers.map(({ body }) => at(body, "title")),
            titles
          )
          const { body } = yield* send("GET", path)
          assertTrue(titles.includes(String(at(body, "title"))))
          strictEqual(at(body, "content"), at(body, "title"))
        })
      )
    }
  )
}
