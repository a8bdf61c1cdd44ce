import type { IncomingMessage } from "node:http"
import { Either, Encoding } from "effect"
import { secretOf } from "../domain/Credential.ts"
import { maxParameters } from "../http/AccessHttp.ts"
import { maxBodyBytes } from "../http/Body.ts"
import { allEndpoints, type Endpoint } from "../http/Endpoints.ts"

/** A request that can be answered here: its endpoint, and its parts as they were sent. */
export interface Plain {
  readonly endpoint: Endpoint
  readonly method: string
  /** The target as it was sent, and the path in it. */
  readonly url: string
  readonly pathname: string
  readonly query: URLSearchParams
  readonly id: string | undefined
  readonly hasBody: boolean
}

/** Those that ask who calls, in the header, and nothing else beside the request. */
const isTaken = ({ asks, isAddressed, queryCredentials }: Endpoint) =>
  asks !== "nobody" && !isAddressed && queryCredentials.length === 0

/** By method and path; the parameter of a path is its third segment, and is called `id`. */
const byRoute = new Map(
  allEndpoints.filter(isTaken).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint])
)

/** Ids and codes that stand for themselves in a path. */
const plainId = /^[A-Za-z0-9:.]{1,64}$/

const routeOf = (method: string, pathname: string): readonly [Endpoint, id: string | undefined] | undefined => {
  const exact = byRoute.get(`${method} ${pathname}`)
  if (exact !== undefined) return [exact, undefined]
  const [, api, group, id, ...rest] = pathname.split("/")
  if (id === undefined || rest.length > 1 || !plainId.test(id)) return undefined
  const [suffix] = rest
  const endpoint = byRoute.get(`${method} /${api}/${group}/:id${suffix === undefined ? "" : `/${suffix}`}`)
  return endpoint?.knowsPath({ id }) === true ? [endpoint, id] : undefined
}

/** Pairs of a name and a value, in characters that every parser of queries reads alike. */
const plainQuery =
  /^[A-Za-z]+=(?:[\w.~:,*!'()"+-]|%[\dA-Fa-f]{2})*(?:&[A-Za-z]+=(?:[\w.~:,*!'()"+-]|%[\dA-Fa-f]{2})*)*$/

const isPlainQuery = (query: string) =>
  query === "" ||
  (plainQuery.test(query) && (!query.includes("%") || Either.isRight(Encoding.decodeUriComponent(query))))

/** A body that platform would read as it is: plain JSON whose length is told. */
const isPlainBody = ({ headers }: IncomingMessage) =>
  headers["content-type"] === "application/json" &&
  headers["content-encoding"] === undefined &&
  Number(headers["content-length"]) <= maxBodyBytes

/**
 * The request, if it is one of those that are written as nearly all are: a path in its plain form, a body that is plain
 * JSON or none. Whatever is unusual is left to platform's pipeline, which knows all of HTTP.
 */
export const plainly = (request: IncomingMessage): Plain | undefined => {
  const { headers, method = "", url = "" } = request
  if (headers.host === undefined || headers["transfer-encoding"] !== undefined || headers.expect !== undefined) {
    return undefined
  }
  const hasBody = (headers["content-length"] ?? "0") !== "0"
  if (hasBody && (method === "GET" || !isPlainBody(request))) return undefined
  const [pathname = "", ...queries] = url.split("?")
  const query = queries.join("?")
  if (!isPlainQuery(query)) return undefined
  const found = routeOf(method, pathname)
  if (found === undefined) return undefined
  const [endpoint, id] = found
  const parameters = new URLSearchParams(query)
  if (parameters.size > maxParameters) return undefined
  return { endpoint, method, url, pathname, query: parameters, id, hasBody }
}

/** Its parameters, a list of values where one is given several times. */
export const queryOf = ({ query }: Plain): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  const values = new Map<string, string | ReadonlyArray<string>>()
  for (const [name, value] of query) {
    const before = values.get(name)
    values.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(values)
}

/** A header as one text, however often it was sent. */
export const headerOf = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "object" ? value.join(", ") : value

/** The secret of the header; endpoints that take one in the query are not answered here. */
export const secretIn = ({ headers }: IncomingMessage) => secretOf(headers.authorization)
