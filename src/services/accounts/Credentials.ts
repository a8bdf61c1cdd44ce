import { Context, DateTime, Deferred, Effect, Layer, Option } from "effect"
import { credentialCacheLookups, update } from "../../concurrency/Metrics.ts"
import { sleepUntil } from "../../concurrency/SleepUntil.ts"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { CurrentUser, NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { endingOf } from "../../domain/Change.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { CredentialsRepo, type Identified } from "../../ports/CredentialsRepo.ts"
import { type SecretHash, Secrets } from "../../ports/Secrets.ts"
import { Changes } from "../Changes.ts"
import { type CachedCredential, CredentialCache } from "./CredentialCache.ts"

/** The use of a key is written at most once in this time. */
const useNotedEveryMillis = 60_000

/** Lifetime of a cached credential: one that was deleted by hand in the database, without a change, ends then. */
const cachedMillis = 90_000

/** The way in which a credential ended. */
export type Ending = "logout" | "revoked" | "expired"

/** Identifies the callers of every transport, so that a revoked credential is refused everywhere at once. */
export class Credentials extends Context.Tag("services/accounts/Credentials")<
  Credentials,
  {
    /**
     * The user of a token or key, with the present role. Fails with `NotSignedIn` for an unknown or ended one. It does not
     * suspend for a cached credential: one is cached until it ends, or its member changes, on any instance. Nothing is cached
     * while changes of other instances may arrive late.
     */
    readonly userOf: (secret: Secret) => Effect.Effect<SignedInUser, NotSignedIn | Unavailable>

    /** Returns when the caller's credential is logged out, revoked or expired. Streams that it opened end then. */
    readonly ended: Effect.Effect<Ending, never, CurrentUser>
  }
>() {
  static readonly layer = Layer.scoped(Credentials, Effect.gen(make))
}

function* make() {
  const changes = yield* Changes
  const repo = yield* CredentialsRepo
  const secrets = yield* Secrets
  const clock = yield* Effect.clock
  const credentials = new CredentialCache()
  yield* changes.subscribeAll(credentials.changed)

  const lookUp = Effect.fnUntraced(function* ({ hash, kind }: SecretHash, now: number) {
    const after = credentials.changes
    const identified = yield* repo.identify(kind, hash, DateTime.unsafeMake(now))
    if (Option.isNone(identified)) return yield* new NotSignedIn()
    const credential = credentialOf(identified.value, now)
    credentials.add(hash, credential, after)
    return credential
  })

  const userOf = Effect.fnUntraced(function* (secret: Secret) {
    const hashed = secrets.hashOf(secret)
    if (hashed === undefined) return yield* new NotSignedIn()
    const now = clock.unsafeCurrentTimeMillis()
    const cached = changes.isInSync() ? credentials.get(hashed.hash, now) : undefined
    update(cached === undefined ? credentialCacheLookups.miss : credentialCacheLookups.hit)
    const credential = cached ?? (yield* lookUp(hashed, now))
    const { noteAtMillis, user } = credential
    if (now >= noteAtMillis) {
      credential.noteAtMillis = now + useNotedEveryMillis // before the write, so that one of many callers does it
      yield* repo.keyUsed(user.credential.id, DateTime.unsafeMake(now))
    }
    return user
  })

  const ended = Effect.scoped(Effect.provideService(endingOfCaller, Changes, changes))

  return Credentials.of({ userOf, ended })
}

const credentialOf = ({ lastUsedAt, user }: Identified, now: number): CachedCredential => {
  const { expiresAt, kind } = user.credential
  const never = Number.POSITIVE_INFINITY
  const expiresAtMillis = Option.match(expiresAt, { onNone: () => never, onSome: DateTime.toEpochMillis })
  const noteAtMillis = Option.match(lastUsedAt, {
    onNone: () => 0,
    onSome: (at) => DateTime.toEpochMillis(at) + useNotedEveryMillis
  })
  return {
    user,
    expiresAtMillis: Math.min(now + cachedMillis, expiresAtMillis),
    noteAtMillis: kind === "session" ? never : noteAtMillis
  }
}

const endingOfCaller = Effect.gen(function* () {
  const { credential, id } = yield* CurrentUser
  const changes = yield* Changes
  const ended = yield* Deferred.make<Ending>()
  yield* changes.subscribe(`user ${id}`, (change) => {
    const ending = endingOf(change, credential)
    if (ending !== undefined) Deferred.unsafeDone(ended, Effect.succeed(ending))
  })
  const expired = Option.match(credential.expiresAt, {
    onNone: () => Effect.never,
    onSome: (at) => Effect.as(sleepUntil(DateTime.toEpochMillis(at)), "expired" as const)
  })
  return yield* Effect.raceFirst(Deferred.await(ended), expired)
})
