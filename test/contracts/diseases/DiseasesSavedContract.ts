import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { nameKey } from "@rare-disease-community/text/Folding"
import { Array, Effect, type Layer, Option, Schema } from "effect"
import { DiseaseRef } from "../../../src/domain/diseases/Disease.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { newPost, unique } from "../newRows.ts"
import { emptyDisease } from "./emptyDisease.ts"
import { all, newCode, newDisease, ofCategory, onlyOf, save, source } from "./newDiseases.ts"

type Ports = DiseasesRepo | PostsRepo | Transaction | UsersRepo

const refOf = Schema.decodeSync(DiseaseRef)

/** The contract of `DiseasesRepo` for saves. */
export const diseasesSavedContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: DiseasesRepo, save`, (it) => {
    it.effect("DiseasesRepo.save gives new diseases the next ids in their order, also beside known diseases", () =>
      Effect.gen(function* () {
        const category = unique()
        const diseases = ["c", "a", "b"].map((name) => newDisease({ name, categories: [category] }))
        yield* save(...diseases)
        yield* save(...diseases, newDisease({ name: "d", categories: [category] }))
        const { items } = yield* ofCategory(category)
        const byId = items.toSorted((one, other) => one.id - other.id)
        deepStrictEqual(
          byId.map(({ name }) => name),
          ["c", "a", "b", "d"]
        )
        const first = byId[0]?.id ?? 0
        deepStrictEqual(
          byId.map(({ id }) => id - first),
          [0, 1, 2, 3]
        )
      })
    )

    it.effect("DiseasesRepo.save changes nothing when equal diseases are saved again", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        const disease = newDisease({
          synonyms: ["one", "two"],
          abbreviations: ["OT"],
          codes: { orpha: [`ORPHA:${newCode()}`] },
          categories: [category],
          sources: [source]
        })
        yield* save(disease, newDisease())
        const before = yield* repo.page({}, all)
        const categories = yield* repo.categories
        const detail = yield* Effect.flatMap(onlyOf(category), ({ id }) => repo.get(id))
        yield* save(disease)
        yield* save()
        deepStrictEqual(yield* repo.page({}, all), before)
        deepStrictEqual(yield* repo.categories, categories)
        deepStrictEqual(yield* repo.get(detail.id), detail)
      })
    )

    it.effect("DiseasesRepo.save replaces the facts of a known key; its id, its posts and other diseases stay", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const [category, later, otherCategory] = [unique(), unique(), unique()]
        const [old, young] = [newCode(), newCode()]
        const known = newDisease({
          name: "obsolete xylophone",
          synonyms: ["one", "two", "three"],
          abbreviations: ["OTT", "OT"],
          codes: { orpha: [`ORPHA:${old}`, "ORPHA:1"], omim: [`OMIM:${old}`] },
          categories: [category],
          sources: [source]
        })
        const other = newDisease({ synonyms: ["one"], codes: { mesh: [`MESH:D${old}`] }, categories: [otherCategory] })
        yield* save(known, other)
        const { id } = yield* onlyOf(category)
        const untouched = yield* onlyOf(otherCategory)
        yield* newPost({ diseaseId: Option.some(id) })

        const name = unique()
        const changed = {
          ...emptyDisease,
          key: known.key,
          name,
          synonyms: ["two"],
          abbreviations: [],
          codes: { orpha: [`ORPHA:${young}`] },
          categories: [later],
          description: "Another text.",
          sources: []
        }
        yield* save(changed)
        const { categories, ...rest } = yield* repo.get(id)
        deepStrictEqual(rest, {
          id,
          name,
          synonyms: ["two"],
          codes: { orpha: [`ORPHA:${young}`] },
          postCount: 1,
          description: Option.some("Another text."),
          parents: [],
          children: [],
          childCount: 0,
          onset: [],
          inheritance: [],
          prevalence: [],
          genes: [],
          sources: []
        })
        deepStrictEqual(
          categories.map((one) => one.name),
          [later]
        )
        deepStrictEqual(yield* onlyOf(otherCategory), untouched)
        strictEqual((yield* repo.get(refOf(`ORPHA:${young}`))).id, id)
        strictEqual(Option.isNone(yield* Effect.option(repo.get(refOf(`ORPHA:${old}`)))), true)
        const named = (text: string) =>
          Effect.map(repo.named([nameKey(text)]), (found) => found.map((one) => one.diseaseId))
        deepStrictEqual(yield* named("obsolete xylophone"), [])
        deepStrictEqual(yield* named(name), [id])
      })
    )

    it.effect("DiseasesRepo.save is undone by a rollback", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const { atomically } = yield* Transaction
        const before = yield* repo.page({}, all)
        const categories = yield* repo.categories
        yield* save(newDisease({ categories: [unique()] })).pipe(
          Effect.zipRight(Effect.fail("no")),
          atomically,
          Effect.ignore
        )
        deepStrictEqual(yield* repo.page({}, all), before)
        deepStrictEqual(yield* repo.categories, categories)
      })
    )

    it.effect("DiseasesRepo.save stores each disease once in concurrent saves of the same diseases", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const { atomically } = yield* Transaction
        const category = unique()
        const diseases = Array.makeBy(5, () => newDisease({ synonyms: ["same"], categories: [category] }))
        yield* Effect.all(
          Array.makeBy(4, () => atomically(repo.save(diseases))),
          { concurrency: "unbounded", discard: true }
        )
        const { items, total } = yield* ofCategory(category)
        strictEqual(total, 5)
        deepStrictEqual(
          items.map(({ synonyms }) => synonyms),
          Array.makeBy(5, () => ["same"])
        )
      })
    )
  })
