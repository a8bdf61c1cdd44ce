import { HttpApiBuilder, HttpServerRequest } from "@effect/platform"
import { RpcSerialization, RpcServer } from "@effect/rpc"
import { Effect, Layer } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { CommunityRpcs } from "../../api/tools/CommunityRpcs.ts"
import { BadRequest } from "../../api/WireErrors.ts"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { countMessages } from "../http/Admission.ts"
import { checkedBody, linesOf, maxCalls, RefuseCall } from "./RpcMessages.ts"

/** The body of a request as the library reads it, with its credential and no other header. */
const requestOf = (body: string, authorization: string) =>
  HttpServerRequest.fromWeb(
    new Request("http://localhost/api/rpc", { method: "POST", body, headers: { authorization } })
  )

/** `POST /api/rpc`: the library's own server after one guard, which counts and checks the calls of a body. */
export const layer = HttpApiBuilder.group(CommunityApi, "rpc", (handlers) =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const answer = yield* RpcServer.toHttpApp(CommunityRpcs.add(RefuseCall), { disableFatalDefects: true })

    return handlers.handleRaw("call", ({ request }) =>
      Effect.gen(function* () {
        const lines = linesOf(yield* Effect.orDie(request.text))
        const count = lines.length > maxCalls ? 1 : Math.max(1, lines.length)
        yield* countMessages(limits, yield* CurrentUser, count)
        const body = yield* checkedBody(lines)
        return yield* Effect.provideService(
          answer,
          HttpServerRequest.HttpServerRequest,
          requestOf(body, request.headers["authorization"] ?? "")
        )
      })
    )
  })
).pipe(
  Layer.provide(CommunityRpcs.add(RefuseCall).toLayerHandler("refuse_call", (payload) => new BadRequest(payload))),
  Layer.provide(RpcSerialization.layerNdjson)
)
