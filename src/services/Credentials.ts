import { Clock, Context, DateTime, Deferred, Effect, Layer, Option } from "effect"
import { endingOf } from "../domain/Change.ts"
import type { Secret } from "../domain/Credential.ts"
import { CurrentUser, NotSignedIn, type SignedInUser } from "../domain/CurrentUser.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { CredentialsRepo } from "../repositories/CredentialsRepo.ts"
import { Changes } from "./Changes.ts"
import { type KnownCredential, KnownCredentials } from "./KnownCredentials.ts"
import { type SecretHash, Secrets } from "./Secrets.ts"

/** How old the last noted use of a key must be for another to be noted. */
const useNotedEveryMillis = 60_000

/** How long a credential is known: one that was deleted by hand in the database, which tells no change, ends then. */
const knownMillis = 90_000

/** Why a credential opens nothing any more. */
export type Ending = "logout" | "revoked" | "expired"

const make = Effect.gen(function* () {
  const changes = yield* Changes
  const repo = yield* CredentialsRepo
  const secrets = yield* Secrets
  const clock = yield* Effect.clock
  const credentials = new KnownCredentials()
  yield* changes.listenAll(credentials.changed)

  /** What is known of a hash, while every change that may end it is heard at once. */
  const knownBy = (hash: string, now: number) => (changes.isCurrent() ? credentials.get(hash, now) : undefined)

  const known = (secret: Secret) => {
    const hashed = secrets.hashOf(secret)
    if (hashed === undefined) return undefined
    const now = clock.unsafeCurrentTimeMillis()
    const found = knownBy(hashed.hash, now)
    return found !== undefined && now < found.noteAtMillis ? found.user : undefined
  }

  const lookedUp = Effect.fnUntraced(function* ({ hash, kind }: SecretHash, now: number) {
    const after = credentials.changes
    const found = yield* repo.identify(kind, hash, DateTime.unsafeMake(now))
    if (Option.isNone(found)) return yield* new NotSignedIn()
    const { lastUsedAt, user } = found.value
    const { expiresAt } = user.credential
    const never = Number.POSITIVE_INFINITY
    const noteAtMillis = Option.match(lastUsedAt, {
      onNone: () => 0,
      onSome: (at) => DateTime.toEpochMillis(at) + useNotedEveryMillis
    })
    const credential: KnownCredential = {
      user,
      expiresAtMillis: Math.min(
        now + knownMillis,
        Option.match(expiresAt, { onNone: () => never, onSome: DateTime.toEpochMillis })
      ),
      noteAtMillis: kind === "session" ? never : noteAtMillis
    }
    credentials.add(hash, credential, after)
    return credential
  })

  const userOf = Effect.fnUntraced(function* (secret: Secret) {
    const hashed = secrets.hashOf(secret)
    if (hashed === undefined) return yield* new NotSignedIn()
    const now = clock.unsafeCurrentTimeMillis()
    const credential = knownBy(hashed.hash, now) ?? (yield* lookedUp(hashed, now))
    const { noteAtMillis, user } = credential
    if (now >= noteAtMillis) {
      credential.noteAtMillis = now + useNotedEveryMillis // before it is noted, so that one of many callers does it
      yield* repo.keyUsed(user.credential.id, DateTime.unsafeMake(now))
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

  return Credentials.of({ known, userOf, ended })
})

/** Who a credential belongs to. Every transport asks here, so that a revoked one is refused everywhere at once. */
export class Credentials extends Context.Tag("services/Credentials")<
  Credentials,
  {
    /**
     * The same as `userOf` at once and for a few microseconds, where it is known from before; undefined where `userOf`
     * has to be asked. A credential is known until it ends, or its member is changed, on whatever instance; none is
     * while changes of other instances may be missed.
     */
    readonly known: (secret: Secret) => SignedInUser | undefined

    /** The user of a token or key, with the role of now. Fails with `NotSignedIn` for one that opens nothing (any more). */
    readonly userOf: (secret: Secret) => Effect.Effect<SignedInUser, NotSignedIn | Unavailable>

    /** Waits until the caller's credential is logged out, revoked or expired: what it opened ends then. */
    readonly ended: Effect.Effect<Ending, never, CurrentUser>
  }
>() {
  /** Credentials as they are stored, each looked up once for as long as nothing changes. */
  static readonly layer = Layer.scoped(Credentials, make)
}
