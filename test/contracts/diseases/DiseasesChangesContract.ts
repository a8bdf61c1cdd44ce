import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer } from "effect"
import { DiseaseId } from "../../../src/domain/Ids.ts"
import { type CataloguePosition, DiseasesRepo, type DiseaseToSave } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { unique } from "../newRows.ts"
import { idsOf, newCode, newDisease, save, source, stored, version } from "./newDiseases.ts"

type Ports = DiseasesRepo | Transaction

/** All that was changed after a place, read a few at a time. */
const readFrom = (start: CataloguePosition, limit: number) =>
  Effect.flatMap(DiseasesRepo, (repo) =>
    Effect.gen(function* () {
      const read = []
      for (let place = start; ; ) {
        const entries = yield* repo.changedAfter(place, limit)
        read.push(...entries)
        const last = entries.at(-1)
        if (last === undefined) return read
        place = last
      }
    })
  )

const full = () =>
  newDisease({
    synonyms: ["one", "two"],
    abbreviations: ["OT"],
    codes: { orpha: [`ORPHA:${newCode()}`], mondo: [`MONDO:00${newCode()}`] },
    retiredCodes: [`ORPHA:${newCode()}`],
    categories: [unique()],
    onset: ["Adult"],
    inheritance: ["X-linked"],
    prevalence: [{ type: "Point prevalence", class: null, value: 0.1, region: "Worldwide", validated: true }],
    genes: [
      { symbol: "TGFB", name: "", association: "Modifying germline mutation in" },
      { symbol: "FBN1", name: "fibrillin 1", association: "Modifying germline mutation in" },
      { symbol: "FBN1", name: "fibrillin 1", association: "Disease-causing germline mutation(s) in" },
      { symbol: "ACTA", name: "", association: "Candidate gene tested in" }
    ],
    prominence: 5,
    sources: [source]
  })

