import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { answer, publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { at, eachOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced, type Lock } from "./Forced.ts"

/** A member with six notifications, and requests that mark overlapping halves, and all, as read, twice each. */
const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const post = yield* publish(maria)
  yield* Effect.forEach(Array.range(1, 6), () => answer(bob, post.id))
  const list = send("GET", "/api/notifications", { as: maria.token })
  const ids = eachOf(yield* list)
  const mark = (body: unknown) => send("PATCH", "/api/notifications", { as: maria.token, body })
  const halves = [{ notificationIds: ids.slice(0, 4) }, { notificationIds: ids.slice(2).reverse() }, {}]
  return {
    id: maria.user.id,
    ids,
    marks: [...halves, ...halves].map(mark),
    unread: Effect.map(list, ({ body }) => at(body, "unreadCount"))
  }
})

const sumOf = (answers: ReadonlyArray<{ readonly body: unknown }>) =>
  answers.reduce((sum, { body }) => sum + Number(at(body, "updated")), 0)

/**
 * Requests of one member mark overlapping halves, and all, of six notifications as read:
 * - they find the inbox locked, by a batch or by one another: they are rolled back and run again;
 * - a deletion holds rows of the inbox: they wait for the rows, and do not count those that are gone.
 */
forced("requests that mark notifications as read", (it) => {
  it.effect("count each notification once when they wait for the inbox", () =>
    Effect.gen(function* () {
      const { id, marks, unread } = yield* scene
      const answers = yield* behindLock((sql) => sql`select pg_advisory_xact_lock(2, ${id})`, marks)
      deepStrictEqual([sumOf(answers), yield* unread], [6, 0])
    })
  )

  it.effect("count what another transaction has left of the inbox", () =>
    Effect.gen(function* () {
      const { ids, marks, unread } = yield* scene
      const gone: Lock = (sql) => sql`delete from notifications where id in ${sql.in(ids.slice(1, 3).map(Number))}`
      const answers = yield* behindCommit(gone, marks.slice(0, 1))
      deepStrictEqual([sumOf(answers), yield* unread], [2, 2])
    })
  )
})
