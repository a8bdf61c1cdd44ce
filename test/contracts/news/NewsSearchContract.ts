import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { queryOf } from "@rare-disease-community/text/Lexemes"
import { Effect, type Layer } from "effect"
import { DiseaseId } from "../../../src/domain/Ids.ts"
import type { NewsKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import type { Transaction } from "../../../src/ports/Transaction.ts"
import type { NewsListing } from "../../../src/search/posts/PostQuery.ts"
import { emptyDisease } from "../diseases/emptyDisease.ts"
import { filtered, newDiseases, time, unique } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"
import { newItem } from "./newNews.ts"

const listed = (filter: NewsListing) =>
  Effect.map(
    Effect.flatMap(NewsRepo, (news) => news.page(filter, { offset: 0, limit: 100 })),
    ({ items, total }) => ({ titles: items.map(({ title }) => title), total })
  )

/** A search in which each word is a part of its own. */
const words = (text: string) => queryOf(text).map((term) => ({ terms: [term], diseaseIds: [], words: 1 }))

const searched = (text: string, filter: NewsListing = {}) =>
  Effect.map(listed({ ...filter, search: { alternatives: [words(text)], unwanted: [] } }), ({ titles }) => titles)

const save = (...items: ReadonlyArray<Parameters<typeof newItem>[0]>) =>
  Effect.flatMap(NewsRepo, (news) => news.save(items.map((item) => newItem(item))))

/** The contract of `NewsRepo` for filters. */
export const newsSearchContract = <E>(
  adapter: string,
  storage: Layer.Layer<NewsRepo | DiseasesRepo | Transaction, E>
) =>
  layer(storage)(`${adapter}: NewsRepo.page, narrowed`, (it) => {
    it.effect("NewsRepo.page finds words of title, summary, source and content, all of them, in any form", () =>
      Effect.gen(function* () {
        const [a, b, c, d] = [unique(), unique(), unique(), unique()]
        const title = `${a} Ménière running`
        yield* save({ title, summary: b, source: c, content: filtered(d) }, { title: b, summary: a })
        for (const text of [`${a} ${c}`, `${d} ${b}`, `${c} meniere runs`, `${c} MÉNIÈ`, `${d} ${a}`]) {
          deepStrictEqual(yield* searched(text), [title], text)
        }
        deepStrictEqual(yield* searched(`${a} ${unique()}`), [])
        deepStrictEqual((yield* searched(`${a} ${b}`)).toSorted(), [b, title].toSorted())
      })
    )

    it.effect("NewsRepo.page finds no phrase that runs from the title into the summary", () =>
      Effect.gen(function* () {
        const [a, b, c] = [unique(), unique(), unique()]
        yield* save({ title: `${c} ${a}`, summary: b })
        const phrase = (...lexemes: ReadonlyArray<string>) =>
          listed({
            search: {
              alternatives: [
                [{ terms: [{ _tag: "phrase" as const, lexemes, prefix: false }], diseaseIds: [], words: 2 }]
              ],
              unwanted: []
            }
          })
        deepStrictEqual((yield* phrase(c, a)).total, 1)
        deepStrictEqual((yield* phrase(a, b)).total, 0)
      })
    )

    it.effect("NewsRepo.page matches any alternative, and leaves out items with unwanted terms", () =>
      Effect.gen(function* () {
        const [a, b, c] = [unique(), unique(), unique()]
        yield* save({ title: a }, { title: b }, { title: `${a} ${c}` }, { title: unique() })
        const alternatives = [words(a), words(b)]
        deepStrictEqual((yield* listed({ search: { alternatives, unwanted: queryOf(c) } })).titles.toSorted(), [a, b])
        deepStrictEqual((yield* listed({ search: { alternatives: [], unwanted: [] } })).total, 0)
        deepStrictEqual((yield* listed({ search: { alternatives: [[]], unwanted: [] } })).total, 0)
      })
    )

    it.effect("NewsRepo.page finds a part by a linked disease or its subtype, and the other parts by words", () =>
      Effect.gen(function* () {
        const diseases = yield* DiseasesRepo
        const [parent, child] = [unique(), unique()]
        yield* diseases.save([
          { ...emptyDisease, key: parent, name: parent },
          { ...emptyDisease, key: child, name: child, parents: [parent] }
        ])
        const id = (yield* diseases.known).find(({ key }) => key === parent)?.id
        const [word, a, b, c] = [unique(), unique(), unique(), unique()]
        yield* save(
          { title: a, summary: word, diseaseKeys: [child] },
          { title: b, diseaseKeys: [parent] },
          { title: c, summary: `${word} ${parent}` }
        )
        const about = { terms: queryOf(parent), diseaseIds: id === undefined ? [] : [id], words: 1 }
        const found = (alternative: ReadonlyArray<typeof about>) =>
          Effect.map(listed({ search: { alternatives: [alternative], unwanted: [] } }), ({ titles }) =>
            titles.toSorted()
          )
        deepStrictEqual(yield* found([about]), [a, b, c])
        deepStrictEqual(yield* found([about, { terms: queryOf(word), diseaseIds: [], words: 1 }]), [a, c])
      })
    )

    it.effect("NewsRepo.page narrows to a disease, a category and a search at once, by keys as by offsets", () =>
      Effect.gen(function* () {
        const [diseaseId, other] = yield* newDiseases(unique(), unique())
        const word = unique()
        const linked = (category: "policy" | "research", summary: string, ids = [diseaseId]) => ({
          title: unique(),
          category,
          summary,
          diseaseIds: ids.filter((id) => id !== undefined)
        })
        const items = [
          linked("policy", word),
          linked("research", word),
          linked("policy", "else"),
          linked("policy", word, [other]),
          linked("policy", word, [other, diseaseId])
        ]
        yield* save(...items.map((item) => ({ ...item, publishedAt: time("2026-01-02T00:00:00Z") })))
        const [a, b, c, , e] = items.map(({ title }) => title)
        const search = { alternatives: [words(word)], unwanted: [] }
        deepStrictEqual(yield* listed({ diseaseId }), { titles: [e, c, b, a], total: 4 })
        deepStrictEqual(yield* listed({ diseaseId, category: "policy" }), { titles: [e, c, a], total: 3 })
        deepStrictEqual(yield* listed({ diseaseId, search }), { titles: [e, b, a], total: 3 })
        deepStrictEqual(yield* listed({ diseaseId, category: "policy", search }), { titles: [e, a], total: 2 })
        deepStrictEqual(yield* listed({ diseaseId: DiseaseId.make(2_147_483_647) }), { titles: [], total: 0 })
        for (const filter of [{ diseaseId }, { search }, { diseaseId, category: "policy" as const, search }]) {
          yield* checkPagesByKey((window: PageSlice<NewsKey>) =>
            Effect.flatMap(NewsRepo, (news) => news.page(filter, window))
          )
        }
      })
    )

    it.effect("NewsRepo.page finds items by the successor of a retired disease, and by changed words", () =>
      Effect.gen(function* () {
        const diseases = yield* DiseasesRepo
        const [gone, successor] = [unique(), unique()]
        yield* diseases.save([gone, successor].map((key) => ({ ...emptyDisease, key, name: key })))
        const ids = new Map((yield* diseases.known).map(({ id, key }) => [key, id]))
        const [key, old, fresh] = [unique(), unique(), unique()]
        yield* save({ key, title: old, diseaseKeys: [gone] })
        yield* diseases.retire([{ key: gone, successor: successor }])
        deepStrictEqual((yield* listed({ diseaseId: ids.get(gone) ?? DiseaseId.make(1) })).total, 0)
        deepStrictEqual((yield* listed({ diseaseId: ids.get(successor) ?? DiseaseId.make(1) })).titles, [old])
        yield* save({ key, title: fresh, diseaseKeys: [successor] })
        deepStrictEqual([yield* searched(old), yield* searched(fresh)], [[], [fresh]])
      })
    )

    it.effect("NewsRepo.page gives the diseases of each item by name", () =>
      Effect.gen(function* () {
        const [b, a] = yield* newDiseases("b disease", "A disease")
        const title = unique()
        yield* save({ title, diseaseIds: [b, a].flatMap((id) => id ?? []) })
        const news = yield* NewsRepo
        const { items } = yield* news.page({}, { offset: 0, limit: 1_000 })
        deepStrictEqual(
          items
            .filter((item) => item.title === title)
            .map(({ diseases }) => diseases.map(({ id, name }) => [id, name])),
          [
            [
              [a, "A disease"],
              [b, "b disease"]
            ]
          ]
        )
      })
    )
  })
