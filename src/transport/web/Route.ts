import { Effect, Either, Schema } from "effect"
import { formType } from "../../api/Access.ts"
import type { CachePolicy } from "../../api/Keeps.ts"
import { optional } from "../../api/Query.ts"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import type { ClientAddress, CurrentUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { LimitScope } from "../../domain/Limits.ts"
import { admin, moderator, type Policy, require } from "../../services/accounts/Policy.ts"
import { type Endpoint, namesOf } from "../http/Endpoints.ts"
import { oneClickType } from "../wire/Body.ts"
import { decoded } from "./Browser.ts"
import {
  type Answer,
  type PageError,
  type Redirect,
  type Values,
  type View,
  valueOf,
  type WebRequest
} from "./WebRequest.ts"

/** The services of a request that a page may use. */
export type Reader = Viewer | ClientAddress
export type Member = Reader | CurrentUser

interface Services {
  readonly anyone: Reader
  readonly signedIn: Member
}

/** A page or a form, as the runner sees it. */
export interface Route extends Endpoint {
  /** A file is the same for every reader and query. A route that only scripts read fails as the API does. */
  readonly kind: "page" | "file" | "script"
  /** The conditions under which it is cached for readers who are not signed in. */
  readonly policy?: CachePolicy | undefined
  /**
   * True for a form that programs of mail send, too (RFC 8058): it is known by a token, so it may come from any site.
   */
  readonly isFromAnywhere?: boolean | undefined
  readonly answer: (request: WebRequest) => Effect.Effect<Answer, PageError, Member>
  /** The form can be shown to its member only. */
  readonly isOfMember?: boolean | undefined
  /** True for a page where visitors begin to take part: it leads them to join. Others lead them to sign in. */
  readonly isForJoining?: boolean | undefined
  /** Shows the form again, with what was typed. */
  readonly again?: ((request: WebRequest) => Effect.Effect<View | Redirect, PageError, Member>) | undefined
}

/** The path and query of a route, its limits, and the callers who may use it. */
interface Needs<By extends keyof Services, P, PJson, Q, QJson> {
  /** A path with at most one parameter, `:id`. */
  readonly path: string
  readonly access: By
  /** The rate limits that it counts in: `read` for a page and `write` for a form, unless it says otherwise. */
  readonly limits?: ReadonlyArray<LimitScope>
  /** The scope that a credential needs, likewise. */
  readonly scope?: AccessScope | "any"
  readonly isOpenToSuspended?: boolean
  readonly isForJoining?: boolean
  /** The policy of its readers, also for a form that comes back. It refuses others before anything is read. */
  readonly seenBy?: Policy
  readonly pathSchema: Schema.Schema<P, PJson>
  readonly querySchema: Schema.Schema<Q, QJson>
}

/** The schemas of a route that takes nothing. */
const nothing = { pathSchema: Schema.Unknown, querySchema: Schema.Unknown, payloadSchema: Schema.Unknown }

/** Begins a route that anyone may use. It adds the schemas of what it takes. */
export const forAnyone = { access: "anyone" as const, shownTo: "anyone" as const, ...nothing }

/** Begins a route of members. Its form is shown again to one whose session has ended, with what was typed. */
export const forMembers = { ...forAnyone, access: "signedIn" as const }

/** Begins a route of members with a form that shows what only they may see, such as of settings. */
export const forMembersOnly = { ...forMembers, shownTo: "signedIn" as const }

/** Begins a route of admins. */
export const forAdmins = { ...forMembersOnly, seenBy: admin("administer") }

/** Begins a route of moderators and admins. */
export const forModerators = { ...forMembersOnly, seenBy: moderator("decide") }

/** Demands the policy before a page is shown. */
const seenBy =
  (policy: Policy | undefined) =>
  <A>(shown: Effect.Effect<A, PageError, Member>): Effect.Effect<A, PageError, Member> =>
    policy === undefined ? shown : Effect.zipRight(require(policy), shown)

/** A parameter of a query, as it was sent. */
export const given = optional(Schema.String, { description: "Some text." })

/** The parameters of every page. */
const ofEveryPage = ["lang", "done"]

const usual = { GET: "read", POST: "write" } as const

const endpointOf = <By extends keyof Services, P, PJson, Q, QJson>(
  method: keyof typeof usual,
  needs: Needs<By, P, PJson, Q, QJson>
): Endpoint => ({
  name: `page ${method} ${needs.path}`,
  method,
  path: needs.path,
  scopes: needs.limits ?? [usual[method]],
  needsScope: needs.scope ?? usual[method],
  isOpenToSuspended: needs.isOpenToSuspended ?? false,
  bodyType: formType,
  queryCredentials: [],
  parameters: new Set([...namesOf(needs.querySchema), ...ofEveryPage]),
  decodePath: Schema.decodeUnknownEither(needs.pathSchema),
  access: needs.access
})

/** Decodes the path and the query of a request. */
const decoderOf = <By extends keyof Services, P, PJson, Q, QJson>(needs: Needs<By, P, PJson, Q, QJson>) => {
  const decodePath = Schema.decodeUnknownEither(needs.pathSchema)
  const decodeQuery = Schema.decodeUnknownEither(needs.querySchema)
  return (request: WebRequest) =>
    Either.map(
      decoded(Either.all([decodePath({ id: request.id }), decodeQuery(request.query)])),
      ([path, parameters]): WebRequest<P, Q> => ({ ...request, path, parameters })
    )
}

interface PageRoute<By extends keyof Services, P, PJson, Q, QJson> extends Needs<By, P, PJson, Q, QJson> {
  readonly kind?: Route["kind"]
  readonly policy?: CachePolicy
  readonly show: (request: WebRequest<P, Q>) => Effect.Effect<Answer, PageError, Services[By]>
}

/** Makes a route that GET reads. */
export const page = <By extends keyof Services, P, PJson, Q, QJson>(
  route: PageRoute<By, P, PJson, Q, QJson>
): Route => {
  const decode = decoderOf(route)
  return {
    ...endpointOf("GET", route),
    kind: route.kind ?? "page",
    isForJoining: route.isForJoining,
    policy: route.policy,
    answer: (request) => seenBy(route.seenBy)(Effect.flatMap(decode(request), route.show))
  }
}

interface ActionRoute<By extends keyof Services, Shown extends keyof Services, P, PJson, Q, QJson, B, BJson>
  extends Needs<By, P, PJson, Q, QJson> {
  readonly payloadSchema: Schema.Schema<B, BJson>
  /** Makes the payload that the schema decodes; without it, the schema decodes the values of the form. */
  readonly payloadOf?: (values: Values) => unknown
  readonly isFromAnywhere?: boolean
  /** Answers the buttons of the form that only prepare it, such as one for a preview. */
  readonly prepare?: (request: WebRequest<P, Q>) => Effect.Effect<View, PageError, Services[By]>
  readonly send: (request: WebRequest<P, Q>, payload: B) => Effect.Effect<Answer, PageError, Services[By]>
  readonly shownTo: Shown
  /** Shows a refused form by itself. */
  readonly again?: (request: WebRequest<P, Q>) => Effect.Effect<View | Redirect, PageError, Services[Shown]>
}

/** A button that changes something: a form without a page of its own. */
export const action = <By extends keyof Services, Shown extends keyof Services, P, PJson, Q, QJson, B, BJson>(
  route: ActionRoute<By, Shown, P, PJson, Q, QJson, B, BJson>
): Route => {
  const { again, isFromAnywhere, payloadOf = (values) => values, prepare, send } = route
  const decode = decoderOf(route)
  const decodePayload = Schema.decodeUnknownEither(route.payloadSchema, { errors: "all" })
  return {
    ...endpointOf("POST", route),
    ...(isFromAnywhere === true ? { isFromAnywhere, bodyType: oneClickType } : {}),
    kind: "page",
    isOfMember: route.shownTo === "signedIn",
    answer: Effect.fnUntraced(function* (request): Effect.fn.Return<Answer, PageError, Member> {
      const typed = yield* decode(request)
      const { values } = request.form
      if (prepare !== undefined && valueOf(values, "prepare") !== "") return yield* prepare(typed)
      return yield* send(typed, yield* decoded(decodePayload(payloadOf(values))))
    }, seenBy(route.seenBy)),
    again: again && ((request) => seenBy(route.seenBy)(Effect.flatMap(decode(request), again)))
  }
}

export interface FormRoute<By extends keyof Services, Shown extends keyof Services, P, PJson, Q, QJson, B, BJson>
  extends ActionRoute<By, Shown, P, PJson, Q, QJson, B, BJson> {
  readonly show: (request: WebRequest<P, Q>) => Effect.Effect<View | Redirect, PageError, Services[Shown]>
}

/**
 * A page with a form: GET shows it empty, POST sends it, and shows it with what was typed where it is refused: by
 * `again` where the page has more to read. Limits and scope are those of sending.
 */
export const form = <By extends keyof Services, Shown extends keyof Services, P, PJson, Q, QJson, B, BJson>(
  route: FormRoute<By, Shown, P, PJson, Q, QJson, B, BJson>
): ReadonlyArray<Route> => {
  const { limits: _, scope: __, ...needs } = route
  const decode = decoderOf(route)
  return [
    {
      ...endpointOf("GET", needs),
      kind: "page",
      isForJoining: route.isForJoining,
      answer: (request) => seenBy(route.seenBy)(Effect.flatMap(decode(request), route.show))
    },
    action({ again: route.show, ...route })
  ]
}
