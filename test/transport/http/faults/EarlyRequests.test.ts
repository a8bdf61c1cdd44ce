import { layer } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import * as NodeServer from "../../../../src/transport/http/NodeServer.ts"
import { community } from "../../../support/Community.ts"

/** The listeners that a request finds when the server begins to listen. */
let found: number | undefined

const watchedServer = () => {
  const server = NodeServer.make()
  return server.once("listening", () => {
    found = server.listenerCount("request")
  })
}

layer(community(Memory.layer, {}, undefined, undefined, watchedServer), { excludeTestServices: true })(
  "A server that begins to listen",
  (it) => {
    it.effect("can answer already: Node never answers a request that finds no listener", () =>
      Effect.sync(() => strictEqual(found, 1))
    )
  }
)
