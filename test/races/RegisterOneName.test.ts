import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { newUser, unique } from "../contracts/newRows.ts"
import { account, joinAdmin } from "../support/Given.ts"
import { send } from "../support/Members.ts"
import { refusedFor, statusesOf } from "../support/Wire.ts"
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

/** An invitation for one member, and six registrations by it. */
const invited = Effect.gen(function* () {
  const admin = yield* joinAdmin
  const { id, url } = yield* admin.client.invitations.create({ payload: {} })
  const invitation = new URL(Redacted.value(url)).searchParams.get("invitation")
  const tries = Array.makeBy(6, () => send("POST", "/api/auth/register", { body: account({ invitation }) }))
  return { id, tries }
})

/**
 * Registrations by the last use of one invitation find it valid, hash their passwords, and then wait for its row:
 * - the transaction that holds it changes nothing: the first one joins;
 * - it ends the invitation: nobody joins.
 */
forced("registrations by the last use of one invitation", (it) => {
  it.effect("POST /api/auth/register answers 201 to one of six, and 403 to the others", () =>
    Effect.gen(function* () {
      const { id, tries } = yield* invited
      const answers = yield* behindLock((sql) => sql`select from invitations where id = ${id} for update`, tries)
      deepStrictEqual(statusesOf(answers).toSorted(), [201, ...Array.replicate(403, 5)])
      for (const answer of answers.filter(({ status }) => status === 403)) {
        refusedFor(answer, 403, /^this invitation is not valid/)
      }
    })
  )

  it.effect("POST /api/auth/register answers 403 to each, once an admin has ended it", () =>
    Effect.gen(function* () {
      const { id, tries } = yield* invited
      const answers = yield* behindCommit((sql) => sql`delete from invitations where id = ${id}`, tries)
      for (const answer of answers) refusedFor(answer, 403, /^this invitation is not valid/)
    })
  )
})
