import { HttpApiMiddleware } from "@effect/platform"
import { Context, Schema } from "effect"
import { ClientAddress } from "../domain/ClientAddress.ts"
import { CurrentUser, Viewer } from "../domain/CurrentUser.ts"
import type { LimitScope } from "../domain/Limits.ts"
import {
  BadRequest,
  PayloadTooLarge,
  ServiceUnavailable,
  TooMany,
  Unauthorized,
  UnsupportedMediaType
} from "./WireErrors.ts"

/**
 * Who may call. Each endpoint has one of the two, and cannot be built without it. Both refuse an `:id` that cannot be
 * one, a body that cannot be read, a limit that is used up, and a credential that opens nothing, in this order
 * (contract, "which failure wins").
 */

const refusal = Schema.Union(
  PayloadTooLarge.wire,
  UnsupportedMediaType.wire,
  TooMany.wire,
  Unauthorized.wire,
  BadRequest.wire,
  ServiceUnavailable.wire
)

/** Asks for a credential, and provides `CurrentUser`. */
export class SignedIn extends HttpApiMiddleware.Tag<SignedIn>()("api/SignedIn", {
  failure: refusal,
  provides: CurrentUser
}) {}

/** Looks at a credential where there is one, and provides `Viewer`. */
export class Anyone extends HttpApiMiddleware.Tag<Anyone>()("api/Anyone", {
  failure: refusal,
  provides: Viewer
}) {}

/** Provides `ClientAddress`, to endpoints that count by it. */
export class Addressed extends HttpApiMiddleware.Tag<Addressed>()("api/Addressed", { provides: ClientAddress }) {}

/** What requests of an endpoint count as, where it is not by their method alone (spec, Limits). */
export class CountsAs extends Context.Tag("api/CountsAs")<CountsAs, ReadonlyArray<LimitScope>>() {}

/**
 * The query parameters that carry a credential to an endpoint whose clients cannot send headers: browsers' EventSource,
 * older MCP clients. Anywhere else they are none (spec, Authentication, rule 4).
 */
export class QueryCredentials extends Context.Tag("api/QueryCredentials")<
  QueryCredentials,
  ReadonlyArray<"apiKey" | "token">
>() {}

/** The media type that the body of an endpoint is sent in, where it is not plain JSON. */
export class BodyType extends Context.Tag("api/BodyType")<BodyType, string>() {}
