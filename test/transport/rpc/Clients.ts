import { FetchHttpClient, HttpServer } from "@effect/platform"
import { Effect, type Redacted } from "effect"
import * as CommunityRpcClient from "../../../src/client/CommunityRpcClient.ts"

/** A client of RPC that calls as somebody. */
export const rpcs = (credential: Redacted.Redacted) =>
  HttpServer.addressFormattedWith((baseUrl) =>
    Effect.provide(CommunityRpcClient.make({ baseUrl, credential }), FetchHttpClient.layer)
  )
