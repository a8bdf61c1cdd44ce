import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option, Schema } from "effect"
import { DiseaseNotFound, DiseaseRef } from "../../../src/domain/diseases/Disease.ts"
import { CategoryId, DiseaseId } from "../../../src/domain/Ids.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { newPost, unique } from "../newRows.ts"
import { all, newCode, newDisease, ofCategory, onlyOf, save, source } from "./newDiseases.ts"

const nobody = DiseaseId.make(2_000_000_000)
const facts = {
  onset: ["Neonatal", "Adult"],
  inheritance: ["Autosomal dominant"],
  prevalence: [
    { type: "Point prevalence", class: "1-9 / 100 000", value: 6.25, region: "Worldwide", validated: true },
    { type: "Cases/families", class: null, value: null, region: "Île-de-France", validated: false }
  ],
  genes: [{ symbol: "FBN1", name: "fibrillin 1", association: "Disease-causing germline mutation(s) in" }]
}
const related = { parents: [], children: [], childCount: 0 }

const refOf = Schema.decodeSync(DiseaseRef)

/** The contract of `DiseasesRepo` for reads. Saves have a suite of their own. */
export const diseasesRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<DiseasesRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: DiseasesRepo`, (it) => {
    it.effect("DiseasesRepo is empty at first, without diseases and categories", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        deepStrictEqual(yield* repo.page({}, all), { items: [], total: 0 })
        deepStrictEqual(yield* repo.categories, [])
      })
    )

    it.effect("DiseasesRepo.page and get give a disease as it was saved", () =>
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
          ...facts,
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
        const detail = {
          ...expected,
          ...related,
          ...facts,
          description: Option.some("What it is."),
          sources: disease.sources
        }
        deepStrictEqual(yield* repo.get(found.id), detail)

        const post = yield* newPost({ diseaseId: Option.some(found.id) })
        yield* newPost({ diseaseId: Option.some(found.id) })
        deepStrictEqual(yield* repo.get(found.id), { ...detail, postCount: 2 })
        yield* posts.remove(post.id)
        strictEqual((yield* onlyOf(b)).postCount, 1)
      })
    )

    it.effect("DiseasesRepo.get finds a disease by a code in any notation", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        const [orpha, omim, mondo, gard, mesh, icd = ""] = Array.makeBy(6, newCode)
        yield* save(
          newDisease({
            categories: [category],
            codes: {
              orpha: [`ORPHA:${orpha}`],
              omim: [`OMIM:${omim}`],
              mondo: [`MONDO:00${mondo}`],
              gard: [`GARD:000${gard}`],
              icd10: [`ICD10:Q${icd.slice(-2)}.4`],
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
          `ICD-10 Q${icd.slice(-2)}.4`,
          `icd10cm q${icd.slice(-2)}4`,
          `mesh:d${mesh}`
        ]
        const found = yield* Effect.forEach(written, (code) => repo.get(refOf(code)))
        deepStrictEqual(
          found.map((disease) => disease.id),
          written.map(() => id)
        )
      })
    )

    it.effect("DiseasesRepo.get fails with DiseaseNotFound for an unknown id or code", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const code = newCode()
        yield* save(newDisease({ codes: { orpha: [`ORPHA:${code}`] } }))
        const unknown = refOf(`OMIM:${code}`)
        deepStrictEqual(yield* Effect.flip(repo.get(unknown)), new DiseaseNotFound({ ref: unknown }))
        deepStrictEqual(yield* Effect.flip(repo.get(nobody)), new DiseaseNotFound({ ref: nobody }))
      })
    )

    it.effect("DiseasesRepo.missing gives the ids of no disease", () =>
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

    it.effect(
      "DiseasesRepo.named gives the names with a key and their diseases, the name before synonyms and abbreviations",
      () =>
        Effect.gen(function* () {
          const repo = yield* DiseasesRepo
          const [name, shared, short, category] = [unique(), unique(), unique(), unique()]
          const [first, second] = [`${name} Ménière's  Disease`, unique()]
          yield* save(
            newDisease({ name: first, synonyms: [`${shared} A`], abbreviations: [short], categories: [category] })
          )
          const { id } = yield* onlyOf(category)
          const other = unique()
          yield* save(
            newDisease({ name: second, synonyms: [unique(), `${shared} a`, short.toUpperCase()], categories: [other] })
          )
          const { id: otherId } = yield* onlyOf(other)
          const keys = [short, `${shared} a`, second, `${name} meniere's disease`, name, second, "' or true --"]
          deepStrictEqual(yield* repo.named(keys), [
            { key: `${name} meniere's disease`, diseaseId: id, disease: first, name: first, kind: "name" },
            { key: `${shared} a`, diseaseId: id, disease: first, name: `${shared} A`, kind: "synonym" },
            { key: short, diseaseId: id, disease: first, name: short, kind: "abbreviation" },
            { key: second, diseaseId: otherId, disease: second, name: second, kind: "name" },
            { key: `${shared} a`, diseaseId: otherId, disease: second, name: `${shared} a`, kind: "synonym" },
            { key: short, diseaseId: otherId, disease: second, name: short.toUpperCase(), kind: "synonym" }
          ])
          deepStrictEqual(yield* repo.named([]), [])
          deepStrictEqual(yield* repo.named([unique(), ""]), [])
        })
    )

    it.effect("DiseasesRepo.categories counts the diseases of each category, by name", () =>
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

    it.effect("DiseasesRepo.page orders by the folded name, code point by code point, all or of one category", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        const names = ["22q", "Élan", "ELAN b", "Zebra", "apple", "épée", "Якорь"]
        yield* save(...names.map((name) => newDisease({ name, categories: [category] })), newDisease({ name: "alone" }))
        const listed = yield* ofCategory(category)
        deepStrictEqual(
          listed.items.map(({ name }) => name),
          ["22q", "apple", "Élan", "ELAN b", "épée", "Zebra", "Якорь"]
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

    it.effect("DiseasesRepo.page gives the total past the end too; an unknown category is empty", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        yield* save(...["c", "a", "b"].map((name) => newDisease({ name, categories: [category] })))
        const page = (offset: number, limit: number) =>
          Effect.map(ofCategory(category, { offset, limit }), ({ items, total }) => ({
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
  })
