import type { IncomingMessage } from "node:http"
import { HttpApi, HttpApiSchema } from "@effect/platform"
import { Context, type Effect, Either, Encoding, Option, type ParseResult, Schema, SchemaAST } from "effect"
import {
  Addressed,
  Anyone,
  BodyType,
  CountsAs,
  NeedsScope,
  OpenToSuspended,
  QueryCredentials,
  ReadsBody,
  SignedIn,
  takesIdempotencyKey
} from "../../api/Access.ts"
import { CommunityApi } from "../../api/CommunityApi.ts"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import type { LimitScope } from "../../domain/Limits.ts"
import { parseTarget, pathnameOf, type Query, queryOf } from "../wire/RequestTarget.ts"

type Decode = (part: unknown) => Either.Either<unknown, ParseResult.ParseError>

/** The properties of an endpoint that the edge and the cache derive from its definition. */
export interface Endpoint {
  /** Its group and its name, such as `posts.list`. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  /** The rate limits that a request counts in. */
  readonly scopes: ReadonlyArray<LimitScope>
  /** The scope that a credential needs. */
  readonly needsScope: AccessScope | "any"
  /** Suspended members may call it. */
  readonly isOpenToSuspended: boolean
  /** The media type of its body. */
  readonly bodyType: string
  /** The query parameters that may carry its credential. */
  readonly queryCredentials: ReadonlyArray<"apiKey" | "token">
  /** The names of its query parameters. */
  readonly parameters: ReadonlySet<string>
  /** Decodes the parameters of the path, or refuses them. */
  readonly decodePath: Decode
  /** Its middleware: `SignedIn`, `Anyone`, or neither. */
  readonly access: "signedIn" | "anyone" | "open"
  /** Its handler needs the client's address. */
  readonly isAddressed: boolean
  /** Its handler needs the body. */
  readonly takesBody: boolean
  /** Its handler reads the body. */
  readonly readsBody: boolean
  /** It makes a write once for each Idempotency-Key. */
  readonly takesIdempotencyKey: boolean
  /** Decodes the body for the handler. */
  readonly decodePayload: Decode
  /** Decodes the query for the handler. */
  readonly decodeQuery: Decode
  /** Encodes the result of the handler as JSON. */
  readonly encode: (result: unknown) => Either.Either<unknown, ParseResult.ParseError>
  /** The status of success. */
  readonly status: number
}

/** The decoded parts of a request. */
export interface RequestParts {
  readonly path: unknown
  readonly payload: unknown
  readonly urlParams: unknown
}

/** The services that middleware provides to a handler. */
export type Access = Addressed | Anyone | SignedIn

