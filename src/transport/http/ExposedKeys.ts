import { Effect, Option, Redacted } from "effect"
import { ClockCache } from "../../concurrency/ClockCache.ts"
import { keyPrefixCharacters, type Secret } from "../../domain/accounts/Credential.ts"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"

/** The credential of a request and its way here. */
export interface Arrival {
  readonly secret: Option.Option<Secret>
  /** True if the request came from another machine without TLS. */
  readonly isPlain: () => boolean
}

/** The keys that are remembered as logged, by the ids of their secrets. */
const maxExposedKeys = 10_000

/** Logs a key once when anybody on the network may have read it: it arrived without TLS from another machine. */
export const makeExposedKeys = () => {
  const logged = new ClockCache<number | null, true>(maxExposedKeys)

  /** True for a key that is to be logged. */
  const isNew = ({ credential }: SignedInUser, { isPlain }: Arrival) =>
    credential.kind === "apiKey" && logged.get(credential.secretId) === undefined && isPlain()

  const log = (user: SignedInUser, arrival: Arrival) =>
    Effect.suspend(() => {
      if (!isNew(user, arrival)) return Effect.void
      logged.set(user.credential.secretId, true)
      const prefix = Option.map(arrival.secret, (secret) => Redacted.value(secret).slice(0, keyPrefixCharacters))
      return Effect.annotateLogs(
        Effect.logWarning("an API key is exposed: it arrived over plain HTTP. Revoke it, and use HTTPS"),
        { key: Option.getOrElse(prefix, () => ""), user: user.id }
      )
    })

  return { isNew, log }
}
