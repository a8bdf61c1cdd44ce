import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import { DiseaseId, NewsId } from "../../../src/domain/Ids.ts"
import type { DiseasesRepo, Saved } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo, type NewsToSave, ownKeys } from "../../../src/ports/news/NewsRepo.ts"
import { filtered, newDiseases, time, unique } from "../newRows.ts"
import { newItem } from "./newNews.ts"

const save = (...items: ReadonlyArray<NewsToSave>) => Effect.flatMap(NewsRepo, (repo) => repo.save(items))

const saved = (added: number, changed: number, unchanged: number): Saved => ({ added, changed, unchanged })

const known = (...keys: ReadonlyArray<string>) => Effect.flatMap(NewsRepo, (repo) => repo.known(keys))

/** The names of the diseases of the item of this title. */
const linked = (title: string) =>
  Effect.gen(function* () {
    const repo = yield* NewsRepo
    const { items } = yield* repo.page({}, { offset: 0, limit: 1_000 })
    const item = yield* Effect.fromNullable(items.find((one) => one.title === title))
    return (yield* repo.get(item.id)).diseases.map(({ name }) => name)
  })

/** The contract of `NewsRepo` for imports. */
export const newsSavedContract = <E>(adapter: string, storage: Layer.Layer<NewsRepo | DiseasesRepo, E>) =>
  layer(storage)(`${adapter}: NewsRepo, for imports`, (it) => {
    it.effect("NewsRepo.save counts added, changed and unchanged items", () =>
      Effect.gen(function* () {
        const [a, b, c] = [newItem(), newItem(), newItem()]
        deepStrictEqual(yield* save(a, b), saved(2, 0, 0))
        deepStrictEqual(yield* save(a, b), saved(0, 0, 2))
        deepStrictEqual(yield* save(a, { ...b, summary: "other" }, c), saved(1, 1, 1))
        deepStrictEqual(yield* save(), saved(0, 0, 0))
      })
    )

    it.effect("NewsRepo.keyOf has the key of an item, and get tells by it if the community wrote the item itself", () =>
      Effect.gen(function* () {
        const repo = yield* NewsRepo
        for (const [key, own] of [
          [ownKeys + unique(), true],
          [unique(), undefined]
        ] as const) {
          yield* save(newItem({ key }))
          const { id } = yield* Effect.fromNullable((yield* known(key))[0])
          deepStrictEqual([yield* repo.keyOf(id), (yield* repo.get(id)).own], [key, own])
        }
        strictEqual((yield* Effect.flip(repo.keyOf(NewsId.make(2_147_483_647))))._tag, "NewsNotFound")
      })
    )

    it.effect("NewsRepo.save counts each visible change as one, and no other change", () =>
      Effect.gen(function* () {
        const [id] = yield* newDiseases(unique())
        const item = newItem()
        yield* save(item)
        const changes: ReadonlyArray<Partial<NewsToSave>> = [
          { title: "other" },
          { summary: "other" },
          { category: "policy" },
          { source: "other" },
          { sourceUrl: Option.none() },
          { publishedAt: time("2026-01-02T03:04:05.679Z") },
          { dated: false },
          { content: filtered("other") },
          { diseaseIds: id === undefined ? [] : [id] }
        ]
        for (const change of changes) {
          deepStrictEqual(yield* save({ ...item, ...change }), saved(0, 1, 0))
          deepStrictEqual(yield* save({ ...item, ...change }), saved(0, 0, 1))
          deepStrictEqual(yield* save(item), saved(0, 1, 0))
        }
        deepStrictEqual(yield* save({ ...item, digest: Option.some("2") }), saved(0, 0, 1))
      })
    )

    it.effect("NewsRepo.known gives items by key, with their dates and digests", () =>
      Effect.gen(function* () {
        const [plain, derived, other] = [newItem(), newItem({ digest: Option.some("1"), dated: false }), newItem()]
        yield* save(plain, derived, other)
        const found = yield* known(derived.key, unique(), plain.key, plain.key)
        deepStrictEqual(
          new Map(found.map(({ id: _, ...one }) => [one.key, one])),
          new Map(
            [plain, derived].map(({ dated, digest, key, publishedAt }) => [key, { key, publishedAt, dated, digest }])
          )
        )
        strictEqual(found.length, 2)
        yield* save({ ...derived, digest: Option.some("2") })
        const [changed] = yield* known(derived.key)
        deepStrictEqual(changed?.digest, Option.some("2"))
        strictEqual(changed?.id, found.find(({ key }) => key === derived.key)?.id)
        deepStrictEqual(yield* known(), [])
      })
    )

    it.effect("NewsRepo.save links diseases by id, each once, and ignores unknown ones", () =>
      Effect.gen(function* () {
        const [a, b] = [unique(), unique()]
        const ids = yield* newDiseases(a, b)
        const title = unique()
        const item = newItem({ title, diseaseIds: [...ids, DiseaseId.make(2_000_000_000), ...ids] })
        yield* save(item)
        deepStrictEqual(yield* linked(title), [a, b].toSorted())
        deepStrictEqual(yield* save({ ...item, diseaseIds: ids.slice(0, 1) }), saved(0, 1, 0))
        deepStrictEqual(yield* linked(title), [a])
      })
    )
  })
