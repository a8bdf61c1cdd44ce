import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, listAt, long, recordOf, refused, refusedFor } from "../../../support/Wire.ts"

/** A post of one member's with a comment of another's, and where the comment is. */
const commented = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const post = yield* publish(maria)
  const created = yield* send("POST", `/api/posts/${post.id}/comments`, {
    as: bob.token,
    body: { content: `old ${unique()}` }
  })
  const comment = recordOf(created.body)
  const path = `/api/comments/${comment["id"]}`
  const change = (content: unknown, as = bob.token) => send("PATCH", path, { as, body: { content } })
  return { maria, bob, post, comment, path, change }
})

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: /api/comments/:id`, (it) => {
    it.effect("GET answers the comment as the list has it, for everybody, and 404 once it is hidden or deleted", () =>
      Effect.gen(function* () {
        const { bob, change, comment, maria, path, post } = yield* commented
        const listed = Effect.map(send("GET", `/api/posts/${post.id}/comments`, { as: maria.token }), (page) =>
          listAt(page.body, "data")
        )
        const read = (as?: typeof maria.token) => send("GET", path, as === undefined ? {} : { as })
        deepStrictEqual([(yield* read(maria.token)).body], yield* listed)
        strictEqual(at((yield* read()).body, "liked"), undefined)
        yield* change("newer")
        strictEqual(at((yield* read()).body, "content"), "newer")
        yield* send("PUT", `${path}/like`, { as: maria.token })
        deepStrictEqual([(yield* read(maria.token)).body], yield* listed)
        const moderator = yield* joinModerator
        const decide = (action: string) =>
          send("POST", "/api/decisions", {
            as: moderator.token,
            body: { target: { type: "comment", id: comment["id"] }, action, rule: "Be kind", reason: "It was not." }
          })
        yield* decide("hide")
        for (const as of [undefined, bob.token, moderator.token]) strictEqual((yield* read(as)).status, 404)
        yield* decide("restore")
        strictEqual((yield* read()).status, 200)
        yield* send("DELETE", path, { as: bob.token })
        strictEqual((yield* read()).status, 404)
      })
    )

    it.effect("PATCH answers the comment with the new text, filtered, and shows it so in list, post and inbox", () =>
      Effect.gen(function* () {
        const { bob, change, comment, maria, post } = yield* commented
        const { body, status } = yield* change('**new** <script>alert("x")</script>\n')
        const expected = {
          ...comment,
          content: at(body, "content"),
          contentHtml: at(body, "contentHtml"),
          updatedAt: at(body, "updatedAt"),
          editedAt: at(body, "updatedAt")
        }
        deepStrictEqual([status, body], [200, expected])
        assertTrue(String(expected.updatedAt) > String(comment["createdAt"]))
        assertTrue(/^<p><strong>new<\/strong>/.test(String(expected.contentHtml)))
        assertTrue(!/script/.test(`${expected.content}${expected.contentHtml}`))
        deepStrictEqual(
          listAt((yield* send("GET", `/api/posts/${post.id}/comments`, { as: bob.token })).body, "data"),
          [expected]
        )
        const { body: detail } = yield* send("GET", `/api/posts/${post.id}`, { as: bob.token })
        deepStrictEqual([listAt(detail, "comments"), at(detail, "replyCount")], [[expected], 1])
        strictEqual(at(detail, "updatedAt"), at(recordOf(detail), "createdAt"))
        const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
        const [excerpt] = eachOf(inbox, "comment", "excerpt")
        assertTrue(String(excerpt).startsWith("new"))
      })
    )

    it.effect("PATCH holds a text to the rules of new comments, and changes nothing when it refuses", () =>
      Effect.gen(function* () {
        const { bob, change, comment, post } = yield* commented
        refusedFor(yield* change(long(5001)), 400, /^content must be 1 to 5000 characters/)
        for (const bad of ["", " ", "<br>", null]) {
          refusedFor(yield* change(bad), 400, /content/)
        }
        refusedFor(yield* change(`write me: ${bob.payload.email}`), 400, /^content /)
        const { key } = yield* bob.client.auth.createApiKey({ payload: { name: "x" } })
        refusedFor(yield* change(`my key is ${Redacted.value(key)}`), 400, /^content .*key/i)
        deepStrictEqual(
          listAt((yield* send("GET", `/api/posts/${post.id}/comments`, { as: bob.token })).body, "data"),
          [comment]
        )
        strictEqual(at((yield* change(long(5000))).body, "content"), long(5000))
      })
    )

    it.effect("PATCH by an admin refuses the addresses of the author and of the admin", () =>
      Effect.gen(function* () {
        const { bob, change, comment } = yield* commented
        const admin = yield* joinAdmin
        for (const { payload } of [bob, admin]) {
          refusedFor(yield* change(`write to ${payload.email}`, admin.token), 400, /^content /)
        }
        const { body, status } = yield* change("edited", admin.token)
        deepStrictEqual([status, at(body, "author")], [200, comment["author"]])
      })
    )

    it.effect("PATCH with an agent's key marks the comment, and its notification, as an agent's for ever", () =>
      Effect.gen(function* () {
        const { bob, change, maria } = yield* commented
        const { key } = yield* bob.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
        for (const [as, kind] of [
          [bob.token, "human"],
          [key, "agent"],
          [bob.token, "agent"]
        ] as const) {
          strictEqual(at((yield* change(unique(), as)).body, "author", "kind"), kind)
          const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
          deepStrictEqual(eachOf(inbox, "actor", "kind"), [kind])
        }
      })
    )

    it.effect("DELETE answers deleted and the id, and takes the comment from every list and count; again is 404", () =>
      Effect.gen(function* () {
        const { bob, change, comment, maria, path, post } = yield* commented
        const counts = Effect.gen(function* () {
          const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
          const list = yield* send("GET", `/api/posts/${post.id}/comments`)
          return [
            at((yield* send("GET", "/api/stats")).body, "comments"),
            at((yield* send("GET", `/api/posts/${post.id}`)).body, "replyCount"),
            at(list.body, "pagination", "total"),
            eachOf(list).length,
            at(inbox.body, "pagination", "total"),
            at(inbox.body, "unreadCount")
          ].map(Number)
        })
        const kept = yield* answer(bob, post.id)
        const before = yield* counts
        const { body, status } = yield* send("DELETE", path, { as: bob.token })
        deepStrictEqual([status, body], [200, { deleted: true, id: comment["id"] }])
        deepStrictEqual(
          yield* counts,
          before.map((count) => count - 1)
        )
        deepStrictEqual(eachOf(yield* send("GET", `/api/posts/${post.id}/comments`)), [kept.id])
        refusedFor(yield* send("DELETE", path, { as: bob.token }), 404, /no comment/)
        refused(yield* change("x"), 404)
        deepStrictEqual((yield* counts)[1], 1)
      })
    )
  })
}
