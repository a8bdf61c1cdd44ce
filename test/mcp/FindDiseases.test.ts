import { FetchHttpClient, HttpServer } from "@effect/platform"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import * as CommunityRpcClient from "../../src/client/CommunityRpcClient.ts"
import { community } from "../http/Community.ts"
import { join, send } from "../http/Members.ts"
import { at, eachOf, listAt } from "../http/Wire.ts"
import { storages } from "../storage.ts"
import { connectAs } from "./Clients.ts"

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

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: find_diseases`, (it) => {
    it.scoped("ranks as REST and RPC do, and says the same of what was found", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { call } = yield* connectAs("streamable", maria)
        const rpc = yield* HttpServer.addressFormattedWith((baseUrl) =>
          Effect.provide(CommunityRpcClient.make({ baseUrl, credential: maria.token }), FetchHttpClient.layer)
        )
        for (const search of searches) {
          const rest = yield* send("GET", `/api/diseases?search=${encodeURIComponent(search)}`)
          const tool = yield* call("find_diseases", { search })
          deepStrictEqual(listAt(tool.json, "data"), listAt(rest.body, "data"), search)
          deepStrictEqual(at(tool.json, "pagination", "total"), at(rest.body, "pagination", "total"), search)
          const { data } = yield* rpc.find_diseases({ search })
          deepStrictEqual(
            data.map(({ id, matchedOn }) => [id, Option.getOrThrow(matchedOn).text]),
            listAt(rest.body, "data").map((found) => [at(found, "id"), at(found, "matchedOn", "text")]),
            search
          )
          assertTrue(search === "zzzzqqqq" || eachOf(rest).length > 0, search)
        }
      })
    )
  })
}
