import { layer } from "@effect/vitest"
import { assertNone, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import { NotSignedIn } from "../../../src/domain/accounts/CurrentUser.ts"
import { InvitationId, UserId } from "../../../src/domain/Ids.ts"
import { ErasureRepo } from "../../../src/ports/accounts/ErasureRepo.ts"
import { ExportRepo } from "../../../src/ports/accounts/ExportRepo.ts"
import { InvitationsRepo, type InvitationToAdd } from "../../../src/ports/accounts/InvitationsRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import type { Storage } from "../../support/Storage.ts"
import { moment, newUser, unique, untilFree } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"

const newAdmin = newUser({ role: "admin" })

const expiresAt = DateTime.add(moment, { days: 14 })

/** An invitation of an admin for one member, unless it says otherwise. */
const newInvitation = (byId: UserId, given: Partial<InvitationToAdd> = {}): InvitationToAdd => ({
  byId,
  hash: unique(),
  role: "user",
  uses: 1,
  note: Option.none(),
  createdAt: moment,
  expiresAt,
  ...given
})

/** The contract of `InvitationsRepo`. */
export const invitationsRepoContract = (adapter: string, storage: Storage) =>
  layer(Layer.orDie(storage))(`${adapter}: InvitationsRepo`, (it) => {
    it.effect("InvitationsRepo.add stores an invitation of an admin, and none of a member who is gone", () =>
      Effect.gen(function* () {
        const repo = yield* InvitationsRepo
        const note = Option.some("the meeting 🌿")
        const { byId, hash, ...invitation } = newInvitation(yield* newAdmin, { role: "expert", uses: 100, note })
        const added = yield* repo.add({ byId, hash, ...invitation })
        deepStrictEqual(added, { ...invitation, id: added.id, used: 0 })
        deepStrictEqual(yield* repo.find(hash, moment), Option.some({ id: added.id, role: "expert" as const, byId }))
        const nobody = UserId.make(2_147_483_646)
        deepStrictEqual(yield* Effect.flip(repo.add(newInvitation(nobody))), new NotSignedIn())
      })
    )

    it.effect("InvitationsRepo.page lists invitations by key, the newest first; remove deletes one once", () =>
      Effect.gen(function* () {
        const repo = yield* InvitationsRepo
        const admin = yield* newAdmin
        for (const _ of Array.range(1, 4)) yield* repo.add(newInvitation(admin))
        const ids = yield* checkPagesByKey(repo.page)
        deepStrictEqual(
          ids,
          ids.toSorted((one, other) => other - one)
        )
        const newest = InvitationId.make(ids[0] ?? 0)
        deepStrictEqual([yield* repo.remove(newest), yield* repo.remove(newest)], [true, false])
        deepStrictEqual(yield* checkPagesByKey(repo.page), ids.slice(1))
      })
    )

    it.effect("InvitationsRepo.find and use give an invitation until it is used up, expires or is removed", () =>
      Effect.gen(function* () {
        const repo = yield* InvitationsRepo
        const admin = yield* newAdmin
        const { hash } = newInvitation(admin)
        const { id } = yield* repo.add(newInvitation(admin, { hash, uses: 2 }))
        const valid = Option.some({ id, role: "user" as const, byId: admin })
        for (const _ of [1, 2]) {
          deepStrictEqual(yield* repo.find(hash, moment), valid)
          deepStrictEqual(yield* repo.use(hash, moment), valid)
        }
        const gone = newInvitation(admin)
        yield* repo.remove((yield* repo.add(gone)).id)
        const late = newInvitation(admin)
        yield* repo.add(late)
        for (const [of, at] of [
          [hash, moment],
          [gone.hash, moment],
          [late.hash, expiresAt],
          ["another", moment]
        ] as const) {
          assertNone(yield* repo.find(of, at))
          assertNone(yield* repo.use(of, at))
        }
        const { items } = yield* repo.page({ offset: 0, limit: 100 })
        strictEqual(items.find((one) => one.id === id)?.used, 2)
      })
    )

    it.effect("InvitationsRepo.find and use give an invitation only while its admin is one, and is not suspended", () =>
      Effect.gen(function* () {
        const [repo, users] = [yield* InvitationsRepo, yield* UsersRepo]
        const admin = yield* newAdmin
        const invitation = newInvitation(admin, { uses: 9 })
        yield* repo.add(invitation)
        const isValid = (at: DateTime.Utc) =>
          Effect.map(
            Effect.all([repo.find(invitation.hash, at), repo.use(invitation.hash, at)]),
            Array.map(Option.isSome)
          )
        const until = DateTime.add(moment, { days: 1 })
        deepStrictEqual(yield* isValid(moment), [true, true])
        for (const role of ["user", "moderator"] as const) {
          yield* users.update(admin, { role: Option.some(role) })
          deepStrictEqual(yield* isValid(moment), [false, false])
        }
        yield* users.update(admin, { role: Option.some("admin") })
        deepStrictEqual(yield* isValid(moment), [true, true])
        yield* users.setSuspension(admin, Option.some({ at: moment, until: Option.some(until), reason: "a test" }))
        deepStrictEqual([...(yield* isValid(moment)), ...(yield* isValid(until))], [false, false, true, true])
      })
    )

    it.effect(
      "InvitationsRepo.use counts no more uses of calls at once than are left, and none that is rolled back",
      () =>
        Effect.gen(function* () {
          const [repo, { atomically }] = [yield* InvitationsRepo, yield* Transaction]
          const invitation = newInvitation(yield* newAdmin, { uses: 3 })
          const { hash } = invitation
          yield* repo.add(invitation)
          yield* Effect.flip(atomically(Effect.zipRight(repo.use(hash, moment), Effect.fail("rolled back"))))
          const uses = Array.replicate(untilFree(atomically(repo.use(hash, moment))), 8)
          const used = yield* Effect.all(uses, { concurrency: "unbounded" })
          strictEqual(used.filter(Option.isSome).length, 3)
        })
    )

    it.effect("ErasureRepo.erase deletes the invitations of an admin, which their export has before", () =>
      Effect.gen(function* () {
        const [repo, erasure, exported] = [yield* InvitationsRepo, yield* ErasureRepo, yield* ExportRepo]
        const { atomically } = yield* Transaction
        const admin = yield* newAdmin
        const { byId, hash, ...invitation } = newInvitation(admin, { note: Option.some("Lyon") })
        const { id } = yield* repo.add({ byId, hash, ...invitation })
        yield* repo.add(newInvitation(yield* newAdmin))
        const line = { type: "invitation" as const, ...invitation, id, used: 0, note: "Lyon" }
        deepStrictEqual(yield* exported.page(admin, "invitation", 0), [{ key: id, line }])
        deepStrictEqual(yield* exported.page(admin, "invitation", id), [])
        yield* untilFree(atomically(erasure.erase(admin, "keep")))
        assertNone(yield* repo.find(hash, moment))
        strictEqual(yield* repo.remove(id), false)
      })
    )
  })
