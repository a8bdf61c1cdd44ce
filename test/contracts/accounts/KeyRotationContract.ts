import { layer } from "@effect/vitest"
import { assertNone, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, type Layer, Option } from "effect"
import { ApiKeyNotFound } from "../../../src/domain/accounts/ApiKey.ts"
import { type ApiKeyId, UserId } from "../../../src/domain/Ids.ts"
import { type ApiKeyToAdd, CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { newKeyRow, newUser, time, unique } from "../newRows.ts"

const before = time("2026-01-01T00:00:00Z")
const graceEnd = time("2026-01-02T00:00:00.500Z")
const lastMoment = time("2026-01-02T00:00:00.499Z")

const newKey = (userId: UserId, overrides: Partial<ApiKeyToAdd> = {}) =>
  Effect.gen(function* () {
    const row = newKeyRow(userId, overrides)
    return { hash: row.hash, key: yield* (yield* CredentialsRepo).addKey(row) }
  })

const credentialOf = (hash: string, now = before) =>
  Effect.map(
    Effect.flatMap(CredentialsRepo, ({ identify }) => identify("apiKey", hash, now)),
    Option.map(({ user }) => user.credential)
  )

const secretOf = (hash: string) => Effect.map(Effect.flatten(credentialOf(hash)), ({ secretId }) => Number(secretId))

const rotate = (userId: UserId, id: ApiKeyId, previousExpiresAt = Option.some(graceEnd)) =>
  Effect.gen(function* () {
    const hash = unique()
    const { rotateKey } = yield* CredentialsRepo
    return { hash, ...(yield* rotateKey(userId, id, { hash, prefix: "rdc_new1", previousExpiresAt })) }
  })

/** Ends the secrets whose time has come, and gives the changes of one member. */
const endAt = (now: typeof before, member: UserId) =>
  Effect.map(
    Effect.flatMap(CredentialsRepo, ({ endPreviousSecrets }) => endPreviousSecrets(now)),
    (changes) => changes.flatMap(({ id, kind, userId }) => (userId === member ? [{ id, kind, userId }] : []))
  )

/** The contract of `CredentialsRepo` for the secrets of rotated keys. */
export const keyRotationContract = <E>(adapter: string, storage: Layer.Layer<CredentialsRepo | UsersRepo, E>) =>
  layer(storage)(`${adapter}: CredentialsRepo, rotated keys`, (it) => {
    it.effect("CredentialsRepo.rotateKey gives a key another secret; the one until then is valid until its time", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        const { hash, key } = yield* newKey(ada, { agent: true, dailyWrites: Option.some(5), scopes: ["write"] })
        const old = yield* Effect.flatten(credentialOf(hash))
        const rotated = yield* rotate(ada, key.id)
        deepStrictEqual(rotated.key, { ...key, prefix: "rdc_new1" })
        deepStrictEqual(rotated.endedSecrets, [])
        deepStrictEqual(yield* Effect.flatMap(CredentialsRepo, ({ keysOf }) => keysOf(ada)), [rotated.key])
        const current = yield* Effect.flatten(credentialOf(rotated.hash))
        deepStrictEqual({ ...current, secretId: old.secretId }, old)
        strictEqual(current.secretId === old.secretId, false)
        deepStrictEqual(yield* Effect.flatten(credentialOf(hash, lastMoment)), {
          ...old,
          expiresAt: Option.some(graceEnd)
        })
        assertNone(yield* credentialOf(hash, graceEnd))
        strictEqual(Option.isSome(yield* credentialOf(rotated.hash, graceEnd)), true)
      })
    )

    it.effect("CredentialsRepo.endingsOf gives the changes that end what is not valid: sessions, keys, secrets", () =>
      Effect.gen(function* () {
        const repo = yield* CredentialsRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const session = unique()
        yield* repo.addSession({ userId: ada, hash: session, createdAt: before, expiresAt: graceEnd })
        const { hash, key } = yield* newKey(ada)
        const userOf = (kind: "session" | "apiKey", secret: string) =>
          Effect.map(Effect.flatten(repo.identify(kind, secret, before)), ({ user }) => user)
        const old = yield* userOf("apiKey", hash)
        const rotated = yield* rotate(ada, key.id)
        const users = [yield* userOf("session", session), old, yield* userOf("apiKey", rotated.hash)]
        const [ofSession, ofOld, ofKey] = users.map(({ credential }) => credential)
        deepStrictEqual(yield* repo.endingsOf(users, lastMoment), [])
        deepStrictEqual(yield* repo.endingsOf([], lastMoment), [])
        const found = yield* repo.endingsOf(users, graceEnd)
        deepStrictEqual(
          found.toSorted((one, other) => one.kind.localeCompare(other.kind)),
          [
            { kind: "api_key_secret", id: Number(ofOld?.secretId), userId: ada },
            { kind: "session", id: Number(ofSession?.id), userId: ada }
          ]
        )
        const strangers = users.map((user) => ({ ...user, id: bob }))
        strictEqual((yield* repo.endingsOf(strangers, before)).length, 3)
        const gone = users.map((user) => ({ ...user, id: UserId.make(2_147_483_000) }))
        strictEqual((yield* repo.endingsOf(gone, before)).length, 3)
        yield* repo.revokeKey(ada, { id: key.id })
        deepStrictEqual(yield* repo.endingsOf(users.slice(2), before), [
          { kind: "api_key_secret", id: Number(ofKey?.secretId), userId: ada }
        ])
      })
    )

    it.effect("CredentialsRepo.identify gives a secret before a rotation until its key expires", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        const { hash, key } = yield* newKey(ada, { expiresAt: Option.some(lastMoment) })
        yield* rotate(ada, key.id)
        const { expiresAt } = yield* Effect.flatten(credentialOf(hash))
        deepStrictEqual(expiresAt, Option.some(lastMoment))
        assertNone(yield* credentialOf(hash, lastMoment))
      })
    )

    it.effect("CredentialsRepo.rotateKey ends the secret before the last, and without a time the last one too", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        const first = yield* newKey(ada)
        const firstSecret = yield* secretOf(first.hash)
        const second = yield* rotate(ada, first.key.id)
        const secondSecret = yield* secretOf(second.hash)
        const third = yield* rotate(ada, first.key.id)
        const thirdSecret = yield* secretOf(third.hash)
        deepStrictEqual(third.endedSecrets, [firstSecret])
        assertNone(yield* credentialOf(first.hash))
        strictEqual(yield* secretOf(second.hash), secondSecret)
        const fourth = yield* rotate(ada, first.key.id, Option.none())
        deepStrictEqual(fourth.endedSecrets, [secondSecret, thirdSecret])
        assertNone(yield* credentialOf(second.hash))
        assertNone(yield* credentialOf(third.hash))
        strictEqual(Option.isSome(yield* credentialOf(fourth.hash)), true)
      })
    )

    it.effect("CredentialsRepo.rotateKey fails for a key that is not the member's", () =>
      Effect.gen(function* () {
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const { hash, key } = yield* newKey(ada)
        deepStrictEqual(yield* Effect.flip(rotate(bob, key.id)), new ApiKeyNotFound())
        const { revokeKey } = yield* CredentialsRepo
        strictEqual(yield* revokeKey(ada, { hash }), key.id)
        deepStrictEqual(yield* Effect.flip(rotate(ada, key.id)), new ApiKeyNotFound())
      })
    )

    it.effect("CredentialsRepo.rotateKey leaves one secret and its previous one after concurrent calls", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        const { hash, key } = yield* newKey(ada)
        const rotated = yield* Effect.forEach(Array.range(1, 4), () => rotate(ada, key.id), {
          concurrency: "unbounded"
        })
        const hashes = [hash, ...rotated.map((rotation) => rotation.hash)]
        const found = yield* Effect.forEach(hashes, (hash) => credentialOf(hash))
        strictEqual(found.filter(Option.isSome).length, 2)
        strictEqual(rotated.flatMap(({ endedSecrets }) => endedSecrets).length, 3)
      })
    )

    it.effect("CredentialsRepo.revokeKey deletes a key by either of its secrets, with both", () =>
      Effect.gen(function* () {
        const { revokeKey } = yield* CredentialsRepo
        const ada = yield* newUser()
        const { hash, key } = yield* newKey(ada)
        const rotated = yield* rotate(ada, key.id)
        strictEqual(yield* revokeKey(ada, { hash }), key.id)
        assertNone(yield* credentialOf(hash))
        assertNone(yield* credentialOf(rotated.hash))
      })
    )

    it.effect(
      "CredentialsRepo.nextSecretEnd gives the earliest end of a secret before a rotation, until it is ended",
      () =>
        Effect.gen(function* () {
          const { nextSecretEnd } = yield* CredentialsRepo
          const ada = yield* newUser()
          const [soon, sooner] = [time("2025-01-02T00:00:00Z"), time("2025-01-01T00:00:00Z")]
          yield* rotate(ada, (yield* newKey(ada)).key.id, Option.some(soon))
          yield* rotate(ada, (yield* newKey(ada)).key.id, Option.some(sooner))
          deepStrictEqual(yield* nextSecretEnd, Option.some(sooner))
          yield* endAt(sooner, ada)
          deepStrictEqual(yield* nextSecretEnd, Option.some(soon))
          yield* endAt(soon, ada)
          strictEqual(Option.exists(yield* nextSecretEnd, DateTime.lessThanOrEqualTo(soon)), false)
        })
    )

    it.effect("CredentialsRepo.endPreviousSecrets appends the end of each secret at its time, once", () =>
      Effect.gen(function* () {
        const ada = yield* newUser()
        const { hash, key } = yield* newKey(ada)
        const secretId = yield* secretOf(hash)
        const rotated = yield* rotate(ada, key.id)
        const later = yield* newKey(ada)
        yield* rotate(ada, later.key.id, Option.some(time("2026-01-03T00:00:00Z")))
        deepStrictEqual(yield* endAt(lastMoment, ada), [])
        deepStrictEqual(yield* endAt(graceEnd, ada), [{ kind: "api_key_secret", id: secretId, userId: ada }])
        deepStrictEqual(yield* endAt(graceEnd, ada), [])
        assertNone(yield* credentialOf(hash, before))
        strictEqual(Option.isSome(yield* credentialOf(rotated.hash)), true)
        strictEqual(Option.isSome(yield* credentialOf(later.hash)), true)
      })
    )
  })
