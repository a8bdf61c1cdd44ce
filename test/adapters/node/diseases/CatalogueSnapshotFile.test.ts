import { NodeContext } from "@effect/platform-node"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as CatalogueSnapshotFile from "../../../../src/adapters/node/diseases/CatalogueSnapshotFile.ts"
import { CatalogueSnapshot } from "../../../../src/ports/diseases/CatalogueSnapshot.ts"
import { emptyDisease } from "../../../contracts/diseases/emptyDisease.ts"
import { source } from "../../../contracts/diseases/newDiseases.ts"

const shipped = Layer.provide(CatalogueSnapshotFile.layer, NodeContext.layer)
const open = Effect.flatMap(CatalogueSnapshot, (snapshot) => snapshot.open)

describe("content/catalogue.ndjson.gz", () => {
  it.effect("contains as many diseases as its header says, parents first, with sources and licences", () =>
    Effect.gen(function* () {
      const { diseases, header } = yield* open
      const all = yield* diseases(0, header.diseases + 1)
      strictEqual(all.length, header.diseases)
      strictEqual(all.length, 18_525)
      const places = new Map(all.map(({ key }, place) => [key, place]))
      strictEqual(places.size, all.length)
      const late = all.flatMap(({ key, parents }, place) =>
        parents.filter((parent) => (places.get(parent) ?? -1) > place).map((parent) => `${key} under ${parent}`)
      )
      deepStrictEqual(late, [])
      deepStrictEqual(
        header.sources.map(({ licence, name }) => [name, licence]),
        [
          ["Human Disease Ontology", "CC0"],
          ["Mondo Disease Ontology", "CC BY 4.0"],
          ["Orphadata Science", "CC BY 4.0"]
        ]
      )
      strictEqual(
        all.every(({ sources }) => sources.length > 0),
        true
      )
    }).pipe(Effect.provide(shipped))
  )
})

describe("CatalogueSnapshotFile.makeSnapshot", () => {
  const diseases = ["MONDO:1", "MONDO:2"].map((key) => ({
    ...emptyDisease,
    key,
    name: key,
    sources: [{ ...source, name: "Mondo Disease Ontology", version: "2026-08-04" }]
  }))

  it.effect("makes the same bytes of the same diseases, and another version of other ones", () =>
    Effect.gen(function* () {
      const [one, same, other] = yield* Effect.forEach(
        [diseases, diseases, diseases.slice(1)],
        CatalogueSnapshotFile.makeSnapshot
      )
      deepStrictEqual(one?.bytes, same?.bytes)
      strictEqual(one?.header.version.slice(0, 11), "2026-08-04-")
      strictEqual(one?.header.version === other?.header.version, false)
    })
  )

  it.effect("makes a file that opens to the same diseases", () =>
    Effect.gen(function* () {
      const { bytes } = yield* CatalogueSnapshotFile.makeSnapshot(diseases)
      const read = yield* CatalogueSnapshotFile.openSnapshot(bytes)
      deepStrictEqual(yield* read.diseases(0, 10), diseases)
      deepStrictEqual(yield* read.diseases(1, 10), diseases.slice(1))
      deepStrictEqual(yield* read.diseases(2, 10), [])
    })
  )
})
