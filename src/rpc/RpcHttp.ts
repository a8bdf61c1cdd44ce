import { HttpApiBuilder } from "@effect/platform"
import { RpcSerialization, RpcServer } from "@effect/rpc"
import { Effect, Layer } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { CommunityRpcs } from "../api/CommunityRpcs.ts"
import { BadRequest } from "../api/WireErrors.ts"
import * as CommunityRpc from "./CommunityRpc.ts"

/** The most calls that one body may carry: each is looked up, counted and answered for itself. */
const maxCalls = 50

const tooMany = new BadRequest({ message: `the body must hold at most ${maxCalls} calls, one in a line` })

/** `POST /api/rpc`. */
export const layer = HttpApiBuilder.group(CommunityApi, "rpc", (handlers) =>
  Effect.map(RpcServer.toHttpApp(CommunityRpcs), (app) =>
    handlers.handleRaw("call", ({ request }) =>
      Effect.flatMap(Effect.orDie(request.text), (body) =>
        body.split("\n").length > maxCalls + 1 ? tooMany : Effect.orDie(app)
      )
    )
  )
).pipe(Layer.provide(CommunityRpc.layer), Layer.provide(RpcSerialization.layerNdjson))