/** The contract of `DiseasesRepo` for readers of changes. */
export const diseasesChangesContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: DiseasesRepo, changes`, (it) => {
    it.effect("DiseasesRepo.save counts added, changed and unchanged diseases", () =>
      Effect.gen(function* () {
        const [one, two, three] = [full(), newDisease(), newDisease()]
        deepStrictEqual(yield* save(one, two), { added: 2, changed: 0, unchanged: 0 })
        deepStrictEqual(yield* save(one, two), { added: 0, changed: 0, unchanged: 2 })
        deepStrictEqual(yield* save(one, { ...two, name: unique() }, three), { added: 1, changed: 1, unchanged: 1 })
        deepStrictEqual(yield* save(), { added: 0, changed: 0, unchanged: 0 })
      })
    )

    it.effect("DiseasesRepo.save stores the last disease of a repeated key", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const disease = newDisease({ synonyms: ["a", "b"] })
        deepStrictEqual(yield* save(disease, { ...disease, synonyms: ["c"] }), { added: 1, changed: 0, unchanged: 0 })
        const ids = yield* idsOf(disease)
        deepStrictEqual((yield* repo.findByIds(ids))[0]?.synonyms, ["c"])
      })
    )

    it.effect("DiseasesRepo.save raises the version by one if it changes anything, and only then", () =>
      Effect.gen(function* () {
        const [one, two] = [full(), full()]
        const before = yield* version
        yield* save(one, two)
        strictEqual(yield* version, before + 1)
        yield* save(one, two)
        strictEqual(yield* version, before + 1)
        yield* save({ ...one, prominence: 6 }, two)
        strictEqual(yield* version, before + 2)
      })
    )

    it.effect("DiseasesRepo.changedAfter gives a disease with any changed fact, and no other disease", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const [disease, other, parent] = [full(), full(), newDisease()]
        yield* save(parent, disease, other)
        const [id] = yield* idsOf(disease)
        const changes: ReadonlyArray<Partial<DiseaseToSave>> = [
          { name: unique() },
          { synonyms: ["two", "one"] },
          { synonyms: ["one"] },
          { abbreviations: [] },
          { abbreviations: ["one", "OT"] },
          { codes: {} },
          { codes: { orpha: [`ORPHA:${newCode()}`] } },
          { retiredCodes: [] },
          { retiredCodes: [`OMIM:${newCode()}`] },
          { categories: [] },
          { categories: [unique(), unique()] },
          { description: "Another text." },
          { description: null },
          { parents: [parent.key] },
          { parents: [] },
          { onset: [] },
          { inheritance: ["Unknown"] },
          { prevalence: [{ type: "Point prevalence", class: null, value: 0.2, region: "Worldwide", validated: true }] },
          { genes: [] },
          { prominence: 0 },
          { sources: [] }
        ]
        let stored = disease
        for (const change of changes) {
          const before = yield* version
          stored = { ...stored, ...change }
          const what = Object.keys(change).join()
          deepStrictEqual(yield* save(stored, other, parent), { added: 0, changed: 1, unchanged: 2 }, what)
          const entries = yield* repo.changedAfter({ version: before, id: 2_000_000_000 }, 10)
          deepStrictEqual(
            entries.map((entry) => [entry.id, entry.version]),
            [[id, before + 1]],
            what
          )
          deepStrictEqual(yield* save(stored, other, parent), { added: 0, changed: 0, unchanged: 3 }, what)
        }
      })
    )

    it.effect("DiseasesRepo.save stores a blank description as none", () =>
      Effect.gen(function* () {
        const disease = newDisease({ description: null })
        yield* save(disease)
        deepStrictEqual(yield* save({ ...disease, description: " \n" }), { added: 0, changed: 0, unchanged: 1 })
      })
    )

    it.effect("DiseasesRepo.changedAfter gives all facts of a disease that an index holds", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const [high, low, disease] = [newDisease(), newDisease(), full()]
        const before = yield* version
        const parentIds = yield* stored(low, high)
        const [id] = yield* stored({ ...disease, parents: [high.key, low.key] })
        const [entry] = yield* repo.changedAfter({ version: before + 1, id: 2_000_000_000 }, 10)
        const shown = yield* repo.findByIds([id])
        deepStrictEqual(entry, {
          id,
          version: before + 2,
          retired: false,
          name: disease.name,
          synonyms: ["one", "two"],
          abbreviations: ["OT"],
          codes: [...(disease.codes.orpha ?? []), ...(disease.codes.mondo ?? [])],
          retiredCodes: disease.retiredCodes,
          categoryIds: shown.flatMap(({ categories }) => categories.map((category) => category.id)),
          parentIds,
          description: "What it is.",
          genes: ["TGFB", "FBN1", "FBN1", "ACTA"],
          otherGenes: ["TGFB", "ACTA"],
          prominence: 5,
          perMillion: 1
        })
      })
    )

    it.effect(
      "DiseasesRepo.changedAfter orders by version and id, so that a reader misses none and reads none twice",
      () =>
        Effect.gen(function* () {
          const repo = yield* DiseasesRepo
          const diseases = Array.makeBy(7, () => newDisease())
          yield* save(...diseases)
          yield* Effect.forEach(diseases.slice(2, 5).toReversed(), (disease) => save({ ...disease, prominence: 1 }))
          const all = yield* repo.changedAfter({ version: 0, id: 0 }, 10_000)
          const places = all.map(({ id, version }) => [version, id] as const)
          deepStrictEqual(
            places,
            places.toSorted(([v1, id1], [v2, id2]) => v1 - v2 || id1 - id2)
          )
          strictEqual(new Set(all.map(({ id }) => id)).size, all.length)
          for (const limit of [1, 3]) deepStrictEqual(yield* readFrom({ version: 0, id: 0 }, limit), all)
          strictEqual(all.at(-1)?.version, yield* version)
          deepStrictEqual(yield* repo.changedAfter({ version: yield* version, id: 2_000_000_000 }, 10), [])
        })
    )

    it.effect("DiseasesRepo.findByIds gives diseases in the order of the ids, each once, without unknown ones", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const [a, b, c] = yield* stored(full(), newDisease(), newDisease())
        const items = yield* repo.findByIds([c, DiseaseId.make(2_000_000_000), a, c, b])
        deepStrictEqual(
          items.map(({ id }) => id),
          [c, a, b]
        )
        const listed = yield* repo.page({}, { offset: 0, limit: 10_000 })
        deepStrictEqual(
          items.find(({ id }) => id === a),
          listed.items.find(({ id }) => id === a)
        )
        deepStrictEqual(yield* repo.findByIds([]), [])
      })
    )

    it.effect("DiseasesRepo.known gives all diseases with their keys and own codes", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const [disease, plain] = [full(), newDisease()]
        const [id, plainId] = yield* stored(disease, plain)
        const known = (yield* repo.known).filter(({ key }) => key === disease.key || key === plain.key)
        deepStrictEqual(known, [
          {
            key: disease.key,
            id,
            codes: [...(disease.codes.orpha ?? []), ...(disease.codes.mondo ?? [])],
            retired: false
          },
          { key: plain.key, id: plainId, codes: [], retired: false }
        ])
      })
    )

    it.effect(
      "DiseasesRepo.save gives concurrent saves ascending versions, and a reader of changes misses nothing",
      () =>
        Effect.gen(function* () {
          const repo = yield* DiseasesRepo
          const { atomically } = yield* Transaction
          const before = yield* version
          const batches = Array.makeBy(6, () => Array.makeBy(5, () => newDisease({ categories: [unique()] })))
          const reading = Effect.iterate(
            { version: before, id: 2_000_000_000, read: 0 },
            {
              while: ({ read }) => read < 30,
              body: (place) =>
                Effect.map(Effect.zipRight(Effect.yieldNow(), repo.changedAfter(place, 3)), (entries) => {
                  const last = entries.at(-1)
                  return last === undefined
                    ? place
                    : { version: last.version, id: last.id, read: place.read + entries.length }
                })
            }
          )
          const [saved] = yield* Effect.all(
            [Effect.forEach(batches, (batch) => atomically(repo.save(batch)), { concurrency: "unbounded" }), reading],
            { concurrency: "unbounded" }
          )
          deepStrictEqual(
            saved,
            batches.map(() => ({ added: 5, changed: 0, unchanged: 0 }))
          )
          strictEqual(yield* version, before + 6)
          const versions = (yield* repo.changedAfter({ version: before, id: 2_000_000_000 }, 100)).map(
            (one) => one.version
          )
          deepStrictEqual(
            versions,
            Array.range(before + 1, before + 6).flatMap((one) => Array.replicate(one, 5))
          )
        })
    )

    it.effect("DiseasesRepo.save leaves the version unchanged after a rollback", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const before = yield* version
        yield* save(newDisease()).pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
        strictEqual(yield* version, before)
      })
    )
  })
