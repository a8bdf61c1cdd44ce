import {
  HttpApi,
  HttpApiClient,
  HttpClient,
  HttpClientError,
  HttpClientRequest,
  HttpClientResponse
} from "@effect/platform"
import { Context, Data, Effect, Option, ParseResult, Predicate, Record } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Conflict } from "../api/WireErrors.ts"
import type { CommunityClient } from "./Calls.ts"
import { type Credential, decodedBody, notSent, withCredential } from "./ClientRequest.ts"

/** The address of a community, and the session token or API key of the caller, if any. */
export interface ClientOptions {
  readonly baseUrl?: string | undefined
  /** An empty one counts as absent, as that of a variable that is not set. */
  readonly credential?: Credential | undefined
}

/** Sends the requests of one client. */
class Sender extends Context.Tag("client/Sender")<Sender, HttpClient.HttpClient>() {}

/** The Idempotency-Key of the call that this fiber makes. */
class CallKey extends Context.Reference<CallKey>()("client/CallKey", {
  defaultValue: (): string | undefined => undefined
}) {}

/** Sends the key of a call in its header. */
const withCallKey = HttpClient.mapRequestEffect((request) =>
  Effect.map(CallKey, (key) =>
    key === undefined ? request : HttpClientRequest.setHeader(request, "idempotency-key", key)
  )
)

/** Fails with `Conflict` for a key that was sent with another request: no endpoint declares this failure by itself. */
const refailConflict = (error: unknown): Effect.Effect<never, unknown> =>
  error instanceof HttpClientError.ResponseError && error.response.status === 409
    ? Effect.flatMap(HttpClientResponse.schemaBodyJson(Conflict.wire)(error.response), Effect.fail)
    : Effect.fail(error)

/** The group and name of each endpoint, with its body if it has one. */
const endpoints: Array<readonly [group: string, name: string]> = []
const bodies = new Map<string, ReturnType<typeof decodedBody>>()

HttpApi.reflect(CommunityApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group }) => {
    endpoints.push([group.identifier, endpoint.name])
    if (Option.isSome(endpoint.payloadSchema)) {
      bodies.set(`${group.identifier}.${endpoint.name}`, decodedBody(endpoint.payloadSchema.value))
    }
  }
})

interface SentRequest {
  readonly payload?: unknown
  readonly idempotencyKey?: string | undefined
}

type DerivedCalls = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The failure of a request that was answered. */
class Received extends Data.TaggedError("Received")<{ readonly error: unknown }> {}

/** A request that does not fit the definition fails as if the server had refused it. */
const failureOf = (error: unknown): unknown => {
  if (error instanceof Received) return error.error
  return ParseResult.isParseError(error) ? notSent(error) : error
}

/** To derive the calls from the definition takes 30 ms: they are derived once, for all clients. */
const derivedCalls: Effect.Effect<DerivedCalls> = HttpApiClient.makeWith(CommunityApi, {
  httpClient: HttpClient.makeWith(
    Effect.flatMap((request: HttpClientRequest.HttpClientRequest) =>
      Effect.flatMap(Sender, (sender) => sender.execute(request))
    ),
    Effect.succeed
  ),
  transformResponse: Effect.mapError((error) => new Received({ error }))
}).pipe(Effect.cached, Effect.runSync)

/** Decodes the body, fills in the other parts that the derived call asks for, and sends it. */
const withDefaults = (name: string, call: unknown, sender: HttpClient.HttpClient) => {
  const decode = bodies.get(name)
  return ({ idempotencyKey, payload = {}, ...request }: SentRequest = {}) =>
    Effect.flatMap(decode === undefined ? Effect.succeed(undefined) : decode(payload), (payload) => {
      const called = Predicate.isFunction(call) ? call({ urlParams: {}, headers: {}, ...request, payload }) : undefined
      if (!Effect.isEffect(called)) return Effect.dieMessage(`${name} is not a call`)
      const response = Effect.mapError(Effect.provideService(called, Sender, sender), failureOf)
      return idempotencyKey === undefined
        ? response
        : Effect.catchAll(Effect.provideService(response, CallKey, idempotencyKey), refailConflict)
    })
}

/** True if there is a call for every endpoint of the definition, from which all other types are derived. */
const isClient = (calls: unknown): calls is CommunityClient =>
  endpoints.every(([group, name]) => Predicate.hasProperty(calls, group) && Predicate.hasProperty(calls[group], name))

/**
 * The typed client of a community, derived from its definition: `client.posts.create({ payload: { title, content } })`.
 * Ids are plain numbers, bodies as on the wire, and optional parts may be left out. A write takes an `idempotencyKey`,
 * with which it may be sent again. Fails with the wire errors of each endpoint, as classes: with `BadRequest` for a
 * request that does not fit, which is not sent, too.
 */
export const make = ({
  baseUrl,
  credential
}: ClientOptions = {}): Effect.Effect<CommunityClient, never, HttpClient.HttpClient> => {
  const senderOver = (plain: HttpClient.HttpClient) => {
    const client = withCredential(plain, credential)
    const addressed =
      baseUrl === undefined ? client : HttpClient.mapRequest(client, HttpClientRequest.prependUrl(baseUrl))
    return withCallKey(addressed)
  }
  return Effect.flatMap(Effect.all([derivedCalls, HttpClient.HttpClient]), ([groups, client]) => {
    const sender = senderOver(client)
    const calls = Record.map(groups, (group, groupName) =>
      Record.map(group, (call, name) => withDefaults(`${groupName}.${name}`, call, sender))
    )
    return isClient(calls) ? Effect.succeed(calls) : Effect.dieMessage("the client has not every endpoint")
  })
}
