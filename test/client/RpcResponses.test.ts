import { HttpClient, HttpClientResponse } from "@effect/platform"
import { it } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as CommunityRpcClient from "../../src/client/CommunityRpcClient.ts"
import { at } from "../support/Wire.ts"

it.scoped("CommunityRpcClient: a call fails, and does not wait for ever, where a 200 is no answer of a procedure", () =>
  Effect.gen(function* () {
    for (const type of ["text/html", "application/json"]) {
      const portal = HttpClient.make((request) => {
        const headers = { "content-type": type }
        return Effect.succeed(HttpClientResponse.fromWeb(request, new Response("", { headers })))
      })
      const call = Effect.flatMap(CommunityRpcClient.make({ baseUrl: "http://portal.example" }), ({ get_post }) =>
        get_post({ postId: 1 })
      )
      const exit = yield* Effect.exit(Effect.provideService(call, HttpClient.HttpClient, portal))
      strictEqual(at(exit, "cause", "error", "_tag"), "RpcClientError")
    }
  })
)
