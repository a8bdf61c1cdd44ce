import { describe, expect, it } from "@effect/vitest"
import { hasData, readCatalogue } from "../../bench/quality/disease-search/Catalogue.ts"
import { Names } from "../../bench/quality/disease-search/Names.ts"
import { handMade, published, type Query } from "../../bench/quality/disease-search/QuerySet.ts"
import { scoresOf, targetsOf } from "../../bench/quality/disease-search/Score.ts"

const set = { ...published(), ...handMade() }
const queries = Object.values(set).flat()
const classes = Object.entries(set)
const empty = ["nonsense", "random letters"]

describe("The queries that measure the search for diseases", () => {
  it("published and handMade give more than 1,000 queries in more than 25 classes", () => {
    expect(queries.length).toBeGreaterThan(1_000)
    expect(classes.length).toBeGreaterThan(25)
  })

  it("are at least 40 in each class", () => {
    for (const [name, own] of classes) expect(own.length, name).toBeGreaterThanOrEqual(40)
    for (const own of Object.values(handMade())) expect(own.length).toBeGreaterThanOrEqual(80)
  })

  it("are distinct", () => {
    const asked = queries.map(({ search }) => search)
    expect(asked.filter((search, index) => asked.indexOf(search) !== index)).toEqual([])
  })

  it("have an expected answer each, except nonsense", () => {
    const wrong = classes.flatMap(([name, own]) =>
      own.filter(({ accept }) => (accept.length === 0) !== empty.includes(name)).map(({ search }) => search)
    )
    expect(wrong).toEqual([])
  })

  it("targetsOf reaches each target with the expected diseases, and without answers only that of nonsense", () => {
    const answer = ({ accept, required }: Query) => ({
      found: (required ?? accept).map((id) => [id]),
      total: accept.length
    })
    const right = scoresOf(set, new Map(queries.map((query) => [query.search, answer(query)])))
    expect(targetsOf(right).filter(({ is, least }) => is < least)).toEqual([])
    const nothing = scoresOf(set, new Map())
    expect(targetsOf(nothing).filter(({ is, least }) => is >= least)).toMatchObject([
      { name: "nonsense finds nothing" }
    ])
  })
})

// A clone may have no real files beside it; `.ci/run` counts these tests as failed then.
describe.skipIf(!hasData)("The queries that measure the search for diseases, compared with the real files,", () => {
  const catalogue = hasData ? readCatalogue() : []

  it("expect diseases of the real list", () => {
    const known = new Set(catalogue.map(({ id }) => id))
    expect(known.size).toBe(18_525)
    expect(queries.flatMap(({ accept }) => accept.filter((id) => !known.has(id)))).toEqual([])
  })

  it("hold no nonsense that is nearly a name", () => {
    const names = new Names(catalogue)
    const nonsense = empty.flatMap((name) => set[name] ?? [])
    expect(nonsense.filter(({ search }) => names.near(search, 1).length > 0)).toEqual([])
  })
})
