import type { ServerResponse } from "node:http"
import { HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { BadRequest, NotFound } from "../api/WireErrors.ts"
import { querySecretOf, type Secret, secretOf } from "../domain/Credential.ts"
import { NotSignedIn, type SignedInUser } from "../domain/CurrentUser.ts"
import { wire } from "../http/Errors.ts"
import { handOver } from "../http/HandOver.ts"
import { RequestRecord } from "../http/RequestRecord.ts"
import { type RateLimits, subjectOf } from "../services/RateLimits.ts"
import type { MessageRefused, NoJson } from "./Messages.ts"

/** The credential of a request, where `AccessHttp` found it too. */
export const secretIn = (
  headers: Readonly<Record<string, string | undefined>>,
  apiKey: string | undefined
): Effect.Effect<Secret, NotSignedIn> =>
  Effect.mapError(
    Option.orElse(secretOf(headers["authorization"]), () => querySecretOf("apiKey", apiKey)),
    () => new NotSignedIn()
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
  const record = yield* RequestRecord
  record.budget = yield* wire(
    Effect.tapErrorTag(limits.admit(["mcp"], subjectOf(user), count), "TooManyRequests", ({ budget }) =>
      Effect.sync(() => {
        record.budget = budget
      })
    )
  )
})

/** Hands the response over; `otherwise` is run where nobody came to take it, since its client left before. */
export const handOverOr = (take: (response: ServerResponse) => void, otherwise: Effect.Effect<void>) =>
  Effect.gen(function* () {
    let taken = false
    yield* Effect.addFinalizer(() => (taken ? Effect.void : otherwise))
    return yield* handOver((response) => {
      taken = true
      take(response)
    })
  })
