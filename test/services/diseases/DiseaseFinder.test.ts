import { describe, it, layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Effect, Fiber, Layer, Option, Queue, Stream, TestClock } from "effect"
import { type Change, catalogueChanged } from "../../../src/domain/Change.ts"
import { DiseasesRepo, type DiseaseToSave } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { PhenotypeFiles } from "../../../src/ports/phenotypes/PhenotypeFiles.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { DiseaseFinder, type DiseaseSearch } from "../../../src/services/diseases/DiseaseFinder.ts"
import { Readiness } from "../../../src/services/Operation.ts"
import { PhenotypeEngine } from "../../../src/services/phenotypes/PhenotypeEngine.ts"
import { emptyDisease } from "../../contracts/diseases/emptyDisease.ts"
import { Unpublished } from "../../support/ChangesLayers.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { settled, until } from "../../support/Waiting.ts"

const disease = (key: string, fields: Partial<DiseaseToSave> = {}): DiseaseToSave => ({
  ...emptyDisease,
  key,
  name: key,
  ...fields
})

const diseases = [
  disease("Marfan syndrome", { codes: { orpha: ["ORPHA:558"] }, categories: ["Bones"], parents: ["Fibrillinopathy"] }),
  disease("Neonatal Marfan syndrome", { categories: ["Bones"], parents: ["Marfan syndrome"] }),
  disease("Fibrillinopathy"),
  disease("Ehlers-Danlos syndrome", { abbreviations: ["EDS"], categories: ["Skin"] }),
  disease("Vascular Ehlers-Danlos syndrome", { categories: ["Skin"], parents: ["Ehlers-Danlos syndrome"] })
]

const all = { offset: 0, limit: 100 }

const page = (search: DiseaseSearch, window = all) =>
  Effect.flatMap(DiseaseFinder, (finder) =>
    Effect.gen(function* () {
      const { hits, nameMatch } = yield* finder.find(search)
      const { items, ...page } = yield* finder.records(hits, window)
      return {
        ...page,
        nameMatch,
        items: items.map(({ disease, hit }) => ({ ...disease, matchedOn: Option.some(hit.matchedOn) }))
      }
    })
  )

const names = (search: string) => Effect.map(page({ search }), ({ items }) => items.map(({ name }) => name))

const save = (...saved: ReadonlyArray<DiseaseToSave>) =>
  Effect.flatMap(DiseasesRepo, (repo) => Effect.flatMap(Transaction, ({ atomically }) => atomically(repo.save(saved))))

const retire = (key: string) =>
  Effect.flatMap(DiseasesRepo, (repo) =>
    Effect.flatMap(Transaction, ({ atomically }) => atomically(repo.retire([{ key, successor: null }])))
  )

const finderLayer = Layer.merge(DiseaseFinder.layer, PhenotypeEngine.layer).pipe(
  Layer.provide(PhenotypeFiles.none),
  Layer.provide(Unpublished)
)

