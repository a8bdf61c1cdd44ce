import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, publish, withinASecond } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf } from "../../../support/Wire.ts"

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
