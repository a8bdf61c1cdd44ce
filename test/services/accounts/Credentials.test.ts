import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, DateTime, Deferred, Effect, Exit, Fiber, Layer, Option, Queue, Runtime, TestClock } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import type { Secret } from "../../../src/domain/accounts/Credential.ts"
import { CurrentUser, sessionCredential } from "../../../src/domain/accounts/CurrentUser.ts"
import type { Change } from "../../../src/domain/Change.ts"
import { SessionId, UserId } from "../../../src/domain/Ids.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { ChangeNotifier } from "../../../src/ports/ChangeNotifier.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { CredentialCache, Credentials } from "../../../src/services/accounts/Credentials.ts"
import { EndSessions } from "../../../src/services/accounts/EndSessions.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { newKeyRow } from "../../contracts/newRows.ts"
import { storeSession } from "../../support/StoredSession.ts"

/** The surroundings of the service that a test observes and delays. */
class Around extends Context.Tag("test/Around")<
  Around,
  {
    /** The numbers of look-ups and of noted uses. */
    readonly calls: { lookups: number; notes: number }
    /** The connection of the wake-ups. */
    readonly wakeUps: { current: number | undefined }
    /** Runs after a credential was read, and before the repository answers. */
    readonly delay: { until: Effect.Effect<void> }
    /** While it is silent the repository neither counts nor answers. */
    readonly repository: { isSilent: boolean }
  }
>() {
  static readonly layer = Layer.sync(Around, () => ({
    calls: { lookups: 0, notes: 0 },
    wakeUps: { current: 1 },
    delay: { until: Effect.void },
    repository: { isSilent: false }
  }))
}

/** A connection that has just been made. */
const notifier = Layer.effect(
  ChangeNotifier,
  Effect.gen(function* () {
    const { wakeUps } = yield* Around
    const made = yield* Queue.sliding<void>(1)
    yield* Queue.offer(made, undefined)
    return { wake: Effect.void, awaitWakeUp: Queue.take(made), connection: Option.some(() => wakeUps.current) }
  })
)

const watched = Layer.effect(
  CredentialsRepo,
  Effect.map(Effect.all([CredentialsRepo, Around]), ([repo, { calls, delay, repository }]) =>
    CredentialsRepo.of({
      ...repo,
      identify: (kind, hash, now) => {
        if (repository.isSilent) return Effect.never
        calls.lookups += 1
        return Effect.tap(repo.identify(kind, hash, now), () => delay.until)
      },
      keyUsed: (id, at) => {
        if (repository.isSilent) return Effect.never
        calls.notes += 1
        return repo.keyUsed(id, at)
      }
    })
  )
)

const instance = <A, E>(
  test: Effect.Effect<A, E, Credentials | Changes | CredentialsRepo | UsersRepo | Secrets | Around>
) =>
  Effect.provide(
    Effect.zipRight(
      Effect.flatMap(Changes, ({ readBarrier }) => readBarrier),
      test
    ),
    Credentials.layer.pipe(
      Layer.provide(EndSessions.layer),
      Layer.provideMerge(Changes.layer),
      Layer.provideMerge(Layer.merge(notifier, watched)),
      Layer.provideMerge(Layer.mergeAll(Memory.layer, Around.layer, SecretsRandom.layer))
    )
  )

/** A member with a token of a minute and a key. */
const member = Effect.gen(function* () {
  const { userId, token } = yield* storeSession("1 minute")
  const { hashOf, newApiKey } = yield* Secrets
  const key = yield* newApiKey
  const { id: keyId } = yield* (yield* CredentialsRepo).addKey(newKeyRow(userId, { hash: hashOf(key)?.hash ?? "" }))
  return { id: userId, token, key, keyId }
})

/** The member of a credential that `userOf` gives without suspending; undefined where it asks the repository. */
const knows = (secret: Secret) =>
  Effect.gen(function* () {
    const { repository } = yield* Around
    repository.isSilent = true
    const fiber = Runtime.runFork(yield* Effect.runtime<Credentials>())(userOf(secret))
    const exit = fiber.unsafePoll()
    yield* Fiber.interrupt(fiber)
    repository.isSilent = false
    return exit !== null && Exit.isSuccess(exit) ? exit.value.id : undefined
  })
const userOf = (secret: Secret) => Effect.flatMap(Credentials, (credentials) => credentials.userOf(secret))
const refused = (secret: Secret) => Effect.map(Effect.flip(userOf(secret)), ({ _tag }) => _tag)
const append = (change: Change) => Effect.flatMap(Changes, (changes) => changes.append([change]))

