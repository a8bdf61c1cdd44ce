import { Clock, Context, DateTime, Deferred, Effect, Layer, Option } from "effect"
import { endingOf } from "../domain/Change.ts"
import type { Secret } from "../domain/Credential.ts"
import { CurrentUser, NotSignedIn, type SignedInUser } from "../domain/CurrentUser.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { CredentialsRepo } from "../repositories/CredentialsRepo.ts"
import { Changes } from "./Changes.ts"
import { Secrets } from "./Secrets.ts"

/** How old the last noted use of a key must be for another to be noted. */
const useNotedEveryMillis = 60_000

/** Why a credential opens nothing any more. */
export type Ending = "logout" | "revoked" | "expired"

const make = Effect.gen(function* () {
  const changes = yield* Changes
  const repo = yield* CredentialsRepo
  const secrets = yield* Secrets

  const userOf = Effect.fnUntraced(function* (secret: Secret) {
    const hashed = secrets.hashOf(secret)
    if (hashed === undefined) return yield* new NotSignedIn()
    const now = DateTime.unsafeMake(yield* Clock.currentTimeMillis)
    const found = yield* repo.identify(hashed.kind, hashed.hash, now)
    if (Option.isNone(found)) return yield* new NotSignedIn()
    const { lastUsedAt, user } = found.value
    const noted = Option.getOrElse(Option.map(lastUsedAt, DateTime.toEpochMillis), () => 0)
    if (hashed.kind === "apiKey" && DateTime.toEpochMillis(now) - noted >= useNotedEveryMillis) {
      yield* repo.keyUsed(user.credential.id, now)
    }
    return user
  })

  const ended = Effect.gen(function* () {
    const user = yield* CurrentUser
    const { expiresAt } = user.credential
    const taken = yield* Deferred.make<Ending>()
    yield* changes.listen(`user ${user.id}`, (change) => {
      const ending = endingOf(change, user.credential)
      if (ending !== undefined) Deferred.unsafeDone(taken, Effect.succeed(ending))
    })
    const expired = Option.match(expiresAt, {
      onNone: () => Effect.never,
      onSome: (at) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.delay(Effect.succeed("expired" as const), Math.max(0, DateTime.toEpochMillis(at) - now))
        )
    })
    return yield* Effect.raceFirst(Deferred.await(taken), expired)
  }).pipe(Effect.scoped)

  return { userOf, ended }
})

/** Who a credential belongs to. Every transport asks here, so that a revoked one is refused everywhere at once. */
export class Credentials extends Context.Tag("services/Credentials")<
  Credentials,
  {
    /** The user of a token or key, with the role of now. Fails with `NotSignedIn` for one that opens nothing (any more). */
    readonly userOf: (secret: Secret) => Effect.Effect<SignedInUser, NotSignedIn | Unavailable>

    /** Waits until the caller's credential is logged out, revoked or expired: what it opened ends then. */
    readonly ended: Effect.Effect<Ending, never, CurrentUser>
  }
>() {
  /** Credentials as they are stored, looked up each time. */
  static readonly layer = Layer.effect(Credentials, make)
}
