import { HttpClient, HttpClientRequest } from "@effect/platform"
import { RpcClient, RpcSerialization } from "@effect/rpc"
import { Effect, identity, Layer } from "effect"
import { CommunityRpcs } from "../api/tools/CommunityRpcs.ts"
import { type Credential, headerOf } from "./ClientCredential.ts"

/** The address of a community, and the session token or API key of the caller. */
export interface RpcClientOptions {
  readonly baseUrl: string
  /** An empty one is none, and every call then fails with `NotSignedIn`. */
  readonly credential?: Credential | undefined
}

/**
 * The typed procedures of a community: the 13 tools by their names, and `follow_notifications`, which streams.
 * Fails with the domain's own errors, and with `RpcClientError` where the request itself is refused, as it is for a
 * credential that opens nothing.
 */
export const make = ({ baseUrl, credential }: RpcClientOptions) => {
  const authorization = headerOf(credential)
  const client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (plain) =>
      plain.pipe(
        authorization === undefined
          ? identity
          : HttpClient.mapRequest(HttpClientRequest.setHeader("authorization", authorization)),
        // A refusal has another form than the response of a procedure, and the client would wait for ever.
        HttpClient.filterStatusOk
      )
    )
  )
  const protocol = RpcClient.layerProtocolHttp({ url: `${baseUrl}/api/rpc` }).pipe(
    Layer.provide(Layer.merge(client, RpcSerialization.layerNdjson))
  )
  return Effect.flatMap(Layer.build(protocol), (built) => Effect.provide(RpcClient.make(CommunityRpcs), built))
}
