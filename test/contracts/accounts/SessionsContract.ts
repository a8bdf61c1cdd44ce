import { layer } from "@effect/vitest"
import { assertNone, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer, Option } from "effect"
import { SessionId, type UserId } from "../../../src/domain/Ids.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { newUser, time, unique } from "../newRows.ts"

const createdAt = time("2026-01-01T00:00:00.250Z")
const expiresAt = time("2026-01-02T00:00:00.250Z")
const valid = time("2026-01-01T12:00:00Z")

const times = { createdAt, lastUsedAt: createdAt, expiresAt }

/** Stores a session, and gives its hash and its id. */
const newSession = (userId: UserId) =>
  Effect.gen(function* () {
    const credentials = yield* CredentialsRepo
    const hash = unique()
    yield* credentials.addSession({ userId, hash, createdAt, expiresAt })
    const { user } = yield* Effect.flatten(credentials.identify("session", hash, createdAt))
    return { hash, id: SessionId.make(user.credential.id) }
  })

const isValid = (hash: string) =>
  Effect.map(
    Effect.flatMap(CredentialsRepo, ({ identify }) => identify("session", hash, valid)),
    Option.isSome
  )

/** The contract of `CredentialsRepo` for the sessions of a member. */
export const sessionsContract = <E>(adapter: string, storage: Layer.Layer<CredentialsRepo | UsersRepo, E>) =>
  layer(storage)(`${adapter}: CredentialsRepo, sessions`, (it) => {
    it.effect("CredentialsRepo.sessionsOf lists a member's valid sessions, newest first", () =>
      Effect.gen(function* () {
        const { sessionsOf } = yield* CredentialsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const [first, , second] = [yield* newSession(ada), yield* newSession(bob), yield* newSession(ada)]
        deepStrictEqual(
          (yield* sessionsOf(ada, valid)).map((session) => ({ ...session })),
          [second, first].map(({ id }) => ({ id, kind: "program", by: "password", ...times }))
        )
        strictEqual((yield* sessionsOf(ada, time("2026-01-02T00:00:00.249Z"))).length, 2)
        deepStrictEqual(yield* sessionsOf(ada, expiresAt), [])
      })
    )

    it.effect("CredentialsRepo.sessionsOf says by what each sign-in was: a password unless a passkey is stored", () =>
      Effect.gen(function* () {
        const { addSession, sessionsOf } = yield* CredentialsRepo
        const ada = yield* newUser()
        const given = [{ by: "passkey" }, {}, { by: "password" }] as const
        for (const by of given) yield* addSession({ userId: ada, hash: unique(), createdAt, expiresAt, ...by })
        deepStrictEqual(
          (yield* sessionsOf(ada, valid)).map(({ by }) => by),
          ["password", "password", "passkey"]
        )
      })
    )

    it.effect("CredentialsRepo.endSessions ends one session of the member, once", () =>
      Effect.gen(function* () {
        const { endSessions } = yield* CredentialsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const [first, second] = [yield* newSession(ada), yield* newSession(ada)]
        deepStrictEqual(yield* endSessions(bob, { id: first.id }, valid), [])
        deepStrictEqual(yield* endSessions(ada, { id: first.id }, expiresAt), [])
        deepStrictEqual(yield* endSessions(ada, { id: first.id }, valid), [first.id])
        deepStrictEqual(yield* endSessions(ada, { id: first.id }, valid), [])
        deepStrictEqual([yield* isValid(first.hash), yield* isValid(second.hash)], [false, true])
      })
    )

    it.effect("CredentialsRepo.endSessions ends all sessions of the member but one, or all", () =>
      Effect.gen(function* () {
        const { endSessions, identify } = yield* CredentialsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const [first, second, third] = [yield* newSession(ada), yield* newSession(ada), yield* newSession(ada)]
        const others = yield* newSession(bob)
        deepStrictEqual(yield* endSessions(ada, { except: second.id }, valid), [first.id, third.id])
        deepStrictEqual([yield* isValid(second.hash), yield* isValid(others.hash)], [true, true])
        deepStrictEqual(yield* endSessions(ada, { except: null }, valid), [second.id])
        assertNone(yield* identify("session", second.hash, valid))
        strictEqual(yield* isValid(others.hash), true)
      })
    )

    it.effect("CredentialsRepo.endSessions gives each ended session to one of concurrent calls", () =>
      Effect.gen(function* () {
        const { endSessions } = yield* CredentialsRepo
        const ada = yield* newUser()
        const { id } = yield* newSession(ada)
        const ended = yield* Effect.forEach(Array.range(1, 4), () => endSessions(ada, { except: null }, valid), {
          concurrency: "unbounded"
        })
        deepStrictEqual(ended.flat(), [id])
      })
    )
  })
