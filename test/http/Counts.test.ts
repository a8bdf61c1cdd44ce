import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { publish } from "./Given.ts"
import { join, send } from "./Members.ts"
import { type Answer, at, eachOf } from "./Wire.ts"

const atOnce = { concurrency: "unbounded" } as const

/** What one member of each answer counts, in ascending order; each must be a success. */
const counted = (answers: ReadonlyArray<Answer>, member: string) => {
  for (const { status } of answers) strictEqual(Math.floor(status / 100), 2)
  return answers.map(({ body }) => Number(at(body, member))).sort((a, b) => a - b)
}

const members = (count: number) => Effect.forEach(Array.range(1, count), () => join(), { concurrency: 4 })

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: counts under load`, (it) => {
    it.effect("50 reads at once are 50 views, each of which sees itself", () =>
      Effect.gen(function* () {
        const path = `/api/posts/${(yield* publish(yield* join())).id}`
        const heads = Effect.all(Array.replicate(send("HEAD", path), 10), atOnce)
        const reads = Effect.all(Array.replicate(send("GET", path), 50), atOnce)
        const [answers] = yield* Effect.all([reads, heads], atOnce)
        deepStrictEqual(counted(answers, "viewCount"), Array.range(1, 50))
        strictEqual(at((yield* send("GET", path)).body, "viewCount"), 51)
      })
    )

    it.effect("likes of many at once are all counted, and notify once each", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const path = `/api/posts/${(yield* publish(maria)).id}/like`
        const likers = yield* members(12)
        const toggles = likers.map(({ token }) => send("POST", path, { as: token }))
        deepStrictEqual(counted(yield* Effect.all(toggles, atOnce), "likeCount"), Array.range(1, 12))
        deepStrictEqual((yield* send("GET", path)).body, { likeCount: 12 })
        deepStrictEqual(counted(yield* Effect.all(toggles.slice(0, 5), atOnce), "likeCount"), Array.range(7, 11))
        const inbox = yield* send("GET", "/api/notifications?limit=100", { as: maria.token })
        deepStrictEqual(
          eachOf(inbox, "actor", "id")
            .map(Number)
            .sort((a, b) => a - b),
          likers.map(({ user }) => Number(user.id)).sort((a, b) => a - b)
        )
      })
    )

    it.effect("toggles of one member at once all count, and notify once", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const path = `/api/posts/${(yield* publish(maria)).id}/like`
        const toggle = send("POST", path, { as: bob.token })
        const answers = yield* Effect.all(Array.replicate(toggle, 21), atOnce)
        deepStrictEqual(counted(answers, "likeCount"), [...Array.replicate(0, 10), ...Array.replicate(1, 11)])
        for (const { body } of answers) strictEqual(at(body, "liked"), at(body, "likeCount") === 1)
        deepStrictEqual((yield* send("GET", path, { as: bob.token })).body, { likeCount: 1, liked: true })
        const inbox = yield* send("GET", "/api/notifications", { as: maria.token })
        deepStrictEqual([eachOf(inbox, "type"), at(inbox.body, "unreadCount")], [["like"], 1])
      })
    )

    it.effect("comments of many at once are all counted, listed and notified, while others read and mark", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        const path = `/api/posts/${id}/comments`
        const writers = [maria, ...(yield* members(5))]
        const comments = writers.flatMap(({ token }) =>
          Array.makeBy(5, (index) => send("POST", path, { as: token, body: { content: `c${index}` } }))
        )
        const mark = send("PATCH", "/api/notifications", { as: maria.token })
        const [answers, marks] = yield* Effect.all(
          [Effect.all(comments, atOnce), Effect.all(Array.replicate(mark, 5), atOnce)],
          atOnce
        )
        const ids = counted(answers, "id")
        strictEqual(new Set(ids).size, 30)
        const list = yield* send("GET", path)
        deepStrictEqual([eachOf(list), at(list.body, "pagination", "total")], [ids, 30])
        strictEqual(at((yield* send("GET", `/api/posts/${id}`)).body, "replyCount"), 30)
        const { body } = yield* send("GET", "/api/notifications", { as: maria.token })
        const marked = counted(marks, "updated").reduce((sum, count) => sum + count, 0)
        deepStrictEqual([at(body, "pagination", "total"), Number(at(body, "unreadCount")) + marked], [25, 25])
      })
    )

    it.effect("posts of many at once are all counted and listed", () =>
      Effect.gen(function* () {
        const before = at((yield* send("GET", "/api/stats")).body, "posts")
        const writers = yield* members(4)
        const posts = writers.flatMap((member) => Array.replicate(publish(member), 4))
        const ids = (yield* Effect.all(posts, atOnce)).map(({ id }) => Number(id)).sort((a, b) => b - a)
        deepStrictEqual(eachOf(yield* send("GET", "/api/posts?limit=16")), ids)
        strictEqual(at((yield* send("GET", "/api/stats")).body, "posts"), Number(before) + 16)
        const [first] = writers
        const { body } = yield* send(
          "GET",
          `/api/users/${first?.user.id}`,
          first === undefined ? {} : { as: first.token }
        )
        strictEqual(at(body, "postCount"), 4)
      })
    )
  })
}
