import { layer } from "@effect/vitest"
import { assertNone, assertSome, assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Either, type Layer, Option, Redacted } from "effect"
import { ApiKeyNotFound } from "../../../src/domain/accounts/ApiKey.ts"
import type { CredentialKind } from "../../../src/domain/accounts/Credential.ts"
import { ApiKeyId, type UserId } from "../../../src/domain/Ids.ts"
import { type ApiKeyToAdd, CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { moment, newAccount, newKeyRow, newUser, time, unique } from "../newRows.ts"

const newSession = (userId: UserId, from = "2026-01-01T00:00:00Z", until = "2026-01-02T00:00:00Z") =>
  Effect.gen(function* () {
    const credentials = yield* CredentialsRepo
    const hash = unique()
    yield* credentials.addSession({ userId, hash, createdAt: time(from), expiresAt: time(until) })
    return hash
  })

const newKey = (userId: UserId, overrides: Partial<ApiKeyToAdd> = {}) =>
  Effect.gen(function* () {
    const credentials = yield* CredentialsRepo
    const row = newKeyRow(userId, overrides)
    return { hash: row.hash, key: yield* credentials.addKey(row) }
  })

/** The member of a credential, by default at a time before the end of every session of these tests. */
const identify = (kind: CredentialKind, hash: string, now = "2025-01-01T00:00:00Z") =>
  Effect.flatMap(CredentialsRepo, (credentials) => credentials.identify(kind, hash, time(now)))

/** The contract of `CredentialsRepo`. */
export const credentialsRepoContract = <E>(
  adapter: string,
  storage: Layer.Layer<CredentialsRepo | UsersRepo | Transaction, E>
) =>
  layer(storage)(`${adapter}: CredentialsRepo`, (it) => {
    it.effect("CredentialsRepo.installationSecret is the same each time, and has at least 100 random bits", () =>
      Effect.gen(function* () {
        const { installationSecret } = yield* CredentialsRepo
        const [first, second] = [yield* installationSecret, yield* installationSecret].map(Redacted.value)
        strictEqual(first, second)
        assertTrue((first ?? "").replaceAll("-", "").length >= 32, "too short")
      })
    )

    it.effect("CredentialsRepo.identify gives the member of a session until it expires", () =>
      Effect.gen(function* () {
        const account = newAccount({ role: "expert" })
        const id = yield* Effect.flatMap(UsersRepo, (users) => users.add(account))
        const hash = yield* newSession(id)
        const found = yield* identify("session", hash, "2026-01-01T23:59:59.999Z")
        assertSome(
          Option.map(found, ({ lastUsedAt, user: { credential, ...user } }) => ({
            lastUsedAt,
            user,
            kind: credential.kind
          })),
          {
            lastUsedAt: Option.some(time("2026-01-01T00:00:00Z")),
            user: { id, username: account.username, role: "expert", suspended: false, language: null },
            kind: "session"
          }
        )
        assertNone(yield* identify("session", hash, "2026-01-02T00:00:00.000Z"))
      })
    )

    it.effect("CredentialsRepo.identify gives nobody for an unknown hash, or for a hash of the other kind", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        const session = yield* newSession(ada)
        const { hash } = yield* newKey(ada)
        assertNone(yield* identify("session", unique()))
        assertNone(yield* identify("apiKey", unique()))
        assertNone(yield* identify("session", hash))
        assertNone(yield* identify("apiKey", session))
      })
    )

    it.effect("CredentialsRepo.identify gives the present name and role", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const ada = yield* newUser()
        const session = yield* newSession(ada)
        const { hash } = yield* newKey(ada)
        const name = unique()
        const username = Option.some({ name, key: name })
        yield* users.update(ada, { username, bio: Option.none(), role: Option.some("admin") })
        for (const found of [yield* identify("session", session), yield* identify("apiKey", hash)]) {
          const { id, role, username } = (yield* found).user
          deepStrictEqual({ id, role, username }, { id: ada, role: "admin", username: name })
        }
      })
    )

    it.effect("CredentialsRepo.addSession deletes the member's sessions that expired before, and no others", () =>
      Effect.gen(function* () {
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const [old, others] = [yield* newSession(ada), yield* newSession(bob)]
        const valid = yield* newSession(ada, "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z")
        const newest = yield* newSession(ada, "2026-01-02T12:00:00Z", "2026-01-03T12:00:00Z")
        assertNone(yield* identify("session", old))
        const remaining = yield* Effect.forEach([others, valid, newest], (hash) => identify("session", hash))
        deepStrictEqual(remaining.map(Option.isSome), [true, true, true])
      })
    )

    it.effect("CredentialsRepo.addSession stores all concurrent sessions of one member", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        yield* newSession(ada)
        const hashes = yield* Effect.forEach(
          Array.range(1, 8),
          () => newSession(ada, "2026-02-01T00:00:00Z", "2026-02-02T00:00:00Z"),
          { concurrency: "unbounded" }
        )
        const found = yield* Effect.forEach(hashes, (hash) => identify("session", hash))
        strictEqual(found.filter(Option.isSome).length, 8)
      })
    )

    it.effect("CredentialsRepo.keysOf lists a member's own keys, oldest first", () =>
      Effect.gen(function* () {
        const credentials = yield* CredentialsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const { key: first } = yield* newKey(ada, { name: "agent 🌿" })
        yield* newKey(bob)
        const { key: second } = yield* newKey(ada)
        deepStrictEqual(first, {
          id: first.id,
          name: "agent 🌿",
          prefix: "rdc_1234",
          createdAt: moment,
          lastUsedAt: Option.none(),
          scopes: ["read", "write", "notifications"],
          expiresAt: Option.none(),
          agent: false,
          dailyWrites: Option.none()
        })
        deepStrictEqual(yield* credentials.keysOf(ada), [first, second])
      })
    )

    it.effect("CredentialsRepo.identify gives the member of a key and its last use", () =>
      Effect.gen(function* () {
        const credentials = yield* CredentialsRepo
        const account = newAccount()
        const id = yield* Effect.flatMap(UsersRepo, (users) => users.add(account))
        const { hash, key } = yield* newKey(id)
        const found = yield* Effect.flatten(identify("apiKey", hash))
        const secretId = found.user.credential.secretId ?? 0
        strictEqual(secretId > 0, true)
        const user = {
          id,
          username: account.username,
          role: account.role,
          suspended: false,
          credential: {
            kind: "apiKey" as const,
            id: key.id,
            secretId,
            expiresAt: Option.none(),
            scopes: ["read", "write", "notifications"] as const,
            agent: false,
            budget: Option.none()
          }
        }
        const unused = yield* identify("apiKey", hash, "2999-01-01T00:00:00Z")
        assertSome(unused, { user, lastUsedAt: Option.none(), kept: Option.none(), unguardedSince: Option.none() })
        yield* credentials.keyUsed(key.id, time("2026-03-04T05:06:07.089Z"))
        const lastUsedAt = Option.some(time("2026-03-04T05:06:07.089Z"))
        assertSome(yield* identify("apiKey", hash), {
          user,
          lastUsedAt,
          kept: Option.none(),
          unguardedSince: Option.none()
        })
        deepStrictEqual(yield* credentials.keysOf(id), [{ ...key, lastUsedAt }])
      })
    )

    it.effect("CredentialsRepo.identify gives what a key may do", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        const expiresAt = Option.some(time("2026-03-01T00:00:00.500Z"))
        const grant = { scopes: ["read", "notifications"] as const, expiresAt, agent: true }
        const { hash, key } = yield* newKey(ada, { ...grant, dailyWrites: Option.some(100_000) })
        const shared = yield* newKey(ada, { dailyWrites: Option.some(7), budgetId: Option.some(key.id) })
        const { credential } = (yield* Effect.flatten(identify("apiKey", hash))).user
        deepStrictEqual({ scopes: credential.scopes, expiresAt: credential.expiresAt, agent: credential.agent }, grant)
        deepStrictEqual(credential.budget, Option.some({ id: key.id, dailyWrites: 100_000 }))
        const other = (yield* Effect.flatten(identify("apiKey", shared.hash))).user.credential
        deepStrictEqual(other.budget, Option.some({ id: key.id, dailyWrites: 7 }))
        strictEqual(other.secretId === credential.secretId, false)
        const listed = yield* Effect.flatMap(CredentialsRepo, ({ keysOf }) => keysOf(ada))
        deepStrictEqual(listed, [key, shared.key])
        deepStrictEqual(
          { scopes: key.scopes, expiresAt: key.expiresAt, agent: key.agent, dailyWrites: key.dailyWrites },
          { ...grant, dailyWrites: Option.some(100_000) }
        )
      })
    )

    it.effect("CredentialsRepo.identify gives nobody for a key from its expiry on", () =>
      Effect.gen(function* () {
        const { hash } = yield* newKey(yield* newUser(), { expiresAt: Option.some(time("2026-03-01T00:00:00Z")) })
        strictEqual(Option.isSome(yield* identify("apiKey", hash, "2026-02-28T23:59:59.999Z")), true)
        assertNone(yield* identify("apiKey", hash, "2026-03-01T00:00:00Z"))
      })
    )

    it.effect("CredentialsRepo.revokeKey deletes a member's own key by hash or id, once", () =>
      Effect.gen(function* () {
        const credentials = yield* CredentialsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const [one, two, three] = [yield* newKey(ada), yield* newKey(ada), yield* newKey(ada)]
        deepStrictEqual(yield* Effect.flip(credentials.revokeKey(bob, { hash: one.hash })), new ApiKeyNotFound())
        deepStrictEqual(yield* Effect.flip(credentials.revokeKey(bob, { id: one.key.id })), new ApiKeyNotFound())
        strictEqual(yield* credentials.revokeKey(ada, { hash: one.hash }), one.key.id)
        strictEqual(yield* credentials.revokeKey(ada, { id: two.key.id }), two.key.id)
        deepStrictEqual(yield* Effect.flip(credentials.revokeKey(ada, { hash: one.hash })), new ApiKeyNotFound())
        deepStrictEqual(yield* Effect.flip(credentials.revokeKey(ada, { id: two.key.id })), new ApiKeyNotFound())
        deepStrictEqual(
          yield* Effect.flip(credentials.revokeKey(ada, { id: ApiKeyId.make(2_000_000_000) })),
          new ApiKeyNotFound()
        )
        assertNone(yield* identify("apiKey", one.hash))
        deepStrictEqual(yield* credentials.keysOf(ada), [three.key])
      })
    )

    it.effect("CredentialsRepo.revokeKey succeeds for one of two concurrent calls", () =>
      Effect.gen(function* () {
        const credentials = yield* CredentialsRepo
        const ada = yield* newUser()
        const { key } = yield* newKey(ada)
        const twins = yield* Effect.forEach(
          Array.range(1, 4),
          () => Effect.either(credentials.revokeKey(ada, { id: key.id })),
          { concurrency: "unbounded" }
        )
        strictEqual(Array.filter(twins, Either.isRight).length, 1)
      })
    )

    it.effect("CredentialsRepo.identify knows no credential after the rollback that undid it", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const ada = yield* newUser()
        const session = yield* Effect.flip(atomically(Effect.flatMap(newSession(ada), Effect.fail)))
        const key = yield* Effect.flip(atomically(Effect.flatMap(newKey(ada), ({ hash }) => Effect.fail(hash))))
        assertNone(yield* identify("session", String(session)))
        assertNone(yield* identify("apiKey", String(key)))
      })
    )
  })
