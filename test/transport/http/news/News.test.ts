import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { StarterFiles } from "../../../../src/ports/ContentFiles.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { at, eachOf, isTime, listAt, membersOf, recordOf } from "../../../support/Wire.ts"

const categories = ["research", "policy", "patient_story", "drug_approval"]

const get = (query: string) => send("GET", `/api/news?${query}`)

/** The titles of the starter news, the newest first. */
const starters = Effect.gen(function* () {
  const { items } = yield* (yield* StarterFiles).news
  return [...items].sort((a, b) => b.publishedAt.epochMillis - a.publishedAt.epochMillis)
})

layer(community(Memory.layer), { excludeTestServices: true })("GET /api/news", (it) => {
  it.effect("lists news newest first, in the form of the contract", () =>
    Effect.gen(function* () {
      const [newest, ...others] = yield* starters
      const list = yield* get("")
      deepStrictEqual([list.status, eachOf(list, "title")], [200, [newest?.title, ...others.map(({ title }) => title)]])
      const total = others.length + 1
      deepStrictEqual(at(list.body, "pagination"), { page: 1, limit: 20, total, totalPages: 1, hasMore: false })
      for (const item of listAt(list.body, "data")) {
        deepStrictEqual(membersOf(item), [
          "category",
          "diseases",
          "id",
          "publishedAt",
          "source",
          "sourceUrl",
          "summary",
          "title"
        ])
        assertTrue(isTime(at(item, "publishedAt")) && Number.isInteger(at(item, "id")))
      }
      const { category, source, sourceUrl, summary } = newest ?? {}
      deepStrictEqual(
        ["category", "source", "sourceUrl", "summary"].map((member) => at(list.body, "data", 0, member)),
        [category, source, Option.getOrNull(sourceUrl ?? Option.none()), summary]
      )
    })
  )

  it.effect("narrows the list to a category", () =>
    Effect.gen(function* () {
      const all = yield* starters
      for (const category of categories) {
        const expected = all.filter((item) => item.category === category).map(({ title }) => title)
        const list = yield* get(`category=${category}`)
        assertTrue(expected.length > 0)
        deepStrictEqual([eachOf(list, "title"), at(list.body, "pagination", "total")], [expected, expected.length])
      }
      deepStrictEqual((yield* get("category=")).body, (yield* get("")).body)
    })
  )

  it.effect("answers one item in full; a sample is about no disease", () =>
    Effect.gen(function* () {
      for (const listed of listAt((yield* get("limit=100")).body, "data")) {
        const { body, status } = yield* send("GET", `/api/news/${at(listed, "id")}`)
        const { content, contentHtml, ...summary } = recordOf(body)
        deepStrictEqual([status, summary], [200, listed])
        assertTrue(typeof content === "string" && content !== "")
        assertTrue(typeof contentHtml === "string" && contentHtml.startsWith("<p><em>This is an invented sample"))
        deepStrictEqual(summary["diseases"], [])
      }
    })
  )
})
