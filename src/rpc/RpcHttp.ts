import { HttpApiBuilder } from "@effect/platform"
import { RpcSerialization, RpcServer } from "@effect/rpc"
import { Effect, Layer } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { CommunityRpcs } from "../api/CommunityRpcs.ts"
import * as CommunityRpc from "./CommunityRpc.ts"

/** `POST /api/rpc`. */
export const layer = HttpApiBuilder.group(CommunityApi, "rpc", (handlers) =>
  Effect.map(RpcServer.toHttpApp(CommunityRpcs), (app) => handlers.handleRaw("call", () => Effect.orDie(app)))
).pipe(Layer.provide(CommunityRpc.layer), Layer.provide(RpcSerialization.layerNdjson))
