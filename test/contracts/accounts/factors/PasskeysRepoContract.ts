import { layer } from "@effect/vitest"
import { assertNone, assertSome, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import { RegistrationRefused } from "../../../../src/domain/accounts/Passkey.ts"
import { PasskeyId } from "../../../../src/domain/Ids.ts"
import { PasskeysRepo } from "../../../../src/ports/accounts/PasskeysRepo.ts"
import { atOnce } from "../../../support/AtOnce.ts"
import type { Storage } from "../../../support/Storage.ts"
import { moment, newUser, time, unique } from "../../newRows.ts"
import { newChallenge, newPasskey, newPasskeyRow } from "./newFactors.ts"

const later = time("2026-02-03T04:05:06.789Z")

const isTrue = (is: boolean) => is

/** The contract of `PasskeysRepo`. */
export const passkeysRepoContract = (adapter: string, storage: Storage) => {
  layer(Layer.orDie(storage))(`${adapter}: PasskeysRepo`, (it) => {
    it.effect("PasskeysRepo.ofMember lists what was added, oldest first, with the credential as it was given", () =>
      Effect.gen(function* () {
        const repo = yield* PasskeysRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const rows = [
          newPasskeyRow(ada, { counter: 4_294_967_295, name: "Adas Händi “1”" }),
          newPasskeyRow(ada, { transports: [] })
        ]
        const added = yield* Effect.forEach(rows, repo.add)
        yield* repo.add(newPasskeyRow(bob))
        const own = yield* repo.ofMember(ada)
        deepStrictEqual(
          own.map(({ counter, credentialId, publicKey, transports }) => ({
            counter,
            credentialId,
            publicKey,
            transports
          })),
          rows.map(({ counter, credentialId, publicKey, transports }) => ({
            counter,
            credentialId,
            publicKey,
            transports
          }))
        )
        deepStrictEqual(
          own.map(({ createdAt, id, lastUsedAt, name }) => ({ id, name, createdAt, lastUsedAt })),
          rows.map(({ createdAt, name }, at) => ({
            id: added[at]?.id ?? PasskeyId.make(1),
            name,
            createdAt,
            lastUsedAt: Option.none()
          }))
        )
      })
    )

    it.effect("PasskeysRepo.add refuses a credential that any member has, also of concurrent calls all but one", () =>
      Effect.gen(function* () {
        const repo = yield* PasskeysRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const { credentialId } = yield* newPasskey(ada)
        deepStrictEqual(yield* Effect.flip(repo.add(newPasskeyRow(bob, { credentialId }))), new RegistrationRefused())
        deepStrictEqual(yield* repo.ofMember(bob), [])
        const twin = unique()
        const added = yield* Effect.forEach(
          Array.range(1, 4),
          () => Effect.isSuccess(repo.add(newPasskeyRow(bob, { credentialId: twin }))),
          atOnce
        )
        deepStrictEqual(added.filter(isTrue), [true])
      })
    )

    it.effect("PasskeysRepo.byCredential finds the passkey and its member, and nothing for an unknown credential", () =>
      Effect.gen(function* () {
        const repo = yield* PasskeysRepo
        const ada = yield* newUser()
        const { credentialId, userId } = yield* newPasskey(ada)
        strictEqual(userId, ada)
        assertNone(yield* repo.byCredential(`${credentialId}x`))
        assertNone(yield* repo.byCredential(credentialId.toUpperCase()))
      })
    )

    it.effect("PasskeysRepo.used notes the counter and the latest time, once for each counter that was checked", () =>
      Effect.gen(function* () {
        const repo = yield* PasskeysRepo
        const ada = yield* newUser()
        const passkey = yield* newPasskey(ada, { counter: 3 })
        const used = yield* Effect.forEach(Array.range(1, 4), () => repo.used(passkey, 4, later), atOnce)
        deepStrictEqual(used.filter(isTrue), [true])
        const [stored] = yield* repo.ofMember(ada)
        deepStrictEqual([stored?.counter, stored?.lastUsedAt], [4, Option.some(later)])
        strictEqual(yield* repo.used({ ...passkey, counter: 4 }, 5, moment), true)
        assertSome((yield* repo.ofMember(ada))[0]?.lastUsedAt ?? Option.none(), later)
        yield* repo.remove(ada, passkey.id)
        strictEqual(yield* repo.used({ ...passkey, counter: 5 }, 6, later), false)
      })
    )

    it.effect("PasskeysRepo.used lets a passkey that counts nothing be used again", () =>
      Effect.gen(function* () {
        const repo = yield* PasskeysRepo
        const passkey = yield* newPasskey(yield* newUser())
        deepStrictEqual([yield* repo.used(passkey, 0, later), yield* repo.used(passkey, 0, later)], [true, true])
      })
    )

    it.effect("PasskeysRepo.rename, remove and removeAll change passkeys of the member only", () =>
      Effect.gen(function* () {
        const repo = yield* PasskeysRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const [first, second] = [yield* newPasskey(ada), yield* newPasskey(ada)]
        const others = yield* newPasskey(bob)
        assertNone(yield* repo.rename(bob, first.id, "mine now"))
        strictEqual(yield* repo.remove(bob, first.id), false)
        const renamed = yield* Effect.flatten(repo.rename(ada, first.id, "new name"))
        deepStrictEqual(
          { ...renamed },
          { id: first.id, name: "new name", createdAt: moment, lastUsedAt: Option.none() }
        )
        deepStrictEqual(
          (yield* repo.ofMember(ada)).map(({ name }) => name),
          ["new name", "a phone"]
        )
        deepStrictEqual([yield* repo.remove(ada, second.id), yield* repo.remove(ada, second.id)], [true, false])
        yield* newPasskey(ada)
        deepStrictEqual([yield* repo.removeAll(ada), yield* repo.removeAll(ada)], [2, 0])
        deepStrictEqual(
          (yield* repo.ofMember(bob)).map(({ id }) => id),
          [others.id]
        )
      })
    )
  })
  challengesContract(adapter, storage)
}

const challengesContract = (adapter: string, storage: Storage) =>
  layer(Layer.orDie(storage))(`${adapter}: PasskeysRepo, challenges`, (it) => {
    it.effect("PasskeysRepo.takeChallenge gives a challenge and its member to one of concurrent calls", () =>
      Effect.gen(function* () {
        const { takeChallenge } = yield* PasskeysRepo
        const userId = Option.some(yield* newUser())
        const [free, bound] = [yield* newChallenge(), yield* newChallenge({ purpose: "register", userId })]
        for (const { hash, purpose, userId } of [free, bound]) {
          const taken = yield* Effect.forEach(Array.range(1, 4), () => takeChallenge(purpose, hash, moment), atOnce)
          deepStrictEqual(
            Array.getSomes(taken).map((one) => one.userId),
            [userId]
          )
        }
      })
    )

    it.effect("PasskeysRepo.takeChallenge gives none for another purpose, an unknown hash, and at the end", () =>
      Effect.gen(function* () {
        const { challengeOf, takeChallenge } = yield* PasskeysRepo
        const { expiresAt, hash, userId } = yield* newChallenge({ userId: Option.some(yield* newUser()) })
        assertNone(yield* takeChallenge("code", hash, moment))
        assertNone(yield* takeChallenge("register", hash, moment))
        assertNone(yield* takeChallenge("passkey", `${hash}x`, moment))
        assertNone(yield* takeChallenge("passkey", hash, expiresAt))
        assertNone(yield* challengeOf("code", hash, moment))
        assertNone(yield* challengeOf("passkey", hash, expiresAt))
        const last = DateTime.subtract(expiresAt, { millis: 1 })
        const found = [yield* challengeOf("passkey", hash, last), yield* takeChallenge("passkey", hash, last)]
        deepStrictEqual(
          Array.getSomes(found).map((one) => one.userId),
          [userId, userId]
        )
        assertNone(yield* challengeOf("passkey", hash, moment))
      })
    )

    it.effect("PasskeysRepo.forgetChallenges forgets those of the member, of any purpose, and no others", () =>
      Effect.gen(function* () {
        const { challengeOf, forgetChallenges } = yield* PasskeysRepo
        const [ada, bob] = [yield* newUser(), yield* newUser()]
        const own = [
          yield* newChallenge({ purpose: "code", userId: Option.some(ada) }),
          yield* newChallenge({ purpose: "register", userId: Option.some(ada) })
        ]
        const others = [yield* newChallenge({ purpose: "code", userId: Option.some(bob) }), yield* newChallenge()]
        yield* forgetChallenges(ada)
        const found = yield* Effect.forEach([...own, ...others], ({ hash, purpose }) =>
          Effect.map(challengeOf(purpose, hash, moment), Option.isSome)
        )
        deepStrictEqual(found, [false, false, true, true])
      })
    )

    it.effect("PasskeysRepo.addChallenge forgets challenges that have expired, and none that is valid", () =>
      Effect.gen(function* () {
        const { addChallenge, challengeOf } = yield* PasskeysRepo
        const old = yield* newChallenge()
        const valid = yield* newChallenge({ expiresAt: later })
        yield* addChallenge({ ...old, hash: unique(), expiresAt: later }, old.expiresAt)
        assertNone(yield* challengeOf("passkey", old.hash, moment))
        strictEqual(Option.isSome(yield* challengeOf("passkey", valid.hash, moment)), true)
      })
    )
  })
