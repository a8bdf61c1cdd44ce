import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { noLocalNames } from "@rare-disease-community/names/LocalNames"
import { Deferred, Effect, Layer, Option } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { phenotypesIn } from "../../../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"
import { PhenotypeFiles } from "../../../../src/ports/phenotypes/PhenotypeFiles.ts"
import type * as Services from "../../../../src/services/Services.ts"
import { community } from "../../../support/Community.ts"
import { send } from "../../../support/Members.ts"
import { at, listAt } from "../../../support/Wire.ts"

const opened = Effect.runSync(Deferred.make<void>())

const late = Layer.succeed(PhenotypeFiles, {
  names: Effect.succeed(noLocalNames),
  phenotypes: Deferred.await(opened).pipe(
    Effect.zipRight(Effect.promise(() => phenotypesIn(""))),
    Effect.map(Option.fromNullable)
  ),
  share: Effect.succeed(0)
})

const beginLate = (services: typeof Services.layer) => Layer.provide(services, late)

layer(community(Memory.layer, {}, undefined, beginLate), { excludeTestServices: true })(
  "Phenotypes that are read after the first requests",
  (it) => {
    it.effect("are in the next answers: those without them were not cached", () =>
      Effect.gen(function* () {
        const [disease, search] = ["/api/diseases/ORPHA:558", "/api/diseases?search=long%20fingers%20and%20seizures"]
        strictEqual(at((yield* send("GET", disease)).body, "phenotypes"), undefined)
        strictEqual(at((yield* send("GET", search)).body, "readAs"), undefined)
        const page = "/api/diseases?search=marfan%20syndrome"
        strictEqual(at((yield* send("GET", page)).body, "readAs"), "name")
        yield* Deferred.succeed(opened, undefined)
        const ranked = Effect.flatMap(send("GET", "/api/diseases?phenotypes=HP:0001166"), ({ status }) =>
          status === 200 ? Effect.void : Effect.fail("phenotypes are being read")
        )
        yield* Effect.retry(Effect.delay(ranked, "50 millis"), { times: 600 })
        assertTrue(listAt((yield* send("GET", disease)).body, "phenotypes").length > 10)
        strictEqual(at((yield* send("GET", search)).body, "readAs"), "signs")
        // A name that was only heard explains more than one sign among its words; one word of a name is a name.
        for (const typed of ["fredericks ataxia", "ataxya"]) {
          const { body } = yield* send("GET", `/api/diseases?search=${encodeURIComponent(typed)}`)
          strictEqual(at(body, "readAs"), "name", typed)
          assertTrue(String(at(listAt(body, "data")[0], "name")).includes("ataxia"), typed)
        }
      })
    )
  }
)
