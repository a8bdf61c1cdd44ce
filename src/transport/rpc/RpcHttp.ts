import { HttpApiBuilder } from "@effect/platform"
import { Effect, Layer } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { RpcExchanges } from "./RpcExchanges.ts"
import { callsOf } from "./RpcMessages.ts"

/** `POST /api/rpc`. */
export const layer = HttpApiBuilder.group(CommunityApi, "rpc", (handlers) =>
  Effect.map(RpcExchanges, ({ answer }) =>
    handlers.handleRaw("call", ({ request }) =>
      Effect.orDie(request.text).pipe(
        Effect.flatMap(callsOf),
        Effect.flatMap((calls) => answer(calls, request.headers["authorization"] ?? ""))
      )
    )
  )
).pipe(Layer.provide(RpcExchanges.layer))
