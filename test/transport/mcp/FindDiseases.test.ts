import { FetchHttpClient, HttpServer } from "@effect/platform"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"
import { Effect, Option, Schema } from "effect"
import { FindDiseases } from "../../../src/api/tools/CommunityTools.ts"
import * as CommunityRpcClient from "../../../src/client/CommunityRpcClient.ts"
import { DiseaseDetail, DiseaseFilterClash, DiseaseNotFound } from "../../../src/domain/diseases/Disease.ts"
import { DiseaseId } from "../../../src/domain/Ids.ts"
import { outputSchema } from "../../../src/transport/mcp/JsonSchemas.ts"
import { newDiseases } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import type { Member } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { until } from "../../support/Waiting.ts"
import { at, eachOf, listAt } from "../../support/Wire.ts"
import { open } from "../web/support/Browse.ts"
import { connectAs, generations } from "./Clients.ts"

/** Searches of every kind: whole, half, mistyped, a code, a sentence, common words, what a disease does. */
const searches = [
  "Marfan syndrome",
  "muscular",
  "duchene",
  "558",
  "my son has cystic fibrosis, who else?",
  "syndrome",
  "muscles slowly waste in boys",
  "zzzzqqqq"
]

const rpcOf = ({ token }: Pick<Member, "token">) =>
  HttpServer.addressFormattedWith((baseUrl) =>
    Effect.provide(CommunityRpcClient.make({ baseUrl, credential: token }), FetchHttpClient.layer)
  )

