import { HttpClient, HttpClientRequest } from "@effect/platform"
import { RpcClient, RpcSerialization } from "@effect/rpc"
import { Effect, Layer, type Redacted } from "effect"
import { CommunityRpcs } from "../api/CommunityRpcs.ts"
import { authorizationOf } from "../domain/Credential.ts"

/** Where a community is, and who calls: a session token or an API key. */
export interface RpcClientOptions {
  readonly baseUrl: string
  readonly credential: Redacted.Redacted
}

/**
 * The typed procedures of a community: the 13 tools by their names, and `follow_notifications`, which streams.
 * Fails with the domain's own errors, and with `RpcClientError` where the request itself is refused, as it is for a
 * credential that opens nothing.
 */
export const make = ({ baseUrl, credential }: RpcClientOptions) => {
  const client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (plain) =>
      plain.pipe(
        HttpClient.mapRequest(HttpClientRequest.setHeader("authorization", authorizationOf(credential))),
        // What is refused has another form than the answers of procedures, and would be waited for for ever.
        HttpClient.filterStatusOk
      )
    )
  )
  const protocol = RpcClient.layerProtocolHttp({ url: `${baseUrl}/api/rpc` }).pipe(
    Layer.provide(Layer.merge(client, RpcSerialization.layerNdjson))
  )
  return Effect.flatMap(Layer.build(protocol), (built) => Effect.provide(RpcClient.make(CommunityRpcs), built))
}
