import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Option } from "effect"
import { advisoryLocks } from "../../src/adapters/postgres/AdvisoryLocks.ts"
import { UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import { joinAdmin, type Member } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { eachOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced } from "./Forced.ts"

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
      yield* behindLock(() => users.lockFirstAdmin, [give(one, "moderator"), give(two, "user")])
      deepStrictEqual(yield* auditOf(one, `userId=${bob.user.id}&action=role_changed`), [
        "from user to moderator",
        "from moderator to user"
      ])
    })
  )
})
