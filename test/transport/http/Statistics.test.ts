import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { StarterFiles } from "../../../src/ports/ContentFiles.ts"
import { community } from "../../support/Community.ts"
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
