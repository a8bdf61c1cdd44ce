import { layer } from "@effect/vitest"
import { assertSome, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option, Schema } from "effect"
import { DiseaseNotFound, DiseaseRef } from "../../src/domain/Disease.ts"
import { CategoryId, DiseaseId } from "../../src/domain/Ids.ts"
import { DiseasesRepo, type DiseaseToSave } from "../../src/repositories/DiseasesRepo.ts"
import { PostsRepo } from "../../src/repositories/PostsRepo.ts"
import { Transaction } from "../../src/repositories/Transaction.ts"
import type { UsersRepo } from "../../src/repositories/UsersRepo.ts"
import { newPost, unique } from "./newRows.ts"

type Ports = DiseasesRepo | PostsRepo | Transaction | UsersRepo

const all = { offset: 0, limit: 1_000 }
const nobody = DiseaseId.make(2_000_000_000)

const newDisease = (given: Partial<DiseaseToSave> = {}): DiseaseToSave => ({
  key: unique(),
  name: unique(),
  synonyms: [],
  abbreviations: [],
  codes: {},
  categories: [],
  description: "What it is.",
  sources: [],
  ...given
})

const source = {
  name: "A source",
  licence: "CC BY 4.0",
  url: "https://example.org",
  version: "1",
  attribution: "A source, changed."
}

/** A code that no other row of this run has. */
let lastCode = 70_000
const newCode = () => String(++lastCode)

const save = (...diseases: ReadonlyArray<DiseaseToSave>) => Effect.flatMap(DiseasesRepo, (repo) => repo.save(diseases))

/** The id of the one disease of a category that no other has. */
const onlyOf = (categoryName: string) =>
  Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    const category =
      (yield* repo.categories).find(({ name }) => name === categoryName)?.id ?? CategoryId.make(2_000_000_000)
    const { items } = yield* repo.page({ category }, all)
    return yield* Effect.fromNullable(items[0])
  })

const refOf = Schema.decodeSync(DiseaseRef)

