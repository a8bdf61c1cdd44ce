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
  PayloadTooLarge,
  ServiceUnavailable,
  statusOf,
  TooMany,
  Unauthorized,
  type WireError
} from "../api/WireErrors.ts"
import { describeIssues } from "../domain/Issues.ts"
import { Unavailable } from "../domain/Unavailable.ts"
import { methodsOf, pathnameOf } from "./Endpoints.ts"
import { RequestRecord } from "./RequestRecord.ts"

/** Each error of the domain, and what HTTP answers to it. A handler whose error has no row here does not compile. */
export const rows = {
  ApiKeyNotFound: NotFound,
  CursorRefused: BadRequest,
  DiseaseNotFound: NotFound,
  EmailTaken: Conflict,
  NestedTooDeep: BadRequest,
  NewsNotFound: NotFound,
  NoSession: BadRequest,
  NotAllowed: Forbidden,
  NotSignedIn: Unauthorized,
  NothingToRank: BadRequest,
  PostNotFound: NotFound,
  TextRefused: BadRequest,
  TooCostly: BadRequest,
  TooManyApiKeys: Conflict,
  TooManyRequests: TooMany,
  Unavailable: ServiceUnavailable,
  UnknownDiseases: BadRequest,
  UserNotFound: NotFound,
  UsernameTaken: Conflict,
  WrongLogin: Unauthorized
}

type Rows = { readonly [Tag in keyof typeof rows]: InstanceType<(typeof rows)[Tag]> }
const table: { readonly [Tag in keyof Rows]: new (props: { readonly message: string }) => Rows[Tag] } = rows

/** How long somebody waits who was refused for our sake. */
const retryAfterSeconds = 2

/** The schemes that a refused caller may try (RFC 9110, 11.6.1). */
const challenge = 'Bearer realm="community", ApiKey realm="community"'

/** Turns domain errors into wire errors, and only into those of their own rows, so that an endpoint declares no others. */
export const wire = <A, E extends { readonly _tag: keyof Rows; readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Rows[E["_tag"]], R> =>
  Effect.catchAll(effect, (error: { readonly _tag: E["_tag"]; readonly message: string }) =>
    Effect.flatMap(RequestRecord, (record) => {
      if (Predicate.hasProperty(error, "retryAfterSeconds")) record.retryAfterSeconds = Number(error.retryAfterSeconds)
      return Effect.fail(new table[error._tag]({ message: error.message }))
    })
  )

const isTooLarge = (error: HttpServerError.RequestError) =>
  /maxBytes|too large/i.test(error.cause instanceof Error ? error.cause.message : String(error.cause))

/** The answer to a path or method that the router does not know. */
const unrouted = ({ request }: HttpServerError.RouteNotFound) =>
  Effect.flatMap(RequestRecord, (record): Effect.Effect<never, NotFound | MethodNotAllowed> => {
    const methods = methodsOf(pathnameOf(request.url))
    if (methods.length === 0) return Effect.fail(new NotFound({ message: "there is no such path" }))
    record.allow = methods.join(", ")
    return Effect.fail(new MethodNotAllowed({ message: `this path takes ${record.allow}, not ${request.method}` }))
  })

/** What HTTP answers to a failure that no handler made. A defect is logged, and never told. */
const answer = (failure: unknown, cause: Cause.Cause<unknown>): Effect.Effect<never, WireError> => {
  if (failure instanceof HttpApiError.HttpApiDecodeError) {
    return Effect.fail(new BadRequest({ message: describeIssues(failure.issues) }))
  }
  if (failure instanceof HttpServerError.RouteNotFound) return unrouted(failure)
  if (failure instanceof HttpServerError.RequestError) {
    return Effect.fail(
      isTooLarge(failure)
        ? new PayloadTooLarge({ message: "the body is larger than 256 KiB" })
        : new BadRequest({ message: "the body is no JSON" })
    )
  }
  if (failure instanceof Unavailable) return wire(Effect.fail(failure))
  return Effect.zipRight(
    Effect.logError("unexpected failure", cause),
    Effect.fail(new InternalError({ message: "internal error" }))
  )
}

const answered = (error: WireError) =>
  Effect.map(RequestRecord, (record) => {
    if (error._tag === "ServiceUnavailable") record.retryAfterSeconds ??= retryAfterSeconds
    const headers = error._tag === "Unauthorized" ? { "www-authenticate": challenge } : {}
    return HttpServerResponse.unsafeJson({ error: error.message }, { status: statusOf(error), headers })
  })

/**
 * The last stop of every failure: whatever it is, it is answered `{ "error": … }` under the status of the contract.
 * (Platform types its apps as unable to fail; what fails in a handler, a decoder or the router passes here all the same.)
 */
export const answerFailures = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.catchAllCause(app, (cause) => {
    const failure = Cause.squash(cause)
    if (isWireError(failure)) return answered(failure)
    return Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.catchAll(answer(failure, cause), answered)
  })
