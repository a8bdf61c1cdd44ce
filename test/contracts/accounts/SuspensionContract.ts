import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { type DateTime, Effect, type Layer, Option } from "effect"
import { UserNotFound } from "../../../src/domain/accounts/User.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { moment, newKeyRow, newUser, time, unique } from "../newRows.ts"

const until = time("2026-02-03T04:05:06.789Z")
const before = time("2026-02-03T04:05:06.788Z")

/** A member with a session and two keys; their hashes and kinds. */
const member = Effect.gen(function* () {
  const credentials = yield* CredentialsRepo
  const id = yield* newUser()
  const session = unique()
  yield* credentials.addSession({
    userId: id,
    hash: session,
    createdAt: moment,
    expiresAt: time("2027-01-01T00:00:00.000Z")
  })
  const rows = [newKeyRow(id), newKeyRow(id)]
  const keys = yield* Effect.forEach(rows, credentials.addKey)
  const hashes = [["session", session] as const, ...rows.map(({ hash }) => ["apiKey", hash] as const)]
  const valid = (now: typeof moment) =>
    Effect.forEach(hashes, ([kind, hash]) =>
      Effect.map(
        credentials.identify(kind, hash, now),
        Option.match({
          onNone: () => "refused",
          onSome: ({ user }) => (user.suspended ? "suspended" : "valid")
        })
      )
    )
  return { id, valid, keys: keys.map((key) => key.id) }
})

/** All credentials of a member who is not suspended. */
const all = ["valid", "valid", "valid"]

/** The contract of suspensions, and of `CredentialsRepo.revokeAll`. */
export const suspensionContract = <E>(adapter: string, storage: Layer.Layer<CredentialsRepo | UsersRepo, E>) =>
  layer(storage)(`${adapter}: suspensions`, (it) => {
    it.effect("UsersRepo.setSuspension suspends a suspended member again, and ends the suspension", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const { id } = yield* member
        const read = Effect.map(users.detail(id), ({ suspended }) => suspended)
        deepStrictEqual(yield* read, Option.none())
        for (const suspension of [
          { at: moment, until: Option.none(), reason: "spam" },
          { at: before, until: Option.some(until), reason: "“again”" }
        ]) {
          yield* users.setSuspension(id, Option.some(suspension))
          deepStrictEqual(yield* read, Option.some(suspension))
          const { items } = yield* users.page({}, { offset: 0, limit: 1 })
          deepStrictEqual(items[0]?.suspended, Option.some(suspension))
        }
        yield* users.setSuspension(id, Option.none())
        deepStrictEqual(yield* read, Option.none())
        const nobody = UserId.make(2_000_000_000)
        deepStrictEqual(
          yield* Effect.flip(users.setSuspension(nobody, Option.none())),
          new UserNotFound({ id: nobody })
        )
      })
    )

    it.effect(
      "CredentialsRepo.identify refuses the keys of a suspended member, and marks the session, until it ends",
      () =>
        Effect.gen(function* () {
          const users = yield* UsersRepo
          const [ada, bob] = [yield* member, yield* member]
          yield* users.setSuspension(ada.id, Option.some({ at: moment, until: Option.some(until), reason: "x" }))
          deepStrictEqual(yield* ada.valid(before), ["suspended", "refused", "refused"])
          deepStrictEqual(yield* ada.valid(until), all)
          deepStrictEqual(yield* bob.valid(before), all)
          yield* users.setSuspension(ada.id, Option.some({ at: moment, until: Option.none(), reason: "x" }))
          deepStrictEqual(yield* ada.valid(until), ["suspended", "refused", "refused"])
          yield* users.setSuspension(ada.id, Option.none())
          deepStrictEqual(yield* ada.valid(before), all)
        })
    )

    it.effect("UsersRepo.otherAdminExists counts no admin who is suspended then", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        const { items } = yield* users.page({ role: "admin" }, { offset: 0, limit: 100 })
        for (const { id } of items) {
          yield* users.update(id, { username: Option.none(), bio: Option.none(), role: Option.some("user") })
        }
        const [first, second] = [yield* newUser({ role: "admin" }), yield* newUser({ role: "admin" })]
        yield* users.setSuspension(second, Option.some({ at: moment, until: Option.some(until), reason: "x" }))
        strictEqual(yield* users.otherAdminExists(first, before), false)
        strictEqual(yield* users.otherAdminExists(first, until), true)
        strictEqual(yield* users.otherAdminExists(second, before), true)
      })
    )

    it.effect("UsersRepo.staff has the moderators and admins who are not suspended then", () =>
      Effect.gen(function* () {
        const users = yield* UsersRepo
        for (const role of ["moderator", "admin"] as const) {
          const { items } = yield* users.page({ role }, { offset: 0, limit: 100 })
          for (const { id } of items) {
            yield* users.update(id, { username: Option.none(), bio: Option.none(), role: Option.some("user") })
          }
        }
        const mod = yield* newUser({ role: "moderator" })
        const staff = (at: DateTime.Utc) =>
          Effect.map(users.staff(at), (all) => all.map(({ id, role }) => `${role} ${id}`))
        yield* newUser()
        deepStrictEqual(yield* staff(before), [`moderator ${mod}`])
        const admin = yield* newUser({ role: "admin" })
        deepStrictEqual(yield* staff(before), [`moderator ${mod}`, `admin ${admin}`])
        yield* users.setSuspension(admin, Option.some({ at: moment, until: Option.some(until), reason: "x" }))
        deepStrictEqual(yield* staff(before), [`moderator ${mod}`])
        deepStrictEqual(yield* staff(until), [`moderator ${mod}`, `admin ${admin}`])
      })
    )

    it.effect("CredentialsRepo.revokeAll ends every session and key of the member, once, and says which", () =>
      Effect.gen(function* () {
        const credentials = yield* CredentialsRepo
        const [ada, bob] = [yield* member, yield* member]
        const { keys, sessions } = yield* credentials.revokeAll(ada.id, moment)
        deepStrictEqual([keys, sessions.length], [ada.keys, 1])
        deepStrictEqual([yield* ada.valid(moment), yield* bob.valid(moment)], [["refused", "refused", "refused"], all])
        const again = yield* credentials.revokeAll(ada.id, moment)
        deepStrictEqual([again.keys, again.sessions], [[], []])
      })
    )
  })
