import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { newFamily } from "../../../contracts/diseases/newDiseases.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, listAt, placeOf, refusedFor } from "../../../support/Wire.ts"

/** Posts about each disease of a family, the newest about the disease that is asked for first, all with one word. */
const written = Effect.gen(function* () {
  const maria = yield* join()
  const word = unique()
  const { asked, form, group, sibling, stranger } = yield* newFamily
  const post = (diseaseId: number | undefined, content: string) =>
    Effect.map(publish(maria, { diseaseId: diseaseId ?? null, content, category: "question" }), ({ id }) => id)
  const own = yield* Effect.all([post(asked, word), post(form, word), post(asked, word)])
  const related = yield* Effect.all([post(group, word), post(sibling, word), post(sibling, unique())])
  yield* Effect.all([post(stranger, word), post(undefined, word)])
  return { about: `/api/posts?diseaseId=${asked}`, own, related, word }
})

const newest = (ids: ReadonlyArray<number>) => ids.toReversed()

const marks = (path: string) =>
  Effect.map(send("GET", path), ({ body }) =>
    listAt(body, "data").map((post) => [at(post, "id"), at(post, "related") ?? false])
  )

/** The ids of all pages of a list by their cursors, and the totals that they said. */
const walk = (path: string, limit: number) =>
  Effect.gen(function* () {
    const ids: Array<unknown> = []
    const totals = new Set<unknown>()
    let next = ""
    do {
      const page = yield* send("GET", `${path}&limit=${limit}${next}`)
      ids.push(...eachOf(page))
      totals.add(at(page.body, "pagination", "total"))
      const cursor = at(page.body, "pagination", "nextCursor")
      next = cursor === undefined ? "" : `&cursor=${cursor}`
    } while (next !== "")
    return { ids, totals: Array.fromIterable(totals) }
  })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `GET /api/posts?includeRelated (${storage.name})`,
    (it) => {
      it.effect(
        "lists the posts about the disease and its forms, then those about its group and siblings, marked",
        () =>
          Effect.gen(function* () {
            const { about, own, related } = yield* written
            deepStrictEqual(yield* marks(`${about}&includeRelated=true`), [
              ...newest(own).map((id) => [id, false]),
              ...newest(related).map((id) => [id, true])
            ])
            deepStrictEqual(
              yield* marks(`${about}&includeDescendants=true&includeRelated=false`),
              newest(own).map((id) => [id, false])
            )
            refusedFor(
              yield* send("GET", `${about}&includeRelated=maybe`),
              400,
              /^includeRelated must be true or false/
            )
          })
      )

      it.effect("has an exact total and cursors that lead from the one to the other, in lists and in searches", () =>
        Effect.gen(function* () {
          const { about, own, related, word } = yield* written
          const list = `${about}&includeRelated=true`
          const search = `${list}&search=${word}&sort=date`
          const withWord = [...newest(own), ...newest(related.slice(0, 2))]
          for (const limit of [1, 2, 3, 4, 6, 20]) {
            deepStrictEqual(yield* walk(list, limit), { ids: [...newest(own), ...newest(related)], totals: [6] })
            deepStrictEqual(yield* walk(search, limit), { ids: withWord, totals: [5] })
          }
          deepStrictEqual(placeOf(yield* send("GET", `${search}&page=2&limit=3`)), {
            page: 2,
            limit: 3,
            total: 5,
            totalPages: 2,
            hasMore: false,
            totalExact: true
          })
          deepStrictEqual(yield* marks(`${search}&page=2&limit=2`), [
            [withWord[2], false],
            [withWord[3], true]
          ])
          strictEqual(at((yield* send("GET", `${list}&category=topic`)).body, "pagination", "total"), 0)
        })
      )
    }
  )
}
