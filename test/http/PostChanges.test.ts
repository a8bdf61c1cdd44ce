import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option } from "effect"
import { unique } from "../contracts/newRows.ts"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { diseaseNamed, joinAdmin, publish } from "./Given.ts"
import { join, send } from "./Members.ts"
import { at, eachOf, isTime, long, recordOf, refused, refusedFor } from "./Wire.ts"

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

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: changes of posts`, (it) => {
    it.effect("answer the post in full, with all that was named and nothing else changed", () =>
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
          expected = { ...expected, ...changed, updatedAt }
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

    it.effect("leave what is absent or null as it is, but a null disease, which is cleared", () =>
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

    it.effect("are held to the limits and rules of new posts, and change nothing when refused", () =>
      Effect.gen(function* () {
        const { change, path, post } = yield* changeable
        for (const [field, max] of [["title", 200] as const, ["content", 20_000] as const]) {
          refusedFor(yield* change({ [field]: long(max + 1) }), 400, new RegExp(`^${field} .*${max}`))
          for (const bad of ["", " ", "<br>", 5, [], "\0", "\uD800"]) {
            refusedFor(yield* change({ [field]: bad, category: "topic" }), 400, new RegExp(`^${field} `))
          }
        }
        refusedFor(yield* change({ category: "news" }), 400, /^category .*topic, experience or question/)
        for (const diseaseId of [0, "5", 1.5, unknown])
          refusedFor(yield* change({ title: "x", diseaseId }), 400, /^diseaseId /)
        refused(yield* change([]), 400)
        const { body } = yield* send("GET", path)
        deepStrictEqual(
          [at(body, "title"), at(body, "content"), at(body, "category"), at(body, "diseaseId"), at(body, "updatedAt")],
          [post.title, post.content, post.category, post.diseaseId, post.updatedAt]
        )
        strictEqual(at((yield* change({ title: long(200) })).body, "title"), long(200))
        strictEqual(at((yield* change({ content: long(20_000) })).body, "content"), long(20_000))
      })
    )

    it.effect("are for the author and admins", () =>
      Effect.gen(function* () {
        const { maria, path } = yield* changeable
        const body = { title: "by somebody else" }
        refused(yield* send("PATCH", path, { body }), 401)
        for (const role of ["user", "expert"] as const) {
          refusedFor(yield* send("PATCH", path, { as: (yield* join(role)).token, body }), 403, /author/)
        }
        const changed = yield* send("PATCH", path, { as: (yield* joinAdmin).token, body })
        deepStrictEqual(
          [changed.status, at(changed.body, "title"), at(changed.body, "author", "id")],
          [200, "by somebody else", maria.user.id]
        )
      })
    )

    it.effect("fail as the contract orders it: 401, visible 400, 404, 403, other 400", () =>
      Effect.gen(function* () {
        const { path } = yield* changeable
        const { token } = yield* join()
        const nowhere = `/api/posts/${unknown}`
        refused(yield* send("PATCH", path, { body: { title: 5 } }), 401)
        refused(yield* send("PATCH", nowhere, { as: token, body: { title: 5 } }), 400)
        refused(yield* send("PATCH", path, { as: token, body: { title: 5 } }), 400)
        refused(yield* send("PATCH", nowhere, { as: token, body: { diseaseId: unknown } }), 404)
        refused(yield* send("PATCH", path, { as: token, body: { diseaseId: unknown } }), 403)
        refused(yield* send("PATCH", path, { as: token, body: {} }), 403)
      })
    )

    it.effect("refuse a text that is far too long at once, however hard it is to read, in the same order", () =>
      Effect.gen(function* () {
        const { change, path } = yield* changeable
        const { token } = yield* join()
        const body = { content: "a**b".repeat(50_000) }
        refused(yield* send("PATCH", `/api/posts/${unknown}`, { as: token, body }), 404)
        refused(yield* send("PATCH", path, { as: token, body }), 403)
        refusedFor(yield* change(body), 400, /^content must be 1 to 20000 characters/)
      })
    )

    it.effect("of many at once all answer, and one of them is what stays", () =>
      Effect.gen(function* () {
        const { change, path } = yield* changeable
        const titles = ["a", "b", "c", "d", "e", "f"]
        const answers = yield* Effect.forEach(titles, (title) => change({ title, content: title }), {
          concurrency: "unbounded"
        })
        deepStrictEqual(
          answers.map(({ body }) => at(body, "title")),
          titles
        )
        const { body } = yield* send("GET", path)
        assertTrue(titles.includes(String(at(body, "title"))))
        strictEqual(at(body, "content"), at(body, "title"))
      })
    )

    it.effect("show at once in lists and searches", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const [old, fresh] = [unique(), unique()]
        const { id } = yield* publish(maria, { title: old, category: "topic" })
        yield* maria.client.posts.update({
          path: { id },
          payload: {
            title: Option.some(fresh),
            content: Option.none(),
            category: Option.some("question"),
            diseaseId: Option.none()
          }
        })
        deepStrictEqual(eachOf(yield* send("GET", `/api/posts?search=${old}`)), [])
        deepStrictEqual(eachOf(yield* send("GET", `/api/posts?search=${fresh}`), "title"), [fresh])
        deepStrictEqual(eachOf(yield* send("GET", "/api/posts?category=question&limit=1")), [id])
      })
    )
  })
}
