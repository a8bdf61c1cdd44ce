import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { publish } from "../support/Given.ts"
import { join, send } from "../support/Members.ts"
import { at, statusesOf } from "../support/Wire.ts"
import { behindCommit, behindLock, forced, lockPost } from "./Forced.ts"

/** A post, and a change of its title and content. */
const scene = Effect.gen(function* () {
  const maria = yield* join()
  const { id } = yield* publish(maria)
  const path = `/api/posts/${id}`
  const change = (text: string) => send("PATCH", path, { as: maria.token, body: { title: text, content: text } })
  return { id, change, read: send("GET", path) }
})

/**
 * Requests of the author change title and content of one post:
 * - a change finds the row of the post locked: it is rolled back and run again;
 * - several wait for the row: one writes after the other, and the last one replaces both fields;
 * - the transaction that holds the row deletes the post: there is nothing to change.
 */
forced("changes of one post", (it) => {
  it.effect("run again when another transaction has let go of it, and one of them is stored whole", () =>
    Effect.gen(function* () {
      const { change, id, read } = yield* scene
      const titles = ["a", "b", "c", "d", "e", "f"]
      const answers = yield* behindLock(lockPost(id), titles.map(change))
      deepStrictEqual(
        answers.map(({ body }) => at(body, "title")),
        titles
      )
      const { body } = yield* read
      strictEqual(titles.includes(String(at(body, "title"))), true)
      strictEqual(at(body, "content"), at(body, "title"))
    })
  )

  it.effect("are 404 when the other transaction has deleted it", () =>
    Effect.gen(function* () {
      const { change, id } = yield* scene
      const answers = yield* behindCommit((sql) => sql`delete from posts where id = ${id}`, [change("a"), change("b")])
      deepStrictEqual(statusesOf(answers), [404, 404])
    })
  )
})