/** What every adapter of `DiseasesRepo` promises of storing; `diseaseSearchContract` has the rest. */
export const diseasesRepoContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: DiseasesRepo`, (it) => {
    it.effect("has neither diseases nor categories before any are saved", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        deepStrictEqual(yield* repo.page({}, all), { items: [], total: 0 })
        deepStrictEqual(yield* repo.categories, [])
      })
    )

    it.effect("gives back what was saved, in a list and in full", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const posts = yield* PostsRepo
        const [b, a] = [`b ${unique()}`, `a ${unique()}`]
        const [orpha, omim, icd] = [newCode(), newCode(), newCode()]
        const codes = { omim: [`OMIM:${omim}`], orpha: [`ORPHA:${orpha}`, `ORPHA:${omim}`], icd10: [`ICD10:Q${icd}.9`] }
        const disease = newDisease({
          synonyms: ["Zebra", "apple 🌿"],
          abbreviations: ["ZA", "AZ"],
          codes,
          categories: [b, a],
          sources: [source, { ...source, name: "Another" }]
        })
        yield* save(disease)
        const found = yield* onlyOf(a)
        const expected = {
          id: found.id,
          name: disease.name,
          synonyms: ["Zebra", "apple 🌿", "ZA", "AZ"],
          codes,
          categories: found.categories,
          postCount: 0
        }
        deepStrictEqual(found, { ...expected, matchedOn: Option.none() })
        deepStrictEqual(
          found.categories.map(({ name }) => name),
          [a, b]
        )
        const detail = { ...expected, description: Option.some("What it is."), sources: disease.sources }
        deepStrictEqual(yield* repo.get(found.id), detail)

        const post = yield* newPost({ diseaseId: Option.some(found.id) })
        yield* newPost({ diseaseId: Option.some(found.id) })
        deepStrictEqual(yield* repo.get(found.id), { ...detail, postCount: 2 })
        yield* posts.remove(post.id)
        strictEqual((yield* onlyOf(b)).postCount, 1)
      })
    )

    it.effect("finds a disease by a code in any way of writing it", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        const [orpha, omim, mondo, gard, icd, mesh] = Array.makeBy(6, newCode)
        yield* save(
          newDisease({
            categories: [category],
            codes: {
              orpha: [`ORPHA:${orpha}`],
              omim: [`OMIM:${omim}`],
              mondo: [`MONDO:00${mondo}`],
              gard: [`GARD:000${gard}`],
              icd10: [`ICD10:Q${icd}.4`],
              mesh: [`MESH:D${mesh}`]
            }
          })
        )
        const { id } = yield* onlyOf(category)
        const written = [
          `ORPHA:${orpha}`,
          `orpha${orpha}`,
          `Orphanet ${orpha}`,
          `orpha_${orpha}`,
          `OMIM:${omim}`,
          `MIM ${omim}`,
          `MONDO:00${mondo}`,
          `mondo:${mondo}`,
          `gard:${gard}`,
          `ICD-10 Q${icd}.4`,
          `icd10:q${icd}.4`,
          `mesh:d${mesh}`
        ]
        const found = yield* Effect.forEach(written, (code) => repo.get(refOf(code)))
        deepStrictEqual(
          found.map((disease) => disease.id),
          written.map(() => id)
        )
      })
    )

    it.effect("fails for an id or a code that is nobody's", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const code = newCode()
        yield* save(newDisease({ codes: { orpha: [`ORPHA:${code}`] } }))
        const unknown = refOf(`OMIM:${code}`)
        deepStrictEqual(yield* Effect.flip(repo.get(unknown)), new DiseaseNotFound({ ref: unknown }))
        deepStrictEqual(yield* Effect.flip(repo.get(nobody)), new DiseaseNotFound({ ref: nobody }))
      })
    )

    it.effect("tells which ids name no disease", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        yield* save(newDisease({ categories: [category] }))
        const { id } = yield* onlyOf(category)
        const other = DiseaseId.make(1_999_999_999)
        deepStrictEqual(yield* repo.missing([nobody, id, other]), [nobody, other])
        deepStrictEqual(yield* repo.missing([id]), [])
        deepStrictEqual(yield* repo.missing([]), [])
      })
    )

    it.effect("counts the diseases of each category, by name", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const [one, two] = [`Ä ${unique()}`, `a ${unique()}`]
        const [first, ...rest] = [newDisease({ categories: [one, two] }), newDisease({ categories: [two] })]
        yield* save(first, ...rest)
        const counts = Effect.map(repo.categories, (categories) =>
          categories
            .filter(({ name }) => name === one || name === two)
            .map(({ diseaseCount, name }) => [name, diseaseCount])
        )
        deepStrictEqual(yield* counts, [
          [two, 2],
          [one, 1]
        ])
        yield* save({ ...first, categories: [two] })
        deepStrictEqual(yield* counts, [
          [two, 2],
          [one, 0]
        ])
      })
    )

    it.effect("lists by the folded name, code point by code point, all or of one category", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        const names = ["22q", "Élan", "ELAN b", "Zebra", "apple", "épée", "Ωmega"]
        yield* save(...names.map((name) => newDisease({ name, categories: [category] })), newDisease({ name: "alone" }))
        const { categories } = yield* onlyOf(category)
        const filter = { category: categories[0]?.id }
        const listed = yield* repo.page(filter, all)
        deepStrictEqual(
          listed.items.map(({ name }) => name),
          ["22q", "apple", "Élan", "ELAN b", "épée", "Zebra", "Ωmega"]
        )
        strictEqual(listed.total, 7)
        const everything = yield* repo.page({}, all)
        strictEqual(everything.total, everything.items.length)
        strictEqual(
          everything.items.some(({ name }) => name === "alone"),
          true
        )
      })
    )

    it.effect("pages, and counts past the end; a category that is nobody's is empty", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        yield* save(...["c", "a", "b"].map((name) => newDisease({ name, categories: [category] })))
        const { categories } = yield* onlyOf(category)
        const page = (offset: number, limit: number) =>
          Effect.map(repo.page({ category: categories[0]?.id }, { offset, limit }), ({ items, total }) => ({
            names: items.map(({ name }) => name),
            total
          }))
        deepStrictEqual(yield* page(0, 2), { names: ["a", "b"], total: 3 })
        deepStrictEqual(yield* page(2, 2), { names: ["c"], total: 3 })
        deepStrictEqual(yield* page(3, 2), { names: [], total: 3 })
        const unknown = CategoryId.make(2_000_000_000)
        deepStrictEqual(yield* repo.page({ category: unknown }, all), { items: [], total: 0 })
      })
    )

    it.effect("gives new diseases ids in the order they are saved, the next ones also after known ones", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        const diseases = ["c", "a", "b"].map((name) => newDisease({ name, categories: [category] }))
        yield* save(...diseases)
        yield* save(...diseases, newDisease({ name: "d", categories: [category] }))
        const { categories } = yield* onlyOf(category)
        const { items } = yield* repo.page({ category: categories[0]?.id }, all)
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

    it.effect("changes nothing when the same is saved again", () =>
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

    it.effect("replaces what is known of a key, its posts and its id stay, and leaves the others", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const [category, later, kept] = [unique(), unique(), unique()]
        const [old, young] = [newCode(), newCode()]
        const known = newDisease({
          name: unique(),
          synonyms: ["one", "two", "three"],
          abbreviations: ["OTT", "OT"],
          codes: { orpha: [`ORPHA:${old}`, "ORPHA:1"], omim: [`OMIM:${old}`] },
          categories: [category],
          sources: [source]
        })
        const other = newDisease({ synonyms: ["one"], codes: { mesh: [`MESH:D${old}`] }, categories: [kept] })
        yield* save(known, other)
        const { id } = yield* onlyOf(category)
        const untouched = yield* onlyOf(kept)
        yield* newPost({ diseaseId: Option.some(id) })

        const name = unique()
        const changed = {
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
          sources: []
        })
        deepStrictEqual(
          categories.map((one) => one.name),
          [later]
        )
        deepStrictEqual(yield* onlyOf(kept), untouched)
        strictEqual((yield* repo.get(refOf(`ORPHA:${young}`))).id, id)
        strictEqual(Option.isNone(yield* Effect.option(repo.get(refOf(`ORPHA:${old}`)))), true)
        strictEqual(
          (yield* repo.page({ search: known.name }, all)).items.some((disease) => disease.id === id),
          false
        )
        assertSome((yield* repo.page({ search: name }, all)).items[0]?.matchedOn ?? Option.none(), {
          field: "name",
          text: name
        })
      })
    )

    it.effect("forgets what a transaction saved that is undone", () =>
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

    it.effect("keeps one of each when the same is saved by many at once", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const { atomically } = yield* Transaction
        const category = unique()
        const diseases = Array.makeBy(5, () => newDisease({ synonyms: ["same"], categories: [category] }))
        yield* Effect.all(
          Array.makeBy(4, () => atomically(repo.save(diseases))),
          { concurrency: "unbounded", discard: true }
        )
        const { categories } = yield* onlyOf(category)
        const { items, total } = yield* repo.page({ category: categories[0]?.id }, all)
        strictEqual(total, 5)
        deepStrictEqual(
          items.map(({ synonyms }) => synonyms),
          Array.makeBy(5, () => ["same"])
        )
      })
    )
  })
