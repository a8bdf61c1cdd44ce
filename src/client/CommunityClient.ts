import { HttpApi, HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { Effect, flow, identity, Option, type ParseResult, Predicate, Record, Schema } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { CallKey, refailConflict, withCallKey } from "./CallKey.ts"
import { type Credential, headerOf } from "./ClientCredential.ts"
import type { CommunityClient } from "./ClientTypes.ts"

/** The address of a community, and the session token or API key of the caller, if any. */
export interface ClientOptions {
  readonly baseUrl?: string | undefined
  /** An empty one is none, as that of a variable that is not set. */
  readonly credential?: Credential | undefined
}

/** A body as the definition has it: one that is as on the wire is decoded. */
const decodedBody = <A, I>(schema: Schema.Schema<A, I>) => {
  const isDecoded = Schema.is(Schema.typeSchema(schema))
  const decode = Schema.decodeUnknown(schema)
  return (body: unknown): Effect.Effect<unknown, ParseResult.ParseError> =>
    isDecoded(body) ? Effect.succeed(body) : decode(body)
}

/** The bodies of endpoints, by group and name. */
const bodies = new Map<string, ReturnType<typeof decodedBody>>()

HttpApi.reflect(CommunityApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group }) => {
    if (Option.isSome(endpoint.payloadSchema)) {
      bodies.set(`${group.identifier}.${endpoint.name}`, decodedBody(endpoint.payloadSchema.value))
    }
  }
})

interface SentRequest {
  readonly payload?: unknown
  readonly idempotencyKey?: string | undefined
}

/** Decodes the body, and fills in the other parts that the derived client asks for. */
const withDefaults = (name: string, call: (request: unknown) => unknown) => {
  const decode = bodies.get(name)
  return ({ idempotencyKey, payload = {}, ...request }: SentRequest = {}) =>
    Effect.flatMap(decode === undefined ? Effect.succeed(undefined) : decode(payload), (payload) => {
      const response = call({ urlParams: {}, headers: {}, ...request, payload })
      if (!Effect.isEffect(response)) return Effect.dieMessage(`${name} is no call`)
      return idempotencyKey === undefined
        ? response
        : Effect.catchAll(Effect.provideService(response, CallKey, idempotencyKey), refailConflict)
    })
}

/** True if there is a call for every endpoint of the definition, from which all other types are derived. */
const isClient = (calls: unknown): calls is CommunityClient => {
  let isWhole = true
  HttpApi.reflect(CommunityApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => {
      isWhole &&=
        Predicate.hasProperty(calls, group.identifier) && Predicate.hasProperty(calls[group.identifier], endpoint.name)
    }
  })
  return isWhole
}

/**
 * The typed client of a community, derived from its definition: `client.posts.create({ payload: { title, content } })`.
 * Ids are plain numbers, bodies as on the wire (or as records have them), and optional parts may be left out. A write takes
 * an `idempotencyKey`, with which it may be sent again. Fails with the wire errors of each endpoint, as classes.
 */
export const make = ({
  baseUrl,
  credential
}: ClientOptions = {}): Effect.Effect<CommunityClient, never, HttpClient.HttpClient> => {
  const authorization = headerOf(credential)
  const derivedClient = HttpApiClient.make(CommunityApi, {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    transformClient: flow(
      withCallKey,
      authorization === undefined
        ? identity
        : HttpClient.mapRequest(HttpClientRequest.setHeader("authorization", authorization))
    )
  })
  return Effect.flatMap(derivedClient, (client) => {
    const groups: Readonly<Record<string, Readonly<Record<string, unknown>>>> = client
    const calls = Record.map(groups, (group, groupName) =>
      Record.map(group, (call, name) =>
        withDefaults(`${groupName}.${name}`, (request) => (Predicate.isFunction(call) ? call(request) : undefined))
      )
    )
    return isClient(calls) ? Effect.succeed(calls) : Effect.dieMessage("the client has not every endpoint")
  })
}
