import type { IncomingMessage } from "node:http"
import { HttpApi, HttpApiSchema } from "@effect/platform"
import { Context, type Effect, Either, Encoding, Option, type ParseResult, Schema, SchemaAST } from "effect"
import {
  Anyone,
  BodyType,
  CountsAs,
  NeedsScope,
  OpenToSuspended,
  OptionalBody,
  QueryCredentials,
  ReadsBody,
  SignedIn,
  takesIdempotencyKey
} from "../../api/Access.ts"
import { CommunityApi } from "../../api/CommunityApi.ts"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import type { ClientAddress, CurrentUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { LimitScope } from "../../domain/Limits.ts"
import { type ParsedQuery, parseQuery, parseTarget, pathnameOf } from "../wire/RequestTarget.ts"

type Decode = (part: unknown) => Either.Either<unknown, ParseResult.ParseError>

/** The properties of an endpoint that the edge and the cache derive from its definition. */
export interface Endpoint {
  /** Its group and its name, such as `posts.list`. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  readonly scopes: ReadonlyArray<LimitScope>
  readonly needsScope: AccessScope | "any"
  readonly isOpenToSuspended: boolean
  readonly bodyType: string
  /** The query parameters that may carry its credential. */
  readonly queryCredentials: ReadonlyArray<"apiKey" | "token">
  readonly parameters: ReadonlySet<string>
  readonly decodePath: Decode
  /** Its middleware: `SignedIn`, `Anyone`, or neither. */
  readonly access: "signedIn" | "anyone" | "open"
  /** The body is decoded for the handler. */
  readonly takesBody: boolean
  /** No body at all counts as one without members. */
  readonly isBodyOptional: boolean
  /** Its handler reads the body. */
  readonly readsBody: boolean
  readonly takesIdempotencyKey: boolean
  readonly decodePayload: Decode
  readonly decodeQuery: Decode
  readonly encode: (result: unknown) => Either.Either<unknown, ParseResult.ParseError>
  /** The status of success. */
  readonly status: number
}

export interface RequestParts {
  readonly path: unknown
  readonly payload: unknown
  readonly urlParams: unknown
}

/** The services that a handler may use, beside those that its group was made of. */
export type Access = ClientAddress | CurrentUser | Viewer

/** Answers a request with a value for the schema of its endpoint to encode, or with a whole response. */
export type Handler = (parts: RequestParts) => Effect.Effect<unknown, unknown, Access>

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`, "i")

type PartSchema = Option.Option<Schema.Schema<never, unknown>>

const decoderOf = (schema: PartSchema): Decode =>
  Option.match(schema, {
    onNone: () => () => Either.right(undefined),
    onSome: (schema): Decode => Schema.decodeUnknownEither(schema, { errors: "all" })
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

const has = <Id>(annotations: Context.Context<never>, tag: Context.Tag<Id, true>) =>
  Option.isSome(Context.getOption(annotations, tag))

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
      isOpenToSuspended: has(mergedAnnotations, OpenToSuspended),
      bodyType: Option.getOrElse(Context.getOption(mergedAnnotations, BodyType), () => "application/json"),
      queryCredentials: Option.getOrElse(Context.getOption(mergedAnnotations, QueryCredentials), () => []),
      parameters: namesOf(endpoint.urlParamsSchema),
      decodePath: decoderOf(endpoint.pathSchema),
      access: accessOf(middleware),
      takesBody: Option.isSome(endpoint.payloadSchema) && !has(mergedAnnotations, ReadsBody),
      isBodyOptional: has(mergedAnnotations, OptionalBody),
      readsBody: has(mergedAnnotations, ReadsBody),
      takesIdempotencyKey: takesIdempotencyKey(endpoint.method, mergedAnnotations),
      decodePayload: decoderOf(endpoint.payloadSchema),
      decodeQuery: decoderOf(endpoint.urlParamsSchema),
      encode: Schema.encodeUnknownEither(endpoint.successSchema),
      status: HttpApiSchema.getStatusSuccess(endpoint.successSchema)
    })
})

export const allEndpoints: ReadonlyArray<Endpoint> = Array.from(endpoints.values())

const nothing = () => Either.right(undefined)

/** Stands for the endpoint of a request that none answers. */
export const noEndpoint: Endpoint = {
  name: "",
  method: "",
  path: "",
  pattern: /(?!)/,
  scopes: [],
  needsScope: "any",
  isOpenToSuspended: true,
  bodyType: "",
  queryCredentials: [],
  parameters: new Set(),
  decodePath: nothing,
  access: "open",
  takesBody: false,
  isBodyOptional: false,
  readsBody: false,
  takesIdempotencyKey: false,
  decodePayload: nothing,
  decodeQuery: nothing,
  encode: nothing,
  status: 404
}

/** Decodes each segment of a path; none where one holds a slash then, or is malformed. */
const decodedPath = (pathname: string): string => {
  if (!pathname.includes("%")) return pathname
  const segments = pathname
    .split("/")
    .map((segment) => Either.getOrElse(Encoding.decodeUriComponent(segment), () => "/"))
  return segments.some((segment) => segment.includes("/")) ? "" : segments.join("/")
}

/** The endpoints, of one method or of all, whose patterns a path matches, whatever their parameters. */
function* endpointsAt(pathname: string, method?: string) {
  const plain = decodedPath(pathname).replace(/\/{2,}/g, "/")
  for (const endpoint of allEndpoints) {
    const match = method === undefined || method === endpoint.method ? endpoint.pattern.exec(plain) : null
    if (match !== null) yield { endpoint, id: match.groups?.["id"], path: endpoint.decodePath({ ...match.groups }) }
  }
}

/** True for the path of an endpoint, even if its `:id` is malformed. GET endpoints answer HEAD too. */
export const hasEndpoint = (method: string, pathname: string): boolean =>
  !endpointsAt(pathname, method === "HEAD" ? "GET" : method).next().done

/** The methods of a path, for `Allow`; none for an unknown path, and for one whose `:id` is malformed. */
export const methodsOf = (pathname: string): ReadonlyArray<string> =>
  Array.from(endpointsAt(pathname))
    .filter(({ path }) => Either.isRight(path))
    .flatMap(({ endpoint: { method } }) => (method === "GET" ? ["GET", "HEAD"] : [method]))

/** A request with its endpoint and its parts, undecoded but for the path. */
export interface RoutedRequest extends ParsedQuery {
  readonly endpoint: Endpoint
  /** Its path and query, however the path was escaped. */
  readonly url: string
  readonly pathname: string
  readonly id: string | undefined
  readonly path: unknown
}

type Route = Pick<RoutedRequest, "endpoint" | "id" | "path">

const routeOf = (method: string, pathname: string): Route => {
  for (const { endpoint, id, path } of endpointsAt(pathname, method)) {
    if (Either.isRight(path)) return { endpoint, id, path: path.right }
  }
  return { endpoint: noEndpoint, id: undefined, path: undefined }
}

export const routed = ({ method = "", url = "" }: IncomingMessage): RoutedRequest => {
  const { target } = parseTarget(url)
  const pathname = pathnameOf(target)
  // A target without a path, and `*`, are taken for the path `/`.
  const isRoot = pathname === "" || pathname === "*"
  const route = routeOf(method === "HEAD" ? "GET" : method, isRoot ? "/" : pathname)
  const { endpoint, id } = route
  const [search = ""] = target.length === pathname.length ? [] : target.slice(pathname.length).split("#", 1)
  return {
    ...route,
    url: (id === undefined ? endpoint.path : endpoint.path.replace(":id", () => id)) + search,
    pathname: pathname || "/",
    ...parseQuery(endpoint === noEndpoint ? "" : search)
  }
}
