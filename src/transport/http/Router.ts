import type { IncomingMessage } from "node:http"
import { Either, Encoding } from "effect"
import { prefersHtml } from "../wire/Accept.ts"
import { parseQuery, parseTarget, pathnameOf } from "../wire/RequestTarget.ts"
import { type Endpoint, noEndpoint, type RoutedRequest } from "./Endpoints.ts"

/** The endpoints of the API, or the pages, by what answers each of them. */
export interface Routes<A> {
  readonly all: ReadonlyArray<readonly [endpoint: Endpoint, answer: A]>
  /** Answers a request that none of them takes: 404 or 405. */
  readonly refuse: A
}

type Entry<A> = Routes<A>["all"][number]

/** The endpoints and pages of one path. */
interface RouteNode<A> {
  readonly path: string
  readonly api: ReadonlyArray<Entry<A>>
  readonly pages: ReadonlyArray<Entry<A>>
}

/** The segment of a path that holds its `:id`, and what follows the id in it. */
interface Shape {
  readonly position: number
  readonly suffix: string
}

const shapeOf = (path: string): Shape => {
  const segments = path.split("/")
  const position = segments.findIndex((segment) => segment.startsWith(":id"))
  return { position, suffix: segments[position]?.slice(":id".length) ?? "" }
}

/** Builds the table: nodes by their paths, and the shapes of paths with an `:id`. */
const makeTable = <A>(api: Routes<A>, pages: Routes<A>) => {
  const nodes = new Map<string, RouteNode<A>>()
  const shapes = new Map<string, Shape>()
  const paths = [...api.all, ...pages.all].map(([{ path }]) => path)
  for (const path of paths) {
    const at = (entry: Entry<A>) => entry[0].path === path
    nodes.set(path, { path, api: api.all.filter(at), pages: pages.all.filter(at) })
    if (path.includes(":id")) shapes.set(JSON.stringify(shapeOf(path)), shapeOf(path))
  }
  return { nodes, shapes: Array.from(shapes.values()) }
}

/** Decodes each segment of a path; none where one holds a slash then, or is malformed. */
const decodedPath = (pathname: string): string => {
  if (!pathname.includes("%")) return pathname
  const segments = pathname
    .split("/")
    .map((segment) => Either.getOrElse(Encoding.decodeUriComponent(segment), () => "/"))
  return segments.some((segment) => segment.includes("/")) ? "" : segments.join("/")
}

/**
 * A path without escapes, empty segments, and a slash at its end. A target without a path, and `*`, are the path `/`.
 */
const plainPath = (pathname: string): string => {
  if (pathname === "" || pathname === "*") return "/"
  const plain = decodedPath(pathname).replace(/\/{2,}/g, "/")
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain
}

const takes = ({ decodePath }: Endpoint, id: string | undefined) => Either.isRight(decodePath({ id }))

/** The methods of the endpoints that take an id. GET endpoints answer HEAD too. */
const methodsOf = <A>(entries: ReadonlyArray<Entry<A>>, id: string | undefined): ReadonlyArray<string> =>
  entries
    .filter(([endpoint]) => takes(endpoint, id))
    .flatMap(([{ method }]) => (method === "GET" ? ["GET", "HEAD"] : [method]))

/**
 * Finds what answers a request. The path decides: endpoints are found in every spelling of theirs, pages as they are
 * written, except for escapes and a slash at the end. `Accept` decides at `/`, and between the two answers of 404.
 */
export const makeRouter = <A>(api: Routes<A>, pages: Routes<A>) => {
  const { nodes, shapes } = makeTable(api, pages)

  /** The node of a path, and the `:id` in it. */
  const nodeOf = (path: string): { readonly node: RouteNode<A>; readonly id: string | undefined } | undefined => {
    const exact = nodes.get(path) ?? nodes.get(path.toLowerCase())
    if (exact !== undefined) return { node: exact, id: undefined }
    const segments = path.split("/")
    for (const { position, suffix } of shapes) {
      const segment = segments[position]
      if (segment === undefined || segment.length === suffix.length || !segment.toLowerCase().endsWith(suffix)) continue
      const node = nodes.get(segments.with(position, `:id${suffix}`).join("/").toLowerCase())
      if (node !== undefined) return { node, id: segment.slice(0, segment.length - suffix.length) }
    }
    return undefined
  }

  /** The side of a request, and its entries there: those of pages only where the path is written as theirs. */
  const sideOf = ({ headers }: IncomingMessage, pathname: string, node: RouteNode<A>, path: string) => {
    const isPage = node.pages.length > 0 && [path, `${path}/`].includes(decodedPath(pathname))
    const isApi = !isPage || (node.api.length > 0 && !prefersHtml(headers.accept))
    return isApi ? { routes: api, entries: node.api } : { routes: pages, entries: node.pages }
  }

  const find = (request: IncomingMessage, method: string, pathname: string) => {
    const found = nodeOf(plainPath(pathname))
    const id = found?.id
    const path = found?.node.path.replace(":id", () => id ?? "") ?? ""
    const side = found && sideOf(request, pathname || "/", found.node, path)
    const entry = side?.entries.find(([endpoint]) => endpoint.method === method)
    const decoded = entry?.[0].decodePath({ id })
    if (entry !== undefined && decoded !== undefined && Either.isRight(decoded)) {
      const [endpoint, answer] = entry
      return { endpoint, answer, id, path: decoded.right, at: path, allowed: [], isMalformed: false }
    }
    const allowed = side === undefined ? [] : methodsOf(side.entries, id)
    const refused = { endpoint: noEndpoint, id: undefined, path: undefined, at: pathname || "/", allowed }
    if (side !== undefined && allowed.length > 0) return { ...refused, answer: side.routes.refuse, isMalformed: false }
    const isOfBrowser = method === "GET" && !/^\/+api\b/i.test(pathname) && prefersHtml(request.headers.accept)
    return { ...refused, answer: (isOfBrowser ? pages : api).refuse, isMalformed: entry !== undefined }
  }

  return (request: IncomingMessage): { readonly routed: RoutedRequest; readonly answer: A } => {
    const { method = "", url = "" } = request
    const { target } = parseTarget(url)
    const pathname = pathnameOf(target)
    const { answer, at, ...found } = find(request, method === "HEAD" ? "GET" : method, pathname)
    const [search = ""] = target.length === pathname.length ? [] : target.slice(pathname.length).split("#", 1)
    const { isCut, query } = parseQuery(search)
    return {
      answer,
      routed: {
        ...found,
        url: at + search,
        pathname: pathname || "/",
        query,
        // A 404 comes before a fault of the query.
        isCut: isCut && found.endpoint !== noEndpoint
      }
    }
  }
}
