import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { noLocalNames } from "@rare-disease-community/names/LocalNames"
import { Duration, Effect, Layer } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { PhenotypeFiles } from "../../../../src/ports/phenotypes/PhenotypeFiles.ts"
import type * as Services from "../../../../src/services/Services.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { open } from "../../web/support/Browse.ts"

const unread = Layer.succeed(PhenotypeFiles, {
  names: Effect.succeed(noLocalNames),
  phenotypes: Effect.never,
  share: Effect.succeed(0.4)
})

const states = [
  {
    name: "Without files of phenotypes",
    files: PhenotypeFiles.none,
    error: "the community cannot answer for a moment: try again soon",
    ready: 200
  },
  {
    name: "While the phenotypes are read",
    files: unread,
    error: "the signs are still being read (40%): try again soon",
    ready: 503
  }
]

for (const { error, files, name, ready } of states) {
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

    it.effect(`/ready is answered ${ready}, as a search by signs may be answered later`, () =>
      Effect.gen(function* () {
        const { body, status } = yield* send("GET", "/ready")
        strictEqual(status, ready)
        if (ready === 503) strictEqual(at(body, "error"), error)
        const page = yield* open("/diseases?symptoms=fits", { headers: { "accept-language": "de" } })
        strictEqual(page.text.includes("bisher 40 %."), ready === 503)
      })
    )

    it.effect("searches by signs are answered 503 with how far the reading is, without waiting for them", () =>
      Effect.gen(function* () {
        const paths = [
          "/api/phenotypes",
          "/api/phenotypes?search=fits",
          "/api/phenotypes/HP:0001250",
          "/api/diseases?symptoms=fits",
          "/api/diseases?phenotypes=HP:0001250"
        ]
        const answers = yield* Effect.forEach(paths, (path) => Effect.timed(send("GET", path)), {
          concurrency: "unbounded"
        })
        for (const [time, { body, status }] of answers) {
          strictEqual(status, 503)
          strictEqual(at(body, "error"), error)
          assertTrue(Duration.lessThan(time, "20 seconds"))
        }
      })
    )
  })
}
