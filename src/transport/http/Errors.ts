import { HttpServerResponse } from "@effect/platform"
import { Cause, Effect, type ParseResult, Predicate } from "effect"
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
import { logDefect } from "../../concurrency/BackgroundTasks.ts"
import { SecondFactorNeeded, WrongSignInCode } from "../../domain/accounts/SecondFactor.ts"
import { InvalidInput } from "../../domain/Issues.ts"
import { Unavailable } from "../../domain/Unavailable.ts"
import type { RoutedRequest } from "./Endpoints.ts"

/**
 * The wire error of each error of the domain, by status and name. A handler whose error has no row here does not
 * compile.
 */
export const errorTable = {
  ActionUnfit: BadRequest,
  AudienceRefused: BadRequest,
  BlockingOneself: BadRequest,
  CommentElsewhere: BadRequest,
  CommonPassword: BadRequest,
  ExpiryPassed: BadRequest,
  FollowingOneself: BadRequest,
  HelpingOneself: BadRequest,
  InvalidCursor: BadRequest,
  InvalidInput: BadRequest,
  InvalidText: BadRequest,
  LeakFound: BadRequest,
  LinkNotValid: BadRequest,
  NestedTooDeep: BadRequest,
  NoSession: BadRequest,
  NothingToRank: BadRequest,
  OwnFeed: BadRequest,
  OwnReport: BadRequest,
  PhenotypesMisused: BadRequest,
  RegistrationRefused: BadRequest,
  PushEndpointRefused: BadRequest,
  PushKeyRefused: BadRequest,
  TooCostly: BadRequest,
  UnknownDiseases: BadRequest,
  UnknownReplyTo: BadRequest,
  UnknownLanguage: BadRequest,
  UntilPassed: BadRequest,
  WebhookUrlRefused: BadRequest,
  NotSignedIn: Unauthorized,
  PasskeyRefused: Unauthorized,
  SecondFactorNeeded: Unauthorized,
  SignInStepOver: Unauthorized,
  WrongLogin: Unauthorized,
  WrongMetricsToken: Unauthorized,
  WrongSignInCode: Unauthorized,
  AccountSuspended: Forbidden,
  ExceedsCredential: Forbidden,
  MailOff: Forbidden,
  MetricsAreLocal: Forbidden,
  MissingScope: Forbidden,
  NotAllowed: Forbidden,
  TranslationOff: Forbidden,
  TranslationUnwanted: Forbidden,
  WrongCode: Forbidden,
  WrongPassword: Forbidden,
  ApiKeyNotFound: NotFound,
  AppealNotFound: NotFound,
  CommentNotFound: NotFound,
  DecisionNotFound: NotFound,
  DiseaseNotFound: NotFound,
  FeedNotFound: NotFound,
  InvitationNotFound: NotFound,
  NewsNotFound: NotFound,
  PasskeyNotFound: NotFound,
  PhenotypeNotFound: NotFound,
  PostNotFound: NotFound,
  PushSubscriptionNotFound: NotFound,
  ReportNotFound: NotFound,
  SecondFactorNotFound: NotFound,
  SessionNotFound: NotFound,
  TargetNotFound: NotFound,
  UserNotFound: NotFound,
  VerificationRequestNotFound: NotFound,
  WebhookNotFound: NotFound,
  ApiKeyExpired: Conflict,
  AppealRefused: Conflict,
  AudienceFixed: Conflict,
  AudienceWidened: Conflict,
  AudiencesInUse: Conflict,
  EmailTaken: Conflict,
  FactorNeeded: Conflict,
  IdempotencyConflict: Conflict,
  NothingToDecide: Conflict,
  ReportedAlready: Conflict,
  SameLanguage: Conflict,
  TooManyApiKeys: Conflict,
  TooManyFeeds: Conflict,
  TooManyFollows: Conflict,
  TooManyPasskeys: Conflict,
  TooManyPushSubscriptions: Conflict,
  TooManyWebhooks: Conflict,
  UsernameTaken: Conflict,
  VerificationRequestChanged: Conflict,
  TooManyRequests: TooMany,
  TranslationFailed: ServiceUnavailable,
  Unavailable: ServiceUnavailable
}

type Rows = { readonly [Tag in keyof typeof errorTable]: InstanceType<(typeof errorTable)[Tag]> }
const table: {
  readonly [Tag in keyof Rows]: new (props: {
    readonly message: string
    readonly cause: unknown
  }) => Rows[Tag]
} = errorTable

