import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { StarterFiles } from "../../../../src/ports/ContentFiles.ts"
import { community } from "../../../support/Community.ts"
import { join, send } from "../../../support/Members.ts"
import { at, eachOf, isTime, listAt, membersOf, placeOf, recordOf, refused, refusedFor } from "../../../support/Wire.ts"

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

  it.effect("pages news, at most 100 a page, empty past the end", () =>
    Effect.gen(function* () {
      const ids = eachOf(yield* get("limit=100"))
      const second = yield* get("limit=5&page=2")
      deepStrictEqual(
        [eachOf(second), placeOf(second)],
        [
          ids.slice(5, 10),
          { page: 2, limit: 5, total: ids.length, totalPages: Math.ceil(ids.length / 5), hasMore: true }
        ]
      )
      const clamped = yield* get("limit=101")
      deepStrictEqual([eachOf(clamped), at(clamped.body, "pagination", "limit")], [ids, 100])
      const past = yield* get("page=2147483647&limit=100")
      deepStrictEqual([past.status, eachOf(past), at(past.body, "pagination", "hasMore")], [200, [], false])
    })
  )

  it.effect("answers 400 to an invalid query", () =>
    Effect.gen(function* () {
      refusedFor(yield* get("category=topic"), 400, /^category .*research, policy, patient_story or drug_approval/)
      for (const query of ["page=0", "page=01", "limit=0", "limit=1e3", "limit=-5", "page=abc"]) {
        refusedFor(yield* get(query), 400, /^(page|limit) /)
      }
      refusedFor(yield* get("category=policy&category=policy"), 400, /^category must be given once/)
      strictEqual((yield* get("colour=blue")).status, 200)
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

  it.effect("answers 404 to an unknown or malformed id", () =>
    Effect.gen(function* () {
      for (const id of ["2147483647", "2147483648", "0", "-1", "1.0", "01", "abc", "policy"]) {
        refused(yield* send("GET", `/api/news/${id}`), 404)
      }
    })
  )

  it.effect("answers all callers alike, and 401 to an invalid credential", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      deepStrictEqual((yield* send("GET", "/api/news", { as: token })).body, (yield* get("")).body)
      refused(yield* send("GET", "/api/news", { headers: { authorization: "Bearer unknown" } }), 401)
    })
  )
})
