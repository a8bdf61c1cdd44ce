import type { IncomingMessage } from "node:http"
import { Either, Encoding, type Option } from "effect"
import { maxParameters } from "../http/AccessHttp.ts"
import type { Query } from "../http/Admission.ts"
import { allEndpoints, type Endpoint } from "../http/Endpoints.ts"
import { maxBodyBytes, utf8 } from "../wire/Body.ts"

/** A request in the simple form, which nearly all requests have, with its parts, undecoded but for the path. */
export interface SimpleRequest {
  readonly endpoint: Endpoint
  readonly url: string
  readonly query: Query
  readonly id: string | undefined
  /** The decoded parameters of the path. */
  readonly path: unknown
  readonly hasBody: boolean
}

/** True for endpoints whose credential comes in the header, and whose handler needs only decoded parts. */
const isSimple = ({ access, isAddressed, queryCredentials }: Endpoint) =>
  access !== "open" && !isAddressed && queryCredentials.length === 0

/** By method and path; the parameter of a path is its third segment, and is called `id`. */
const byRoute = new Map(
  allEndpoints.filter(isSimple).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint])
)

/** Ids and codes without an escape. */
const plainId = /^[A-Za-z0-9:.]{1,64}$/

const routeOf = (method: string, pathname: string): Pick<SimpleRequest, "endpoint" | "id" | "path"> | undefined => {
  const exact = byRoute.get(`${method} ${pathname}`)
  if (exact !== undefined) return { endpoint: exact, id: undefined, path: undefined }
  const [, api, group, id, ...rest] = pathname.split("/")
  if (id === undefined || rest.length > 1 || !plainId.test(id)) return undefined
  const [suffix] = rest
  const endpoint = byRoute.get(`${method} /${api}/${group}/:id${suffix === undefined ? "" : `/${suffix}`}`)
  const path = endpoint?.decodePath({ id })
  return endpoint === undefined || path === undefined || Either.isLeft(path)
    ? undefined
    : { endpoint, id, path: path.right }
}

/** Pairs of a name and a value, in characters that every parser of queries reads alike. */
const plainQuery =
  /^[A-Za-z]+=(?:[\w.~:,*!'()"+-]|%[\dA-Fa-f]{2})*(?:&[A-Za-z]+=(?:[\w.~:,*!'()"+-]|%[\dA-Fa-f]{2})*)*$/

const isPlainQuery = (query: string) =>
  query === "" ||
  (plainQuery.test(query) && (!query.includes("%") || Either.isRight(Encoding.decodeUriComponent(query))))

const queryOf = (parameters: URLSearchParams): Query => {
  const query: Record<string, string | ReadonlyArray<string>> = {}
  for (const [name, value] of parameters) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return query
}

/** True for a body of JSON in its usual form, which is known to be small. */
export const isPlainBody = ({ headers }: IncomingMessage) =>
  headers["content-type"] === "application/json" &&
  headers["content-encoding"] === undefined &&
  Number(headers["content-length"]) <= maxBodyBytes

/**
 * Parses a request in the simple form: a path without escapes, and a body of plain JSON with its length, or none.
 * Undefined for any other request: platform's pipeline knows all of HTTP.
 */
export const parseSimpleRequest = (request: IncomingMessage): SimpleRequest | undefined => {
  const { headers, method = "", url = "" } = request
  if (headers.host === undefined || headers["transfer-encoding"] !== undefined || headers.expect !== undefined) {
    return undefined
  }
  const hasBody = (headers["content-length"] ?? "0") !== "0"
  if (hasBody && (method === "GET" || !isPlainBody(request))) return undefined
  const [pathname = "", ...queries] = url.split("?")
  const query = queries.join("?")
  if (!isPlainQuery(query)) return undefined
  const route = routeOf(method, pathname)
  if (route === undefined) return undefined
  const parameters = new URLSearchParams(query)
  return parameters.size > maxParameters ? undefined : { ...route, url, query: queryOf(parameters), hasBody }
}

/** Reads a body that is known to be small, and calls `then` with its text; none when it is not valid UTF-8. */
export const readBody = (request: IncomingMessage, then: (body: Option.Option<string>) => void) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.once("end", () => then(utf8(Buffer.concat(chunks))))
}