for (const storage of memoryAndDatabase) {
  const finder = Layer.provideMerge(finderLayer, storage.layer)

  layer(finder)(`${storage.name}: DiseaseFinder`, (it) => {
    it.effect("page finds nothing in an empty catalogue, and a saved disease at once", () =>
      Effect.gen(function* () {
        deepStrictEqual(yield* names("marfan"), [])
        yield* save(...diseases)
        deepStrictEqual(yield* names("marfan"), ["Marfan syndrome", "Neonatal Marfan syndrome"])
      })
    )

    it.effect("page finds a disease by its new names and no more by its old ones, and no retired disease", () =>
      Effect.gen(function* () {
        yield* save(...diseases, disease("Pfeiffer syndrome"))
        deepStrictEqual(yield* names("pfeiffer"), ["Pfeiffer syndrome"])
        yield* save(disease("Pfeiffer syndrome", { name: "Noack syndrome", synonyms: ["ACS5"] }))
        deepStrictEqual(yield* names("pfeiffer"), [])
        deepStrictEqual(yield* names("acs5"), ["Noack syndrome"])
        yield* retire("Pfeiffer syndrome")
        deepStrictEqual(yield* names("noack"), [])
      })
    )

    it.effect("page gives the records of the list with the match of each, in one order over all pages", () =>
      Effect.gen(function* () {
        yield* save(...diseases)
        const { items, total } = yield* page({ search: "syndrome" })
        strictEqual(total, 4)
        deepStrictEqual((yield* page({ search: "syndrome" }, { offset: 1, limit: 2 })).items, items.slice(1, 3))
        deepStrictEqual(yield* page({ search: "syndrome" }, { offset: 10, limit: 2 }), {
          items: [],
          total: 4,
          nameMatch: "full"
        })
        const [marfan] = (yield* page({ search: "orphanet 558" })).items
        deepStrictEqual(marfan?.matchedOn, Option.some({ field: "code", text: "ORPHA:558" }))
        deepStrictEqual(
          marfan?.categories.map(({ name }) => name),
          ["Bones"]
        )
      })
    )

    it.effect("page finds a description only where one of its sentences says what was searched for", () =>
      Effect.gen(function* () {
        const texts = {
          "Osler disease": "It causes small red spots on the lips. Vessels that should be closed are open early.",
          "Crouzon syndrome": "The soft spot of a baby's head is closed too early."
        }
        yield* save(...Object.entries(texts).map(([name, description]) => disease(name, { description })))
        deepStrictEqual(yield* names("the soft spot of my baby closed early"), ["Crouzon syndrome"])
      })
    )

    it.effect("page finds the diseases of one category", () =>
      Effect.gen(function* () {
        yield* save(...diseases)
        const category = (yield* (yield* DiseasesRepo).categories).find(({ name }) => name === "Skin")?.id
        strictEqual((yield* page({ search: "syndrome", category })).total, 2)
        strictEqual((yield* page({ search: "ORPHA:558", category })).total, 0)
      })
    )

    it.effect("page appends the subtypes of a whole name or code, each with the disease above it", () =>
      Effect.gen(function* () {
        yield* save(...diseases)
        const taken = (search: string) =>
          Effect.map(page({ search, includeDescendants: true }), ({ items }) =>
            items.map(({ matchedOn, name }) => [
              name,
              Option.getOrThrow(matchedOn).field,
              Option.getOrThrow(matchedOn).text
            ])
          )
        deepStrictEqual(yield* taken("fibrillinopathy"), [
          ["Fibrillinopathy", "name", "Fibrillinopathy"],
          ["Marfan syndrome", "parent", "Fibrillinopathy"],
          ["Neonatal Marfan syndrome", "parent", "Fibrillinopathy"]
        ])
        deepStrictEqual(yield* taken("ORPHA:558"), [
          ["Marfan syndrome", "code", "ORPHA:558"],
          ["Neonatal Marfan syndrome", "parent", "Marfan syndrome"]
        ])
        strictEqual((yield* page({ search: "fibrillinopathy" })).total, 1)
      })
    )
  })

  layer(finder)(`${storage.name}: DiseaseFinder, first use`, (it) => {
    it.effect("reads the catalogue once for concurrent first searches", () =>
      Effect.gen(function* () {
        yield* save(...diseases, ...Array.from({ length: 1_200 }, (_, at) => disease(`Rarity number ${at}`)))
        const answers = yield* Effect.all(
          Array.from({ length: 8 }, () => names("EDS")),
          { concurrency: "unbounded" }
        )
        for (const answer of answers) deepStrictEqual(answer, ["Ehlers-Danlos syndrome"])
        assertTrue((yield* names("rarity number 1199")).includes("Rarity number 1199"))
      })
    )
  })
}

