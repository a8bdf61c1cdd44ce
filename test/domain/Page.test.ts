import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either, FastCheck as fc } from "effect"
import { NewsId } from "../../src/domain/Ids.ts"
import { foundDiseaseList, newsList } from "../../src/domain/Lists.ts"
import {
  foundAmong,
  foundByPlace,
  PageLimit,
  PageNumber,
  type PageRequest,
  pageOf,
  windowOf
} from "../../src/domain/Page.ts"
import { refusal } from "./refusal.ts"

const list = newsList({ category: "policy" })
const key = { publishedAt: 1_700_000_000_000, id: NewsId.make(7) }

const searched = foundDiseaseList("marfan", undefined)

const asked = (request: PageRequest) => Either.getOrThrow(windowOf(list, request))

describe("A page that is asked for", () => {
  it("is the first, of twenty, unless it is said", () => {
    deepStrictEqual(asked({}), { offset: 0, limit: 20 })
    deepStrictEqual(asked({ page: 3 }), { offset: 40, limit: 20 })
    deepStrictEqual(asked({ page: 2, limit: 7 }), { offset: 7, limit: 7 })
  })

  it("holds a hundred at most, and then the second begins after a hundred", () => {
    deepStrictEqual(asked({ limit: 100 }), { offset: 0, limit: 100 })
    deepStrictEqual(asked({ limit: 101 }), { offset: 0, limit: 100 })
    deepStrictEqual(asked({ page: 2, limit: 2_147_483_647 }), { offset: 100, limit: 100 })
  })

  it("begins behind the place that its cursor tells, whatever its limit", () => {
    const cursor = list.cursorAt({ passed: 40, after: key })
    deepStrictEqual(asked({ cursor }), { offset: 40, limit: 20, after: key })
    deepStrictEqual(asked({ cursor, limit: 500 }), { offset: 40, limit: 100, after: key })
    deepStrictEqual(asked({ cursor: "", page: 2 }), { offset: 20, limit: 20 })
  })

  it("is refused by two names, and by the cursor of another list", () => {
    const cursor = list.cursorAt({ passed: 40, after: key })
    const why = (request: PageRequest) => Either.getOrThrow(Either.flip(windowOf(list, request))).message
    strictEqual(why({ cursor, page: 1 }), "send page or cursor, not both")
    strictEqual(
      why({ cursor: newsList({ category: "research" }).cursorAt({ passed: 40, after: key }) }),
      "cursor must be the nextCursor of this same list, with its order, filters and search; send none for the first page"
    )
  })

  it("is named by whole numbers from 1", () => {
    for (const schema of [PageNumber, PageLimit]) {
      for (const good of [1, 2, 2_147_483_647]) strictEqual(refusal(schema, good), undefined)
      for (const bad of [0, -1, 2_147_483_648]) strictEqual(refusal(schema, bad), "must be from 1 to 2147483647")
      for (const bad of [1.5, Number.NaN, Number.POSITIVE_INFINITY])
        strictEqual(refusal(schema, bad), "must be a whole number")
      for (const bad of ["1", null, true]) strictEqual(refusal(schema, bad), "must be a number")
    }
  })
})

describe("A page that is answered", () => {
  const paged = (request: PageRequest, items: ReadonlyArray<string>, total: number) => {
    const window = asked(request)
    return pageOf(
      list,
      window,
      foundAmong(items, total, window, () => key)
    )
  }

  it("says where it stands in the whole", () => {
    deepStrictEqual(paged({ page: 2, limit: 2 }, ["c"], 3), {
      data: ["c"],
      pagination: { page: 2, limit: 2, total: 3, totalPages: 2, hasMore: false }
    })
    deepStrictEqual(paged({}, [], 0).pagination, { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false })
    deepStrictEqual(paged({ page: 9 }, [], 3).pagination, {
      page: 9,
      limit: 20,
      total: 3,
      totalPages: 1,
      hasMore: false
    })
  })

  it("tells the cursor of the next one where there is one more item, and the number that it would have", () => {
    const { data, pagination } = paged({ page: 2, limit: 2 }, ["c", "d", "e"], 7)
    const nextCursor = list.cursorAt({ passed: 4, after: key })
    deepStrictEqual(data, ["c", "d"])
    deepStrictEqual(pagination, { page: 2, limit: 2, total: 7, totalPages: 4, hasMore: true, nextCursor })
    deepStrictEqual(paged({ cursor: nextCursor, limit: 2 }, ["e"], 7), {
      data: ["e"],
      pagination: { page: 3, limit: 2, total: 7, totalPages: 4, hasMore: false }
    })
  })

  it("of a search has more exactly where a later page holds something, however many there are", () => {
    const positive = fc.integer({ min: 1, max: 300 })
    fc.assert(
      fc.property(positive, positive, fc.nat(3000), (page, limit, total) => {
        const window = Either.getOrThrow(windowOf(searched, { page, limit }))
        const { pagination } = pageOf(searched, window, foundByPlace([], total, window))
        const isLast = page >= pagination.totalPages
        return pagination.hasMore === !isLast && "nextCursor" in pagination === !isLast
      })
    )
  })
})
