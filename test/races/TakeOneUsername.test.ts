import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { newUser, unique } from "../contracts/newRows.ts"
import { members } from "../support/AtOnce.ts"
import { send } from "../support/Members.ts"
import { statusesOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced } from "./Forced.ts"

const scene = Effect.gen(function* () {
  const username = unique()
  const changes = (yield* members(5)).map(({ token }) =>
    send("PATCH", "/api/users/me", { as: token, body: { username } })
  )
  return { changes, take: () => newUser({ username, usernameKey: username }) }
})

/**
 * Members change their username to one that a transaction has taken and not committed. Each updates its own row, so no row
 * lock orders them:
 * - it is rolled back: the unique index lets one of them commit;
 * - it is committed: none has the name.
 */
forced("changes that wait for the same username", (it) => {
  it.effect("give a name that is free again to one, and the others are 409", () =>
    Effect.gen(function* () {
      const { changes, take } = yield* scene
      const answers = yield* behindLock(take, changes)
      deepStrictEqual(statusesOf(answers).sort(), [200, ...Array.replicate(409, 4)])
    })
  )

  it.effect("are 409 when the name is taken", () =>
    Effect.gen(function* () {
      const { changes, take } = yield* scene
      const answers = yield* behindCommit(take, changes)
      deepStrictEqual(statusesOf(answers), Array.replicate(409, 5))
    })
  )
})
