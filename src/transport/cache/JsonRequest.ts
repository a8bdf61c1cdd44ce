import type { IncomingMessage } from "node:http"
import { Either } from "effect"
import type { Query } from "../http/Admission.ts"
import { allEndpoints, type Endpoint, endpointAt, isJson } from "../http/Endpoints.ts"
import { parseTarget, pathnameOf } from "../wire/RequestTarget.ts"

/** A request of an endpoint for JSON, with its parts, undecoded but for the path. */
export interface JsonRequest {
  readonly endpoint: Endpoint
  /** Its target, however the path was escaped. */
  readonly url: string
  readonly query: Query
  readonly parameterCount: number
  readonly id: string | undefined
  /** The decoded parameters of the path. */
  readonly path: unknown
}

type Route = Pick<JsonRequest, "endpoint" | "id" | "path">

/** By method and path; the parameter of a path is its third segment, and is called `id`. */
const byRoute = new Map(
  allEndpoints.filter(isJson).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint])
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
  return found !== undefined && isJson(found.endpoint)
    ? { endpoint: found.endpoint, id: found.params["id"], path: found.path }
    : undefined
}

const queryOf = (parameters: URLSearchParams): Query => {
  const query: Record<string, string | ReadonlyArray<string>> = {}
  for (const [name, value] of parameters) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return query
}

/** Parses a request of an endpoint for JSON; undefined for any other request. */
export const parseJsonRequest = ({ method = "", url = "" }: IncomingMessage): JsonRequest | undefined => {
  const { target } = parseTarget(url)
  const pathname = pathnameOf(target)
  // A target without a path, and `*`, are taken for the path `/`, as platform's router takes them.
  const isRoot = pathname === "" || pathname === "*"
  const route = routeOf(method === "HEAD" ? "GET" : method, isRoot ? "/" : pathname)
  if (route === undefined) return undefined
  const [search = ""] = target.slice(pathname.length).split("#", 1)
  const parameters = new URLSearchParams(search)
  const { endpoint, id = "" } = route
  return {
    ...route,
    url: endpoint.path.replace(":id", () => id) + search,
    query: queryOf(parameters),
    parameterCount: parameters.size
  }
}
