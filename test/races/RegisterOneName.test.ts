import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { newUser, unique } from "../contracts/newRows.ts"
import { account } from "../support/Given.ts"
import { send } from "../support/Members.ts"
import { statusesOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced } from "./Forced.ts"

const register = (given: Readonly<Record<string, unknown>>) =>
  send("POST", "/api/auth/register", { body: account(given) })

/** A name, as the request sends it and as it is stored. */
const names = [
  {
    title: "email",
    make: () => {
      const email = `${unique()}@example.org`
      return { sent: { email }, stored: { email, emailKey: email } }
    }
  },
  {
    title: "username",
    make: () => {
      const username = unique()
      return { sent: { username }, stored: { username, usernameKey: username } }
    }
  }
]

/**
 * Requests register a name that a transaction has stored and not committed, so that nobody sees it and only the unique index
 * can refuse:
 * - it is rolled back: one of them has the name;
 * - it is committed: none has.
 */
forced("registrations that wait for the same name", (it) => {
  for (const { make, title } of names) {
    it.effect(`make one member of an ${title} that is free again, and the others are 409`, () =>
      Effect.gen(function* () {
        const { sent, stored } = make()
        const answers = yield* behindLock(() => newUser(stored), Array.replicate(register(sent), 6))
        deepStrictEqual(statusesOf(answers).sort(), [201, ...Array.replicate(409, 5)])
      })
    )

    it.effect(`are 409 when the ${title} is taken`, () =>
      Effect.gen(function* () {
        const { sent, stored } = make()
        const answers = yield* behindCommit(() => newUser(stored), Array.replicate(register(sent), 3))
        deepStrictEqual(statusesOf(answers), [409, 409, 409])
      })
    )
  }
})
