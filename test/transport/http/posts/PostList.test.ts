import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, publish, withinASecond } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
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

for (const storage of memoryAndDatabase) {
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

    it.effect("answers at most 100 posts a page, and tells the limit it used", () =>
      Effect.gen(function* () {
        const { diseaseId, ids } = yield* written("Cystinosis", 101)
        for (const limit of [100, 101, 1000, 2_147_483_647]) {
          const answer = yield* get(`diseaseId=${diseaseId}&limit=${limit}`)
          deepStrictEqual(eachOf(answer), Array.reverse(ids).slice(0, 100))
          deepStrictEqual(placeOf(answer), {
            page: 1,
            limit: 100,
            total: 101,
            totalPages: 2,
            hasMore: true
          })
        }
        deepStrictEqual(eachOf(yield* get(`diseaseId=${diseaseId}&limit=1000&page=2`)), ids.slice(0, 1))
      })
    )

    it.effect("answers empty pages past the end, however far", () =>
      Effect.gen(function* () {
        const answer = yield* get("page=2147483647&limit=100")
        deepStrictEqual([answer.status, eachOf(answer), at(answer.body, "pagination", "hasMore")], [200, [], false])
      })
    )

    it.effect("names an invalid page, limit or filter in its 400", () =>
      Effect.gen(function* () {
        for (const name of ["page", "limit", "diseaseId"]) {
          for (const value of [
            "0",
            "-1",
            "1.5",
            "%2B1",
            "1e3",
            "01",
            "0x1",
            "abc",
            "2147483648",
            "99999999999999999999",
            "%201",
            "null"
          ]) {
            refusedFor(yield* get(`${name}=${value}`), 400, new RegExp(`^${name} `))
          }
        }
        for (const value of ["news", "Topic", "topic,question"]) {
          refusedFor(yield* get(`category=${value}`), 400, /^category .*topic, experience or question/)
        }
        for (const value of ["new", "DATE", "likes"]) {
          refusedFor(yield* get(`sort=${value}`), 400, /^sort .*relevance, date, views or replies/)
        }
      })
    )

    it.effect("answers 400 to a repeated parameter", () =>
      Effect.gen(function* () {
        for (const [name, value] of [
          ["page", 1],
          ["limit", 1],
          ["diseaseId", 1],
          ["category", "topic"],
          ["sort", "date"],
          ["search", "x"]
        ]) {
          refusedFor(yield* get(`${name}=${value}&${name}=${value}`), 400, new RegExp(`^${name} must be given once`))
        }
      })
    )

    it.effect("takes empty parameters for absent ones, and ignores unknown ones", () =>
      Effect.gen(function* () {
        yield* written("Achromatopsia", 1)
        const plain = yield* send("GET", "/api/posts")
        const empty = yield* get("page=&limit=&diseaseId=&category=&sort=&search=")
        const unheardOf = yield* get("colour=blue&colour=red&offset=7&q=zebra")
        assertTrue(eachOf(plain).length > 0)
        for (const { body, status } of [empty, unheardOf]) deepStrictEqual([status, body], [200, plain.body])
      })
    )

    it.effect("narrows to a category, a disease or both, and is empty for an unknown disease", () =>
      Effect.gen(function* () {
        const { diseaseId, ids, maria } = yield* written("Alagille syndrome", 2)
        const question = yield* publish(maria, { category: "question", diseaseId: diseaseId })
        const experience = yield* publish(maria, { category: "experience" })
        deepStrictEqual(eachOf(yield* get(`diseaseId=${diseaseId}`)), [question.id, ...Array.reverse(ids)])
        deepStrictEqual(eachOf(yield* get(`diseaseId=${diseaseId}&category=topic`)), Array.reverse(ids))
        deepStrictEqual(eachOf(yield* get(`diseaseId=${diseaseId}&category=question`)), [question.id])
        deepStrictEqual(eachOf(yield* get(`diseaseId=${diseaseId}&category=experience`)), [])
        deepStrictEqual(eachOf(yield* get("category=experience&limit=1")), [experience.id])
        const nobody = yield* get("diseaseId=2147483647")
        deepStrictEqual(
          [nobody.status, nobody.body],
          [200, { data: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false } }]
        )
      })
    )

    it.effect("sorts by date, views or replies, descending, newer first among equals, over pages too", () =>
      Effect.gen(function* () {
        const { diseaseId, ids, maria } = yield* written("Brugada syndrome", 5)
        const [a, b, c, d, e] = ids
        if (a === undefined || b === undefined) return yield* Effect.dieMessage("no posts")
        for (const id of [a, b, b]) yield* maria.client.posts.get({ path: { id } })
        for (const id of [b, a, a]) yield* answer(maria, id)
        const sorted = (sort: string) => Effect.map(get(`diseaseId=${diseaseId}&${sort}`), (answer) => eachOf(answer))
        deepStrictEqual(yield* sorted("sort=date"), [e, d, c, b, a])
        deepStrictEqual(yield* sorted("sort=replies"), [a, b, e, d, c])
        deepStrictEqual(yield* sorted("sort=replies&limit=2&page=2"), [e, d])
        const byViews = yield* withinASecond(sorted("sort=views"), ([first]) => first === b)
        deepStrictEqual(byViews, [b, a, e, d, c])
        deepStrictEqual(yield* sorted("sort=views&limit=2&page=2"), [e, d])
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
