import { HttpClient, HttpClientError } from "@effect/platform"
import { type Rpc, RpcClient, type RpcClientError, type RpcGroup, RpcSchema, RpcSerialization } from "@effect/rpc"
import { Effect, Layer, Predicate, type Schema, Stream } from "effect"
import { CommunityRpcs, type RpcCaller } from "../api/tools/CommunityRpcs.ts"
import { type Credential, decodedBody, withCredential } from "./ClientRequest.ts"

/** The address of a community, and the session token or API key of the caller. */
export interface RpcClientOptions {
  readonly baseUrl: string
  /** An empty one counts as absent, and every call then fails with `RpcClientError`. */
  readonly credential?: Credential | undefined
}

/** The failures of every call besides those of its procedure. */
type CallFailure = (typeof RpcCaller)["failure"]["Type"] | RpcClientError.RpcClientError

type Payload<Encoded> = Record<never, never> extends Encoded ? [payload?: Encoded] : [payload: Encoded]

type Procedure<Current> =
  Current extends Rpc.Rpc<infer _Tag, infer Sent, infer Success, infer Failure, infer _Middleware>
    ? (
        ...payload: Payload<Schema.Schema.Encoded<Sent>>
      ) => [Success] extends [RpcSchema.Stream<infer Item, infer ItemFailure>]
        ? Stream.Stream<Item["Type"], ItemFailure["Type"] | CallFailure>
        : Effect.Effect<Success["Type"], Failure["Type"] | CallFailure>
    : never

/** The procedures of a community by name. */
export type CommunityProcedures = {
  readonly [Current in RpcGroup.Rpcs<typeof CommunityRpcs> as Current["_tag"]]: Procedure<Current>
}

const isProcedures = (calls: Readonly<Record<string, unknown>>): calls is CommunityProcedures =>
  Array.from(CommunityRpcs.requests.keys()).every((name) => name in calls)

/** The calls of the library with payloads as on the wire. */
const makeProcedures = Effect.gen(function* () {
  const client: Readonly<Record<string, unknown>> = yield* RpcClient.make(CommunityRpcs)
  const calls = Array.from(CommunityRpcs.requests.values(), ({ _tag, payloadSchema, successSchema }) => {
    const decode = decodedBody(payloadSchema)
    const call = client[_tag]
    const send = (payload: unknown): unknown => (Predicate.isFunction(call) ? call(payload) : undefined)
    const procedure = (payload: unknown = {}) => {
      const sent = Effect.map(decode(payload), send)
      return RpcSchema.isStreamSchema(successSchema)
        ? Stream.unwrap(Effect.filterOrDieMessage(sent, isStream, `${_tag} does not stream`))
        : Effect.flatten(Effect.filterOrDieMessage(sent, Effect.isEffect, `${_tag} is not a call`))
    }
    return [_tag, procedure] as const
  })
  const procedures: Readonly<Record<string, unknown>> = Object.fromEntries(calls)
  if (!isProcedures(procedures)) return yield* Effect.dieMessage("the client lacks a procedure")
  // Without the signature of any name, which the check keeps: a misspelt procedure must not compile.
  const exact: CommunityProcedures = procedures
  return exact
})

const isStream = (value: unknown): value is Stream.Stream<unknown, unknown> =>
  Predicate.hasProperty(value, Stream.StreamTypeId)

const serialization = RpcSerialization.ndjson

/**
 * The typed procedures of a community: the tools by their names, and `follow_notifications`, which streams. Ids are
 * plain numbers, and optional parts may be left out. Fails with the domain's own errors, with `BadRequest` for a
 * payload that does not fit, and with `RpcClientError` where the request itself is refused, as it is for a credential
 * that opens nothing.
 */
export const make = ({ baseUrl, credential }: RpcClientOptions) => {
  const client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (plain) =>
      withCredential(plain, credential).pipe(
        // What is no response of a procedure, a refusal or the page of a network, would have the client wait for ever.
        HttpClient.filterStatusOk,
        HttpClient.filterOrFail(
          ({ headers }) => headers["content-type"]?.startsWith(serialization.contentType) === true,
          (response) =>
            new HttpClientError.ResponseError({
              request: response.request,
              response,
              reason: "Decode",
              description: "no response of a procedure"
            })
        )
      )
    )
  )
  const protocol = RpcClient.layerProtocolHttp({ url: `${baseUrl}/api/rpc` }).pipe(
    Layer.provide(Layer.merge(client, Layer.succeed(RpcSerialization.RpcSerialization, serialization)))
  )
  return Effect.flatMap(Layer.build(protocol), (built) => Effect.provide(makeProcedures, built))
}
