import { HttpApi, HttpApiSchema, type HttpServerResponse } from "@effect/platform"
import { Context, type Effect, Either, Option, type ParseResult, Schema, SchemaAST } from "effect"
import {
  Anyone,
  BodyType,
  OpenToSuspended,
  OptionalBody,
  QueryCredentials,
  ReadsBody,
  SessionsOnly,
  SignedIn,
  takesIdempotencyKey
} from "../../api/Access.ts"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { type EndpointFacts, factsOf } from "../../api/EndpointFacts.ts"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import type { ClientAddress, CurrentUser, RestrictedAction, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { LimitScope } from "../../domain/Limits.ts"
import type { ParsedQuery } from "../wire/RequestTarget.ts"
import type { Tagged } from "../wire/Tagged.ts"
import { type BodyMembers, membersOf } from "./BodyMembers.ts"

const jsonType = "application/json"

type Decode = (part: unknown) => Either.Either<unknown, ParseResult.ParseError>

/** The properties of an endpoint of the API, or of a page, that the edge checks. */
export interface Endpoint {
  /** The group and the name of an endpoint, such as `posts.list`. */
  readonly name: string
  readonly method: string
  /** A path with at most one parameter, `:id`. */
  readonly path: string
  readonly scopes: ReadonlyArray<LimitScope>
  readonly needsScope: AccessScope | "any"
  /** The action of an endpoint that is not for API keys. */
  readonly sessionsOnly?: RestrictedAction | undefined
  readonly isOpenToSuspended: boolean
  readonly bodyType: string
  /** The query parameters that may carry its credential. */
  readonly queryCredentials: ReadonlyArray<"apiKey" | "token">
  readonly parameters: ReadonlySet<string>
  readonly decodePath: Decode
  /** Its middleware: `SignedIn`, `Anyone`, or neither. */
  readonly access: "signedIn" | "anyone" | "open"
}

/** An endpoint of the API, with what its runner derives from its definition. */
export interface ApiEndpoint extends Endpoint, EndpointFacts {
  readonly group: string
  /** The body is decoded for the handler. */
  readonly takesBody: boolean
  /** No body at all counts as one without members. */
  readonly isBodyOptional: boolean
  /** Its handler reads the body. */
  readonly readsBody: boolean
  readonly takesIdempotencyKey: boolean
  /** The members that its body may have; undefined for a body that is not JSON, or may have any. */
  readonly bodyMembers: BodyMembers | undefined
  readonly decodePayload: Decode
  readonly decodeQuery: Decode
  readonly encode: (result: unknown) => Either.Either<unknown, ParseResult.ParseError>
  /** The status of success. */
  readonly status: number
}

export interface RequestParts {
  /** The text of the body. */
  readonly body: string
  readonly path: unknown
  readonly payload: unknown
  readonly urlParams: unknown
}

/** The services that a handler may use, besides those that its group was made of. */
export type Access = ClientAddress | CurrentUser | Viewer

/** Answers a request, so that the response may be cached. */
export type Handler = (
  parts: RequestParts
) => Effect.Effect<Tagged<HttpServerResponse.HttpServerResponse>, unknown, Access>

type PartSchema = Option.Option<Schema.Schema<never, unknown>>

const decoderOf = (schema: PartSchema): Decode =>
  Option.match(schema, {
    onNone: () => () => Either.right(undefined),
    onSome: (schema): Decode => Schema.decodeUnknownEither(schema, { errors: "all" })
  })

/** The members of a schema, as they are sent. */
export const namesOf = ({ ast }: Schema.Schema.All): ReadonlyArray<string> =>
  SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))

const accessOf = (middleware: ReadonlySet<unknown>): Endpoint["access"] => {
  if (middleware.has(SignedIn)) return "signedIn"
  return middleware.has(Anyone) ? "anyone" : "open"
}

const has = <Id>(annotations: Context.Context<never>, tag: Context.Tag<Id, true>) =>
  Option.isSome(Context.getOption(annotations, tag))

const bodyTypeOf = (annotations: Context.Context<never>) =>
  Option.getOrElse(Context.getOption(annotations, BodyType), () => jsonType)

const endpoints = new Map<string, ApiEndpoint>()

HttpApi.reflect(CommunityApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group, mergedAnnotations, middleware }) =>
    endpoints.set(`${endpoint.method} ${endpoint.path}`, {
      group: group.identifier,
      name: `${group.identifier}.${endpoint.name}`,
      method: endpoint.method,
      path: endpoint.path,
      ...factsOf(endpoint.method, mergedAnnotations),
      sessionsOnly: Option.getOrUndefined(Context.getOption(mergedAnnotations, SessionsOnly)),
      isOpenToSuspended: has(mergedAnnotations, OpenToSuspended),
      bodyType: bodyTypeOf(mergedAnnotations),
      queryCredentials: Option.getOrElse(Context.getOption(mergedAnnotations, QueryCredentials), () => []),
      parameters: new Set(Option.match(endpoint.urlParamsSchema, { onNone: () => [], onSome: namesOf })),
      decodePath: decoderOf(endpoint.pathSchema),
      access: accessOf(middleware),
      takesBody: Option.isSome(endpoint.payloadSchema) && !has(mergedAnnotations, ReadsBody),
      isBodyOptional: has(mergedAnnotations, OptionalBody),
      readsBody: has(mergedAnnotations, ReadsBody),
      takesIdempotencyKey: takesIdempotencyKey(endpoint.method, mergedAnnotations),
      bodyMembers: bodyTypeOf(mergedAnnotations) === jsonType ? membersOf(endpoint.payloadSchema) : undefined,
      decodePayload: decoderOf(endpoint.payloadSchema),
      decodeQuery: decoderOf(endpoint.urlParamsSchema),
      encode: Schema.encodeUnknownEither(endpoint.successSchema),
      status: HttpApiSchema.getStatusSuccess(endpoint.successSchema)
    })
})

export const allEndpoints: ReadonlyArray<ApiEndpoint> = Array.from(endpoints.values())

/** Stands for the endpoint of a request that nothing answers; it has no path. */
export const noEndpoint: Endpoint = {
  name: "",
  method: "",
  path: "",
  scopes: [],
  needsScope: "any",
  isOpenToSuspended: true,
  bodyType: "",
  queryCredentials: [],
  parameters: new Set(),
  decodePath: () => Either.right(undefined),
  access: "open"
}

/** A request with its endpoint and its parts, undecoded except for the path. */
export interface RoutedRequest extends ParsedQuery {
  readonly endpoint: Endpoint
  /** Its path and query, however the path was escaped. */
  readonly url: string
  readonly pathname: string
  readonly id: string | undefined
  readonly path: unknown
  /** The methods that the path takes, where it does not take that of the request; none for an unknown path. */
  readonly allowed: ReadonlyArray<string>
  /** True where nothing answers because of a malformed `:id`. */
  readonly isMalformed: boolean
}
