import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer } from "effect"
import type { DiseaseId } from "../../../src/domain/Ids.ts"
import { DiseasesRepo, maxRelatives, maxSiblings } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { newDisease, save } from "./newDiseases.ts"

/** Saves diseases with their supertypes, both by names of a test. Gives the id of a name, and the name of an id. */
const saved = (kinds: Readonly<Record<string, ReadonlyArray<string>>>) =>
  Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    const rows = new Map(Object.keys(kinds).map((called) => [called, newDisease()]))
    const keyOf = (called: string) => rows.get(called)?.key ?? ""
    yield* save(
      ...Object.entries(kinds).map(([called, of]) => ({ ...newDisease(), ...rows.get(called), parents: of.map(keyOf) }))
    )
    const known = new Map((yield* repo.known).map(({ id, key }) => [key, id]))
    const idOf = (called: string) => Effect.fromNullable(known.get(keyOf(called)))
    const names = new Map(Array.from(rows, ([called, { key }]) => [known.get(key), called]))
    const relatives = (...of: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const ids: ReadonlyArray<DiseaseId> = yield* Effect.forEach(of, idOf)
        const found = yield* repo.relatives(ids)
        return found.map(({ id, kinship, of }) => `${names.get(id)} ${kinship} of ${names.get(of)}`)
      })
    return { keyOf, relatives }
  })

/** The contract of `DiseasesRepo` for the relatives of a disease. */
export const diseaseRelativesContract = <E>(adapter: string, storage: Layer.Layer<DiseasesRepo, E>) =>
  layer(storage)(`${adapter}: DiseasesRepo.relatives`, (it) => {
    it.effect(
      "DiseasesRepo.relatives gives subtypes, supertypes and siblings within two steps, each once by its nearest kinship",
      () =>
        Effect.gen(function* () {
          const { relatives } = yield* saved({
            root: [],
            group: ["root"],
            kind: ["group"],
            one: ["kind"],
            other: ["kind", "group"],
            part: ["one"],
            piece: ["part", "kind"],
            crumb: ["piece"]
          })
          deepStrictEqual(yield* relatives("one"), [
            "part subtype of one",
            "piece subtype of one",
            "group supertype of one",
            "kind supertype of one",
            "other sibling of one"
          ])
          deepStrictEqual(yield* relatives("piece", "one"), [
            "crumb subtype of piece",
            "part subtype of one",
            "group supertype of piece",
            "kind supertype of piece",
            "other sibling of piece"
          ])
          deepStrictEqual(yield* relatives("root", "root"), [
            "group subtype of root",
            "kind subtype of root",
            "other subtype of root"
          ])
        })
    )

    it.effect("DiseasesRepo.relatives leaves out siblings if there are too many", () =>
      Effect.gen(function* () {
        const few = Array.from({ length: maxSiblings }, (_, nth) => `few${nth}`)
        const many = Array.from({ length: maxSiblings + 1 }, (_, nth) => `many${nth}`)
        const under = (called: ReadonlyArray<string>, group: string) =>
          Object.fromEntries(called.map((one) => [one, [group]]))
        const { relatives } = yield* saved({
          small: [],
          large: [],
          one: ["small"],
          two: ["large"],
          ...under(few, "small"),
          ...under(many, "large")
        })
        deepStrictEqual(yield* relatives("one"), [
          "small supertype of one",
          ...few.map((called) => `${called} sibling of one`)
        ])
        deepStrictEqual(yield* relatives("two"), ["large supertype of two"])
      })
    )

    it.effect("DiseasesRepo.relatives has a limit, and leaves out retired diseases", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const kinds = Array.from({ length: maxRelatives + 1 }, (_, nth) => `kind${nth}`)
        const { keyOf, relatives } = yield* saved({
          group: [],
          ...Object.fromEntries(kinds.map((one) => [one, ["group"]]))
        })
        const all = kinds.map((called) => `${called} subtype of group`)
        deepStrictEqual(yield* relatives("group"), all.slice(0, maxRelatives))
        yield* repo.retire([{ key: keyOf("kind0"), successor: null }])
        deepStrictEqual(yield* relatives("group"), all.slice(1))
        deepStrictEqual(yield* relatives(), [])
      })
    )
  })
