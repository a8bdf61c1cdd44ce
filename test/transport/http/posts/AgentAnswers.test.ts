import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { joinAdmin, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at } from "../../../support/Wire.ts"
import { open } from "../../web/support/Browse.ts"

/** A question, a nurse who can be verified, and the key of an agent of theirs. */
const scene = Effect.gen(function* () {
  const [maria, nurse, admin] = [yield* join(), yield* join(), yield* joinAdmin]
  const { id } = yield* publish(maria, { category: "question" })
  const { key } = yield* nurse.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
  const path = `/api/users/${nurse.user.id}/verification`
  return {
    id,
    key,
    maria,
    nurse,
    verify: send("PUT", path, { as: admin.token, body: { as: "Nurse" } }),
    unverify: send("DELETE", path, { as: admin.token }),
    isAnswered: Effect.map(
      send("GET", `/api/posts?answered=true&authorId=${maria.user.id}`),
      ({ body }) => at(body, "pagination", "total") === 1
    )
  }
})

const standing = (author: unknown) => ["kind", "verified", "verifiedAs"].map((name) => at(author, name))

const byAgent = ["agent", false, undefined]
const byNurse = ["human", true, "Nurse"]

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: an agent of a verified member`,
    (it) => {
      it.effect("does not answer a question as its owner would, whenever the owner is verified", () =>
        Effect.gen(function* () {
          const { id, isAnswered, key, nurse, unverify, verify } = yield* scene
          yield* verify
          const path = `/api/posts/${id}/comments`
          strictEqual((yield* send("POST", path, { as: key, body: { content: "Do this." } })).status, 201)
          strictEqual(yield* isAnswered, false)
          yield* unverify
          yield* verify
          strictEqual(yield* isAnswered, false)
          const own = yield* send("POST", path, { as: nurse.token, body: { content: "I would do that." } })
          strictEqual(yield* isAnswered, true)
          const comment = `/api/comments/${at(own.body, "id")}`
          deepStrictEqual(standing(at((yield* send("GET", path)).body, "data", 1, "author")), byNurse)
          const changed = yield* send("PATCH", comment, { as: key, body: { content: "Do that." } })
          deepStrictEqual([changed.status, standing(at(changed.body, "author"))], [200, byAgent])
          strictEqual(yield* isAnswered, false)
        })
      )

      it.effect("has nothing of its owner’s verification beside its texts, in any answer", () =>
        Effect.gen(function* () {
          const { id, key, maria, verify } = yield* scene
          yield* verify
          const body = { title: "For all", content: "A text of an agent." }
          const post = yield* send("POST", "/api/posts", { as: key, body })
          const comment = yield* send("POST", `/api/posts/${id}/comments`, { as: key, body: { content: "Do this." } })
          const own = `/api/posts/${at(post.body, "id")}`
          const authors = [
            at(post.body, "author"),
            at(comment.body, "author"),
            at((yield* send("GET", own)).body, "author"),
            at((yield* send("GET", "/api/posts?limit=1")).body, "data", 0, "author"),
            at((yield* send("GET", `/api/posts/${id}/comments`)).body, "data", 0, "author"),
            at((yield* send("GET", `/api/posts/${id}`)).body, "comments", 0, "author"),
            at((yield* send("GET", "/api/notifications", { as: maria.token })).body, "data", 0, "actor")
          ]
          deepStrictEqual(authors.map(standing), Array(7).fill(byAgent))
          for (const path of [`/posts/${id}`, `/posts/${at(post.body, "id")}`]) {
            const { text } = yield* open(path)
            deepStrictEqual([path, text.includes("AI agent"), text.includes("Nurse")], [path, true, false])
          }
        })
      )
    }
  )
}
