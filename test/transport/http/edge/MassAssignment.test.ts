import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { authorOnWire, publish } from "../../../support/Given.ts"
import { registration, send } from "../../../support/Members.ts"
import { People } from "../../../support/People.ts"
import { at } from "../../../support/Wire.ts"

const year = "2001-01-01T00:00:00.000Z"

/** Members that no body may set, beside `role`, which has rules of its own for users. */
const forbidden = {
  id: 424242,
  authorId: 1,
  userId: 1,
  postId: 424242,
  author: { id: 1, username: "somebody else", role: "admin", verified: true, verifiedAs: "assigned", kind: "agent" },
  authorKind: "agent",
  kind: "agent",
  verified: { as: "assigned", at: year, by: { id: 1, username: "somebody else" } },
  authorRole: "admin",
  likeCount: 99,
  viewCount: 99,
  replyCount: 99,
  postCount: 99,
  liked: true,
  createdAt: year,
  updatedAt: year,
  lastUsedAt: year,
  publishedAt: year,
  excerpt: "assigned",
  contentHtml: "<script>assigned</script>",
  comments: [{ id: 1 }],
  passwordHash: "assigned",
  password_hash: "assigned",
  prefix: "assigned",
  read: true,
  ["__proto__"]: { role: "admin" },
  constructor: { prototype: { role: "admin" } }
}

const ofPosts = { ...forbidden, role: "admin", email: "assigned@example.org" }

/** Asserts that a response holds none of the forbidden values. */
const isUntouched = (body: unknown) => {
  const text = JSON.stringify(body)
  for (const trace of ["assigned", "424242", "2001-01-01", "somebody else", ":99"]) {
    assertTrue(!text.includes(trace), `${trace} was taken over: ${text}`)
  }
}

layer(People.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "A member of a body that no caller may set",
  (it) => {
    it.effect("changes nothing in a new or changed post", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const title = "A post of mine"
        const created = yield* send("POST", "/api/posts", {
          as: user.token,
          body: { ...ofPosts, title, content: "**Mine**" }
        })
        strictEqual(created.status, 201)
        const path = `/api/posts/${at(created.body, "id")}`
        const changed = yield* send("PATCH", path, {
          as: user.token,
          body: { ...ofPosts, content: "**Still mine**" }
        })
        strictEqual(changed.status, 200)
        const read = yield* send("GET", path)
        for (const { body } of [created, changed, read]) {
          isUntouched(body)
          deepStrictEqual(at(body, "author"), authorOnWire(user.user))
          deepStrictEqual([at(body, "authorRole"), at(body, "likeCount"), at(body, "replyCount")], ["user", 0, 0])
          deepStrictEqual(at(body, "createdAt"), at(created.body, "createdAt"))
        }
        deepStrictEqual(at(read.body, "viewCount"), 1)
        deepStrictEqual(at(read.body, "contentHtml"), "<p><strong>Still mine</strong></p>")
      })
    )

    it.effect("changes nothing in a comment", () =>
      Effect.gen(function* () {
        const { other, user } = yield* People
        const { id } = yield* publish(user)
        const { body, status } = yield* send("POST", `/api/posts/${id}/comments`, {
          as: other.token,
          body: { ...ofPosts, content: "Thank you." }
        })
        strictEqual(status, 201)
        isUntouched(body)
        deepStrictEqual(
          [at(body, "postId"), at(body, "author", "id"), at(body, "authorRole")],
          [id, other.user.id, "user"]
        )
      })
    )

    it.effect("changes nothing in a like", () =>
      Effect.gen(function* () {
        const { other, user } = yield* People
        const { id } = yield* publish(user)
        const { body } = yield* send("POST", `/api/posts/${id}/like`, {
          as: other.token,
          body: { ...ofPosts, liked: false }
        })
        deepStrictEqual(body, { liked: true, likeCount: 1 })
      })
    )

    it.effect("changes nothing in a profile", () =>
      Effect.gen(function* () {
        const { other } = yield* People
        const path = `/api/users/${other.user.id}`
        const body = { ...forbidden, bio: "Hello." }
        const changed = yield* send("PATCH", path, { as: other.token, body })
        strictEqual(changed.status, 200)
        const read = yield* send("GET", path, { as: other.token })
        isUntouched(read.body)
        deepStrictEqual(changed.body, read.body)
        deepStrictEqual(
          [at(read.body, "id"), at(read.body, "role"), at(read.body, "email"), at(read.body, "postCount")],
          [other.user.id, "user", other.payload.email, 0]
        )
      })
    )

    it.effect("changes nothing in a registration", () =>
      Effect.gen(function* () {
        const { email, username } = registration()
        const { body, status } = yield* send("POST", "/api/auth/register", {
          body: { ...forbidden, username, email, password: "correct horse battery", token: "assigned", expiresIn: 99 }
        })
        strictEqual(status, 201)
        isUntouched(body)
        deepStrictEqual(
          [at(body, "user", "role"), at(body, "user", "email"), at(body, "expiresIn")],
          ["user", email, 86400]
        )
      })
    )

    it.effect("changes nothing in an API key", () =>
      Effect.gen(function* () {
        const { other, user } = yield* People
        const body = { ...forbidden, userId: other.user.id, name: "mine", key: "assigned", usage: "assigned" }
        const created = yield* send("POST", "/api/auth/apikeys", { as: user.token, body })
        strictEqual(created.status, 201)
        isUntouched(created.body)
        const keys = yield* send("GET", "/api/auth/apikeys", { as: other.token })
        deepStrictEqual(at(keys.body, "data"), [])
      })
    )

    it.effect("marks no notification of another member as read", () =>
      Effect.gen(function* () {
        const { other, user } = yield* People
        const { id } = yield* publish(user)
        yield* send("POST", `/api/posts/${id}/like`, { as: other.token })
        const body = { ...forbidden, userId: user.user.id, recipientId: user.user.id }
        const marked = yield* send("PATCH", "/api/notifications", { as: other.token, body })
        deepStrictEqual(marked.body, { updated: 0, unreadCount: 0 })
        const unread = yield* send("GET", "/api/notifications?unreadOnly=true", { as: user.token })
        assertTrue(Number(at(unread.body, "unreadCount")) > 0)
      })
    )
  }
)