const isValid = new AjvJsonSchemaValidator().getValidator(outputSchema(FindDiseases.successSchema))

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: find_diseases`, (it) => {
    it.scoped("ranks as REST and RPC do, and gives the same records", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { call } = yield* connectAs("streamable", maria)
        const rpc = yield* rpcOf(maria)
        for (const search of searches) {
          const rest = yield* send("GET", `/api/diseases?search=${encodeURIComponent(search)}`)
          const tool = yield* call("find_diseases", { search })
          deepStrictEqual(listAt(tool.json, "data"), listAt(rest.body, "data"), search)
          deepStrictEqual(at(tool.json, "pagination", "total"), at(rest.body, "pagination", "total"), search)
          const found = yield* rpc.find_diseases({ search })
          deepStrictEqual(
            ("data" in found ? found.data : []).map(({ id, matchedOn }) => [
              id,
              Option.getOrUndefined(matchedOn)?.text
            ]),
            listAt(rest.body, "data").map((found) => [at(found, "id"), at(found, "matchedOn", "text")]),
            search
          )
          // A disease that was found by signs has no matching name.
          strictEqual("readAs" in found ? found.readAs : undefined, at(rest.body, "readAs"), search)
          strictEqual(at(rest.body, "readAs"), search === "muscles slowly waste in boys" ? "signs" : "name", search)
          assertTrue(search === "zzzzqqqq" || eachOf(rest).length > 0, search)
        }
      })
    )

    for (const generation of generations) {
      it.scoped(`over ${generation}: find_diseases with diseaseId answers the record of GET /api/diseases/:id`, () =>
        Effect.gen(function* () {
          const { call } = yield* connectAs(generation, yield* join())
          const record = (yield* send("GET", "/api/diseases/ORPHA:558")).body
          const id = Number(at(record, "id"))
          for (const diseaseId of [id, String(id), "ORPHA:558", "orphanet 558", "OMIM:154700"]) {
            const { isError, json, text } = yield* call("find_diseases", { diseaseId, search: null, categories: false })
            deepStrictEqual([isError, json], [false, record], `${diseaseId}: ${text}`)
            assertTrue(isValid(json).valid)
            assertTrue(text.startsWith(`Disease ${id}: Marfan syndrome`), text)
            assertTrue(text.includes("Source: ") && text.includes("CC BY 4.0"), text)
            assertTrue(text.includes("```untrusted\n"), text)
            assertTrue(/\nSigns: [^\n]*: very frequent \(80-99 %\) \[ORPHA:558\]/.test(text), text)
            assertTrue(text.includes(`Other names: "Marfan's syndrome"`), text)
          }
          for (const wrong of [{ data: [] }, { id: 1 }, {}]) assertTrue(!isValid(wrong).valid)
        })
      )
    }

    it.scoped(
      "find_diseases with diseaseId refuses list filters, unknown diseases and malformed ids with a message that names the fault",
      () =>
        Effect.gen(function* () {
          const { call } = yield* connectAs("streamable", yield* join())
          const cases = [
            [
              { diseaseId: 1, search: "marfan", page: 1 },
              /search, page for a list: leave out diseaseId, or search, page$/
            ],
            [{ diseaseId: 2_147_483_647 }, /^there is no disease 2147483647: .*find_diseases/],
            [{ diseaseId: "ORPHA:99999999" }, /^there is no disease ORPHA:99999999: .*find_diseases/],
            [
              { diseaseId: "marfan" },
              /^diseaseId must be the id of a disease, or a code such as ORPHA:558: call find_diseases with/
            ],
            [{ diseaseId: 0 }, /^diseaseId must be the id of a disease/]
          ] as const
          for (const [args, says] of cases) {
            const { isError, json, text } = yield* call("find_diseases", args)
            deepStrictEqual([isError, json], [true, undefined])
            assertTrue(says.test(text), text)
          }
        })
    )

    it.scoped("find_diseases says which signs are denied, and asks about those of relatives", () =>
      Effect.gen(function* () {
        const { call } = yield* connectAs(generations[0], yield* join())
        const symptoms = "Her mother has scoliosis. She has long fingers, no seizures, ataxia or hearing loss."
        const { text } = yield* call("find_diseases", { symptoms })
        assertTrue(text.includes("Recognised: Arachnodactyly; no Seizure; no Ataxia; no Hearing impairment."), text)
        assertTrue(/Of relatives, not counted .*: Her mother: scoliosis: Scoliosis HP:0002650\?\./.test(text), text)
      })
    )

    it.scoped("find_diseases without anything to find is an error that says what to give", () =>
      Effect.gen(function* () {
        const { call } = yield* connectAs("streamable", yield* join())
        for (const args of [
          {},
          { search: "" },
          { search: " ", page: 1, limit: 20, categories: false },
          { lang: "fr" }
        ]) {
          const { isError, text } = yield* call("find_diseases", args)
          assertTrue(isError && /search .*symptoms .*diseaseId/.test(text), text)
        }
        for (const args of [{ categories: true }, { search: "marfan" }])
          strictEqual((yield* call("find_diseases", args)).isError, false)
      })
    )

    it.scoped("find_diseases proposes symptoms where no name is found, and takes the language of names", () =>
      Effect.gen(function* () {
        const { call } = yield* connectAs("streamable", yield* join())
        const { text } = yield* call("find_diseases", { search: "zzzzqqqq" })
        assertTrue(/Nothing found: .*symptoms/.test(text), text)
        const inFrench = (yield* send("GET", "/api/diseases?search=marfan&lang=fr")).body
        deepStrictEqual((yield* call("find_diseases", { search: "marfan", lang: "fr" })).json, inFrench)
        const one = (yield* send("GET", "/api/diseases/1?lang=de")).body
        deepStrictEqual((yield* call("find_diseases", { diseaseId: 1, lang: "de" })).json, one)
      })
    )

    it.scoped("find_diseases has help lines for words of ending one's life, as REST has", () =>
      Effect.gen(function* () {
        const { call } = yield* connectAs("streamable", yield* join())
        const { json, text } = yield* call("find_diseases", { symptoms: "seizures, she wants to die" })
        assertTrue(/call for help now, by country:\nEU 112 /.test(text), text)
        const inRest = (yield* send("GET", "/api/diseases?symptoms=seizures%2C%20she%20wants%20to%20die")).body
        deepStrictEqual(at(json, "helpLines"), at(inRest, "helpLines"))
        deepStrictEqual(at(listAt(json, "helpLines")[0], "phone"), "112")
        const denied = yield* call("find_diseases", { symptoms: "seizures, no suicidal thoughts" })
        strictEqual(at(denied.json, "helpLines"), undefined)
      })
    )

    it.scoped("find_diseases says where there are more diseases than it counts, as REST does", () =>
      Effect.gen(function* () {
        yield* newDiseases(...Array.from({ length: 1_001 }, (_, at) => `Plenty ${at} syndrome`))
        const { call } = yield* connectAs("streamable", yield* join())
        const searched = call("find_diseases", { search: "plenty syndrome" })
        yield* until(Effect.map(searched, ({ json }) => at(json, "pagination", "total") === 1_000))
        const { json, text } = yield* searched
        deepStrictEqual([at(json, "pagination", "total"), at(json, "pagination", "totalExact")], [1_000, false])
        assertTrue(text.startsWith("1000 diseases, page 1 of 50. Next: page 2. There are more: "), text)
        const exact = (yield* send("GET", "/api/diseases?search=marfan")).body
        strictEqual(at(exact, "pagination", "totalExact"), undefined)
        strictEqual(at((yield* send("GET", "/api/diseases")).body, "pagination", "totalExact"), undefined)
        assertTrue(/More than 1,000\sresults/.test((yield* open("/diseases?search=plenty%20syndrome")).text))
      })
    )

    it.scoped("find_diseases with diseaseId over RPC gives the record, or the domain's errors", () =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf(yield* join())
        const diseaseId = DiseaseId.make(1)
        const record = (yield* send("GET", "/api/diseases/1")).body
        deepStrictEqual(yield* rpc.find_diseases({ diseaseId }), Schema.decodeUnknownSync(DiseaseDetail)(record))
        const unknown = DiseaseId.make(2_147_483_647)
        const missing = yield* Effect.flip(rpc.find_diseases({ diseaseId: unknown }))
        deepStrictEqual(missing, new DiseaseNotFound({ ref: unknown }))
        const clash = yield* Effect.flip(rpc.find_diseases({ diseaseId, page: 1 }))
        deepStrictEqual(clash, new DiseaseFilterClash({ filters: ["page"] }))
        strictEqual(clash._tag, "DiseaseFilterClash")
      })
    )
  })
}
