import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { StarterFiles } from "../../../src/ports/ContentFiles.ts"
import { community } from "../../support/Community.ts"
import { answer, joinAdmin, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { at, isTime, recordOf } from "../../support/Wire.ts"

/** The counts that are exact. */
const counts = Effect.map(send("GET", "/api/stats"), ({ body }) => {
  const { activeUsers30d: _, generatedAt: __, ...exact } = recordOf(body)
  return exact
})

layer(community(Memory.layer), { excludeTestServices: true })("GET /api/stats", (it) => {
  it.effect("counts the content of a first start, in the form of the contract", () =>
    Effect.gen(function* () {
      const files = yield* StarterFiles
      const [{ diseases }, { items }] = [yield* files.diseases, yield* files.news]
      const newsOf = (category: string) => items.filter((item) => item.category === category).length
      const before = Date.now()
      const { body, status } = yield* send("GET", "/api/stats")
      const generatedAt = at(body, "generatedAt")
      deepStrictEqual(
        [status, body],
        [
          200,
          {
            users: 0,
            experts: 0,
            posts: 0,
            comments: 0,
            likes: 0,
            diseases: diseases.length,
            news: items.length,
            postsByCategory: { topic: 0, experience: 0, question: 0 },
            newsByCategory: {
              research: newsOf("research"),
              policy: newsOf("policy"),
              patient_story: newsOf("patient_story"),
              drug_approval: newsOf("drug_approval")
            },
            activeUsers30d: 0,
            generatedAt
          }
        ]
      )
      assertTrue(isTime(generatedAt) && Date.parse(String(generatedAt)) >= before - 1)
    })
  )

  it.effect("counts every write at once", () =>
    Effect.gen(function* () {
      const before = yield* counts
      const [maria, erik, admin] = [yield* join(), yield* join("expert"), yield* joinAdmin]
      const topic = yield* publish(maria)
      const question = yield* publish(erik, { category: "question" })
      yield* publish(maria, { category: "experience" })
      yield* answer(erik, topic.id)
      yield* answer(maria, topic.id)
      yield* answer(maria, question.id)
      for (const { client } of [maria, erik]) yield* client.likes.toggle({ path: { id: topic.id } })
      yield* maria.client.likes.toggle({ path: { id: question.id } })
      const expected = {
        ...before,
        users: Number(before["users"]) + 3,
        experts: Number(before["experts"]) + 1,
        posts: Number(before["posts"]) + 3,
        comments: Number(before["comments"]) + 3,
        likes: Number(before["likes"]) + 3,
        postsByCategory: { topic: 1, experience: 1, question: 1 }
      }
      deepStrictEqual(yield* counts, expected)
      yield* erik.client.likes.toggle({ path: { id: topic.id } })
      yield* send("PATCH", `/api/posts/${question.id}`, { as: erik.token, body: { category: "topic" } })
      yield* send("PATCH", `/api/users/${erik.user.id}`, { as: admin.token, body: { role: "user" } })
      deepStrictEqual(yield* counts, {
        ...expected,
        likes: expected.likes - 1,
        experts: expected.experts - 1,
        postsByCategory: { topic: 2, experience: 1, question: 0 }
      })
      yield* maria.client.posts.remove({ path: { id: topic.id } })
      deepStrictEqual(yield* counts, {
        ...expected,
        posts: expected.posts - 1,
        comments: expected.comments - 2,
        likes: expected.likes - 2,
        experts: expected.experts - 1,
        postsByCategory: { topic: 1, experience: 1, question: 0 }
      })
    })
  )

  it.effect("answers all callers alike, ignores a query, and counts the active members", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const seen = yield* send("GET", "/api/stats?by=disease", { as: token })
      strictEqual(seen.status, 200)
      const { activeUsers30d, generatedAt: _, ...exact } = recordOf(seen.body)
      deepStrictEqual(exact, yield* counts)
      assertTrue(typeof activeUsers30d === "number" && activeUsers30d <= Number(exact["users"]))
    })
  )
})