/** Revokes a key as its owner does. */
const revoke = (userId: UserId, id: Effect.Effect.Success<typeof member>["keyId"]) =>
  Effect.gen(function* () {
    yield* (yield* CredentialsRepo).revokeKey(userId, { id })
    yield* append({ kind: "api_key", id, userId })
  })

describe("Credentials", () => {
  it.effect("looks a credential up once, and knows it after that", () =>
    Effect.gen(function* () {
      const { id, key, token } = yield* member
      const { calls } = yield* Around
      deepStrictEqual([yield* knows(token), yield* knows(key)], [undefined, undefined])
      const first = yield* userOf(token)
      yield* userOf(key)
      for (let time = 0; time < 3; time++) deepStrictEqual(yield* userOf(token), first)
      deepStrictEqual([yield* knows(token), yield* knows(key), calls.lookups], [id, id, 2])
    }).pipe(instance)
  )

  it.effect("looks an unknown credential up each time", () =>
    Effect.gen(function* () {
      const stray = yield* (yield* Secrets).newToken
      const { calls } = yield* Around
      strictEqual(yield* refused(stray), "NotSignedIn")
      strictEqual(yield* refused(stray), "NotSignedIn")
      deepStrictEqual([yield* knows(stray), calls.lookups], [undefined, 2])
    }).pipe(instance)
  )

  it.effect("refuses a revoked or logged out credential at once, and no other", () =>
    Effect.gen(function* () {
      const { id, key, keyId, token } = yield* member
      const other = yield* member
      for (const secret of [key, token, other.key, other.token]) yield* userOf(secret)
      yield* revoke(id, keyId)
      deepStrictEqual([yield* knows(key), yield* refused(key), yield* knows(token)], [undefined, "NotSignedIn", id])
      const { credential } = yield* userOf(token)
      yield* (yield* CredentialsRepo).endSessions(id, { id: SessionId.make(credential.id) }, yield* DateTime.now)
      yield* append({ kind: "session", id: credential.id, userId: id })
      deepStrictEqual([yield* knows(token), yield* refused(token)], [undefined, "NotSignedIn"])
      deepStrictEqual([yield* knows(other.key), yield* knows(other.token)], [other.id, other.id])
    }).pipe(instance)
  )

  it.effect("gives a new role and name of a member at once", () =>
    Effect.gen(function* () {
      const { id, token } = yield* member
      strictEqual((yield* userOf(token)).role, "user")
      const username = Option.some({ name: "Renamed", key: "renamed" })
      yield* (yield* UsersRepo).update(id, { username, bio: Option.none(), role: Option.some("expert") })
      yield* append({ kind: "user", id, userId: id })
      strictEqual(yield* knows(token), undefined)
      const { role, username: name } = yield* userOf(token)
      deepStrictEqual([role, name, yield* knows(token)], ["expert", "Renamed", id])
    }).pipe(instance)
  )

  it.effect("knows a token until it expires, to the millisecond", () =>
    Effect.gen(function* () {
      const { id, token } = yield* member
      yield* userOf(token)
      yield* TestClock.adjust("59999 millis")
      strictEqual(yield* knows(token), id)
      yield* TestClock.adjust("1 millis")
      deepStrictEqual([yield* knows(token), yield* refused(token)], [undefined, "NotSignedIn"])
    }).pipe(instance)
  )

  it.effect("refuses a credential that was deleted by hand once its cached entry ends", () =>
    Effect.gen(function* () {
      const { id, key } = yield* member
      yield* userOf(key)
      const repo = yield* CredentialsRepo
      yield* Effect.forEach(yield* repo.keysOf(id), ({ id: keyId }) => repo.revokeKey(id, { id: keyId }))
      yield* TestClock.adjust("89 seconds")
      yield* userOf(key)
      yield* TestClock.adjust("1 second")
      deepStrictEqual([yield* knows(key), yield* refused(key)], [undefined, "NotSignedIn"])
    }).pipe(instance)
  )

  it.effect("notes the use of a key once a minute, by one of many concurrent callers", () =>
    Effect.gen(function* () {
      const { id, key } = yield* member
      const { calls } = yield* Around
      yield* Effect.all([userOf(key), userOf(key)])
      deepStrictEqual(calls, { lookups: 1, notes: 1 })
      yield* TestClock.adjust("59999 millis")
      strictEqual(yield* knows(key), id)
      yield* TestClock.adjust("1 millis")
      yield* Effect.all([userOf(key), userOf(key), userOf(key)], { concurrency: 3 })
      deepStrictEqual([calls, yield* knows(key)], [{ lookups: 1, notes: 2 }, id])
      const [stored] = yield* (yield* CredentialsRepo).keysOf(id)
      deepStrictEqual(Option.map(stored?.lastUsedAt ?? Option.none(), DateTime.toEpochMillis), Option.some(60_000))
    }).pipe(instance)
  )

  it.effect("uses no cached credential while changes of other instances may be missed", () =>
    Effect.gen(function* () {
      const { id, key } = yield* member
      const { wakeUps } = yield* Around
      const { readBarrier } = yield* Changes
      yield* userOf(key)
      for (const current of [undefined, 2]) {
        wakeUps.current = current
        strictEqual(yield* knows(key), undefined)
      }
      yield* readBarrier
      strictEqual(yield* knows(key), id)
    }).pipe(instance)
  )

  it.effect("knows a rotated key by its secret until then up to the end of the grace, and by the new one", () =>
    Effect.gen(function* () {
      const { id, key, keyId } = yield* member
      const other = yield* member
      for (const secret of [key, other.key]) yield* userOf(secret)
      const { hashOf, newApiKey } = yield* Secrets
      const renewed = yield* newApiKey
      const graceEnd = DateTime.add(yield* DateTime.now, { seconds: 10 })
      yield* (yield* CredentialsRepo).rotateKey(id, keyId, {
        prefix: "rdc_",
        hash: hashOf(renewed)?.hash ?? "",
        previousExpiresAt: Option.some(graceEnd)
      })
      yield* append({ kind: "api_key_rotated", id: keyId, userId: id })
      deepStrictEqual([yield* knows(key), yield* knows(other.key)], [undefined, other.id])
      const { credential } = yield* userOf(key)
      deepStrictEqual([credential.expiresAt, (yield* userOf(renewed)).id], [Option.some(graceEnd), id])
      yield* TestClock.adjust("9999 millis")
      strictEqual(yield* knows(key), id)
      yield* TestClock.adjust("1 millis")
      deepStrictEqual([yield* knows(key), yield* refused(key), yield* knows(renewed)], [undefined, "NotSignedIn", id])
    }).pipe(instance)
  )

  it.effect("returns the end of a key that expires, and of a secret that a rotation ends, and of no other", () =>
    Effect.gen(function* () {
      const { id } = yield* member
      const [{ ended }, { addKey, identify }, now] = [yield* Credentials, yield* CredentialsRepo, yield* DateTime.now]
      const endOf = (expiresAt: Option.Option<DateTime.Utc>) =>
        Effect.gen(function* () {
          const { hash } = newKeyRow(id)
          yield* addKey(newKeyRow(id, { hash, expiresAt }))
          const { user } = yield* Effect.flatten(identify("apiKey", hash, now))
          const end = yield* Effect.fork(Effect.provideService(ended, CurrentUser, user))
          yield* Effect.yieldNow()
          return { end, secretId: Number(user.credential.secretId) }
        })
      const expiring = yield* endOf(Option.some(DateTime.add(now, { minutes: 2 })))
      const [rotated, spare] = [yield* endOf(Option.none()), yield* endOf(Option.none())]
      yield* append({ kind: "api_key_secret", id: rotated.secretId, userId: id })
      strictEqual(yield* Fiber.join(rotated.end), "expired")
      yield* TestClock.adjust("119 seconds")
      strictEqual(Option.isNone(yield* Fiber.poll(expiring.end)), true)
      yield* TestClock.adjust("1 second")
      strictEqual(yield* Fiber.join(expiring.end), "expired")
      strictEqual(Option.isNone(yield* Fiber.poll(spare.end)), true)
      yield* Fiber.interrupt(spare.end)
    }).pipe(instance)
  )

  it.effect("caches no credential that is revoked while it is looked up", () =>
    Effect.gen(function* () {
      const { id, key, keyId } = yield* member
      const { delay } = yield* Around
      const [read, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      delay.until = Effect.zipRight(Deferred.succeed(read, undefined), Deferred.await(goOn))
      const asking = yield* Effect.fork(userOf(key))
      yield* Deferred.await(read)
      delay.until = Effect.void
      yield* revoke(id, keyId)
      yield* Deferred.succeed(goOn, undefined)
      strictEqual((yield* asking).id, id) // the look-up began before
      deepStrictEqual([yield* knows(key), yield* refused(key)], [undefined, "NotSignedIn"])
    }).pipe(instance)
  )

  it("caches ten thousand credentials at most", () => {
    const known = new CredentialCache()
    const credential = sessionCredential(SessionId.make(1), Option.none())
    const user = { id: UserId.make(1), username: "maria", role: "user" as const, suspended: false, credential }
    for (let index = 0; index <= 10_000; index++) {
      known.add(`${index}`, { user, expiresAtMillis: 1, noteAtMillis: 1 }, 0)
    }
    deepStrictEqual([known.get("0", 0), known.get("1", 0)?.user.id, known.get("10000", 0)?.user.id], [undefined, 1, 1])
  })
})
