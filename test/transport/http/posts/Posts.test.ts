import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { authorOnWire, diseaseNamed, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, eachOf, isTime, long, recordOf, refused, refusedFor } from "../../../support/Wire.ts"

layer(community(Memory.layer), { excludeTestServices: true })("/api/posts", (it) => {
  it.effect("answers a new post about a disease in full with 201", () =>
    Effect.gen(function* () {
      const maria = yield* join("expert")
      const disease = yield* diseaseNamed(maria, "Marfan syndrome")
      const sent = {
        title: "  How did you find a specialist? ",
        content: "We waited **six years**.\n",
        category: "question",
        diseaseId: disease.id
      }
      const { body, status } = yield* send("POST", "/api/posts", { as: maria.token, body: sent })
      const [id, createdAt] = [at(body, "id"), at(body, "createdAt")]
      deepStrictEqual(
        [status, body],
        [
          201,
          {
            id,
            title: "How did you find a specialist?",
            excerpt: "We waited six years.",
            language: "en",
            category: "question",
            diseaseId: disease.id,
            disease: { id: disease.id, name: "Marfan syndrome" },
            author: authorOnWire({ ...maria.user, role: "expert" }),
            authorRole: "expert",
            viewCount: 0,
            replyCount: 0,
            likeCount: 0,
            helpedCount: 0,
            createdAt,
            updatedAt: createdAt,
            editedAt: null,
            ...{ locked: false, audience: "everyone" },
            content: sent.content,
            contentHtml: "<p>We waited <strong>six years</strong>.</p>",
            liked: false
          }
        ]
      )
      assertTrue(Number.isInteger(id) && isTime(createdAt))
    })
  )

  it.effect("makes a topic about no disease if category and disease are absent or null", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      for (const given of [{}, { category: null, diseaseId: null }]) {
        const sent = { title: unique(), content: unique(), ...given }
        const { body, status } = yield* send("POST", "/api/posts", { as: token, body: sent })
        deepStrictEqual(
          [status, at(body, "category"), at(body, "diseaseId"), at(body, "disease")],
          [201, "topic", null, null]
        )
      }
    })
  )

  it.effect("answers a post with its comments, and tells members whether they like it", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const created = yield* send("POST", "/api/posts", { as: maria.token, body: { title: "T", content: "C" } })
      const path = `/api/posts/${at(created.body, "id")}`
      const comment = yield* send("POST", `${path}/comments`, { as: bob.token, body: { content: "me too" } })
      yield* send("POST", `${path}/like`, { as: bob.token })
      const { liked: _, ...post } = recordOf(created.body)
      const { liked: __, ...shown } = recordOf(comment.body)
      const seen = (viewCount: number, ...liked: ReadonlyArray<boolean>) => ({
        ...post,
        viewCount,
        replyCount: 1,
        likeCount: 1,
        ...(liked[0] === undefined ? {} : { liked: liked[0] }),
        comments: [liked[0] === undefined ? shown : comment.body]
      })
      const asAnybody = yield* send("GET", path)
      deepStrictEqual([asAnybody.status, asAnybody.body], [200, seen(1)])
      deepStrictEqual((yield* send("GET", path, { as: maria.token })).body, seen(2, false))
      deepStrictEqual((yield* send("GET", path, { as: bob.token })).body, seen(3, true))
    })
  )

  it.effect("lists posts without the members of the detail", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const disease = yield* diseaseNamed(maria, "Achondroplasia")
      const post = yield* publish(maria, { diseaseId: disease.id })
      const { body } = yield* send("GET", `/api/posts?diseaseId=${disease.id}`, { as: maria.token })
      const createdAt = at(body, "data", 0, "createdAt")
      deepStrictEqual(body, {
        data: [
          {
            id: post.id,
            title: post.title,
            excerpt: post.content,
            language: "und",
            category: "topic",
            diseaseId: disease.id,
            disease: { id: disease.id, name: "Achondroplasia" },
            author: authorOnWire({ ...maria.user, role: "user" }),
            authorRole: "user",
            viewCount: 0,
            replyCount: 0,
            likeCount: 0,
            helpedCount: 0,
            createdAt,
            updatedAt: createdAt,
            editedAt: null,
            ...{ locked: false, audience: "everyone" }
          }
        ],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false }
      })
      assertTrue(isTime(createdAt))
    })
  )

  it.effect("cuts the excerpt after a word, at most 280 characters", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const whole = yield* publish(maria, { content: long(280) })
      strictEqual(whole.excerpt, long(280))
      const { excerpt } = yield* publish(maria, { content: `# Head\n\n${"wordy ".repeat(60)}` })
      assertTrue(/^Head (wordy )*wordy…$/.test(excerpt) && excerpt.length > 240 && excerpt.length <= 280)
    })
  )

  it.effect("takes titles of 200 and contents of 20000 characters, and no longer ones", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const create = (given: object) =>
        send("POST", "/api/posts", { as: token, body: { title: "T", content: "C", ...given } })
      for (const [field, max] of [["title", 200] as const, ["content", 20_000] as const]) {
        const { body, status } = yield* create({ [field]: long(max) })
        deepStrictEqual([status, at(body, field) === long(max)], [201, true])
        refusedFor(yield* create({ [field]: long(max + 1) }), 400, new RegExp(`^${field} .*${max}`))
        strictEqual((yield* create({ [field]: "x" })).status, 201)
        for (const blank of ["", "  ", "\n", "\u200B"]) refusedFor(yield* create({ [field]: blank }), 400, /blank/)
      }
      for (const [field, value] of [
        ["title", "two\nlines"],
        ["category", "Topic"],
        ["language", "xx"],
        ["diseaseId", 0],
        ["diseaseId", 2 ** 31]
      ] as const) {
        refusedFor(yield* create({ [field]: value }), 400, new RegExp(`^${field} `))
      }
      strictEqual((yield* create({ title: `  ${long(200)}  ` })).status, 201)
      refused(yield* create({ content: `${long(20_000)} ` }), 400)
    })
  )

  it.effect("counts reads by all callers, no HEAD, and answers a change with the current count", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      for (const [method, seen] of [
        ["GET", 1],
        ["HEAD", 1],
        ["GET", 2],
        ["HEAD", 2],
        ["GET", 3]
      ] as const) {
        const { body } = yield* send(method, `/api/posts/${id}`, seen === 2 ? { as: maria.token } : {})
        strictEqual(at(body, "viewCount"), method === "GET" ? seen : undefined)
      }
      const changed = yield* send("PATCH", `/api/posts/${id}`, { as: maria.token, body: { title: "Seen" } })
      strictEqual(at(changed.body, "viewCount"), 3)
    })
  )

  it.effect("answers a deletion with the id", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const path = `/api/posts/${id}`
      const { body, status } = yield* send("DELETE", path, { as: maria.token })
      deepStrictEqual([status, body], [200, { deleted: true, id }])
    })
  )
})

