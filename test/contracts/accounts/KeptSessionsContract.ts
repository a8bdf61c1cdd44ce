import { layer } from "@effect/vitest"
import { assertNone, deepStrictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, type Layer, Option } from "effect"
import { SessionId, type UserId } from "../../../src/domain/Ids.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { newUser, time, unique } from "../newRows.ts"

const createdAt = time("2026-01-01T08:00:00.250Z")
const days = (count: number) => DateTime.add(createdAt, { days: count })
const previousUntil = DateTime.add(days(1), { seconds: 60 })

/** Stores a session that a browser keeps, and gives its hash and its id. */
const newKept = (userId: UserId) =>
  Effect.gen(function* () {
    const { addSession, identify } = yield* CredentialsRepo
    const hash = unique()
    yield* addSession({ userId, hash, createdAt, expiresAt: days(30), kind: "browser", keptUntil: days(90) })
    const { user } = yield* Effect.flatten(identify("session", hash, createdAt))
    return { hash, id: SessionId.make(user.credential.id) }
  })

const endOf = (userId: UserId) =>
  Effect.flatMap(CredentialsRepo, ({ sessionsOf }) =>
    Effect.map(sessionsOf(userId, createdAt), (all) =>
      all.map(({ expiresAt, lastUsedAt }) => [lastUsedAt, expiresAt].map(DateTime.formatIso))
    )
  )

const keptSessionOf = (hash: string, now: DateTime.Utc) =>
  Effect.flatMap(CredentialsRepo, ({ identify }) =>
    Effect.map(
      identify("session", hash, now),
      Option.flatMap(({ kept }) => kept)
    )
  )

/** The contract of `CredentialsRepo` for sessions that browsers keep. */
export const keptSessionsContract = <E>(adapter: string, storage: Layer.Layer<CredentialsRepo | UsersRepo, E>) =>
  layer(storage)(`${adapter}: CredentialsRepo, sessions that browsers keep`, (it) => {
    it.effect("CredentialsRepo.sessionUsed puts off the end to 30 days after the use, and 90 after the sign-in", () =>
      Effect.gen(function* () {
        const { sessionUsed } = yield* CredentialsRepo
        const ada = yield* newUser()
        const { hash, id } = yield* newKept(ada)
        const ends: Array<unknown> = [yield* endOf(ada)]
        for (const day of [29, 70, 10]) {
          yield* sessionUsed({ id, hash, at: days(day), previousUntil })
          ends.push(yield* endOf(ada))
        }
        const expected = [
          [0, 30],
          [29, 59],
          [70, 90],
          [70, 90]
        ]
        deepStrictEqual(
          ends,
          expected.map((pair) => [pair.map((day) => DateTime.formatIso(days(day)))])
        )
      })
    )

    it.effect("CredentialsRepo.sessionUsed puts off the end of no other session", () =>
      Effect.gen(function* () {
        const { addSession, identify, sessionUsed } = yield* CredentialsRepo
        const ada = yield* newUser()
        const hash = unique()
        yield* addSession({ userId: ada, hash, createdAt, expiresAt: days(1), kind: "browser" })
        const { kept, user } = yield* Effect.flatten(identify("session", hash, createdAt))
        const at = DateTime.add(createdAt, { hours: 3 })
        yield* sessionUsed({ id: SessionId.make(user.credential.id), hash, at, previousUntil })
        assertNone(kept)
        deepStrictEqual(yield* endOf(ada), [[at, days(1)].map(DateTime.formatIso)])
      })
    )

    it.effect(
      "CredentialsRepo.replaceToken keeps the one before until the next one is used, and then as long as told",
      () =>
        Effect.gen(function* () {
          const { identify, replaceToken, sessionUsed } = yield* CredentialsRepo
          const { hash, id } = yield* newKept(yield* newUser())
          const nextHash = unique()
          const next = { id, hash, nextHash, salt: "pepper", madeAt: days(1) }
          deepStrictEqual(yield* replaceToken(next), true)
          deepStrictEqual(yield* replaceToken({ ...next, nextHash: unique() }), false)
          const replaced = {
            keptUntil: days(90),
            madeAt: days(1),
            salt: Option.some("pepper"),
            previousUntil: Option.none()
          }
          deepStrictEqual(yield* keptSessionOf(hash, days(2)), Option.some({ ...replaced, isPrevious: true }))
          deepStrictEqual(yield* keptSessionOf(nextHash, days(2)), Option.some({ ...replaced, isPrevious: false }))

          yield* sessionUsed({ id, hash, at: days(1), previousUntil })
          deepStrictEqual(yield* keptSessionOf(nextHash, days(2)), Option.some({ ...replaced, isPrevious: false }))
          yield* sessionUsed({ id, hash: nextHash, at: days(1), previousUntil })
          yield* sessionUsed({ id, hash: nextHash, at: days(2), previousUntil: days(3) })
          const used = { ...replaced, salt: Option.none(), previousUntil: Option.some(previousUntil) }
          deepStrictEqual(yield* keptSessionOf(hash, days(2)), Option.some({ ...used, isPrevious: true }))
          deepStrictEqual(yield* keptSessionOf(nextHash, days(2)), Option.some({ ...used, isPrevious: false }))

          deepStrictEqual(yield* replaceToken({ ...next, hash: nextHash, nextHash: unique() }), true)
          assertNone(yield* identify("session", hash, days(2)))
        })
    )

    it.effect("CredentialsRepo.replaceToken succeeds for one of concurrent calls", () =>
      Effect.gen(function* () {
        const { replaceToken } = yield* CredentialsRepo
        const { hash, id } = yield* newKept(yield* newUser())
        const replaced = yield* Effect.forEach(
          Array.range(1, 4),
          () => replaceToken({ id, hash, nextHash: unique(), salt: "pepper", madeAt: days(1) }),
          { concurrency: "unbounded" }
        )
        deepStrictEqual(replaced.filter(Boolean).length, 1)
      })
    )

    it.effect("CredentialsRepo.endSessions ends both tokens", () =>
      Effect.gen(function* () {
        const { endSessions, identify, replaceToken } = yield* CredentialsRepo
        const ada = yield* newUser()
        const { hash, id } = yield* newKept(ada)
        const nextHash = unique()
        yield* replaceToken({ id, hash, nextHash, salt: "pepper", madeAt: days(1) })
        deepStrictEqual(yield* endSessions(ada, { id }, days(1)), [id])
        for (const one of [hash, nextHash]) assertNone(yield* identify("session", one, days(1)))
      })
    )
  })
