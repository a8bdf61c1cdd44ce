import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { answer, authorOnWire, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, eachOf, isTime, listAt, long, placeOf, refusedFor } from "../../../support/Wire.ts"

/** A post of a new member's, and where its comments are. */
const commented = Effect.gen(function* () {
  const maria = yield* join()
  const { id } = yield* publish(maria)
  return { maria, id, path: `/api/posts/${id}/comments` }
})

layer(community(Memory.layer), { excludeTestServices: true })("/api/posts/:id/comments", (it) => {
  it.effect("answers a new comment in full with 201, and shows it so in the list and the post", () =>
    Effect.gen(function* () {
      const { id: postId, path } = yield* commented
      const { token, user } = yield* join("expert")
      const content = "Ask the *reference network*.\n"
      const { body, status } = yield* send("POST", path, { as: token, body: { content } })
      const [id, createdAt] = [at(body, "id"), at(body, "createdAt")]
      const comment = {
        id,
        postId,
        content,
        contentHtml: "<p>Ask the <em>reference network</em>.</p>",
        language: "en",
        author: authorOnWire({ ...user, role: "expert" }),
        authorRole: "expert",
        replyTo: null,
        likeCount: 0,
        helped: false,
        createdAt,
        updatedAt: createdAt,
        editedAt: null
      }
      deepStrictEqual([status, body], [201, { ...comment, liked: false }])
      assertTrue(Number.isInteger(id) && isTime(createdAt))
      const list = yield* send("GET", path)
      deepStrictEqual(
        [list.status, list.body],
        [200, { data: [comment], pagination: { page: 1, limit: 100, total: 1, totalPages: 1, hasMore: false } }]
      )
      deepStrictEqual(at((yield* send("GET", `/api/posts/${postId}`)).body, "comments"), [comment])
    })
  )

  it.effect("lists comments oldest first, at most 100 a page; the post shows the first 100 and counts all", () =>
    Effect.gen(function* () {
      const { id, maria, path } = yield* commented
      const { id: other } = yield* publish(maria)
      const comments = yield* Effect.forEach(Array.range(1, 103), () => answer(maria, id))
      yield* answer(maria, other)
      const ids = comments.map(({ id }) => id)
      const page = (query: string) => send("GET", `${path}?${query}`)
      const first = yield* page("")
      deepStrictEqual(eachOf(first), ids.slice(0, 100))
      deepStrictEqual(placeOf(first), { page: 1, limit: 100, total: 103, totalPages: 2, hasMore: true })
      deepStrictEqual(eachOf(yield* page("page=2")), ids.slice(100))
      deepStrictEqual(eachOf(yield* page("page=3&limit=2")), ids.slice(4, 6))
      const past = yield* page("page=2147483647&limit=1")
      deepStrictEqual([past.status, eachOf(past), at(past.body, "pagination", "total")], [200, [], 103])
      const { body: post } = yield* send("GET", `/api/posts/${id}`)
      deepStrictEqual(
        [at(post, "replyCount"), listAt(post, "comments").map((comment) => at(comment, "id"))],
        [103, ids.slice(0, 100)]
      )
    })
  )

  it.effect("takes content of 1 to 5000 characters", () =>
    Effect.gen(function* () {
      const { maria, path } = yield* commented
      const create = (content: unknown) => send("POST", path, { as: maria.token, body: { content } })
      for (const content of ["x", long(5000), " padded "]) {
        const { body, status } = yield* create(content)
        deepStrictEqual([status, at(body, "content")], [201, content])
      }
      refusedFor(yield* create(long(5001)), 400, /^content .*5000/)
      refusedFor(yield* create(`${long(5000)} `), 400, /^content .*5000/)
      for (const bad of ["", "  \n", "\u200B", null]) {
        refusedFor(yield* create(bad), 400, /^content /)
      }
    })
  )

  it.effect("leaves updatedAt of the post as it is", () =>
    Effect.gen(function* () {
      const { id, maria } = yield* commented
      const before = yield* send("GET", `/api/posts/${id}`)
      yield* answer(maria, id)
      const after = yield* send("GET", `/api/posts/${id}`)
      strictEqual(at(after.body, "updatedAt"), at(before.body, "updatedAt"))
      strictEqual(at(after.body, "replyCount"), 1)
    })
  )
})
