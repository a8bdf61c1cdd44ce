import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer } from "effect"
import type { AuditFilter } from "../../../src/domain/accounts/Audit.ts"
import { ApiKeyId, UserId } from "../../../src/domain/Ids.ts"
import type { AuditKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import { AuditRepo, type AuditToAdd } from "../../../src/ports/accounts/AuditRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { moment, newAccount, newUser } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"

const entry = (actorId: UserId, userId: UserId, given: Partial<AuditToAdd> = {}): AuditToAdd => ({
  at: moment,
  action: "verified",
  actorId,
  key: null,
  userId,
  targetId: null,
  detail: null,
  reason: null,
  ...given
})

const append = (row: AuditToAdd) => Effect.flatMap(AuditRepo, (audit) => audit.append(row))

const listed = (filter: AuditFilter) =>
  Effect.flatMap(AuditRepo, (audit) => audit.page(filter, { offset: 0, limit: 50 }))

/** The contract of `AuditRepo`. */
export const auditRepoContract = <E>(adapter: string, storage: Layer.Layer<AuditRepo | Transaction | UsersRepo, E>) =>
  layer(storage)(`${adapter}: AuditRepo`, (it) => {
    it.effect("AuditRepo.page gives an entry in full with the present names, and null for an unknown member", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const account = newAccount({ role: "admin" })
        const actor = yield* users.add(account)
        const gone = UserId.make(2_000_000_000)
        const key = { id: ApiKeyId.make(2_000_000_000), agent: true }
        yield* append(entry(actor, gone, { action: "post_deleted", key, targetId: 31, detail: "d", reason: "“spam”" }))
        const { items, total } = yield* listed({ userId: gone })
        const [{ id } = { id: 0 }] = items
        deepStrictEqual(
          [items, total],
          [
            [
              {
                id,
                at: moment,
                action: "post_deleted",
                by: { id: actor, username: account.username },
                key: { id: 2_000_000_000, name: null, agent: true },
                user: { id: gone, username: null },
                targetId: 31,
                detail: "d",
                reason: "“spam”"
              }
            ],
            1
          ]
        )
      })
    )

    it.effect("AuditRepo.page lists entries newest first, by member and action, by keys as by offsets", () =>
      Effect.gen(function* () {
        const audit = yield* AuditRepo
        const [admin, ada, bob] = [yield* newUser({ role: "admin" }), yield* newUser(), yield* newUser()]
        for (const userId of [ada, bob, ada, ada]) {
          yield* append(entry(admin, userId))
          yield* append(entry(userId, userId, { action: "key_created" }))
        }
        for (const [filter, count] of [
          [{ userId: ada }, 6],
          [{ userId: bob, action: "key_created" }, 1],
          [{ userId: ada, action: "key_created" }, 3],
          [{ userId: ada, action: "key_revoked" }, 0],
          [{ userId: admin }, 0],
          [{ action: "key_created" }, 4]
        ] as const) {
          const page = (window: PageSlice<AuditKey>) => audit.page(filter, window)
          const ids = yield* checkPagesByKey(page)
          deepStrictEqual([ids.length, ids], [count, ids.toSorted((a, b) => b - a)])
        }
      })
    )

    it.effect("AuditRepo.append is undone by a rollback", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const ada = yield* newUser()
        yield* Effect.flip(atomically(Effect.zipRight(append(entry(ada, ada)), Effect.fail("no"))))
        deepStrictEqual(yield* listed({ userId: ada }), { items: [], total: 0 })
      })
    )
  })