describe("DiseaseFinder.page", () => {
  const [memory] = memoryAndDatabase
  /** A finder on a database that, while `isStuck`, never finishes reading diseases for the index. */
  const finder = (isStuck: () => boolean) => {
    const slow = Layer.effect(
      DiseasesRepo,
      Effect.map(DiseasesRepo, (repo) =>
        DiseasesRepo.of({
          ...repo,
          changedAfter: (...place) => (isStuck() ? Effect.never : repo.changedAfter(...place))
        })
      )
    )
    return Readiness.layer.pipe(Layer.provideMerge(finderLayer), Layer.provide(slow), Layer.provideMerge(memory.layer))
  }

  const answered = (search: string) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(names(search))
      yield* TestClock.adjust("299 millis")
      strictEqual(fiber.unsafePoll(), null)
      yield* TestClock.adjust("1 millis")
      return yield* Fiber.join(fiber)
    })

  it.effect("answers after 300 ms by whole names and codes while a newer index is read", () => {
    let isStuck = false
    return Effect.gen(function* () {
      deepStrictEqual(yield* names("marfan"), [])
      yield* save(...diseases)
      isStuck = true
      deepStrictEqual(yield* answered("marfan syndrome"), ["Marfan syndrome"])
      deepStrictEqual(yield* answered("eds"), ["Ehlers-Danlos syndrome"])
      deepStrictEqual(yield* answered("ORPHA:558"), ["Marfan syndrome"])
      deepStrictEqual(yield* answered("marfn"), [])
    }).pipe(Effect.provide(finder(() => isStuck)))
  })

  it.effect("says how many diseases it finds, and tells of a change of the catalogue when it has read more", () => {
    const held = Effect.unsafeMakeLatch(true)
    const told: Array<Change["kind"]> = []
    const changes = Layer.map(Unpublished, (context) =>
      Context.make(Changes, {
        ...Context.get(context, Changes),
        deliverHere: (all) => Effect.sync(() => void told.push(...all.map(({ kind }) => kind)))
      })
    )
    const slow = Layer.effect(
      DiseasesRepo,
      Effect.map(DiseasesRepo, (repo) =>
        DiseasesRepo.of({ ...repo, changedAfter: (...place) => held.whenOpen(repo.changedAfter(...place)) })
      )
    )
    const observed = Layer.provide(DiseaseFinder.layer, [PhenotypeFiles.none, changes, slow])
    return Effect.gen(function* () {
      yield* save(disease("Pfeiffer syndrome"))
      const { findable } = yield* DiseaseFinder
      strictEqual(yield* findable(1), 1)
      yield* held.close
      yield* save(...diseases)
      const early = yield* Effect.fork(findable(6))
      yield* TestClock.adjust("300 millis")
      strictEqual(yield* Fiber.join(early), 1)
      told.length = 0
      yield* held.open
      strictEqual(yield* findable(6), 6)
      deepStrictEqual(told, ["catalogue"])
      deepStrictEqual(yield* names("eds"), ["Ehlers-Danlos syndrome"])
      deepStrictEqual(told, ["catalogue"])
    }).pipe(Effect.provide(Layer.provideMerge(observed, memory.layer)))
  })

  it.effect("waits while the index is read for the first time, and Readiness.check fails after a second", () =>
    Effect.gen(function* () {
      yield* save(...diseases)
      const { check } = yield* Readiness
      const search = yield* Effect.fork(names("marfan syndrome"))
      const ready = yield* Effect.fork(Effect.flip(check))
      yield* TestClock.adjust("1 second")
      strictEqual((yield* Fiber.join(ready))._tag, "Unavailable")
      yield* TestClock.adjust("1 hour")
      strictEqual(search.unsafePoll(), null)
    }).pipe(Effect.provide(finder(() => true)))
  )

  it.effect("answers once the index was read, and Readiness.check succeeds", () =>
    Effect.gen(function* () {
      yield* save(...diseases)
      yield* Effect.flatMap(Readiness, ({ check }) => check)
      deepStrictEqual(yield* names("marfn syndrome"), ["Marfan syndrome"])
    }).pipe(Effect.provide(finder(() => false)))
  )

  it.effect("reads a change of the catalogue a second after it was told, before anybody searches", () => {
    const changed = Effect.runSync(Queue.unbounded<Change>())
    const changes = Layer.map(Unpublished, (context) =>
      Context.make(Changes, {
        ...Context.get(context, Changes),
        rareChanges: Effect.succeed(Stream.fromQueue(changed))
      })
    )
    const followed = DiseaseFinder.followed.pipe(
      Layer.provideMerge(DiseaseFinder.layer),
      Layer.provide([PhenotypeFiles.none, changes])
    )
    return Effect.gen(function* () {
      const { index } = yield* DiseaseFinder
      const size = Effect.map(index, ({ size }) => size)
      strictEqual(yield* size, 0)
      yield* settled
      yield* save(...diseases)
      yield* changed.offer(catalogueChanged)
      yield* TestClock.adjust("999 millis")
      yield* settled
      strictEqual(yield* size, 0)
      yield* TestClock.adjust("1 millis")
      yield* until(Effect.map(size, (now) => now === diseases.length))
    }).pipe(Effect.provide(Layer.provideMerge(followed, memory.layer)))
  })
})
