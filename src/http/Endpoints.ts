import { HttpApi } from "@effect/platform"
import { Context, Either, Encoding, Option, Record, Schema } from "effect"
import { BodyType, CountsAs, QueryCredentials } from "../api/Access.ts"
import { CommunityApi } from "../api/CommunityApi.ts"
import type { LimitScope } from "../domain/Limits.ts"

/** What the edge needs to know of an endpoint, read off its definition. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  /** What a request counts as. */
  readonly scopes: ReadonlyArray<LimitScope>
  /** The media type of its body. */
  readonly bodyType: string
  /** The query parameters that may carry its credential. */
  readonly queryCredentials: ReadonlyArray<"apiKey" | "token">
  /** Whether the parameters of the path can be what they stand for. */
  readonly knowsPath: (params: unknown) => boolean
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

const endpoints = new Map<string, Endpoint>()

HttpApi.reflect(CommunityApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, mergedAnnotations }) =>
    endpoints.set(`${endpoint.method} ${endpoint.path}`, {
      method: endpoint.method,
      path: endpoint.path,
      pattern: patternOf(endpoint.path),
      scopes: Option.getOrElse(
        Context.getOption(mergedAnnotations, CountsAs),
        (): ReadonlyArray<LimitScope> => (endpoint.method === "GET" ? ["read"] : ["write"])
      ),
      bodyType: Option.getOrElse(Context.getOption(mergedAnnotations, BodyType), () => "application/json"),
      queryCredentials: Option.getOrElse(Context.getOption(mergedAnnotations, QueryCredentials), () => []),
      knowsPath: knowsPath(endpoint.pathSchema)
    })
})

/** The endpoint that a route of the router stands for. */
export const endpointOf = (method: string, path: string): Endpoint | undefined => endpoints.get(`${method} ${path}`)

/** The path of a request's target, as the router parts it from what follows. */
export const pathnameOf = (url: string): string => url.split(/[?;#]/, 1)[0] ?? ""

const decoded = (part: string) => Either.getOrElse(Encoding.decodeUriComponent(part), () => part)

/** The methods that a path has, for `Allow`; none for a path that is unknown, or whose `:id` cannot be one. */
export const methodsOf = (pathname: string): ReadonlyArray<string> =>
  Array.from(endpoints.values()).flatMap(({ knowsPath, method, pattern }) => {
    const match = pattern.exec(pathname.replace(/\/{2,}/g, "/"))
    return match === null || !knowsPath(Record.map({ ...match.groups }, decoded))
      ? []
      : method === "GET"
        ? ["GET", "HEAD"]
        : [method]
  })
