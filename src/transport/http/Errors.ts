import { HttpApiError, HttpServerError, HttpServerResponse } from "@effect/platform"
import { Cause, Effect, Predicate } from "effect"
import {
  BadRequest,
  Conflict,
  Forbidden,
  InternalError,
  isWireError,
  MethodNotAllowed,
  NotFound,
  ServiceUnavailable,
  statusOf,
  TooMany,
  Unauthorized,
  type WireError
} from "../../api/WireErrors.ts"
import { describeIssues } from "../../domain/Issues.ts"
import { Unavailable } from "../../domain/Unavailable.ts"
import { RequestContext } from "../wire/RequestContext.ts"
import { pathnameOf } from "../wire/RequestTarget.ts"
import { methodsOf } from "./Endpoints.ts"

/** The wire error of each error of the domain. A handler whose error has no row here does not compile. */
export const errorTable = {
  AccountSuspended: Forbidden,
  ActionUnfit: BadRequest,
  ApiKeyExpired: Conflict,
  ApiKeyNotFound: NotFound,
  AppealNotFound: NotFound,
  AppealRefused: Conflict,
  BlockingOneself: BadRequest,
  CommentNotFound: NotFound,
  FollowingOneself: BadRequest,
  IdempotencyConflict: Conflict,
  InvalidCursor: BadRequest,
  DecisionNotFound: NotFound,
  DiseaseNotFound: NotFound,
  EmailTaken: Conflict,
  ExceedsCredential: Forbidden,
  ExpiryPassed: BadRequest,
  LeakFound: BadRequest,
  LinkNotValid: BadRequest,
  MailOff: Forbidden,
  MetricsAreLocal: Forbidden,
  MissingScope: Forbidden,
  NestedTooDeep: BadRequest,
  NewsNotFound: NotFound,
  NoSession: BadRequest,
  NotAllowed: Forbidden,
  NotSignedIn: Unauthorized,
  NothingToDecide: Conflict,
  NothingToRank: BadRequest,
  OwnReport: BadRequest,
  PhenotypeNotFound: NotFound,
  PostNotFound: NotFound,
  ReportedAlready: Conflict,
  ReportNotFound: NotFound,
  SessionNotFound: NotFound,
  SignsMisused: BadRequest,
  InvalidText: BadRequest,
  TargetNotFound: NotFound,
  TooCostly: BadRequest,
  TooManyApiKeys: Conflict,
  TooManyFollows: Conflict,
  TooManyRequests: TooMany,
  Unavailable: ServiceUnavailable,
  UnknownDiseases: BadRequest,
  UserNotFound: NotFound,
  UntilPassed: BadRequest,
  UsernameTaken: Conflict,
  WrongLogin: Unauthorized,
  WrongMetricsToken: Unauthorized,
  WrongPassword: Forbidden
}

type Rows = { readonly [Tag in keyof typeof errorTable]: InstanceType<(typeof errorTable)[Tag]> }
const table: { readonly [Tag in keyof Rows]: new (props: { readonly message: string }) => Rows[Tag] } = errorTable

/** An error of the domain that has a row. */
export interface DomainError {
  readonly _tag: keyof Rows
  readonly message: string
}

/** The wait after a refusal that is the server's fault. */
const retryAfterSeconds = 2

/** The schemes that a refused caller may try (RFC 9110, 11.6.1). */
const challenge = 'Bearer realm="community", ApiKey realm="community"'

/** Turns domain errors into wire errors, and only into those of their own rows, so that an endpoint declares no others. */
export const toWireError = <A, E extends DomainError, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Rows[E["_tag"]], R> =>
  Effect.catchAll(effect, (error: { readonly _tag: E["_tag"]; readonly message: string }) =>
    Effect.flatMap(RequestContext, ({ headers }) => {
      if (Predicate.hasProperty(error, "retryAfterSeconds")) headers["retry-after"] = String(error.retryAfterSeconds)
      return Effect.fail(new table[error._tag]({ message: error.message }))
    })
  )

/** Fails with 404 for a path that the router does not know, with 405 for such a method. */
const routeError = ({ request }: HttpServerError.RouteNotFound) =>
  Effect.flatMap(RequestContext, ({ headers }): Effect.Effect<never, NotFound | MethodNotAllowed> => {
    const methods = methodsOf(pathnameOf(request.url))
    if (methods.length === 0) return Effect.fail(new NotFound({ message: "there is no such path" }))
    const allow = methods.join(", ")
    headers["allow"] = allow
    return Effect.fail(new MethodNotAllowed({ message: `this path takes ${allow}, not ${request.method}` }))
  })

/** Answers the defects of `what` by `answer`. They are logged with `facts`, and their cause is never sent. */
export const answerDefects = <B, E2, R2>(
  what: string,
  answer: Effect.Effect<B, E2, R2>,
  facts: Readonly<Record<string, string>> = {}
) =>
  Effect.catchAllDefect((defect) =>
    Effect.zipRight(Effect.annotateLogs(Effect.logError(`${what} failed unexpectedly`, defect), facts), answer)
  )

/** The wire error of a failure that no handler declared. A defect is logged, and its cause never sent. */
const wireErrorOf = (failure: unknown, cause: Cause.Cause<unknown>): Effect.Effect<never, WireError> => {
  if (failure instanceof HttpApiError.HttpApiDecodeError) {
    return Effect.fail(new BadRequest({ message: describeIssues(failure.issues) }))
  }
  if (failure instanceof HttpServerError.RouteNotFound) return routeError(failure)
  if (failure instanceof Unavailable) return toWireError(Effect.fail(failure))
  return Effect.zipRight(
    Effect.logError("unexpected failure", cause),
    Effect.fail(new InternalError({ message: "internal error" }))
  )
}

/** The response of an error, with the headers that its status needs. */
const respond = (error: WireError) =>
  Effect.map(RequestContext, ({ headers }) => {
    if (error._tag === "ServiceUnavailable") headers["retry-after"] ??= String(retryAfterSeconds)
    if (error._tag === "Unauthorized") headers["www-authenticate"] = challenge
    return HttpServerResponse.unsafeJson({ error: error.message }, { status: statusOf(error) })
  })

/**
 * Answers a failure by `{ "error": … }` under the status of the contract. (Platform types its apps as unable to fail, but
 * failures of handlers, decoders and the router arrive here.)
 */
export const answerFailure = (cause: Cause.Cause<unknown>): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const failure = Cause.squash(cause)
  if (isWireError(failure)) return respond(failure)
  return Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.catchAll(wireErrorOf(failure, cause), respond)
}
