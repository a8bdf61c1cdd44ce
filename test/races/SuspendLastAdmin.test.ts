import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import { joinAdmin, type Member } from "../support/Given.ts"
import { send } from "../support/Members.ts"
import { statusesOf } from "../support/Wire.ts"
import { behindLock, forced } from "./Forced.ts"

const suspend = (by: Member, { user }: Member) =>
  send("PUT", `/api/users/${user.id}/suspension`, { as: by.token, body: { reason: "a test" } })

const demote = ({ token, user }: Member) =>
  send("PATCH", `/api/users/${user.id}`, { as: token, body: { role: "user" } })

/**
 * The only two admins suspend each other, or give up the role: each has found another admin to be there, and then they wait for
 * one lock, under which they look again. The second one is the last admin.
 */
forced("the last two admins", (it) => {
  it.effect("cannot both be suspended or give up the role: the one who comes second is refused", () =>
    Effect.gen(function* () {
      const users = yield* UsersRepo
      const lock = () => users.lockRoles
      const [one, two, three] = [yield* joinAdmin, yield* joinAdmin, yield* joinAdmin]
      const demoted = yield* behindLock(lock, [demote(one), demote(two), demote(three)])
      deepStrictEqual(statusesOf(demoted).sort(), [200, 200, 403])
      const [left, other] = [[one, two, three][statusesOf(demoted).indexOf(403)] ?? one, yield* joinAdmin]
      const suspended = yield* behindLock(lock, [suspend(left, other), suspend(other, left)])
      deepStrictEqual(statusesOf(suspended).sort(), [200, 403])
    })
  )
})
