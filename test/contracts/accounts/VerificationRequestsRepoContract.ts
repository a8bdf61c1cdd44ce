import { layer } from "@effect/vitest"
import { assertNone, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Option } from "effect"
import { NotSignedIn } from "../../../src/domain/accounts/CurrentUser.ts"
import { UserId, VerificationRequestId } from "../../../src/domain/Ids.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { VerificationRequestsRepo } from "../../../src/ports/accounts/VerificationRequestsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import type { Storage } from "../../support/Storage.ts"
import { authorAs, moment, newAccount, newUser, time, untilFree } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"

const later = time("2026-02-03T04:05:06.789Z")
const words = { as: "nurse 🌿", text: "Register 12345.\nI can send it." }

/** The contract of `VerificationRequestsRepo`, and that of `NotificationsRepo.addAnswer`. */
export const verificationRequestsRepoContract = (adapter: string, storage: Storage) =>
  layer(Layer.orDie(storage))(`${adapter}: VerificationRequestsRepo`, (it) => {
    it.effect("VerificationRequestsRepo.put stores one request of a member, and replaces its words", () =>
      Effect.gen(function* () {
        const [repo, users] = [yield* VerificationRequestsRepo, yield* UsersRepo]
        const account = newAccount()
        const ada = yield* users.add(account)
        assertNone(yield* repo.ofMember(ada))
        const first = yield* repo.put(ada, words, moment)
        deepStrictEqual(first, { ...words, id: first.id, createdAt: moment })
        const second = yield* repo.put(ada, { as: "midwife", text: "x" }, later)
        deepStrictEqual(second, { as: "midwife", text: "x", id: first.id, createdAt: moment })
        deepStrictEqual(yield* repo.ofMember(ada), Option.some(second))
        const user = authorAs(ada, account.username, "user" as const)
        deepStrictEqual(yield* repo.find(first.id), Option.some({ ...second, user }))
        assertNone(yield* repo.find(VerificationRequestId.make(2_000_000_000)))
        const nobody = UserId.make(2_147_483_646)
        deepStrictEqual(yield* Effect.flip(repo.put(nobody, words, moment)), new NotSignedIn())
      })
    )

    it.effect("VerificationRequestsRepo.page lists requests by key, the oldest first; remove deletes one once", () =>
      Effect.gen(function* () {
        const repo = yield* VerificationRequestsRepo
        const members = [yield* newUser(), yield* newUser(), yield* newUser()]
        for (const member of members) yield* repo.put(member, words, moment)
        const ids = yield* checkPagesByKey(repo.page)
        deepStrictEqual(
          ids,
          ids.toSorted((one, other) => one - other)
        )
        const [first = UserId.make(1)] = members
        deepStrictEqual([yield* repo.remove(first), yield* repo.remove(first)], [true, false])
        assertNone(yield* repo.ofMember(first))
        strictEqual((yield* checkPagesByKey(repo.page)).length, ids.length - 1)
      })
    )

    it.effect("VerificationRequestsRepo.remove keeps a request that no longer has the given words", () =>
      Effect.gen(function* () {
        const repo = yield* VerificationRequestsRepo
        const ada = yield* newUser()
        yield* repo.put(ada, words, moment)
        strictEqual(yield* repo.remove(ada, { ...words, text: "Register 1" }), false)
        strictEqual(yield* repo.remove(ada, { ...words, as: "midwife" }), false)
        deepStrictEqual([yield* repo.remove(ada, words), yield* repo.remove(ada, words)], [true, false])
      })
    )

    it.effect("ErasureRepo.erase deletes the request of a member", () =>
      Effect.gen(function* () {
        const [repo, erasure, { atomically }] = [
          yield* VerificationRequestsRepo,
          yield* ErasureRepo,
          yield* Transaction
        ]
        const ada = yield* newUser()
        const { id } = yield* repo.put(ada, words, moment)
        yield* untilFree(atomically(erasure.erase(ada, "keep")))
        assertNone(yield* repo.find(id))
      })
    )

    it.effect("NotificationsRepo.addAnswer tells a member the answer, and nobody who is gone", () =>
      Effect.gen(function* () {
        const [notifications, { atomically }] = [yield* NotificationsRepo, yield* Transaction]
        const ada = yield* newUser()
        const add = (given: boolean, to: UserId) =>
          untilFree(atomically(notifications.addAnswer({ given, reason: given ? null : "No register." }, to, later)))
        strictEqual((yield* add(true, ada)).length, 1)
        yield* add(false, ada)
        deepStrictEqual(yield* add(false, UserId.make(2_147_483_646)), [])
        const { items } = yield* notifications.page(ada, true, { offset: 0, limit: 10 })
        deepStrictEqual(
          items.map(({ decisionId, message, type, verification }) => [type, decisionId, verification, message]),
          [
            [
              "moderation",
              Option.none(),
              Option.some({ given: false, reason: "No register." }),
              "an admin refused your request to be verified: No register."
            ],
            ["moderation", Option.none(), Option.some({ given: true, reason: null }), "an admin verified you"]
          ]
        )
      })
    )
  })
