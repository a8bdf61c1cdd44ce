import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import {
  answer,
  diseaseNamed,
  joinAdmin,
  joinModerator,
  type Member,
  publish,
  withinASecond
} from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { decide } from "../../http/moderation/Given.ts"
import { cookieFor, open, seen, submit } from "../support/Browse.ts"

const unreadOf = ({ token }: Member) =>
  Effect.map(send("GET", "/api/notifications?limit=1", { as: token }), ({ body }) => at(body, "unreadCount"))

/** The rows of the notifications of a member, and the page itself. */
const inboxOf = (member: Member, query = "") =>
  Effect.map(open(`/notifications${query}`, { cookie: cookieFor(member) }), ({ text }) => ({
    text,
    rows: Array.from(text.matchAll(/<li class="row leads[^"]*">.*?<\/li>/gs), ([row]) => seen(row))
  }))

const pathIn = (row = "") => /<a class="strong" href="([^"]+)"/.exec(row)?.[1]

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of notifications", (it) => {
    it.effect("has one row for all unread replies of a thread, with their number, which leads to the oldest", () =>
      Effect.gen(function* () {
        const [author, one, two] = [yield* join(), yield* join(), yield* join()]
        const busy = yield* publish(author, { title: "Stairs" })
        const quiet = yield* publish(author, { title: "Lifts" })
        yield* answer(one, quiet.id)
        const first = yield* answer(one, busy.id)
        yield* Effect.replicateEffect(answer(two, busy.id), 24)
        const { rows, text } = yield* inboxOf(author)
        strictEqual(rows.length, 2)
        assertTrue(rows[0]?.includes("25\u00a0replies") && rows[0].includes("25\u00a0new"), rows[0])
        strictEqual(pathIn(rows[0]), `/comments/${first.id}`)
        assertTrue(rows[1]?.includes("Lifts"))
        assertTrue(!text.includes("Next page"))
        deepStrictEqual((yield* inboxOf(author, "?limit=1&offset=1")).rows, [rows[1]])
      })
    )

    it.effect("has marked what a page of a thread shows as read, and leads on to the next", () =>
      Effect.gen(function* () {
        const [author, writer] = [yield* join(), yield* join()]
        const post = yield* publish(author)
        const comments = yield* Effect.replicateEffect(answer(writer, post.id), 120)
        yield* submit(`/posts/${post.id}/like`, {}, { cookie: cookieFor(writer) })
        yield* open(`/posts/${post.id}?page=2`, { cookie: cookieFor(author) })
        strictEqual(yield* unreadOf(author), 100)
        const row = (yield* inboxOf(author)).rows.find((row) => row.includes("100\u00a0new"))
        strictEqual(pathIn(row), `/comments/${comments[0]?.id}`)
        yield* open(`/posts/${post.id}`, { cookie: cookieFor(author) })
        strictEqual(yield* unreadOf(author), 0)
      })
    )

    it.effect("marks those as read that it knew of, and none that came since", () =>
      Effect.gen(function* () {
        const [author, writer] = [yield* join(), yield* join()]
        const [one, two] = [yield* publish(author), yield* publish(author)]
        yield* answer(writer, one.id)
        yield* answer(writer, two.id)
        const { text } = yield* inboxOf(author, "?limit=1&offset=1")
        const [, upTo = ""] = /name="upTo" value="(\d+)"/.exec(text) ?? []
        yield* answer(writer, one.id)
        yield* submit("/notifications", { upTo }, { cookie: cookieFor(author) })
        strictEqual(yield* unreadOf(author), 1)
        strictEqual((yield* submit("/notifications", { upTo: "x" }, { cookie: cookieFor(author) })).status, 400)
      })
    )

    it.effect("leads to pages that mark a decision, news and the answer to a request as read, but not for HEAD", () =>
      Effect.gen(function* () {
        const [author, admin, moderator] = [yield* join(), yield* joinAdmin, yield* joinModerator]
        const { id } = yield* publish(author)
        const disease = yield* diseaseNamed(author, "cystic fibrosis")
        yield* send("PUT", `/api/diseases/${disease.id}/follow`, { as: author.token })
        yield* decide(moderator.token, { type: "post", id }, "lock")
        const request = { as: "nurse", text: "I am one" }
        yield* send("PUT", "/api/users/me/verification-request", { as: author.token, body: request })
        const verified = { as: "nurse" }
        yield* send("PUT", `/api/users/${author.user.id}/verification`, { as: admin.token, body: verified })
        const news = { title: "About cystic fibrosis", content: "It is news.", category: "policy" }
        yield* send("POST", "/api/news", { as: admin.token, body: news })
        yield* withinASecond(unreadOf(author), (count) => count === 3)
        const cookie = cookieFor(author)
        const paths = (yield* inboxOf(author)).rows.map(pathIn)
        deepStrictEqual(paths.map((path) => path?.replace(/\d+/, "1")).sort(), [
          "/decisions/1",
          "/news/1",
          "/settings/profile"
        ])
        for (const path of paths) yield* send("HEAD", path ?? "", { headers: { cookie } })
        const left: Array<unknown> = []
        for (const path of paths) {
          left.push(yield* unreadOf(author))
          yield* open(path ?? "", { cookie })
        }
        deepStrictEqual([...left, yield* unreadOf(author)], [3, 2, 1, 0])
      })
    )
  })
}
