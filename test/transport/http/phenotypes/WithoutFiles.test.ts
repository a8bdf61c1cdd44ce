import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Duration, Effect, Layer } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { PhenotypeFiles } from "../../../../src/ports/phenotypes/PhenotypeFiles.ts"
import { noLocalNames } from "../../../../src/search/diseases/LocalNames.ts"
import type * as Services from "../../../../src/services/Services.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { at, listAt } from "../../../support/Wire.ts"

const unread = Layer.succeed(PhenotypeFiles, { names: Effect.succeed(noLocalNames), phenotypes: Effect.never })

const states: ReadonlyArray<readonly [name: string, files: Layer.Layer<PhenotypeFiles>]> = [
  ["Without files of phenotypes", PhenotypeFiles.none],
  ["While the phenotypes are read", unread]
]

for (const [name, files] of states) {
  const without = (services: typeof Services.layer) => Layer.provide(services, files)

  layer(community(Memory.layer, {}, undefined, without), { excludeTestServices: true })(name, (it) => {
    it.effect("diseases are found by name and read", () =>
      Effect.gen(function* () {
        const found = yield* send("GET", "/api/diseases?search=marfan&lang=fr")
        strictEqual(at(found.body, "data", 0, "name"), "Marfan syndrome")
        strictEqual(at(found.body, "data", 0, "localName"), null)
        const { body } = yield* send("GET", "/api/diseases/ORPHA:558")
        deepStrictEqual([at(body, "names"), at(body, "phenotypes")], [[], undefined])
        assertTrue(listAt(body, "sources").every((source) => !String(at(source, "name")).includes("Phenotype")))
      })
    )

    it.effect("searches by signs are answered 503, without waiting for them", () =>
      Effect.gen(function* () {
        for (const path of [
          "/api/phenotypes",
          "/api/phenotypes?search=fits",
          "/api/phenotypes/HP:0001250",
          "/api/diseases?symptoms=fits",
          "/api/diseases?phenotypes=HP:0001250"
        ]) {
          const [time, { body, status }] = yield* Effect.timed(send("GET", path))
          strictEqual(status, 503, path)
          strictEqual(typeof at(body, "error"), "string")
          assertTrue(Duration.lessThan(time, "20 seconds"))
        }
      })
    )
  })
}
