import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { BadRequest, NotFound } from "../../api/WireErrors.ts"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { type RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { toWireError } from "../http/Errors.ts"
import { RequestContext } from "../wire/RequestContext.ts"
import type { MessageRefused, NoJson } from "./McpMessages.ts"

/** The credential that the request was admitted with. */
export const callerSecret: Effect.Effect<Secret, NotSignedIn> = Effect.flatMap(RequestContext, ({ secret }) =>
  Effect.mapError(secret, () => new NotSignedIn())
)

/** A session that is not there, or not the caller's: both are told alike. */
export const noSession = new NotFound({ message: "there is no such session (any more): begin a new one" })

/** What is answered to a body that holds no message we take. */
export const refusalOf = (
  refused: NoJson | Pick<MessageRefused, "_tag" | "code" | "message" | "id">
): Effect.Effect<HttpServerResponse.HttpServerResponse, BadRequest> => {
  if (refused._tag === "NoJson") return new BadRequest({ message: "the body is no JSON" })
  const { code, id, message } = refused
  return Effect.succeed(
    HttpServerResponse.unsafeJson({ jsonrpc: "2.0", error: { code, message }, id }, { status: 400 })
  )
}

/** Counts so many messages of a member, all or none of them (contract, Limits). */
export const countMessages = Effect.fnUntraced(function* (
  limits: RateLimits["Type"],
  user: SignedInUser,
  count: number
) {
  const record = yield* RequestContext
  record.budget = yield* toWireError(
    Effect.tapErrorTag(limits.admit(["mcp"], subjectOf(user), count), "TooManyRequests", ({ budget }) =>
      Effect.sync(() => {
        record.budget = budget
      })
    )
  )
})
