import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, publish, withinASecond } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, placeOf, refusedFor } from "../../../support/Wire.ts"

const get = (query: string) => send("GET", `/api/posts?${query}`)

/** So many posts about one disease, in the order of their creation. */
const written = (disease: string, count: number) =>
  Effect.gen(function* () {
    const maria = yield* join()
    const { id: diseaseId } = yield* diseaseNamed(maria, disease)
    const posts = yield* Effect.forEach(Array.range(1, count), () => publish(maria, { diseaseId: diseaseId }))
    return { maria, diseaseId, ids: posts.map(({ id }) => id) }
  })

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`GET /api/posts (${storage.name})`, (it) => {
    it.effect("answers pages of 20, newest first, with their pagination", () =>
      Effect.gen(function* () {
        const { diseaseId, ids } = yield* written("Acromegaly", 45)
        const newestFirst = Array.reverse(ids)
        for (const [page, from, hasMore] of [
          [1, 0, true],
          [2, 20, true],
          [3, 40, false],
          [4, 60, false]
        ] as const) {
          const answer = yield* get(`diseaseId=${diseaseId}&page=${page}`)
          strictEqual(answer.status, 200)
          deepStrictEqual(eachOf(answer), newestFirst.slice(from, from + 20))
          deepStrictEqual(placeOf(answer), { page, limit: 20, total: 45, totalPages: 3, hasMore })
        }
        const one = yield* get(`diseaseId=${diseaseId}&limit=15&page=3`)
        deepStrictEqual(
          [eachOf(one), placeOf(one)],
          [newestFirst.slice(30), { page: 3, limit: 15, total: 45, totalPages: 3, hasMore: false }]
        )
      })
    )

    it.effect("names an invalid filter in its 400", () =>
      Effect.gen(function* () {
        for (const value of ["0", "-1", "1.5", "01", "abc", "2147483648"]) {
          refusedFor(yield* get(`diseaseId=${value}`), 400, /^diseaseId /)
        }
        for (const value of ["news", "Topic", "topic,question"]) {
          refusedFor(yield* get(`category=${value}`), 400, /^category .*topic, experience or question/)
        }
        for (const value of ["new", "DATE", "likes"]) {
          refusedFor(yield* get(`sort=${value}`), 400, /^sort .*relevance, date, views or replies/)
        }
      })
    )

    it.effect("answers all callers alike", () =>
      Effect.gen(function* () {
        const { diseaseId, maria } = yield* written("Behcet disease", 2)
        const path = `/api/posts?diseaseId=${diseaseId}`
        const [seen, seenByMaria] = [yield* send("GET", path), yield* send("GET", path, { as: maria.token })]
        deepStrictEqual([seenByMaria.body, eachOf(seen).length], [seen.body, 2])
      })
    )

    it.effect("shows views within a second, and replies and likes at once", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const title = unique()
        const { id } = yield* publish(maria, { title })
        yield* answer(maria, id)
        yield* maria.client.likes.toggle({ path: { id } })
        const listed = get(`search=${title}`)
        const counts = (yield* listed).body
        deepStrictEqual([at(counts, "data", 0, "replyCount"), at(counts, "data", 0, "likeCount")], [1, 1])
        yield* send("GET", `/api/posts/${id}`)
        const views = Effect.map(listed, ({ body }) => at(body, "data", 0, "viewCount"))
        strictEqual(yield* withinASecond(views, (seen) => seen === 1), 1)
      })
    )
  })
}
