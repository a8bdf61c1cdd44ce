import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Option } from "effect"
import { advisoryLocks } from "../../src/adapters/postgres/AdvisoryLocks.ts"
import { UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import { joinAdmin, type Member } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { eachOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced, type Lock } from "./Forced.ts"

/** The details of the newest entries of the audit log about a member, the oldest first. */
const auditOf = ({ token }: Member, query: string) =>
  Effect.map(send("GET", `/api/audit?${query}&limit=2`, { as: token }), (answer) =>
    eachOf(answer, "detail").toReversed()
  )

/** Two admins change the same thing at once, the second one back to what it was: each compares with what the first stored. */
forced("changes of two admins at once", (it) => {
  it.effect("of the community's settings are both in the audit log, each with what it changed", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* joinAdmin, yield* joinAdmin]
      const set = ({ token }: Member, registration: string) =>
        send("PATCH", "/api/community", { as: token, body: { registration } })
      yield* behindLock(
        (sql) => sql`select pg_advisory_xact_lock(${advisoryLocks.communitySettings}, 0)`,
        [set(one, "closed"), set(two, "open")]
      )
      deepStrictEqual(yield* auditOf(one, "action=community_changed"), [
        "registration from open to closed",
        "registration from closed to open"
      ])
    })
  )

  it.effect("of a member's bio are both in the audit log, the second one back to what it was, too", () =>
    Effect.gen(function* () {
      const [one, two, bob] = [yield* joinAdmin, yield* joinAdmin, yield* join()]
      const write = ({ token }: Member, bio: string) =>
        send("PATCH", `/api/users/${bob.user.id}`, { as: token, body: { bio } })
      yield* write(one, "A")
      const lock: Lock = (sql) => sql`select from users where id = ${bob.user.id} for update`
      yield* behindLock(lock, [write(one, "B"), write(two, "A")])
      const entries = yield* send("GET", `/api/audit?userId=${bob.user.id}&action=profile_changed`, { as: one.token })
      deepStrictEqual(eachOf(entries, "detail"), ["bio", "bio", "bio"])
    })
  )

  it.effect("who both lift a suspension are one entry in the audit log", () =>
    Effect.gen(function* () {
      const [one, two, bob] = [yield* joinAdmin, yield* joinAdmin, yield* join()]
      const path = `/api/users/${bob.user.id}/suspension`
      yield* send("PUT", path, { as: one.token, body: { reason: "a test" } })
      const users = yield* UsersRepo
      const lift = ({ token }: Member) => send("DELETE", path, { as: token })
      yield* behindLock(() => users.lockRoles, [lift(one), lift(two)])
      deepStrictEqual((yield* auditOf(one, `userId=${bob.user.id}&action=unsuspended`)).length, 1)
    })
  )

  it.effect("who both withdraw a verification are one entry in the audit log", () =>
    Effect.gen(function* () {
      const [one, two, bob] = [yield* joinAdmin, yield* joinAdmin, yield* join()]
      const path = `/api/users/${bob.user.id}/verification`
      yield* send("PUT", path, { as: one.token, body: { as: "nurse" } })
      const withdraw = ({ token }: Member) => send("DELETE", path, { as: token })
      const lock: Lock = (sql) => sql`select from users where id = ${bob.user.id} for update`
      yield* behindLock(lock, [withdraw(one), withdraw(two)])
      deepStrictEqual((yield* auditOf(one, `userId=${bob.user.id}&action=unverified`)).length, 1)
    })
  )

  it.effect("to a member's name and verification leave no verification with the new name", () =>
    Effect.gen(function* () {
      const [admin, bob] = [yield* joinAdmin, yield* join()]
      const [users, name] = [yield* UsersRepo, `renamed ${bob.user.id}`]
      const verifying = () => {
        const verification = Option.some({ by: admin.user.id, at: DateTime.unsafeMake(0), as: "nurse" })
        return users.setVerification(bob.user.id, verification)
      }
      const rename = send("PATCH", `/api/users/${bob.user.id}`, { as: bob.token, body: { username: name } })
      const [renamed] = yield* behindCommit(verifying, [rename])
      strictEqual(renamed?.status, 200)
      const { username, verified } = yield* users.detail(bob.user.id)
      deepStrictEqual([username, Option.isSome(verified)], [name, false])
      deepStrictEqual(yield* auditOf(admin, `userId=${bob.user.id}&action=unverified`), ["nurse"])
    })
  )

  it.effect("of a member's role are both in the audit log, each with the role that it replaced", () =>
    Effect.gen(function* () {
      const [one, two, bob] = [yield* joinAdmin, yield* joinAdmin, yield* join()]
      const users = yield* UsersRepo
      const give = ({ token }: Member, role: string) =>
        send("PATCH", `/api/users/${bob.user.id}`, { as: token, body: { role } })
      yield* behindLock(() => users.lockRoles, [give(one, "moderator"), give(two, "user")])
      deepStrictEqual(yield* auditOf(one, `userId=${bob.user.id}&action=role_changed`), [
        "from user to moderator",
        "from moderator to user"
      ])
    })
  )
})
