import type { HttpApiEndpoint, HttpServerResponse } from "@effect/platform"
import type { DateTime, Effect, Option, Redacted } from "effect"
import { type ComponentChildren, createContext } from "preact"
import { useContext } from "preact/hooks"
import type { SignedIn } from "../../api/Access.ts"
import type { CommunityApi } from "../../api/CommunityApi.ts"
import type { WireError } from "../../api/WireErrors.ts"
import type { ClientAddress, CurrentUser, SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { CachePolicy } from "../cache/CachePolicies.ts"
import type { CacheTag } from "../wire/CacheTags.ts"
import type { VolatileField } from "../wire/RequestContext.ts"
import type { Query } from "../wire/RequestTarget.ts"
import type { Wording } from "./Assets.ts"
import type { Language } from "./Languages.ts"
import type { Fault, TranslatedError } from "./texts/FaultTexts.ts"

type Group = (typeof CommunityApi.groups)[string]

type EndpointsOf<Name> = Extract<Group, { readonly identifier: Name }>["endpoints"]

type NamesIn<One> = One extends { readonly identifier: infer G extends string; readonly endpoints: infer All }
  ? `${G}.${Extract<All[keyof All], { readonly name: string }>["name"]}`
  : never

/** The name of an endpoint of the API, such as `posts.list`. */
export type TwinName = NamesIn<Group>

/** The endpoint of a name. */
type Twin<Name> = Name extends `${infer G}.${infer N}`
  ? Extract<EndpointsOf<G>[keyof EndpointsOf<G>], { readonly name: N }> extends infer One extends
      HttpApiEndpoint.HttpApiEndpoint.Any
    ? One
    : never
  : never

type PathOf<Name> = HttpApiEndpoint.HttpApiEndpoint.PathParsed<Twin<Name>>
type QueryOf<Name> = HttpApiEndpoint.HttpApiEndpoint.UrlParams<Twin<Name>>
export type PayloadOf<Name> = HttpApiEndpoint.HttpApiEndpoint.Payload<Twin<Name>>

/** The values of a form by the names of its fields; a list where a field was sent several times. */
export type Values = Readonly<Record<string, string | ReadonlyArray<string>>>

/** The reason why a form was refused. */
export interface Problem {
  /** The message of the API, and the faults that it names. */
  readonly message: string
  readonly faults: ReadonlyArray<Fault>
  /** True where the session of the sender has ended. */
  readonly hasEnded: boolean
}

/** A form as it was sent, or an empty one. */
export interface Submitted {
  readonly values: Values
  readonly problem?: Problem
}

/** A request of a page. Path and query are decoded as those of its endpoint. */
export interface WebRequest<Path = unknown, Parameters = unknown> {
  readonly language: Language
  readonly t: Wording
  readonly viewer: Option.Option<SignedInUser>
  /** The number of unread notifications of the reader. */
  readonly unread: number
  readonly pathname: string
  /** The path with its query. */
  readonly url: string
  readonly path: Path
  readonly parameters: Parameters
  /** The query as it was sent. */
  readonly query: Query
  readonly form: Submitted
  /** The key of the forms of this page that write once (`FormKey.ts`). */
  readonly formKey: string
  /** True for a reader who has been counted (`RequestContext.ts`). */
  readonly isAgain: boolean
}

/** The request of the page that is being rendered, which all its parts depend on. */
export const CurrentWebRequest = createContext<WebRequest | undefined>(undefined)

export const useWebRequest = (): WebRequest => {
  const request = useContext(CurrentWebRequest)
  if (request === undefined) throw new Error("parts of pages are rendered within CurrentWebRequest")
  return request
}

/** A page to be shown. */
export interface View {
  readonly title: string
  readonly body: ComponentChildren
  readonly description?: string | undefined
  readonly status?: number
  /** The path under which search engines list the page; none for one that they leave out. */
  readonly canonical?: string
  readonly feed?: { readonly href: string; readonly title: string }
  /** Of all that the page is made of: a page without tags is not cached. */
  readonly tags?: ReadonlyArray<CacheTag>
  readonly volatile?: ReadonlyArray<VolatileField>
}

/** The answer to a form that was accepted: the browser is redirected. */
export interface Redirect {
  readonly location: string
  /** The session that begins, which the browser may keep, or `end` for the one that ends. */
  readonly session?: { readonly token: Redacted.Redacted; readonly isKept: boolean } | "end"
}

export type Answer = View | Redirect | HttpServerResponse.HttpServerResponse

/** What a page may use of its request. */
export type Reader = Viewer | ClientAddress
export type Member = Reader | CurrentUser

export type WebRequestOf<Name> = WebRequest<PathOf<Name>, QueryOf<Name>>

/** A page whose endpoint is for members has its member. */
type ReaderOf<Name> = SignedIn extends HttpApiEndpoint.HttpApiEndpoint.Context<Twin<Name>> ? Member : Reader

/** An error whose sentence pages do not show: they answer 401 with the sign-in, and 404 with their own words. */
interface UnshownError {
  readonly _tag: "NoSession" | "NotSignedIn" | `${string}NotFound`
  readonly message: string
}

/** What a page may fail with: the runner turns errors of the domain into those of the API. */
export type PageError = WireError | TranslatedError | UnshownError

/** A page or a form, as the runner sees it. */
export interface Route {
  readonly method: "GET" | "POST"
  /** A path with at most one parameter, `:id`, as its second segment. */
  readonly path: string
  /** The endpoint whose access, limits, scopes and parameters it has; absent where anyone may send the request uncounted. */
  readonly twin?: TwinName
  readonly policy?: CachePolicy | "uncached" | undefined
  /** True for a file that is the same for every reader, whatever the query says. */
  readonly isSameForAll?: true | undefined
  /** True for a page that is no list of its endpoint: it ignores the parameters of that. */
  readonly ignoresQuery?: true | undefined
  /** True for what scripts read: its failures are those of the API. */
  readonly isStream?: true
  /** True for a form that programs of mail send, too (RFC 8058): it is known by a token, so it may come from any site. */
  readonly isFromAnywhere?: true
  readonly answer: (request: WebRequest, payload: unknown) => Effect.Effect<Answer, PageError, Member>
  /** The body of the endpoint, made from the values of the form. */
  readonly payloadOf?: ((values: Values) => unknown) | undefined
  /** The form can be shown to its member only. */
  readonly isOfMember?: true
  /** Shows the form again, with what was typed. */
  readonly again?: ((request: WebRequest) => Effect.Effect<View | Redirect, PageError, Member>) | undefined
}

interface PageRoute<Name extends TwinName> {
  readonly path: string
  readonly twin: Name
  readonly policy?: CachePolicy | "uncached"
  readonly isSameForAll?: true
  readonly ignoresQuery?: true
  readonly show: (request: WebRequestOf<Name>) => Effect.Effect<Answer, PageError, ReaderOf<Name>>
}

/** A page with the access, the path and the query of its endpoint. */
export const page = <Name extends TwinName>({ show, ...route }: PageRoute<Name>): Route => ({
  ...route,
  method: "GET",
  // The runner decodes path and query by the schemas of `twin`.
  answer: (request) => show(request as WebRequestOf<Name>)
})

interface ActionRoute<Name extends TwinName, Shown> {
  readonly path: string
  readonly twin: Name
  readonly payload?: (values: Values) => unknown
  readonly send: (request: WebRequestOf<Name>, payload: PayloadOf<Name>) => Effect.Effect<Answer, PageError, Member>
  /** Shows a refused form by itself. */
  readonly again?: (request: WebRequestOf<Name>) => Effect.Effect<View | Redirect, PageError, Shown>
}

const actionRoute = <Name extends TwinName>({
  again,
  path,
  payload: payloadOf,
  send,
  twin
}: ActionRoute<Name, Member>): Route => ({
  method: "POST",
  path,
  twin,
  payloadOf,
  answer: (request, payload) => send(request as WebRequestOf<Name>, payload as PayloadOf<Name>),
  again: again && ((request) => again(request as WebRequestOf<Name>))
})

/** A button that changes something: a form without a page of its own. */
export const action = <Name extends TwinName>(route: ActionRoute<Name, Reader>): Route => actionRoute(route)

export interface FormRoute<Name extends TwinName, Shown> extends ActionRoute<Name, Shown> {
  readonly show: (request: WebRequestOf<Name>) => Effect.Effect<View | Redirect, PageError, Shown>
}

const formRoutes = <Name extends TwinName>(route: FormRoute<Name, Member>): ReadonlyArray<Route> => {
  const sent = actionRoute({ again: route.show, ...route })
  return [
    {
      method: "GET",
      path: route.path,
      twin: route.twin,
      answer: (request) => route.show(request as WebRequestOf<Name>)
    },
    sent
  ]
}

/**
 * A page with a form: GET shows it empty, POST sends it, and shows it with what was typed where it is refused: by `again`
 * where the page has more to read.
 */
export const form = <Name extends TwinName>(route: FormRoute<Name, Reader>): ReadonlyArray<Route> => formRoutes(route)

/** A page with a form that only its member can see, such as of settings. */
export const memberForm = <Name extends TwinName>(route: FormRoute<Name, Member>): ReadonlyArray<Route> =>
  formRoutes(route).map((one) => ({ ...one, isOfMember: true as const }))

/** A time as records have it: decoded, or on the wire. */
export type Moment = DateTime.Utc | string

/** One value of a form, or an empty text. */
export const valueOf = (values: Values, name: string): string => {
  const value = values[name] ?? ""
  return typeof value === "string" ? value : (value[0] ?? "")
}

/** All values of a field. */
export const valuesOf = (values: Values, name: string): ReadonlyArray<string> => {
  const value = values[name]
  return value === undefined ? [] : [value].flat()
}

/** A value as a number where it looks like one, for the schema of the endpoint to judge. */
export const numberOf = (text: string): unknown => (text === "" ? null : /^\d{1,10}$/.test(text) ? Number(text) : text)

/** The number of a page in a query, which endpoints without pages leave to their page to read. */
export const pageIn = ({ query: { page } }: WebRequest): number =>
  typeof page === "string" && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1

/** True for a button that only prepares a text: a preview, or a search for its disease. */
export const isPreparatory = (values: Values) => valueOf(values, "prepare") !== ""