layer(community(Memory.layer), { excludeTestServices: true })("/api/posts/:id/like", (it) => {
  it.effect("gives a like by PUT and takes it back by DELETE, again and again, and notifies the author once", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const path = `/api/posts/${(yield* publish(maria)).id}/like`
      for (const [method, liked] of [
        ["DELETE", false],
        ["PUT", true],
        ["PUT", true],
        ["DELETE", false],
        ["DELETE", false],
        ["PUT", true]
      ] as const) {
        const { body, status } = yield* send(method, path, { as: bob.token })
        deepStrictEqual([status, body], [200, { liked, likeCount: Number(liked) }])
      }
      const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
      deepStrictEqual(eachOf(inbox, "type"), ["like"])
    })
  )

  it.effect("counts likes for all callers, and tells members whether they like the post", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria)
      const path = `/api/posts/${id}/like`
      deepStrictEqual((yield* send("GET", path)).body, { likeCount: 0 })
      yield* send("POST", path, { as: bob.token })
      const { body, status } = yield* send("GET", path)
      deepStrictEqual([status, body], [200, { likeCount: 1 }])
      deepStrictEqual((yield* send("GET", path, { as: bob.token })).body, { likeCount: 1, liked: true })
      deepStrictEqual((yield* send("GET", path, { as: maria.token })).body, { likeCount: 1, liked: false })
      const { body: post } = yield* send("GET", `/api/posts/${id}`, { as: bob.token })
      deepStrictEqual([at(post, "likeCount"), at(post, "liked")], [1, true])
    })
  )
})
