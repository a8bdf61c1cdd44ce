import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { FastCheck as fc } from "effect"
import { PageLimit, PageNumber, pageOf, windowOf } from "../../src/domain/Page.ts"
import { refusal } from "./refusal.ts"

describe("A page that is asked for", () => {
  it("is the first, of twenty, unless it is said", () => {
    deepStrictEqual(windowOf({}), { offset: 0, limit: 20 })
    deepStrictEqual(windowOf({ page: 3 }), { offset: 40, limit: 20 })
    deepStrictEqual(windowOf({ page: 2, limit: 7 }), { offset: 7, limit: 7 })
  })

  it("holds a hundred at most, and then the second begins after a hundred", () => {
    deepStrictEqual(windowOf({ limit: 100 }), { offset: 0, limit: 100 })
    deepStrictEqual(windowOf({ limit: 101 }), { offset: 0, limit: 100 })
    deepStrictEqual(windowOf({ page: 2, limit: 2_147_483_647 }), { offset: 100, limit: 100 })
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
  it("says where it stands in the whole", () => {
    deepStrictEqual(pageOf({ page: 2, limit: 2 }, { items: ["c"], total: 3 }), {
      data: ["c"],
      pagination: { page: 2, limit: 2, total: 3, totalPages: 2, hasMore: false }
    })
    deepStrictEqual(pageOf({ limit: 500 }, { items: [], total: 101 }).pagination, {
      page: 1,
      limit: 100,
      total: 101,
      totalPages: 2,
      hasMore: true
    })
    deepStrictEqual(pageOf({}, { items: [], total: 0 }).pagination, {
      page: 1,
      limit: 20,
      total: 0,
      totalPages: 0,
      hasMore: false
    })
    strictEqual(pageOf({ page: 9 }, { items: [], total: 3 }).pagination.hasMore, false)
  })

  it("has more exactly where a later page holds something, however many there are", () => {
    const positive = fc.integer({ min: 1, max: 300 })
    fc.assert(
      fc.property(positive, positive, fc.nat(3000), (page, limit, total) => {
        const { pagination } = pageOf({ page, limit }, { items: [], total })
        return pagination.hasMore === page < pagination.totalPages
      })
    )
  })
})
