import { HttpApiBuilder, HttpServerRequest, type HttpServerResponse } from "@effect/platform"
import { RpcSerialization, RpcServer } from "@effect/rpc"
import { Effect, Layer, Stream } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { CommunityRpcs } from "../../api/tools/CommunityRpcs.ts"
import { BadRequest } from "../../api/WireErrors.ts"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { countMessages } from "../http/Admission.ts"
import { begun, CurrentExchange, type Exchange } from "../http/Exchanges.ts"
import { registerHandlers } from "../http/HandlerRegistry.ts"
import { checkedBody, linesOf, maxCalls, RefuseCall } from "./RpcMessages.ts"

/** The body of a request as the library reads it, with its credential and no other header. */
const requestOf = (body: string, authorization: string) =>
  HttpServerRequest.fromWeb(
    new Request("http://localhost/api/rpc", { method: "POST", body, headers: { authorization } })
  )

/** Sends a response of the library that is a stream, as fast as the client reads. */
const streamed = (exchange: Exchange, whole: HttpServerResponse.HttpServerResponse) =>
  Effect.suspend(() => {
    const { body, headers } = whole
    if (body._tag !== "Stream") return Effect.succeed(whole)
    const response = exchange.beginStream(headers)
    response.uncork()
    const drained = Effect.async<void>((resume) => void response.once("drain", () => resume(Effect.void)))
    const write = (bytes: Uint8Array) => Effect.suspend(() => (response.write(bytes) ? Effect.void : drained))
    return Effect.map(Stream.runForEach(body.stream, write), () => {
      response.end()
      return begun
    })
  })

/** `POST /api/rpc`: the library's own server after one guard, which counts and checks the calls of a body. */
export const layer = HttpApiBuilder.group(CommunityApi, "rpc", (handlers) =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const answer = yield* RpcServer.toHttpApp(CommunityRpcs.add(RefuseCall), { disableFatalDefects: true })

    const call = Effect.gen(function* () {
      const exchange = yield* CurrentExchange
      const lines = linesOf(exchange.state.body)
      const count = lines.length > maxCalls ? 1 : Math.max(1, lines.length)
      yield* countMessages(limits, yield* CurrentUser, count)
      const request = requestOf(yield* checkedBody(lines), exchange.header("authorization") ?? "")
      const response = yield* Effect.provideService(answer, HttpServerRequest.HttpServerRequest, request)
      return yield* streamed(exchange, response)
    })
    return yield* registerHandlers(handlers.handleRaw("call", () => Effect.orDie(Effect.scoped(call))))
  })
).pipe(
  Layer.provide(CommunityRpcs.add(RefuseCall).toLayerHandler("refuse_call", (payload) => new BadRequest(payload))),
  Layer.provide(RpcSerialization.layerNdjson)
)
