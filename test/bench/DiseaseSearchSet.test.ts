import { describe, expect, it } from "@effect/vitest"
import { hasData, readCatalogue } from "../../bench/disease-search/Catalogue.ts"
import { Names } from "../../bench/disease-search/Names.ts"
import { handMade, published, type Query } from "../../bench/disease-search/QuerySet.ts"
import { scoresOf, targetsOf } from "../../bench/disease-search/Score.ts"

const set = { ...published(), ...handMade() }
const queries = Object.values(set).flat()
const classes = Object.entries(set)
const empty = ["nonsense", "random letters"]

describe("The queries that judge the search for diseases", () => {
  it("are a thousand at least in 25 classes at least", () => {
    expect(queries.length).toBeGreaterThan(1_000)
    expect(classes.length).toBeGreaterThan(25)
  })

  it("are enough in each class", () => {
    for (const [name, own] of classes) expect(own.length, name).toBeGreaterThanOrEqual(40)
    for (const own of Object.values(handMade())) expect(own.length).toBeGreaterThanOrEqual(80)
  })

  it("are asked once each", () => {
    const asked = queries.map(({ search }) => search)
    expect(asked.filter((search, index) => asked.indexOf(search) !== index)).toEqual([])
  })

  it("have an answer each, except nonsense, which has none", () => {
    const wrong = classes.flatMap(([name, own]) =>
      own.filter(({ accept }) => (accept.length === 0) !== empty.includes(name)).map(({ search }) => search)
    )
    expect(wrong).toEqual([])
  })

  it("are all right when each is answered with the diseases that are meant", () => {
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

  // A clone may have no real files beside it.
  if (hasData) {
    const catalogue = readCatalogue()

    it("mean diseases of the real list", () => {
      const known = new Set(catalogue.map(({ id }) => id))
      expect(known.size).toBe(16_382)
      expect(queries.flatMap(({ accept }) => accept.filter((id) => !known.has(id)))).toEqual([])
    })

    it("hold no nonsense that is nearly a name", () => {
      const names = new Names(catalogue)
      const nonsense = empty.flatMap((name) => set[name] ?? [])
      expect(nonsense.filter(({ search }) => names.near(search, 1).length > 0)).toEqual([])
    })
  }
})
