import { layer } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { answer, publish } from "../../../support/Given.ts"
import { People } from "../../../support/People.ts"
import { ask, isFailure, type Sent } from "../../../support/Raw.ts"

const body = (value: unknown): Sent => ({ body: JSON.stringify(value) })
const huge: Sent = { body: " ".repeat(300_000) }
const plain: Sent = { body: "{}", headers: { "content-type": "text/plain" } }
const compressed: Sent = { body: "{}", headers: { "content-encoding": "gzip" } }
const invalid: Sent = { headers: { authorization: "Bearer nonsense" } }
const deep: Sent = { body: "[".repeat(70) + "]".repeat(70) }

const unknownComment = "/api/comments/999999"
const tooLong = body({ content: "x".repeat(5_001) })

/** A request with two things wrong with it, and the status of the one that is told. */
type Pair = readonly [why: string, expected: number, method: string, path: string, sent: Sent]

const pairs = Effect.gen(function* () {
  const { admin, expert, other, user } = yield* People
  const { id } = yield* publish(user)
  const post = `/api/posts/${id}`
  const comment = `/api/comments/${(yield* answer(user, id)).id}`
  const profile = `/api/users/${user.user.id}`
  const created = yield* other.client.auth.createApiKey({ payload: { name: "agent" } })
  const key = created.key
  const as = (sent: Sent): Sent => ({ as: other.token, ...sent })
  const taken = { username: expert.user.username }
  const registration = { username: "somebody new", email: "new@example.org", password: "correct horse battery" }
  const rows: ReadonlyArray<Pair> = [
    ["an unknown path before a method", 404, "PUT", "/api/nowhere", {}],
    ["an unknown path before a body that is too large", 404, "POST", "/api/nowhere", huge],
    ["an unknown path before a body that is not JSON", 404, "POST", "/api/nowhere", plain],
    ["an unknown path before a credential", 404, "GET", "/api/nowhere", invalid],
    ["an id that cannot be one before a method", 404, "PUT", "/api/posts/zero", {}],
    ["an id that cannot be one before a body that is too large", 404, "PATCH", "/api/posts/0", huge],
    ["an id that cannot be one before a body that is not JSON", 404, "PATCH", "/api/posts/01", plain],
    ["an id that cannot be one before a credential", 404, "PATCH", "/api/posts/1e3", {}],
    ["an id that cannot be one before an invalid credential", 404, "GET", "/api/posts/-1", invalid],
    ["an id that cannot be one before parameters", 404, "GET", "/api/posts/2147483648/comments?page=0", {}],
    ["a method before a body that is too large", 405, "PUT", post, huge],
    ["a method before a body that is not JSON", 405, "PUT", post, plain],
    ["a method before a credential", 405, "PUT", post, invalid],
    ["a body that is too large before a credential", 413, "POST", "/api/posts", huge],
    ["a body that is too large before an invalid credential", 413, "POST", "/api/posts", { ...huge, ...invalid }],
    ["a body that is too large, in chunks, before a credential", 413, "POST", "/api/posts", { ...huge, chunked: true }],
    ["a body that is not JSON before a credential", 415, "POST", "/api/posts", plain],
    ["a body without a type before a credential", 415, "POST", "/api/posts", { body: "{}", untyped: true }],
    [
      "a credential before a body that is not UTF-8",
      401,
      "POST",
      "/api/posts",
      { body: Buffer.from([0x22, 0xff, 0x22]) }
    ],
    ["a credential before too many parameters", 401, "GET", `/api/users?${"a=1&".repeat(101)}`, {}],
    ["a compressed body before a credential", 415, "POST", "/api/posts", compressed],
    ["a credential before a malformed body", 401, "POST", "/api/posts", { body: "{" }],
    ["a credential before an empty body", 401, "POST", "/api/posts", {}],
    ["a credential before a body that nests too deep", 401, "POST", "/api/posts", deep],
    ["a credential before parameters", 401, "GET", "/api/users?page=0", {}],
    ["an invalid credential before parameters", 401, "GET", "/api/posts?page=0", invalid],
    ["a credential before what is not there", 401, "PATCH", "/api/posts/999999", body({ title: "New" })],
    ["an invalid credential before what is not there", 401, "GET", "/api/posts/999999", invalid],
    ["a credential before a right", 401, "DELETE", post, {}],
    ["a key that has no devices before a body", 403, "POST", "/api/push/subscriptions", { as: key, ...body({}) }],
    ["a key that has no passkeys before a body", 403, "POST", "/api/auth/passkeys", { as: key, ...body({}) }],
    ["a key that has no codes before a body", 403, "PUT", "/api/auth/second-factor", { as: key, ...body({}) }],
    ["a key that has no passkeys before what is not there", 403, "DELETE", "/api/auth/passkeys/999999", { as: key }],
    ["parameters before what is not there", 400, "GET", "/api/posts/999999/comments?page=0", {}],
    ["a body before what is not there", 400, "PATCH", "/api/posts/999999", as(body({ category: "nonsense" }))],
    ["a blank text before what is not there", 400, "POST", "/api/posts/999999/comments", as(body({ content: " " }))],
    [
      "a text that is filtered away before what is not there",
      400,
      "PATCH",
      "/api/posts/999999",
      as(body({ title: "<b>" }))
    ],
    ["a text of a comment before what is not there", 400, "PATCH", unknownComment, as(body({ content: 5 }))],
    ["what is not there before a text that is too long", 404, "PATCH", unknownComment, as(tooLong)],
    ["a right before a text that is too long", 403, "PATCH", comment, as(tooLong)],
    ["a body before a right", 400, "PATCH", post, as(body({ category: "nonsense" }))],
    ["a text that is filtered away before a right", 400, "PATCH", post, as(body({ content: "<b></b>" }))],
    ["a body before a conflict", 400, "PATCH", `/api/users/${other.user.id}`, as(body({ ...taken, bio: 5 }))],
    [
      "a password before a taken name",
      400,
      "POST",
      "/api/auth/register",
      body({ ...registration, ...taken, password: "short" })
    ],
    ["what is not there before a right", 404, "DELETE", "/api/posts/999999", as({})],
    ["what is not there before a right over a member", 404, "PATCH", "/api/users/999999", as(body({ bio: "Hello" }))],
    ["what is not there before an unknown disease", 404, "PATCH", "/api/posts/999999", as(body({ diseaseId: 999999 }))],
    ["what is not there before a conflict", 404, "PATCH", "/api/users/999999", { as: admin.token, ...body(taken) }],
    ["a right before an unknown disease", 403, "PATCH", post, as(body({ diseaseId: 999999 }))],
    ["a right before unknown diseases", 403, "PATCH", profile, as(body({ diseaseIds: [999999] }))],
    ["a right before a conflict", 403, "PATCH", profile, as(body(taken))],
    [
      "a right to a role before a conflict",
      403,
      "POST",
      "/api/auth/register",
      body({ ...registration, ...taken, role: "admin" })
    ],
    [
      "unknown diseases before a conflict",
      400,
      "PATCH",
      `/api/users/${other.user.id}`,
      as(body({ ...taken, diseaseIds: [999999] }))
    ]
  ]
  return rows
})

layer(People.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "A request with two failures",
  (it) => {
    it.effect("is answered with the first in the order of the contract, whatever the pair", () =>
      Effect.gen(function* () {
        for (const [why, expected, method, path, sent] of yield* pairs) {
          const answer = yield* ask(method, path, sent)
          strictEqual(answer.status, expected, `${why}: ${method} ${path} ${answer.status} ${answer.text}`)
          isFailure(answer, why)
        }
      })
    )
  }
)
