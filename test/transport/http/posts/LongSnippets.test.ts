import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, listAt } from "../../../support/Wire.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })("Snippets of many long texts", (it) => {
    it.effect("are of the texts' beginnings where a page has too much to read, and of whole short texts", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const word = unique()
        const publishLong = (count: number) =>
          Effect.replicateEffect(publish(maria, { content: `${"lorem ".repeat(3_200)}${word}` }), count)
        /** How many texts of a page have a snippet, of how many. */
        const snippets = Effect.map(send("GET", `/api/posts?limit=100&search=${word}`), ({ body }) => {
          const texts = listAt(body, "data").map((item) => at(item, "highlight", "text"))
          return [texts.filter((text) => String(text).includes(`<mark>${word}</mark>`)).length, texts.length]
        })
        yield* publish(maria, { content: `${"lorem ".repeat(100)}${word}` })
        yield* publishLong(9)
        deepStrictEqual(yield* snippets, [10, 10])
        yield* publishLong(2)
        deepStrictEqual(yield* snippets, [1, 12])
      })
    )
  })
}
