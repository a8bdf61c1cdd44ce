import { HttpApi, HttpApiSchema } from "@effect/platform"
import { Context, Either, Encoding, Option, type ParseResult, Record, Schema, SchemaAST } from "effect"
import { Addressed, Anyone, BodyType, CountsAs, QueryCredentials, SignedIn } from "../api/Access.ts"
import { CommunityApi } from "../api/CommunityApi.ts"
import type { LimitScope } from "../domain/Limits.ts"

/** What the edge needs to know of an endpoint, read off its definition. */
export interface Endpoint {
  /** Its group and its name, such as `posts.list`. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  /** What a request counts as. */
  readonly scopes: ReadonlyArray<LimitScope>
  /** The media type of its body. */
  readonly bodyType: string
  /** The query parameters that may carry its credential. */
  readonly queryCredentials: ReadonlyArray<"apiKey" | "token">
  /** The names of its query parameters. */
  readonly parameters: ReadonlySet<string>
  /** Whether the parameters of the path can be what they stand for. */
  readonly knowsPath: (params: unknown) => boolean
  /** Whom it asks who calls; nobody where the definition has neither of the two. */
  readonly asks: "signedIn" | "anyone" | "nobody"
  /** Whether it counts by the address besides, whoever calls. */
  readonly isAddressed: boolean
  /** Whether its handler takes what the body says. */
  readonly takesBody: boolean
  /** What a request says, as the handler takes it. */
  readonly decode: (said: Said) => Either.Either<Said, ParseResult.ParseError>
  /** What the handler found, as JSON. */
  readonly encode: (found: unknown) => Either.Either<unknown, ParseResult.ParseError>
  /** The status of success. */
  readonly status: number
}

/** The parts of a request that a definition has schemas for. */
export interface Said {
  readonly path: unknown
  readonly payload: unknown
  readonly urlParams: unknown
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`, "i")

const knowsPath = (schema: Option.Option<Schema.Schema<never, unknown>>) =>
  Option.match(schema, {
    onNone: () => () => true,
    onSome: (schema) => {
      const decode = Schema.decodeUnknownEither(schema)
      return (params: unknown) => Either.isRight(decode(params))
    }
  })

/** The members of a schema, as they are sent. */
const namesOf = (schema: Option.Option<Schema.Schema.All>): ReadonlySet<string> =>
  new Set(
    Option.match(schema, {
      onNone: () => [],
      onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
    })
  )

type PartSchema = Option.Option<Schema.Schema<never, unknown>>

/** Decodes in the order of platform, so that the first fault is the same one. */
const decoderOf = (schemas: {
  readonly pathSchema: PartSchema
  readonly payloadSchema: PartSchema
  readonly urlParamsSchema: PartSchema
}) => {
  const part = (schema: PartSchema) =>
    Option.match(schema, {
      onNone: () => () => Either.right(undefined),
      onSome: (schema): ((said: unknown) => Either.Either<unknown, ParseResult.ParseError>) =>
        Schema.decodeUnknownEither(schema)
    })
  const [ofPath, ofPayload, ofQuery] = [
    part(schemas.pathSchema),
    part(schemas.payloadSchema),
    part(schemas.urlParamsSchema)
  ]
  return ({ path, payload, urlParams }: Said): Either.Either<Said, ParseResult.ParseError> =>
    Either.flatMap(ofPath(path), (path) =>
      Either.flatMap(ofPayload(payload), (payload) =>
        Either.map(ofQuery(urlParams), (urlParams) => ({ path, payload, urlParams }))
      )
    )
}

const isOf = (middleware: ReadonlySet<unknown>, tag: unknown) => middleware.has(tag)

const asks = (middleware: ReadonlySet<unknown>): Endpoint["asks"] => {
  if (isOf(middleware, SignedIn)) return "signedIn"
  return isOf(middleware, Anyone) ? "anyone" : "nobody"
}

const endpoints = new Map<string, Endpoint>()

HttpApi.reflect(CommunityApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group, mergedAnnotations, middleware }) =>
    endpoints.set(`${endpoint.method} ${endpoint.path}`, {
      name: `${group.identifier}.${endpoint.name}`,
      method: endpoint.method,
      path: endpoint.path,
      pattern: patternOf(endpoint.path),
      scopes: Option.getOrElse(
        Context.getOption(mergedAnnotations, CountsAs),
        (): ReadonlyArray<LimitScope> => (endpoint.method === "GET" ? ["read"] : ["write"])
      ),
      bodyType: Option.getOrElse(Context.getOption(mergedAnnotations, BodyType), () => "application/json"),
      queryCredentials: Option.getOrElse(Context.getOption(mergedAnnotations, QueryCredentials), () => []),
      parameters: namesOf(endpoint.urlParamsSchema),
      knowsPath: knowsPath(endpoint.pathSchema),
      asks: asks(middleware),
      isAddressed: isOf(middleware, Addressed),
      takesBody: Option.isSome(endpoint.payloadSchema),
      decode: decoderOf(endpoint),
      encode: Schema.encodeUnknownEither(endpoint.successSchema),
      status: HttpApiSchema.getStatusSuccess(endpoint.successSchema)
    })
})

/** Every endpoint of the definition. */
export const allEndpoints: ReadonlyArray<Endpoint> = Array.from(endpoints.values())

/** The endpoint that a route of the router stands for. */
export const endpointOf = (method: string, path: string): Endpoint | undefined => endpoints.get(`${method} ${path}`)

/** The path of a request's target. */
export const pathnameOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ""

const decoded = (part: string) => Either.getOrElse(Encoding.decodeUriComponent(part), () => part)

/** The endpoints of a path; none of a path that is unknown, or whose `:id` cannot be one. */
const endpointsAt = (pathname: string): ReadonlyArray<Endpoint> => {
  const plain = pathname.replace(/\/{2,}/g, "/")
  return allEndpoints.filter(({ knowsPath, pattern }) => {
    const match = pattern.exec(plain)
    return match !== null && knowsPath(Record.map({ ...match.groups }, decoded))
  })
}

/** The endpoint that answers a method at a path. HEAD is answered by that of GET. */
export const endpointAt = (method: string, pathname: string): Endpoint | undefined =>
  endpointsAt(pathname).find((endpoint) => endpoint.method === (method === "HEAD" ? "GET" : method))

/** The methods that a path has, for `Allow`; none for a path that is unknown, or whose `:id` cannot be one. */
export const methodsOf = (pathname: string): ReadonlyArray<string> =>
  endpointsAt(pathname).flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]))
