import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { NewsId } from "../../../src/domain/Ids.ts"
import { NewsNotFound } from "../../../src/domain/news/News.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo, type NewsToSave } from "../../../src/ports/news/NewsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import type { NewsListing } from "../../../src/search/posts/PostQuery.ts"
import { emptyDisease } from "../diseases/emptyDisease.ts"
import { filtered, time, unique } from "../newRows.ts"
import { newItem } from "./newNews.ts"

/** Diseases of these names, each known by its own key. */
const diseasesNamed = (...names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const diseases = yield* DiseasesRepo
    const rows = names.map((name) => ({ name, key: unique() }))
    yield* diseases.save(rows.map((row) => ({ ...emptyDisease, ...row })))
    return rows.map(({ key }) => key)
  })

/** All that is stored, newest first, whatever other tests stored: those of these titles. */
const titled = (title: string, filter: NewsListing = {}) =>
  Effect.gen(function* () {
    const repo = yield* NewsRepo
    const { items } = yield* repo.page(filter, { offset: 0, limit: 1_000 })
    return items.filter((item) => item.title === title)
  })

/** The contract of `NewsRepo`. */
export const newsRepoContract = <E>(adapter: string, storage: Layer.Layer<NewsRepo | DiseasesRepo | Transaction, E>) =>
  layer(storage)(`${adapter}: NewsRepo`, (it) => {
    it.effect("NewsRepo.page is empty at first", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        deepStrictEqual(yield* repo.page({}, { offset: 0, limit: 20 }), { items: [], total: 0 })
      })
    )

    it.effect("NewsRepo.page and get give an item as it was saved", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const item = newItem({ title: unique() })
        yield* repo.save([item])
        const [found] = yield* titled(item.title)
        const id = found?.id ?? NewsId.make(1)
        const listed = {
          id,
          title: item.title,
          summary: item.summary,
          category: item.category,
          source: item.source,
          sourceUrl: item.sourceUrl,
          publishedAt: item.publishedAt,
          diseases: []
        }
        deepStrictEqual(found, listed)
        deepStrictEqual(yield* repo.get(id), {
          ...listed,
          content: item.content.content,
          contentHtml: item.content.html
        })
      })
    )

    it.effect("NewsRepo.get shows the text of an item whose stored HTML is above its limit", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const content = { ...filtered("a < b"), content: "a < b", html: "x".repeat(20_051) }
        const items = [newItem({ title: unique(), content }), newItem({ title: unique() })]
        yield* repo.save(items)
        const shown = yield* Effect.forEach(items, ({ title }) =>
          Effect.flatMap(titled(title), ([found]) => repo.get(found?.id ?? NewsId.make(1)))
        )
        deepStrictEqual(
          shown.map(({ contentHtml }) => contentHtml),
          ["<pre>a &lt; b</pre>", items[1]?.content.html]
        )
      })
    )

    it.effect("NewsRepo.save stores an item without a URL", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const title = unique()
        yield* repo.save([newItem({ title, sourceUrl: Option.none() })])
        deepStrictEqual(
          (yield* titled(title)).map(({ sourceUrl }) => sourceUrl),
          [Option.none()]
        )
      })
    )

    it.effect("NewsRepo.get fails with NewsNotFound for an unknown id", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const id = NewsId.make(2_000_000_000)
        deepStrictEqual(yield* Effect.flip(repo.get(id)), new NewsNotFound({ id }))
      })
    )

    it.effect(
      "NewsRepo.page lists the newest first, the greater id among equals; ids ascend in the order of NewsRepo.save",
      () =>
        Effect.gen(function* () {
          const repo = yield* NewsRepo
          const title = unique()
          const at = (publishedAt: string, source: string) => newItem({ title, source, publishedAt: time(publishedAt) })
          yield* repo.save([
            at("2026-01-01T00:00:00Z", "a"),
            at("2026-01-03T00:00:00Z", "b"),
            at("2026-01-02T00:00:00Z", "c"),
            at("2026-01-03T00:00:00Z", "d")
          ])
          const found = yield* titled(title)
          deepStrictEqual(
            found.map(({ source }) => source),
            ["d", "b", "c", "a"]
          )
          deepStrictEqual(
            found.toSorted((one, other) => one.id - other.id).map(({ source }) => source),
            ["a", "b", "c", "d"]
          )
        })
    )

    it.effect("NewsRepo.page lists all or one category, and gives the total past the end too", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const policy = { category: "policy" } as const
        const before = yield* repo.page(policy, { offset: 0, limit: 1 })
        const all = yield* repo.page({}, { offset: 0, limit: 1 })
        const later = time("2100-01-01T00:00:00Z")
        const titles = [unique(), unique(), unique()]
        yield* repo.save([
          ...titles.map((title) => newItem({ title, category: "policy", publishedAt: later })),
          newItem({ publishedAt: later })
        ])
        const page = (offset: number, limit: number) =>
          Effect.map(repo.page(policy, { offset, limit }), ({ items, total }) => ({
            titles: items.map(({ title }) => title),
            total: total - before.total
          }))
        deepStrictEqual(yield* page(0, 2), { titles: titles.slice(1).toReversed(), total: 3 })
        deepStrictEqual(yield* page(2, 1), { titles: titles.slice(0, 1), total: 3 })
        deepStrictEqual(yield* page(1_000, 2), { titles: [], total: 3 })
        strictEqual((yield* repo.page({}, { offset: 0, limit: 1 })).total, all.total + 4)
        strictEqual((yield* repo.page({ category: "patient_story" }, { offset: 0, limit: 1 })).total, 0)
      })
    )

    it.effect("NewsRepo.get gives an item's diseases by name, each once, without unknown ones", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const [a, b, c] = yield* diseasesNamed("zebra disease", "Élan disease", "fever")
        const title = unique()
        yield* repo.save([
          newItem({ title, diseaseKeys: [a, "of nobody", c, b, a].filter((key) => key !== undefined) })
        ])
        const [item] = yield* titled(title)
        const { diseases } = yield* repo.get(item?.id ?? NewsId.make(1))
        deepStrictEqual(
          diseases.map(({ name }) => name),
          ["Élan disease", "fever", "zebra disease"]
        )
      })
    )

    it.effect("NewsRepo.save changes known items in place, and no others", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const [a, b] = yield* diseasesNamed("alpha", "beta")
        const title = unique()
        const known = newItem({ title, source: "old", diseaseKeys: a === undefined ? [] : [a] })
        const other = newItem({ title, source: "other", diseaseKeys: a === undefined ? [] : [a] })
        yield* repo.save([known, other])
        const before = yield* titled(title)
        const idOf = (source: string) => before.find((item) => item.source === source)?.id ?? NewsId.make(1)
        const changed: NewsToSave = {
          key: known.key,
          title,
          summary: "new summary",
          category: "drug_approval",
          source: "new",
          sourceUrl: Option.none(),
          publishedAt: time("2025-12-31T23:59:59.999Z"),
          dated: false,
          content: filtered("new content"),
          diseaseKeys: b === undefined ? [] : [b],
          diseaseIds: [],
          digest: Option.none()
        }
        yield* repo.save([newItem({ title, source: "third" }), changed])
        const { diseases, ...rest } = yield* repo.get(idOf("old"))
        deepStrictEqual(rest, {
          id: idOf("old"),
          title,
          summary: changed.summary,
          category: changed.category,
          source: changed.source,
          sourceUrl: changed.sourceUrl,
          publishedAt: changed.publishedAt,
          dated: false,
          content: changed.content.content,
          contentHtml: changed.content.html
        })
        deepStrictEqual(
          diseases.map(({ name }) => name),
          ["beta"]
        )
        const others = yield* repo.get(idOf("other"))
        deepStrictEqual([others.source, others.diseases.map(({ name }) => name)], ["other", ["alpha"]])
        strictEqual((yield* titled(title)).length, 3)
      })
    )

    it.effect("NewsRepo.save changes nothing when equal items are saved again", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const title = unique()
        const items = [newItem({ title }), newItem({ title })]
        yield* repo.save(items)
        const before = yield* titled(title)
        yield* repo.save(items)
        yield* repo.save([])
        deepStrictEqual(yield* titled(title), before)
        yield* repo.save([...items, newItem({ title, source: "new" })])
        const [first, second] = before.map(({ id }) => id).toSorted((one, other) => one - other)
        const added = (yield* titled(title)).find(({ source }) => source === "new")
        deepStrictEqual([first, second, added?.id], [first, (first ?? 0) + 1, (first ?? 0) + 2])
      })
    )

    it.effect("NewsRepo.exclude deletes an item, whose key save leaves out from then on", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const [item, other] = [newItem({ title: unique() }), newItem({ title: unique() })]
        yield* repo.save([item, other])
        const { items } = yield* repo.page({}, { offset: 0, limit: 100 })
        const { id: excluded, title } = yield* Effect.fromNullable(items.find((one) => one.title === item.title))
        deepStrictEqual(yield* repo.exclude(excluded), { title, recipients: [] })
        deepStrictEqual(yield* Effect.flip(repo.exclude(excluded)), new NewsNotFound({ id: excluded }))
        deepStrictEqual(yield* repo.excluded([item.key, other.key]), new Set([item.key]))
        deepStrictEqual(yield* repo.save([item, other]), { added: 0, changed: 0, unchanged: 2 })
        deepStrictEqual(yield* Effect.flip(repo.get(excluded)), new NewsNotFound({ id: excluded }))
      })
    )

    it.effect("NewsRepo.save is undone by a rollback", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const { atomically } = yield* Transaction
        const item = newItem({ title: unique() })
        yield* repo.save([item]).pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
        deepStrictEqual(yield* titled(item.title), [])
      })
    )

    it.effect("NewsRepo.save stores each item once in concurrent saves of the same items", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        const { atomically } = yield* Transaction
        const title = unique()
        const items = [newItem({ title }), newItem({ title }), newItem({ title })]
        yield* Effect.all(
          [1, 2, 3, 4].map(() => atomically(repo.save(items))),
          { concurrency: "unbounded" }
        )
        strictEqual((yield* titled(title)).length, 3)
      })
    )
  })
