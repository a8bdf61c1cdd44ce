import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { community } from "../../support/Community.ts"
import { answer, joinModerator, type Member, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { type Opened, open, type Reader } from "../../support/Reader.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { at } from "../../support/Wire.ts"
import { cookieFor, submit } from "./support/Browse.ts"

const browser = { "sec-fetch-site": "same-origin" }

/** Listens as a page of the site does. */
const listen = (member: Member, query: Opened["query"] = {}) =>
  open({ path: "/live", query, headers: { ...browser, cookie: cookieFor(member) } })

/** The ids and the HTML of comments up to the comment of this id. */
const commentsUntil = ({ next }: Reader, id: number) =>
  Effect.gen(function* () {
    const comments: Array<{ readonly id: number; readonly html: string }> = []
    while (comments.at(-1)?.id !== id) {
      const { data, event } = yield* next
      if (event === "comment") comments.push({ id: Number(at(data, "id")), html: String(at(data, "html")) })
      else if (event === "ended") return comments
    }
    return comments
  })

for (const storage of memoryOnly) {
  const site = () => community(storage.layer, { RATE_LIMIT_READ: "0", RATE_LIMIT_WRITE: "0", RATE_LIMIT_AUTH: "0" })
  layer(site(), { excludeTestServices: true })("The stream of pages", (it) => {
    it.scoped("has the notifications of the member whose cookie it is", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const post = yield* publish(maria)
        const stream = yield* listen(maria)
        strictEqual(stream.status, 200)
        strictEqual(stream.headers["content-type"], "text/event-stream")
        strictEqual(stream.headers["cache-control"], "no-store")
        strictEqual(at((yield* stream.next).data, "userId"), maria.user.id)
        yield* answer(bob, post.id)
        strictEqual((yield* stream.next).event, "notification")
      })
    )

    it.scoped("is refused where a parameter is given twice, by that name", () =>
      Effect.gen(function* () {
        const headers = { ...browser, cookie: cookieFor(yield* join()), accept: "application/json" }
        const { status, text } = yield* ask("GET", "/live?postId=1&postId=2", { headers })
        deepStrictEqual([status, text.includes("postId must be given once")], [400, true])
      })
    )

    it.scoped("begins after a pause with the number of unread notifications, and replays none of them", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const post = yield* publish(maria)
        yield* answer(bob, post.id)
        const first = yield* listen(maria)
        yield* first.next
        yield* answer(bob, post.id)
        const { data } = yield* first.next
        const id = Number(at(data, "id"))
        yield* answer(bob, post.id)
        const headers = { ...browser, cookie: cookieFor(maria), "last-event-id": String(id) }
        const again = yield* open({ path: "/live", headers })
        strictEqual(at((yield* again.next).data, "unreadCount"), 3)
        yield* answer(bob, post.id)
        const last = yield* again.next
        deepStrictEqual([last.event, Number(at(last.data, "id")) > id + 1], ["notification", true])
      })
    )

    it.scoped("has the new comments of a thread, as the thread shows them to this reader", () =>
      Effect.gen(function* () {
        const [maria, bob, eve] = [yield* join(), yield* join(), yield* join()]
        const post = yield* publish(maria)
        const other = yield* publish(maria)
        const before = yield* answer(bob, post.id)
        const stream = yield* listen(eve, { postId: String(post.id), after: String(before.id) })
        const own = yield* listen(bob, { postId: String(post.id), after: String(before.id) })
        yield* answer(bob, other.id)
        const comment = yield* answer(bob, post.id, "A **bold** answer")
        const [shown, ...more] = yield* commentsUntil(stream, comment.id)
        deepStrictEqual([shown?.id, more.length], [comment.id, 0])
        assertTrue(shown?.html.includes("<strong>bold</strong>"))
        assertTrue(!shown?.html.includes(`/comments/${comment.id}/delete`))
        const [toAuthor] = yield* commentsUntil(own, comment.id)
        assertTrue(toAuthor?.html.includes(`/comments/${comment.id}/delete`))
      })
    )

    it.scoped("has the button 'This helped' for the author of the post, and for nobody else", () =>
      Effect.gen(function* () {
        const [maria, bob, eve] = [yield* join(), yield* join(), yield* join()]
        const post = yield* publish(maria)
        const streams = yield* Effect.forEach([maria, eve], (member) => listen(member, { postId: String(post.id) }))
        const comment = yield* answer(bob, post.id)
        const shown = yield* Effect.forEach(streams, (stream) => commentsUntil(stream, comment.id))
        deepStrictEqual(
          shown.map(([one]) => one?.html.includes(`/comments/${comment.id}/helped`)),
          [true, false]
        )
      })
    )

    it.scoped("has what was written since the comment that the page shows last, each once and in order", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const post = yield* publish(maria)
        const { id: first } = yield* answer(bob, post.id)
        const missed = [yield* answer(bob, post.id), yield* answer(maria, post.id)]
        const stream = yield* listen(bob, { postId: String(post.id), after: String(first) })
        const later = yield* Effect.all([1, 2, 3, 4, 5].map(() => answer(bob, post.id)))
        const ids = [...missed, ...later].map(({ id }) => id)
        const seen = yield* commentsUntil(stream, ids.at(-1) ?? 0)
        deepStrictEqual(
          seen.map(({ id }) => id),
          ids
        )
      })
    )

    it.scoped("begins with the newest comment of the thread where it is not said where", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const post = yield* publish(maria)
        yield* Effect.replicateEffect(answer(maria, post.id), 3)
        const streams = [
          yield* listen(bob, { postId: String(post.id) }),
          yield* listen(bob, { postId: String(post.id), after: "2147483647" })
        ]
        const { id } = yield* answer(maria, post.id)
        for (const stream of streams) {
          const seen = yield* commentsUntil(stream, id)
          deepStrictEqual(
            seen.map((comment) => comment.id),
            [id]
          )
        }
        const whole = yield* listen(bob, { postId: String(post.id), after: "0" })
        strictEqual((yield* commentsUntil(whole, id)).length, 4)
      })
    )

    for (const [missed, isLeftOut] of [
      [100, false],
      [101, true]
    ] as const) {
      it.scoped(`has at most a hundred comments of ${missed} that were missed, then resync, then new ones`, () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const post = yield* publish(maria)
          const { id: first } = yield* answer(maria, post.id)
          const ids = yield* Effect.forEach(Array.range(1, missed), () =>
            Effect.map(answer(maria, post.id, "An answer"), ({ id }) => id)
          )
          const last = isLeftOut ? ids[99] : ids.at(-1)
          const reader = yield* listen(bob, { postId: String(post.id), after: String(first) })
          const seen = yield* commentsUntil(reader, last ?? 0)
          deepStrictEqual(
            seen.map(({ id }) => id),
            ids.slice(0, 100)
          )
          if (isLeftOut) deepStrictEqual(yield* reader.next, { event: "resync", data: { postId: post.id } })
          const { id } = yield* answer(maria, post.id)
          const { data, event } = yield* reader.next
          deepStrictEqual([event, at(data, "id")], ["comment", id])
        })
      )
    }

    it.scoped("has all of a hundred missed comments that are too long to be read at once", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const post = yield* publish(maria)
        const { id: first } = yield* answer(maria, post.id)
        const ids = yield* Effect.forEach(Array.range(1, 70), () =>
          Effect.map(answer(maria, post.id, "痛".repeat(5_000)), ({ id }) => id)
        )
        const reader = yield* listen(bob, { postId: String(post.id), after: String(first) })
        const seen = yield* commentsUntil(reader, ids.at(-1) ?? 0)
        deepStrictEqual(
          seen.map(({ id }) => id),
          ids
        )
      })
    )

    it.scoped("has no comment that a moderator hid", () =>
      Effect.gen(function* () {
        const [maria, bob, moderator] = [yield* join(), yield* join(), yield* joinModerator]
        const post = yield* publish(maria)
        const hidden = yield* answer(bob, post.id)
        const decision = { action: "hide", rule: "Be kind", reason: "It is unkind." }
        const target = { type: "comment", id: hidden.id }
        strictEqual(
          (yield* send("POST", "/api/decisions", { as: moderator.token, body: { target, ...decision } })).status,
          201
        )
        const stream = yield* listen(maria, { postId: String(post.id) })
        const shown = yield* answer(bob, post.id)
        const [first] = yield* commentsUntil(stream, shown.id)
        strictEqual(first?.id, shown.id)
        const all = { target: { type: "post", id: post.id }, ...decision }
        yield* send("POST", "/api/decisions", { as: moderator.token, body: all })
        strictEqual((yield* listen(bob, { postId: String(post.id) })).status, 404)
      })
    )

    it.scoped("ends when the member signs out, and brings nothing after that", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const post = yield* publish(bob)
        const stream = yield* listen(maria, { postId: String(post.id) })
        yield* stream.next
        strictEqual((yield* submit("/sign-out", {}, { cookie: cookieFor(maria) })).status, 303)
        yield* answer(bob, post.id)
        deepStrictEqual(yield* stream.take(2), [
          { event: "close", data: { reason: "logout" } },
          { event: "ended", data: undefined }
        ])
      })
    )

    it.scoped("refuses other sites, anonymous readers, malformed and unknown posts with the statuses of the API", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const cookie = cookieFor(member)
        const refused = [
          [401, "/live", browser],
          [403, "/live", { cookie }],
          [403, "/live", { cookie, "sec-fetch-site": "cross-site" }],
          [403, "/live", { cookie, "sec-fetch-site": "same-site" }],
          [400, "/live?postId=x", { ...browser, cookie }],
          [400, "/live?postId=1&after=99999999999", { ...browser, cookie }],
          [404, "/live?postId=2147483647", { ...browser, cookie }]
        ] as const
        for (const [status, path, headers] of refused) {
          const answered = yield* ask("GET", path, { headers })
          deepStrictEqual([answered.status, answered.headers["content-type"]], [status, "application/json"], path)
        }
        const head = yield* ask("HEAD", "/live", { headers: { ...browser, cookie } })
        deepStrictEqual([head.status, head.headers["content-type"]], [200, "text/event-stream"])
      })
    )
  })

  const few = { STREAMS_PER_USER: "2", RATE_LIMIT_AUTH: "0" }
  layer(community(storage.layer, few), { excludeTestServices: true })("The streams of a member's pages", (it) => {
    it.scoped("count with the other streams of the member", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const one = yield* listen(member)
        strictEqual((yield* open({ as: member.token })).status, 200)
        strictEqual((yield* listen(member)).status, 429)
        one.hangUp()
        yield* Effect.repeat(
          Effect.flatMap(listen(member), ({ status }) => Effect.succeed(status)),
          { until: (status) => status === 200, times: 50 }
        )
      })
    )
  })
}
