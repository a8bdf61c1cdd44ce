import type { IncomingMessage } from "node:http"
import { Effect, Either, Option } from "effect"
import { formType } from "../../api/Access.ts"
import { allEndpoints, type Endpoint, methodsOf, noEndpoint, type RoutedRequest } from "../http/Endpoints.ts"
import { oneClickType } from "../wire/Body.ts"
import { parseQuery, parseTarget, pathnameOf } from "../wire/RequestTarget.ts"
import { prefersHtml } from "./Browser.ts"
import * as Admin from "./pages/AdminPage.tsx"
import * as Decisions from "./pages/DecisionsPage.tsx"
import * as Disease from "./pages/DiseasePage.tsx"
import * as Diseases from "./pages/DiseasesPage.tsx"
import * as Documents from "./pages/DocumentsPage.tsx"
import * as Home from "./pages/HomePage.tsx"
import * as Live from "./pages/LiveStream.tsx"
import * as Members from "./pages/MembersPage.tsx"
import * as Moderation from "./pages/ModerationPage.tsx"
import * as News from "./pages/NewsPage.tsx"
import * as Notifications from "./pages/NotificationsPage.tsx"
import * as Posts from "./pages/PostsPage.tsx"
import * as Reports from "./pages/ReportsPage.tsx"
import * as SignIn from "./pages/SignInPage.tsx"
import * as Files from "./pages/SiteFiles.ts"
import * as Statistics from "./pages/StatisticsPage.tsx"
import * as Account from "./pages/settings/EmailAndBlocksPage.tsx"
import * as Security from "./pages/settings/KeysAndSessionsPage.tsx"
import * as Own from "./pages/settings/ProfilePage.tsx"
import * as ThreadRoutes from "./pages/ThreadPage.tsx"
import * as Write from "./pages/WritePostPage.tsx"
import type { Route, TwinName } from "./WebRequest.ts"

/** Parameters that pages have beside those of their endpoint. */
const ownParameters = [
  "lang",
  "next",
  "page",
  "cursor",
  "done",
  "token",
  "type",
  "id",
  "symptoms",
  "diseaseId",
  "categories",
  "postId",
  "after"
]

const twinOf = (name: TwinName): Endpoint => {
  const twin = allEndpoints.find((endpoint) => endpoint.name === name)
  if (twin === undefined) throw new Error(`there is no endpoint ${name}`)
  return twin
}

/** The endpoint of a page: limits, scopes, budgets and schemas are those of its twin (contract, Pages). */
const endpointOf = ({ ignoresQuery, isFromAnywhere, method, path, twin: name }: Route): Endpoint => {
  const twin = name === undefined ? noEndpoint : twinOf(name)
  const isRead = method === "GET" && twin !== noEndpoint && twin.method !== "GET"
  return {
    ...twin,
    ...(isRead || isFromAnywhere ? { scopes: ["read" as const], needsScope: "read" as const } : {}),
    name: `page ${method} ${path}`,
    method,
    path,
    bodyType: isFromAnywhere ? oneClickType : formType,
    queryCredentials: [],
    ...(ignoresQuery ? { decodeQuery: noEndpoint.decodeQuery } : {}),
    parameters: new Set([...(ignoresQuery ? [] : twin.parameters), ...ownParameters]),
    access: twin.access === "signedIn" ? "signedIn" : "anyone",
    readsBody: false,
    takesIdempotencyKey: false
  }
}

/** A route that a request has found. */
export interface FoundRoute {
  readonly route: Route
  readonly routed: RoutedRequest
}

interface Entry {
  readonly route: Route
  readonly endpoint: Endpoint
}

/** What answers requests for which there is no page. */
export interface Fallbacks {
  readonly unknown: Route
  readonly methodNotAllowed: (allow: string) => Route
}

const allowOf = (found: ReadonlyArray<Entry>) =>
  found.flatMap(({ route: { method } }) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ")

/** False for a route that stands for no page: its 404 or 405 comes before a fault of the query. */
const isPage = ({ path }: Route) => path.startsWith("/")

/** Finds the page of a request: by its path, and by `Accept` where programs have an answer of their own. */
export const makeRoutes = (routes: ReadonlyArray<Route>, { methodNotAllowed, unknown }: Fallbacks) => {
  const byPath = new Map<string, ReadonlyArray<Entry>>()
  for (const route of routes) {
    byPath.set(route.path, [...(byPath.get(route.path) ?? []), { route, endpoint: endpointOf(route) }])
  }

  /** The pages at a path, and the `:id` in it; none where that is malformed. */
  const at = (pathname: string): { readonly entries: ReadonlyArray<Entry>; readonly id: string | undefined } => {
    const exact = byPath.get(pathname)
    if (exact !== undefined) return { entries: exact, id: undefined }
    const [, noun = "", id = "", ...rest] = pathname.split("/")
    if (id === "" || rest.length > 1 || !/^[\w:.~-]{1,64}$/.test(id)) return { entries: [], id: undefined }
    const entries = byPath.get(`/${[noun, ":id", ...rest].join("/")}`) ?? []
    return { entries: entries.filter(({ endpoint }) => Either.isRight(endpoint.decodePath({ id }))), id }
  }

  const entryOf = (request: IncomingMessage, pathname: string) => {
    const { headers, method = "" } = request
    const { entries, id } = at(pathname)
    if (pathname === "/" && !prefersHtml(headers.accept)) return undefined
    const wanted = method === "HEAD" ? "GET" : method
    const found = entries.find(({ route }) => route.method === wanted)
    if (found !== undefined) return { ...found, id }
    if (entries.length > 0) return withEndpoint(methodNotAllowed(allowOf(entries)), method)
    const isUnknown = wanted === "GET" && prefersHtml(headers.accept) && methodsOf(pathname).length === 0
    return isUnknown && !/^\/+api\b/i.test(pathname) ? withEndpoint(unknown, method) : undefined
  }

  const withEndpoint = (route: Route, method: string) => ({
    route,
    endpoint: { ...endpointOf(route), method },
    id: undefined
  })

  return (request: IncomingMessage): FoundRoute | undefined => {
    const { target } = parseTarget(request.url ?? "")
    const pathname = pathnameOf(target)
    const entry = entryOf(request, pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname)
    if (entry === undefined) return undefined
    const { endpoint, id, route } = entry
    const [search = ""] = target.slice(pathname.length).split("#", 1)
    const path = Option.getOrUndefined(Either.getRight(endpoint.decodePath({ id })))
    const { isCut, query } = parseQuery(search)
    const url = pathname + search
    return { route, routed: { endpoint, id, path, pathname, url, query, isCut: isCut && isPage(route) } }
  }
}

/** Every page of the site. */
export const allRoutes = Effect.map(
  Effect.all([
    Files.routes,
    Documents.routes,
    Home.routes,
    Diseases.routes,
    Disease.routes,
    Write.routes,
    Posts.routes,
    ThreadRoutes.routes,
    News.routes,
    Statistics.routes,
    SignIn.routes,
    Members.routes,
    Notifications.routes,
    Live.routes,
    Own.routes,
    Security.routes,
    Account.routes,
    Reports.routes,
    Decisions.routes,
    Moderation.routes,
    Admin.routes
  ]),
  (all) => all.flat()
)
