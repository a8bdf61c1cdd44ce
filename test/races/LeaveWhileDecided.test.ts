import { SqlClient } from "@effect/sql"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { advisoryLocks } from "../../src/adapters/postgres/AdvisoryLocks.ts"
import { unique } from "../contracts/newRows.ts"
import { atOnce } from "../support/AtOnce.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { at, statusesOf } from "../support/Wire.ts"
import { appeal, decide, decideAppeal, report, userOf } from "../transport/http/moderation/Given.ts"
import { behindCommit, behindLock, forced, type Lock } from "./Forced.ts"

const leave = ({ token }: Member, posts: "delete" | "keep" = "delete") =>
  send("DELETE", "/api/users/me", { as: token, body: { password: "correct horse battery", posts } })

/** Tables with a row that holds one of these words. */
const holding = (words: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql<{ readonly name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`
    const held = yield* Effect.forEach(tables, ({ name }) =>
      Effect.map(
        sql<{ readonly row: string }>`
          select given::text as row from ${sql(name)} as given
          where ${sql.or(words.map((word) => sql`position(${word} in given::text) > 0`))}`,
        (rows) => rows.map(({ row }) => `${name}: ${row}`)
      )
    )
    return held.flat()
  })

/** A member with texts, one of which is reported and hidden, another's report of them, and two moderators. */
const others = Effect.gen(function* () {
  return { bob: yield* join(), mod: yield* joinModerator, admin: yield* joinAdmin }
})

const sceneOf = Effect.fnUntraced(function* ({ admin, bob, mod }: Effect.Effect.Success<typeof others>) {
  const maria = yield* join()
  const word = unique()
  const { id: postId } = yield* publish(maria, { title: word, content: word })
  const { id: commentId } = yield* answer(maria, (yield* publish(bob)).id, word)
  const post = { type: "post", id: postId } as const
  const comment = { type: "comment", id: commentId } as const
  const { body } = yield* decide(mod.token, comment, "hide")
  return { maria, bob, mod, admin, word, post, comment, hidden: at(body, "id") }
})

const scene = Effect.flatMap(others, sceneOf)

type Scene = Effect.Effect.Success<typeof scene>

/** What others and the member do that stores words about the member. */
const writes = ({ admin, bob, hidden, maria, mod, post, word }: Scene) => [
  report(bob.token, userOf(maria), "spam", word),
  report(bob.token, post, "spam", word),
  report(maria.token, userOf(bob), "spam", word),
  decide(mod.token, userOf(maria), "suspend", { reason: word }),
  decide(mod.token, post, "hide", { reason: word }),
  appeal(maria.token, hidden, word),
  send("PUT", `/api/users/${maria.user.id}/suspension`, { as: admin.token, body: { reason: word } }),
  send("PUT", `/api/users/${maria.user.id}/verification`, { as: admin.token, body: { as: word } }),
  send("DELETE", `/api/users/${maria.user.id}/credentials`, { as: admin.token, body: { reason: word } })
]

/**
 * A member leaves while others report them and decide about them:
 * - the erasure holds the member: reports and decisions wait, and then find nobody;
 * - a report or decision holds the member: the erasure waits, and clears it.
 */
forced("who leaves", (it) => {
  it.effect("before reports, decisions and suspensions that wait, is nobody to them: 404, and 401 to their own", () =>
    Effect.gen(function* () {
      const statuses = [404, 404, 401, 404, 404, 401, 404, 404, 404]
      for (const first of [0, 4]) {
        const given = yield* scene
        const erased: Lock = (sql) => sql`select erase_member(${given.maria.user.id}, false)`
        const calls = writes(given).slice(first, first + 5) // one connection of the pool stays free
        deepStrictEqual(statusesOf(yield* behindCommit(erased, calls)), statuses.slice(first, first + 5))
        deepStrictEqual(yield* holding([given.word, given.maria.user.username]), [])
      }
    })
  )

  it.effect("after reports and decisions that are being stored, leaves nothing of them", () =>
    Effect.gen(function* () {
      for (const nth of [0, 1, 2, 3, 4, 5]) {
        const given = yield* scene
        const stored: Lock = (sql) => sql`lock table reports, decisions in share mode`
        const [write] = Array.drop(writes(given), nth)
        assertTrue(write !== undefined)
        const [first, left] = statusesOf(yield* behindLock(stored, [write, leave(given.maria)]))
        deepStrictEqual([first === 200 || first === 201, left], [true, 200], `write ${nth}`)
        deepStrictEqual(yield* holding([given.word, given.maria.user.username]), [], `write ${nth}`)
      }
    })
  )

  it.effect("leaves no byte of their name and words in any table, in 50 rounds", () =>
    Effect.gen(function* () {
      const people = yield* others
      const left: Array<string> = []
      for (const _ of Array.range(1, 50)) {
        const { bob, comment, hidden, maria, mod, post, word } = yield* sceneOf(people)
        const calls = [
          report(bob.token, userOf(maria), "spam", word),
          report(bob.token, post, "spam", word),
          report(maria.token, userOf(bob), "spam", word),
          decide(mod.token, post, "hide", { reason: word }),
          decide(mod.token, comment, "restore", { reason: word }),
          Effect.zipRight(appeal(maria.token, hidden, word), decideAppeal(mod.token, hidden, "upheld"))
        ]
        const [{ status }, answers] = yield* Effect.all([leave(maria), Effect.all(calls, atOnce)], atOnce)
        deepStrictEqual(status, 200)
        assertTrue(
          answers.every(({ status }) => status < 500),
          JSON.stringify(statusesOf(answers))
        )
        left.push(word, maria.user.username)
      }
      deepStrictEqual(yield* holding(left), [])
    })
  )

  it.effect("comes before or after a suspension and a change of the role, and neither waits for a deadlock", () =>
    Effect.gen(function* () {
      const [admin, maria] = [yield* joinAdmin, yield* join()]
      const path = `/api/users/${maria.user.id}`
      const suspend = send("PUT", `${path}/suspension`, { as: admin.token, body: { reason: "a test" } })
      const promote = send("PATCH", path, { as: admin.token, body: { role: "moderator" } })
      const roles: Lock = (sql) => sql`select pg_advisory_xact_lock(${advisoryLocks.roles}, 0)`
      const answers = yield* behindLock(roles, [promote, leave(maria), suspend])
      deepStrictEqual(statusesOf(answers), [200, 200, 404])
    })
  )
})
