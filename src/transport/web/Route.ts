import { Effect, Either, Schema } from "effect"
import { formType } from "../../api/Access.ts"
import { optional } from "../../api/Query.ts"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import type { ClientAddress, CurrentUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { LimitScope } from "../../domain/Limits.ts"
import type { CachePolicy } from "../cache/CachePolicies.ts"
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

/** What a page may use of its request. */
export type Reader = Viewer | ClientAddress
export type Member = Reader | CurrentUser

interface Services {
  readonly anyone: Reader
  readonly signedIn: Member
}

/** A page or a form, as the runner sees it. */
export interface Route extends Endpoint {
  /** A file is the same for every reader, whatever the query says. A stream is read by scripts: it fails as the API does. */
  readonly kind: "page" | "file" | "stream"
  /** The conditions under which it is cached for readers who are not signed in. */
  readonly policy?: CachePolicy | undefined
  /** True for a form that programs of mail send, too (RFC 8058): it is known by a token, so it may come from any site. */
  readonly isFromAnywhere?: boolean | undefined
  readonly answer: (request: WebRequest) => Effect.Effect<Answer, PageError, Member>
  /** The form can be shown to its member only. */
  readonly isOfMember?: boolean
  /** Shows the form again, with what was typed. */
  readonly again?: ((request: WebRequest) => Effect.Effect<View | Redirect, PageError, Member>) | undefined
}

/** What a route takes, and who may use it. */
interface Needs<By extends keyof Services, Path, PathJson, Query, QueryJson> {
  /** A path with at most one parameter, `:id`. */
  readonly path: string
  readonly access: By
  /** The rate limits that it counts in: `read` for a page and `write` for a form, unless it says otherwise. */
  readonly limits?: ReadonlyArray<LimitScope>
  /** The scope that a credential needs, likewise. */
  readonly scope?: AccessScope | "any"
  readonly isOpenToSuspended?: boolean
  readonly pathSchema: Schema.Schema<Path, PathJson>
  readonly querySchema: Schema.Schema<Query, QueryJson>
}

/** The schemas of a route that takes nothing. */
const nothing = { pathSchema: Schema.Unknown, querySchema: Schema.Unknown, payloadSchema: Schema.Unknown }

/** Begins a route that anyone may use, and one of members. A route adds the schemas of what it takes. */
export const forAnyone = { access: "anyone" as const, ...nothing }
export const forMembers = { access: "signedIn" as const, ...nothing }

/** A parameter of a query, as it was sent. */
export const given = optional(Schema.String, { description: "Some text." })

/** The parameters of every page. */
const ofEveryPage = ["lang", "done"]

const usual = { GET: "read", POST: "write" } as const

const endpointOf = <By extends keyof Services, Path, PathJson, Query, QueryJson>(
  method: keyof typeof usual,
  needs: Needs<By, Path, PathJson, Query, QueryJson>
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

/** Makes the function that decodes the path and the query of a request. */
const decoderOf = <By extends keyof Services, Path, PathJson, Query, QueryJson>(
  needs: Needs<By, Path, PathJson, Query, QueryJson>
) => {
  const decodePath = Schema.decodeUnknownEither(needs.pathSchema)
  const decodeQuery = Schema.decodeUnknownEither(needs.querySchema)
  return (request: WebRequest) =>
    Either.map(
      decoded(Either.all([decodePath({ id: request.id }), decodeQuery(request.query)])),
      ([path, parameters]): WebRequest<Path, Query> => ({ ...request, path, parameters })
    )
}

interface PageRoute<By extends keyof Services, Path, PathJson, Query, QueryJson>
  extends Needs<By, Path, PathJson, Query, QueryJson> {
  readonly kind?: Route["kind"]
  readonly policy?: CachePolicy
  readonly show: (request: WebRequest<Path, Query>) => Effect.Effect<Answer, PageError, Services[By]>
}

/** What is read by GET. */
export const page = <By extends keyof Services, Path, PathJson, Query, QueryJson>(
  route: PageRoute<By, Path, PathJson, Query, QueryJson>
): Route => {
  const decode = decoderOf(route)
  return {
    ...endpointOf("GET", route),
    kind: route.kind ?? "page",
    policy: route.policy,
    answer: (request) => Effect.flatMap(decode(request), route.show)
  }
}

interface ActionRoute<By extends keyof Services, Path, PathJson, Query, QueryJson, Payload, PayloadJson, Shown>
  extends Needs<By, Path, PathJson, Query, QueryJson> {
  readonly payloadSchema: Schema.Schema<Payload, PayloadJson>
  /** Makes what the schema decodes; without it, that is the values of the form. */
  readonly payloadOf?: (values: Values) => unknown
  readonly isFromAnywhere?: boolean
  /** Answers the buttons of the form that only prepare it, such as one for a preview. */
  readonly prepare?: (request: WebRequest<Path, Query>) => Effect.Effect<View, PageError, Services[By]>
  readonly send: (request: WebRequest<Path, Query>, payload: Payload) => Effect.Effect<Answer, PageError, Services[By]>
  /** Shows a refused form by itself. */
  readonly again?: (request: WebRequest<Path, Query>) => Effect.Effect<View | Redirect, PageError, Shown>
}

const actionRoute = <By extends keyof Services, Path, PathJson, Query, QueryJson, Payload, PayloadJson>(
  route: ActionRoute<By, Path, PathJson, Query, QueryJson, Payload, PayloadJson, Member>
): Route => {
  const { again, isFromAnywhere, payloadOf = (values) => values, prepare, send } = route
  const decode = decoderOf(route)
  const decodePayload = Schema.decodeUnknownEither(route.payloadSchema)
  return {
    ...endpointOf("POST", route),
    ...(isFromAnywhere === true ? { isFromAnywhere, bodyType: oneClickType } : {}),
    kind: "page",
    answer: Effect.fnUntraced(function* (request) {
      const typed = yield* decode(request)
      const { values } = request.form
      if (prepare !== undefined && valueOf(values, "prepare") !== "") return yield* prepare(typed)
      return yield* send(typed, yield* decoded(decodePayload(payloadOf(values))))
    }),
    again: again && ((request) => Effect.flatMap(decode(request), again))
  }
}

/** A button that changes something: a form without a page of its own. */
export const action = <By extends keyof Services, Path, PathJson, Query, QueryJson, Payload, PayloadJson>(
  route: ActionRoute<By, Path, PathJson, Query, QueryJson, Payload, PayloadJson, Reader>
): Route => actionRoute(route)

export interface FormRoute<By extends keyof Services, Path, PathJson, Query, QueryJson, Payload, PayloadJson, Shown>
  extends ActionRoute<By, Path, PathJson, Query, QueryJson, Payload, PayloadJson, Shown> {
  readonly show: (request: WebRequest<Path, Query>) => Effect.Effect<View | Redirect, PageError, Shown>
}

const formRoutes = <By extends keyof Services, Path, PathJson, Query, QueryJson, Payload, PayloadJson>(
  route: FormRoute<By, Path, PathJson, Query, QueryJson, Payload, PayloadJson, Member>
): ReadonlyArray<Route> => {
  const { limits: _, scope: __, ...needs } = route
  const decode = decoderOf(route)
  return [
    { ...endpointOf("GET", needs), kind: "page", answer: (request) => Effect.flatMap(decode(request), route.show) },
    actionRoute({ again: route.show, ...route })
  ]
}

/**
 * A page with a form: GET shows it empty, POST sends it, and shows it with what was typed where it is refused: by `again`
 * where the page has more to read. Limits and scope are those of sending.
 */
export const form = <By extends keyof Services, Path, PathJson, Query, QueryJson, Payload, PayloadJson>(
  route: FormRoute<By, Path, PathJson, Query, QueryJson, Payload, PayloadJson, Reader>
): ReadonlyArray<Route> => formRoutes(route)

/** A page with a form that only its member can see, such as of settings. */
export const memberForm = <Path, PathJson, Query, QueryJson, Payload, PayloadJson>(
  route: FormRoute<"signedIn", Path, PathJson, Query, QueryJson, Payload, PayloadJson, Member>
): ReadonlyArray<Route> => formRoutes(route).map((one) => ({ ...one, isOfMember: true }))