/** An error of the domain that has a row. */
export interface DomainError {
  readonly _tag: keyof Rows
  readonly message: string
}

/** The wait that a client is told after a refusal that is the server's fault. */
const retryAfterSeconds = 2

/** The schemes that a refused caller may try (RFC 9110, 11.6.1). */
const challenge = 'Bearer realm="community", ApiKey realm="community"'

/** The schemes after a right password, where a code is missing or wrong. */
const codeChallenge = "Bearer, SecondFactor"

const challengeOf = ({ cause }: WireError) =>
  cause instanceof SecondFactorNeeded || cause instanceof WrongSignInCode ? codeChallenge : challenge

/**
 * Turns domain errors into wire errors, and only into those of their own rows, so that an endpoint declares no others.
 */
export const toWireError = <A, E extends DomainError, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Rows[E["_tag"]], R> =>
  Effect.mapError(
    effect,
    (error: { readonly _tag: E["_tag"]; readonly message: string }) =>
      new table[error._tag]({ message: error.message, cause: error })
  )

/**
 * The failures of a handler whose endpoint declares `Failure`: those, and domain errors with one of them in their row.
 */
export type Answerable<Failure> =
  | Failure
  | {
      readonly _tag: { [Tag in keyof Rows]: Rows[Tag] extends Failure ? Tag : never }[keyof Rows]
      readonly message: string
    }

const isDomainError = (error: unknown): error is { readonly _tag: keyof Rows; readonly message: string } =>
  Predicate.hasProperty(error, "_tag") && Predicate.isString(error._tag) && Object.hasOwn(errorTable, error._tag)

/** Turns the domain errors among the failures of a handler into wire errors. */
export const answerable = <A, R>(effect: Effect.Effect<A, unknown, R>): Effect.Effect<A, unknown, R> =>
  Effect.catchIf(effect, isDomainError, (error) => toWireError(Effect.fail(error)))

const noSuchPath = new NotFound({ message: "there is no such path" })
const noSuchId = new NotFound({ message: "there is no such path: an id is a positive number" })

/** Fails with 404 for a path that no endpoint has, with 405 for a method that those of the path do not take. */
export const refuseRoute = (method: string, { allowed, isMalformed }: RoutedRequest): NotFound | MethodNotAllowed => {
  if (allowed.length === 0) return isMalformed ? noSuchId : noSuchPath
  const allow = allowed.join(", ")
  return new MethodNotAllowed({ message: `this path takes ${allow}, not ${method}`, allow })
}

/** Answers the defects of `what` by `answer`. They are logged with `facts`, and their cause is never sent. */
export const answerDefects = <B, E2, R2>(
  what: string,
  answer: Effect.Effect<B, E2, R2>,
  facts: Readonly<Record<string, string>> = {}
) => Effect.catchAllDefect((defect) => Effect.zipRight(Effect.annotateLogs(logDefect(what, defect), facts), answer))

export const invalidRequest = (error: ParseResult.ParseError) => {
  const cause = InvalidInput.of(error)
  return new BadRequest({ message: cause.message, cause })
}

/** The error of the API for a failure. A defect is logged, and its cause never sent. An interruption goes on. */
export const wireErrorOf = (cause: Cause.Cause<unknown>): Effect.Effect<WireError> => {
  const failure = Cause.squash(cause)
  if (isWireError(failure)) return Effect.succeed(failure)
  if (Cause.isInterruptedOnly(cause)) return Effect.interrupt
  if (failure instanceof Unavailable) return Effect.flip(toWireError(Effect.fail(failure)))
  return Effect.as(logDefect("a request", cause), new InternalError({ message: "internal error" }))
}

/** The headers by which the response to an error, or its page, says what to do. */
export const headersOf = (error: WireError): Readonly<Record<string, string>> => {
  if (error._tag === "MethodNotAllowed" && error.allow !== undefined) return { allow: error.allow }
  if (Predicate.hasProperty(error.cause, "retryAfterSeconds")) {
    return { "retry-after": String(error.cause.retryAfterSeconds) }
  }
  return error._tag === "ServiceUnavailable" ? { "retry-after": String(retryAfterSeconds) } : {}
}

/** Answers an error by `{ "error": … }` under the status of the contract. */
export const respondTo = (error: WireError): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson(
    { error: error.message },
    {
      status: statusOf(error),
      headers: error._tag === "Unauthorized" ? { "www-authenticate": challengeOf(error) } : headersOf(error)
    }
  )

export const answerFailure = (cause: Cause.Cause<unknown>) => Effect.map(wireErrorOf(cause), respondTo)