/** The handler of an endpoint: takes the decoded parts of a request, and answers with a value for its schema to encode. */
export type Handler = (parts: RequestParts) => Effect.Effect<unknown, unknown, Access>

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`, "i")

type PartSchema = Option.Option<Schema.Schema<never, unknown>>

const decoderOf = (schema: PartSchema): Decode =>
  Option.match(schema, {
    onNone: () => () => Either.right(undefined),
    onSome: (schema): Decode => Schema.decodeUnknownEither(schema)
  })

/** The members of a schema, as they are sent. */
const namesOf = (schema: Option.Option<Schema.Schema.All>): ReadonlySet<string> =>
  new Set(
    Option.match(schema, {
      onNone: () => [],
      onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
    })
  )

const accessOf = (middleware: ReadonlySet<unknown>): Endpoint["access"] => {
  if (middleware.has(SignedIn)) return "signedIn"
  return middleware.has(Anyone) ? "anyone" : "open"
}

const isAddressed = (middleware: ReadonlySet<unknown>) => middleware.has(Addressed)

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
      needsScope: Option.getOrElse(Context.getOption(mergedAnnotations, NeedsScope), () =>
        endpoint.method === "GET" ? ("read" as const) : ("write" as const)
      ),
      isOpenToSuspended: Option.isSome(Context.getOption(mergedAnnotations, OpenToSuspended)),
      bodyType: Option.getOrElse(Context.getOption(mergedAnnotations, BodyType), () => "application/json"),
      queryCredentials: Option.getOrElse(Context.getOption(mergedAnnotations, QueryCredentials), () => []),
      parameters: namesOf(endpoint.urlParamsSchema),
      decodePath: decoderOf(endpoint.pathSchema),
      access: accessOf(middleware),
      isAddressed: isAddressed(middleware),
      takesBody: Option.isSome(endpoint.payloadSchema),
      readsBody: Option.isSome(Context.getOption(mergedAnnotations, ReadsBody)),
      takesIdempotencyKey: takesIdempotencyKey(endpoint.method, mergedAnnotations),
      decodePayload: decoderOf(endpoint.payloadSchema),
      decodeQuery: decoderOf(endpoint.urlParamsSchema),
      encode: Schema.encodeUnknownEither(endpoint.successSchema),
      status: HttpApiSchema.getStatusSuccess(endpoint.successSchema)
    })
})

/** Every endpoint of the definition. */
export const allEndpoints: ReadonlyArray<Endpoint> = Array.from(endpoints.values())

/** True for an endpoint with admission. Platform's router answers the open ones, which are documents. */
export const isAdmitted = ({ access }: Endpoint): boolean => access !== "open"

/** An endpoint at a path, with the path's parameters. */
interface EndpointMatch {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  /** The decoded parameters. */
  readonly path: unknown
}

/** Decodes each segment of a path; none where one holds a slash then, or is malformed. */
const decodedPath = (pathname: string): string => {
  if (!pathname.includes("%")) return pathname
  const segments = pathname
    .split("/")
    .map((segment) => Either.getOrElse(Encoding.decodeUriComponent(segment), () => "/"))
  return segments.some((segment) => segment.includes("/")) ? "" : segments.join("/")
}

/** The endpoints of a path; none for an unknown path, and for one whose `:id` is malformed. */
const endpointsAt = (pathname: string): ReadonlyArray<EndpointMatch> => {
  const plain = decodedPath(pathname).replace(/\/{2,}/g, "/")
  return allEndpoints.flatMap((endpoint) => {
    const match = endpoint.pattern.exec(plain)
    if (match === null) return []
    const params = { ...match.groups }
    const path = endpoint.decodePath(params)
    return Either.isRight(path) ? [{ endpoint, params, path: path.right }] : []
  })
}

/** The endpoint that answers a method at a path. GET endpoints answer HEAD too. */
export const endpointAt = (method: string, pathname: string): EndpointMatch | undefined =>
  endpointsAt(pathname).find(({ endpoint }) => endpoint.method === (method === "HEAD" ? "GET" : method))

/** The methods of a path, for `Allow`; none for an unknown path, and for one whose `:id` is malformed. */
export const methodsOf = (pathname: string): ReadonlyArray<string> =>
  endpointsAt(pathname).flatMap(({ endpoint: { method } }) => (method === "GET" ? ["GET", "HEAD"] : [method]))

/** A request of an endpoint with admission, with its parts, undecoded but for the path. */
export interface RoutedRequest {
  readonly endpoint: Endpoint
  /** Its path and query, however the path was escaped. */
  readonly url: string
  readonly pathname: string
  readonly query: Query
  readonly parameterCount: number
  readonly id: string | undefined
  /** The decoded parameters of the path. */
  readonly path: unknown
}

type Route = Pick<RoutedRequest, "endpoint" | "id" | "path">

/** By method and path; the parameter of a path is its third segment, and is called `id`. */
const byRoute = new Map(
  allEndpoints.filter(isAdmitted).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint])
)

/** Finds the route of a path in its usual form, without a regular expression for each endpoint. */
const usualRouteOf = (method: string, pathname: string): Route | undefined => {
  const exact = byRoute.get(`${method} ${pathname}`)
  if (exact !== undefined) return { endpoint: exact, id: undefined, path: undefined }
  const [, api, group, id, ...rest] = pathname.split("/")
  if (id === undefined || rest.length > 1 || !/^[A-Za-z0-9:.]{1,64}$/.test(id)) return undefined
  const [suffix] = rest
  const endpoint = byRoute.get(`${method} /${api}/${group}/:id${suffix === undefined ? "" : `/${suffix}`}`)
  const path = endpoint?.decodePath({ id })
  return endpoint === undefined || path === undefined || Either.isLeft(path)
    ? undefined
    : { endpoint, id, path: path.right }
}

const routeOf = (method: string, pathname: string): Route | undefined => {
  const usual = usualRouteOf(method, pathname)
  if (usual !== undefined) return usual
  const found = endpointAt(method, pathname)
  return found !== undefined && isAdmitted(found.endpoint)
    ? { endpoint: found.endpoint, id: found.params["id"], path: found.path }
    : undefined
}

const noParameters = new URLSearchParams()

/** Finds the endpoint of a request; undefined for one that platform's router answers. */
export const routed = ({ method = "", url = "" }: IncomingMessage): RoutedRequest | undefined => {
  const { target } = parseTarget(url)
  const pathname = pathnameOf(target)
  // A target without a path, and `*`, are taken for the path `/`, as platform's router takes them.
  const isRoot = pathname === "" || pathname === "*"
  const route = routeOf(method === "HEAD" ? "GET" : method, isRoot ? "/" : pathname)
  if (route === undefined) return undefined
  const [search = ""] = target.length === pathname.length ? [] : target.slice(pathname.length).split("#", 1)
  const parameters = search === "" ? noParameters : new URLSearchParams(search)
  const { endpoint, id } = route
  return {
    ...route,
    url: (id === undefined ? endpoint.path : endpoint.path.replace(":id", () => id)) + search,
    pathname: pathname || "/",
    query: queryOf(parameters),
    parameterCount: parameters.size
  }
}
