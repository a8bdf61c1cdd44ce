import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { diseaseNamed } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, isTime, long, recordOf, refused, refusedFor } from "../../../support/Wire.ts"

const unknown = 2_147_483_647

/** A new post, and the request that changes it as its author. */
const changeable = Effect.gen(function* () {
  const maria = yield* join()
  const disease = yield* diseaseNamed(maria, "Cystic fibrosis")
  const created = yield* send("POST", "/api/posts", {
    as: maria.token,
    body: { title: unique(), content: "**old**", category: "question", diseaseId: disease.id }
  })
  const path = `/api/posts/${at(created.body, "id")}`
  const change = (body: unknown) => send("PATCH", path, { as: maria.token, body })
  return { maria, disease, path, change, post: recordOf(created.body) }
})

layer(community(Memory.layer), { excludeTestServices: true })("PATCH /api/posts/:id", (it) => {
  it.effect("answers the post in full with the named members changed, and no others", () =>
    Effect.gen(function* () {
      const { change, maria, path, post } = yield* changeable
      const other = yield* diseaseNamed(maria, "Cystinosis")
      const steps: ReadonlyArray<readonly [object, object]> = [
        [{ title: " new title " }, { title: "new title" }],
        [{ content: "*new*" }, { content: "*new*", contentHtml: "<p><em>new</em></p>", excerpt: "new" }],
        [{ category: "experience" }, { category: "experience" }],
        [{ diseaseId: other.id }, { diseaseId: other.id, disease: { id: other.id, name: "Cystinosis" } }],
        [{ diseaseId: null }, { diseaseId: null, disease: null }],
        [
          { title: "T", content: "C", category: "topic" },
          { title: "T", content: "C", contentHtml: "<p>C</p>", excerpt: "C", category: "topic" }
        ]
      ]
      let expected = post
      for (const [sent, changed] of steps) {
        const { body, status } = yield* change(sent)
        const updatedAt = at(body, "updatedAt")
        const isText = "title" in changed || "content" in changed
        expected = { ...expected, ...changed, updatedAt, ...(isText ? { editedAt: updatedAt } : {}) }
        deepStrictEqual([status, body], [200, expected])
        assertTrue(isTime(updatedAt) && String(updatedAt) >= String(at(post, "createdAt")))
      }
      deepStrictEqual((yield* send("GET", path, { as: maria.token })).body, {
        ...expected,
        comments: [],
        viewCount: 1
      })
    })
  )

  it.effect("keeps members that are absent or null, and clears the disease if it is null", () =>
    Effect.gen(function* () {
      const { change, post } = yield* changeable
      const { updatedAt: _, ...before } = post
      for (const sent of [{}, { title: null, content: null, category: null }, { unheardOf: 1 }]) {
        const { body, status } = yield* change(sent)
        deepStrictEqual([status, body], [200, { ...before, updatedAt: at(body, "updatedAt") }])
      }
      const { body } = yield* change({ title: null, diseaseId: null })
      deepStrictEqual([at(body, "title"), at(body, "diseaseId"), at(body, "disease")], [before.title, null, null])
    })
  )

  it.effect("holds changes to the limits and rules of new posts, and changes nothing when it refuses", () =>
    Effect.gen(function* () {
      const { change, path, post } = yield* changeable
      for (const [field, max] of [["title", 200] as const, ["content", 20_000] as const]) {
        refusedFor(yield* change({ [field]: long(max + 1) }), 400, new RegExp(`^${field} .*${max}`))
        for (const bad of ["", " ", "<br>"]) {
          refusedFor(yield* change({ [field]: bad, category: "topic" }), 400, new RegExp(`^${field} `))
        }
      }
      refusedFor(yield* change({ title: "x", diseaseId: unknown }), 400, /^diseaseId .*2147483647/)
      const { body } = yield* send("GET", path)
      deepStrictEqual(
        [at(body, "title"), at(body, "content"), at(body, "category"), at(body, "diseaseId"), at(body, "updatedAt")],
        [post.title, post.content, post.category, post.diseaseId, post.updatedAt]
      )
      strictEqual(at((yield* change({ title: long(200) })).body, "title"), long(200))
      strictEqual(at((yield* change({ content: long(20_000) })).body, "content"), long(20_000))
    })
  )

  it.effect("refuses a text far beyond the limit without filtering it, in the same order", () =>
    Effect.gen(function* () {
      const { change, path } = yield* changeable
      const { token } = yield* join()
      const body = { content: "a**b".repeat(50_000) }
      refused(yield* send("PATCH", `/api/posts/${unknown}`, { as: token, body }), 404)
      refused(yield* send("PATCH", path, { as: token, body }), 403)
      refusedFor(yield* change(body), 400, /^content must be 1 to 20000 characters/)
    })
  )
})
