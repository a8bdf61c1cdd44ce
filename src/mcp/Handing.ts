import type { ServerResponse } from "node:http"
import { HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { NotFound } from "../api/WireErrors.ts"
import { querySecretOf, type Secret, secretOf } from "../domain/Credential.ts"
import { NotSignedIn } from "../domain/CurrentUser.ts"
import { handOver } from "../http/HandOver.ts"
import { malformed } from "./StreamableTransport.ts"

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

/** What is answered to JSON that is no message of the protocol. */
export const malformedAnswer = HttpServerResponse.unsafeJson(malformed, { status: 400 })

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
