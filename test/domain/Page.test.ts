import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either, FastCheck as fc } from "effect"
import { NewsId } from "../../src/domain/Ids.ts"
import { foundDiseaseList, newsList } from "../../src/domain/Lists.ts"
import {
  PageLimit,
  PageNumber,
  type PageRequest,
  pageByOffset,
  pageFromOverfetch,
  pageOf,
  pageSliceOf
} from "../../src/domain/Page.ts"
import { refusal } from "./refusal.ts"

const list = newsList({ category: "policy" })
const key = { publishedAt: 1_700_000_000_000, id: NewsId.make(7) }

const searched = foundDiseaseList("marfan", undefined)

const asked = (request: PageRequest) => Either.getOrThrow(pageSliceOf(list, request))

describe("pageSliceOf", () => {
  it("gives the first twenty items by default", () => {
    deepStrictEqual(asked({}), { offset: 0, limit: 20 })
    deepStrictEqual(asked({ page: 3 }), { offset: 40, limit: 20 })
    deepStrictEqual(asked({ page: 2, limit: 7 }), { offset: 7, limit: 7 })
  })

  it("caps the limit at a hundred, and counts pages by the capped limit", () => {
    deepStrictEqual(asked({ limit: 100 }), { offset: 0, limit: 100 })
    deepStrictEqual(asked({ limit: 101 }), { offset: 0, limit: 100 })
    deepStrictEqual(asked({ page: 2, limit: 2_147_483_647 }), { offset: 100, limit: 100 })
  })

  it("begins after the position of the cursor, with any limit", () => {
    const cursor = list.encode({ offset: 40, after: key })
    deepStrictEqual(asked({ cursor }), { offset: 40, limit: 20, after: key })
    deepStrictEqual(asked({ cursor, limit: 500 }), { offset: 40, limit: 100, after: key })
    deepStrictEqual(asked({ cursor: "", page: 2 }), { offset: 20, limit: 20 })
  })

  it("refuses page and cursor together, and the cursor of another list", () => {
    const cursor = list.encode({ offset: 40, after: key })
    const why = (request: PageRequest) => Either.getOrThrow(Either.flip(pageSliceOf(list, request))).message
    strictEqual(why({ cursor, page: 1 }), "send page or cursor, not both")
    strictEqual(
      why({ cursor: newsList({ category: "research" }).encode({ offset: 40, after: key }) }),
      "cursor must be the nextCursor of this same list, with its order, filters and search; send none for the first page"
    )
  })

  it("takes whole numbers from 1", () => {
    for (const schema of [PageNumber, PageLimit]) {
      for (const good of [1, 2, 2_147_483_647]) strictEqual(refusal(schema, good), undefined)
      for (const bad of [0, -1, 2_147_483_648]) strictEqual(refusal(schema, bad), "must be from 1 to 2147483647")
      for (const bad of [1.5, Number.NaN, Number.POSITIVE_INFINITY])
        strictEqual(refusal(schema, bad), "must be a whole number")
      for (const bad of ["1", null, true]) strictEqual(refusal(schema, bad), "must be a number")
    }
  })
})

describe("pageOf", () => {
  const paged = (request: PageRequest, items: ReadonlyArray<string>, total: number) => {
    const window = asked(request)
    return pageOf(
      list,
      window,
      pageFromOverfetch(items, total, window, () => key)
    )
  }

  it("gives the position of the page in the list", () => {
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

  it("gives the cursor of the next page if there is one more item, and the page's number", () => {
    const { data, pagination } = paged({ page: 2, limit: 2 }, ["c", "d", "e"], 7)
    const nextCursor = list.encode({ offset: 4, after: key })
    deepStrictEqual(data, ["c", "d"])
    deepStrictEqual(pagination, { page: 2, limit: 2, total: 7, totalPages: 4, hasMore: true, nextCursor })
    deepStrictEqual(paged({ cursor: nextCursor, limit: 2 }, ["e"], 7), {
      data: ["e"],
      pagination: { page: 3, limit: 2, total: 7, totalPages: 4, hasMore: false }
    })
  })

  it("of a search has more exactly if a later page has items", () => {
    const positive = fc.integer({ min: 1, max: 300 })
    fc.assert(
      fc.property(positive, positive, fc.nat(3000), (page, limit, total) => {
        const window = Either.getOrThrow(pageSliceOf(searched, { page, limit }))
        const { pagination } = pageOf(searched, window, pageByOffset([], total, window))
        const isLast = page >= pagination.totalPages
        return pagination.hasMore === !isLast && "nextCursor" in pagination === !isLast
      })
    )
  })
})
