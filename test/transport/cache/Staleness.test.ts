import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../support/Community.ts"
import { answer, diseaseNamed, joinAdmin, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { hide, restore } from "../../support/moderation/Hiding.ts"
import { ask, pastCache } from "../../support/Raw.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"

/** Cached reads, each of which is read before a change and after it. */
const targets = (post: number, disease: number, author: number) =>
  [
    "/api/posts",
    "/api/posts?limit=50&sort=replies",
    "/api/posts?category=question",
    `/api/posts?diseaseId=${disease}`,
    `/api/posts/${post}`,
    `/api/posts/${post}/comments`,
    `/api/diseases/${disease}`,
    "/api/users",
    "/api/stats",
    `/api/users/${author}`,
    `/api/posts?authorId=${author}&sort=replies`,
    "/api/news?diseaseId=1&search=sample",
    "/feeds/posts.xml",
    `/feeds/posts/${post}.xml`
  ] as const

type Target = number

const read = (path: string, as?: Parameters<typeof ask>[2]) =>
  Effect.map(ask("GET", path, as), ({ text }) =>
    text.replace(/"(viewCount|generatedAt|activeUsers30d)":("[^"]*"|\d+)/g, "")
  )

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: the response cache`, (it) => {
    it.effect("has no stale response after any kind of write", () =>
      Effect.gen(function* () {
        const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
        const disease = yield* diseaseNamed(admin, "Marfan syndrome")
        const { id } = yield* publish(maria, { category: "question" })
        const other = yield* publish(bob)
        const all = targets(id, disease.id, maria.user.id)

        /** Reads all, writes, and says which of them tell something else at once; they tell what is read past the cache. */
        const changedBy = <A, E, R>(write: Effect.Effect<A, E, R>) =>
          Effect.gen(function* () {
            const signed = { as: bob.token }
            const before = yield* Effect.forEach(all, (path) => read(path, signed))
            yield* Effect.forEach(all, (path) => read(path))
            yield* write
            const after = yield* Effect.forEach(all, (path) => read(path, signed))
            const anew = yield* Effect.forEach(all, (path) => read(pastCache(path), signed))
            deepStrictEqual(after, anew)
            for (const path of all) {
              const stranger = yield* read(path)
              deepStrictEqual(stranger, yield* read(pastCache(path)))
            }
            return all.flatMap((_, index): Array<Target> => (before[index] === after[index] ? [] : [index]))
          })

        const filed = { title: "Filed", content: "About it", category: "question", diseaseId: disease.id }
        deepStrictEqual(
          yield* changedBy(ask("POST", "/api/posts", { as: maria.token, body: JSON.stringify(filed) })),
          [0, 1, 2, 3, 6, 8, 9, 10, 12]
        )
        deepStrictEqual(yield* changedBy(answer(bob, id)), [0, 1, 2, 4, 5, 8, 10, 13])
        const said = yield* answer(bob, id)
        const rewritten = ask("PATCH", `/api/comments/${said.id}`, { as: bob.token, body: '{"content":"Another"}' })
        deepStrictEqual(yield* changedBy(rewritten), [4, 5, 13])
        const unsaid = ask("DELETE", `/api/comments/${said.id}`, { as: admin.token })
        deepStrictEqual(yield* changedBy(unsaid), [0, 1, 2, 4, 5, 8, 10, 13])
        deepStrictEqual(yield* changedBy(bob.client.likes.toggle({ path: { id } })), [0, 1, 2, 4, 8, 10])
        deepStrictEqual(yield* changedBy(bob.client.likes.give({ path: { id: other.id } })), [0, 1, 8])
        deepStrictEqual(yield* changedBy(bob.client.likes.give({ path: { id: other.id } })), [])
        deepStrictEqual(yield* changedBy(bob.client.likes.take({ path: { id: other.id } })), [0, 1, 8])
        deepStrictEqual(yield* changedBy(bob.client.likes.toggle({ path: { id: other.id } })), [0, 1, 8])
        const retitled = ask("PATCH", `/api/posts/${id}`, { as: maria.token, body: '{"title":"Another"}' })
        deepStrictEqual(yield* changedBy(retitled), [0, 1, 2, 4, 10, 12, 13])
        const renamed = ask("PATCH", `/api/users/${maria.user.id}`, {
          as: maria.token,
          body: JSON.stringify({ username: `renamed ${maria.user.id}` })
        })
        deepStrictEqual(yield* changedBy(renamed), [0, 1, 2, 3, 4, 7, 9, 10, 12])
        const verification = ask("PUT", `/api/users/${maria.user.id}/verification`, {
          as: admin.token,
          body: '{"as":"nurse"}'
        })
        deepStrictEqual(yield* changedBy(verification), [0, 1, 2, 3, 4, 7, 9, 10])
        const spoken = { type: "comment" as const, id: (yield* answer(bob, id)).id }
        deepStrictEqual(yield* changedBy(hide(spoken)), [0, 1, 2, 4, 5, 8, 10, 13])
        deepStrictEqual(yield* changedBy(restore(spoken)), [0, 1, 2, 4, 5, 8, 10, 13])
        const posted = { type: "post" as const, id }
        deepStrictEqual(yield* changedBy(hide(posted)), [0, 1, 2, 4, 5, 8, 9, 10, 12, 13])
        deepStrictEqual(yield* changedBy(restore(posted)), [0, 1, 2, 4, 5, 8, 9, 10, 12, 13])
        deepStrictEqual(yield* changedBy(join()), [7, 8])
        deepStrictEqual(yield* changedBy(ask("DELETE", `/api/posts/${other.id}`, { as: admin.token })), [0, 1, 8, 12])
      })
    )

    it.effect("has no stale inbox after any kind of write, and drops no other member's", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const [post, other] = [yield* publish(maria), yield* publish(maria)]
        const inboxes = ["/api/notifications", "/api/notifications?unreadOnly=true&limit=1"]
        const readAll = (as: typeof maria.token) => Effect.forEach(inboxes, (path) => read(path, { as }))
        const change = (method: string, path: string, as: typeof maria.token, body: string) =>
          ask(method, path, { as, body })
        const { id: said } = yield* answer(bob, post.id)
        const writes = [
          answer(bob, post.id),
          change("PATCH", `/api/comments/${said}`, bob.token, '{"content":"Another"}'),
          change("DELETE", `/api/comments/${said}`, bob.token, "{}"),
          bob.client.likes.give({ path: { id: other.id } }),
          change("PATCH", `/api/posts/${post.id}`, maria.token, '{"title":"Another"}'),
          change("PATCH", `/api/users/${bob.user.id}`, bob.token, JSON.stringify({ username: `bob ${bob.user.id}` })),
          change("PATCH", "/api/notifications", maria.token, "{}"),
          hide({ type: "post", id: post.id }),
          ask("DELETE", `/api/posts/${other.id}`, { as: maria.token })
        ]
        let before = yield* readAll(maria.token)
        const [bobs] = yield* readAll(bob.token)
        for (const write of writes) {
          yield* write
          const after = yield* readAll(maria.token)
          deepStrictEqual(after, yield* Effect.forEach(inboxes, (path) => read(pastCache(path), { as: maria.token })))
          assertTrue(after[0] !== before[0])
          deepStrictEqual((yield* readAll(bob.token))[0], bobs)
          before = after
        }
      })
    )

    it.effect("serves GET /api/users/me to its own caller only, and never stale, whoever changed the member", () =>
      Effect.gen(function* () {
        const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
        const me = (as: typeof maria.token) => read("/api/users/me", { as })
        const bobs = yield* me(bob.token)
        const path = `/api/users/${maria.user.id}`
        const writes = [
          ask("PATCH", "/api/users/me", { as: maria.token, body: '{"bio":"one"}' }),
          ask("PATCH", path, { as: admin.token, body: '{"role":"expert"}' }),
          publish(maria)
        ]
        let before = yield* me(maria.token)
        for (const write of writes) {
          yield* write
          const after = yield* me(maria.token)
          deepStrictEqual([after, after === before], [yield* read(path, { as: maria.token }), false])
          deepStrictEqual(yield* me(bob.token), bobs)
          before = after
        }
      })
    )

    it.effect("serves GET /api/users/:id with the email to the member and to admins only, whatever is cached", () =>
      Effect.gen(function* () {
        const [maria, bob, lind, admin] = [yield* join(), yield* join(), yield* join(), yield* joinAdmin]
        const path = `/api/users/${maria.user.id}`
        const showsEmail = (as: typeof maria.token) =>
          Effect.map(ask("GET", path, { as }), ({ text }) => text.includes('"email"'))
        const callers = [maria, bob, lind, admin, bob, maria, lind, admin]
        const seen = Effect.forEach(callers, ({ token }) => showsEmail(token))
        deepStrictEqual(
          yield* seen,
          callers.map((caller) => caller === maria || caller === admin)
        )
        for (const role of ["admin", "user"] as const) {
          yield* ask("PATCH", `/api/users/${lind.user.id}`, { as: admin.token, body: JSON.stringify({ role }) })
          deepStrictEqual(
            yield* seen,
            callers.map((caller) => caller === maria || caller === admin || (caller === lind && role === "admin"))
          )
        }
        yield* ask("PATCH", path, { as: maria.token, body: '{"bio":"new"}' })
        for (const { token } of callers) assertTrue((yield* read(path, { as: token })).includes('"new"'))
        yield* ask("POST", "/api/auth/logout", { as: maria.token })
        deepStrictEqual((yield* ask("GET", path, { as: maria.token })).status, 401)
      })
    )

    it.effect("serves GET /api/users with suspensions to admins only, and never stale", () =>
      Effect.gen(function* () {
        const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
        const shown = Effect.forEach([admin, bob, admin, bob], ({ token }) =>
          Effect.map(ask("GET", "/api/users?limit=5", { as: token }), ({ text }) => text.includes('"suspended"'))
        )
        const path = `/api/users/${maria.user.id}/suspension`
        deepStrictEqual(yield* shown, [false, false, false, false])
        yield* ask("PUT", path, { as: admin.token, body: '{"reason":"spam"}' })
        deepStrictEqual(yield* shown, [true, false, true, false])
        yield* ask("DELETE", path, { as: admin.token })
        deepStrictEqual(yield* shown, [false, false, false, false])
      })
    )

    it.effect("serves GET /api/posts/:id with `liked` of its caller, and never stale", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const { id } = yield* publish(maria)
        const liked = ({ token }: typeof maria) =>
          Effect.map(
            Effect.forEach([1, 2, 3], () => read(`/api/posts/${id}`, { as: token })),
            (texts) => texts.map((text) => /"liked":(\w+)/.exec(text)?.[1])
          )
        deepStrictEqual([yield* liked(maria), yield* liked(bob)].flat(), Array(6).fill("false"))
        for (const isLiked of ["true", "false"]) {
          yield* ask("POST", `/api/posts/${id}/like`, { as: bob.token })
          deepStrictEqual([yield* liked(maria), yield* liked(bob)].flat(), [
            ...["false", "false", "false"],
            ...[isLiked, isLiked, isLiked]
          ])
          deepStrictEqual((yield* read(`/api/posts/${id}`)).includes("liked"), false)
        }
      })
    )

    it.effect("serves no search of members to a caller without the right", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const path = `/api/users?search=${maria.user.username}`
        for (const as of [admin.token, maria.token, admin.token]) {
          const { status } = yield* ask("GET", path, { as })
          deepStrictEqual(status, as === admin.token ? 200 : 403)
        }
        deepStrictEqual((yield* ask("GET", path)).status, 401)
      })
    )

    it.effect("is never older than an acknowledged write, while many read and write at once", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        let acknowledged = 0
        const total = (text: string) => Number(/"total":(\d+)/.exec(text)?.[1])
        const from = total(yield* read("/api/posts"))
        const writing = Effect.forEach(
          Array.from({ length: 25 }),
          () =>
            Effect.map(publish(maria), () => {
              acknowledged += 1
            }),
          { concurrency: 2 }
        )
        let isWriting = true
        const reading = Effect.gen(function* () {
          while (isWriting) {
            const least = acknowledged
            const seen = total(yield* read("/api/posts")) - from
            assertTrue(seen >= least, `${seen} of ${least}`)
          }
        })
        const readers = Effect.all(
          Array.from({ length: 6 }, () => reading),
          { concurrency: "unbounded" }
        )
        const written = Effect.ensuring(
          writing,
          Effect.sync(() => {
            isWriting = false
          })
        )
        yield* Effect.all([written, readers], { concurrency: "unbounded" })
        deepStrictEqual(total(yield* read("/api/posts")) - from, 25)
      })
    )
  })
}
