import { Clock, Context, DateTime, Effect, Layer, Option } from "effect"
import type { Secret } from "../domain/Credential.ts"
import { NotSignedIn, type SignedInUser } from "../domain/CurrentUser.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { CredentialsRepo } from "../repositories/CredentialsRepo.ts"
import { Secrets } from "./Secrets.ts"

/** How old the last noted use of a key must be for another to be noted. */
const useNotedEveryMillis = 60_000

const make = Effect.gen(function* () {
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

  return { userOf }
})

/** Who a credential belongs to. Every transport asks here, so that a revoked one is refused everywhere at once. */
export class Credentials extends Context.Tag("services/Credentials")<
  Credentials,
  {
    /** The user of a token or key, with the role of now. Fails with `NotSignedIn` for one that opens nothing (any more). */
    readonly userOf: (secret: Secret) => Effect.Effect<SignedInUser, NotSignedIn | Unavailable>
  }
>() {
  /** Credentials as they are stored, looked up each time. */
  static readonly layer = Layer.effect(Credentials, make)
}
