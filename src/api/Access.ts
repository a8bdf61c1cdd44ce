import { HttpApiMiddleware } from "@effect/platform"
import { Context, Option, Schema } from "effect"
import type { AccessScope } from "../domain/accounts/Credential.ts"
import { ClientAddress, CurrentUser, type RestrictedAction, Viewer } from "../domain/accounts/CurrentUser.ts"
import type { LimitScope } from "../domain/Limits.ts"
import {
  BadRequest,
  Forbidden,
  PayloadTooLarge,
  ServiceUnavailable,
  TooMany,
  Unauthorized,
  UnsupportedMediaType
} from "./WireErrors.ts"

/**
 * The failures of both kinds of access, `SignedIn` and `Anyone`: an invalid `:id`, an unreadable body, a rate limit
 * that is used up, an invalid credential, and one that lacks a scope, in this order (contract, "which failure wins").
 * Each endpoint has one of the two, and cannot be built without it.
 */
const refusal = Schema.Union(
  PayloadTooLarge.wire,
  UnsupportedMediaType.wire,
  TooMany.wire,
  Unauthorized.wire,
  Forbidden.wire,
  BadRequest.wire,
  ServiceUnavailable.wire
)

/**
 * Requires a credential; handlers get `CurrentUser`. This middleware and the two below are marks without an
 * implementation: `transport/http/Admission.ts` reads them and provides their services (decision 0004).
 */
export class SignedIn extends HttpApiMiddleware.Tag<SignedIn>()("api/SignedIn", {
  failure: refusal,
  provides: CurrentUser
}) {}

/** Accepts a credential; handlers get `Viewer`. */
export class Anyone extends HttpApiMiddleware.Tag<Anyone>()("api/Anyone", {
  failure: refusal,
  provides: Viewer
}) {}

/** Gives `ClientAddress` to endpoints whose limits depend on it. */
export class Addressed extends HttpApiMiddleware.Tag<Addressed>()("api/Addressed", { provides: ClientAddress }) {}

/** The rate limits that charge an endpoint, where the method is not enough to decide (spec, Limits). */
export class CountsAs extends Context.Tag("api/CountsAs")<CountsAs, ReadonlyArray<LimitScope>>() {}

/**
 * The scope that a credential needs, where it is not `read` for GET and `write` for all other methods. `any` where the
 * messages of the body decide, each for itself. An endpoint that needs `write` counts in the daily budget of a key.
 */
export class NeedsScope extends Context.Tag("api/NeedsScope")<NeedsScope, AccessScope | "any">() {}

/** Endpoints that are not for API keys, with the action that a key may not do: 403 before the body is read. */
export class SessionsOnly extends Context.Tag("api/SessionsOnly")<SessionsOnly, RestrictedAction>() {}

/**
 * The query parameters that carry a credential, for clients that cannot send headers: browsers' EventSource and older
 * MCP clients. All other endpoints ignore them (spec, Authentication, rule 4).
 */
export class QueryCredentials extends Context.Tag("api/QueryCredentials")<
  QueryCredentials,
  ReadonlyArray<"apiKey" | "token">
>() {}

/**
 * Endpoints that change something, but ignore the Idempotency-Key: their answer carries a secret (contract,
 * Conventions).
 */
export class IgnoresIdempotencyKey extends Context.Tag("api/IgnoresIdempotencyKey")<IgnoresIdempotencyKey, true>() {}

/** True for endpoints that make a write once for each Idempotency-Key. */
export const takesIdempotencyKey = (method: string, annotations: Context.Context<never>): boolean =>
  method.toUpperCase() !== "GET" && Option.isNone(Context.getOption(annotations, IgnoresIdempotencyKey))

/** Endpoints that are open to suspended members, who may do nothing else (contract, Reports and decisions). */
export class OpenToSuspended extends Context.Tag("api/OpenToSuspended")<OpenToSuspended, true>() {}

/** The media type of an endpoint's request body, where it is not JSON. */
export class BodyType extends Context.Tag("api/BodyType")<BodyType, string>() {}

/** The type of the forms of pages. */
export const formType = "application/x-www-form-urlencoded"

/** Endpoints whose handler reads the body, since it knows who may send one. */
export class ReadsBody extends Context.Tag("api/ReadsBody")<ReadsBody, true>() {}

/** Endpoints that take no body at all for one without members. */
export class OptionalBody extends Context.Tag("api/OptionalBody")<OptionalBody, true>() {}
