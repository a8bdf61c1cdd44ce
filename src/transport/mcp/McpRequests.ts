import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { BadRequest, NotFound } from "../../api/WireErrors.ts"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { RequestContext } from "../wire/RequestContext.ts"
import type { InvalidMessage, NotJson } from "./McpMessages.ts"

/** The credential that the request was admitted with. */
export const callerSecret: Effect.Effect<Secret, NotSignedIn> = Effect.flatMap(RequestContext, ({ secret }) =>
  Effect.mapError(secret, () => new NotSignedIn())
)

/** The answer for an unknown session and for one of another member: a caller cannot distinguish them. */
export const noSession = new NotFound({ message: "there is no such session (any more): begin a new one" })

/** Answers a body that holds no valid message: a JSON-RPC error under 400. */
export const refusalOf = (
  refused: NotJson | InvalidMessage
): Effect.Effect<HttpServerResponse.HttpServerResponse, BadRequest> => {
  if (refused._tag === "NotJson") return new BadRequest({ message: "the body is no JSON" })
  const { code, id, message } = refused
  return Effect.succeed(
    HttpServerResponse.unsafeJson({ jsonrpc: "2.0", error: { code, message }, id }, { status: 400 })
  )
}
