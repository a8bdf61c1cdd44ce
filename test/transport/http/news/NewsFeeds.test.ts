import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, listAt, refused, refusedFor } from "../../../support/Wire.ts"

const path = "/api/news/feeds"
const ofOperator = { NEWS_FEEDS: "https://ana:secret@a.example/feed?key=secret" }

const urls = (as: Redacted.Redacted) =>
  Effect.map(send("GET", path, { as }), ({ body }) => listAt(body, "data").map((feed) => at(feed, "url")))

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, ofOperator), { excludeTestServices: true })(`${storage.name}: ${path}`, (it) => {
    it.effect("lists the feeds of the operator without secrets, adds and removes some, and notes both", () =>
      Effect.gen(function* () {
        const { token, user } = yield* joinAdmin
        deepStrictEqual(yield* urls(token), ["https://a.example/feed"])
        const added = yield* send("POST", path, { as: token, body: { url: "https://B.example/feed?topic=rare#top" } })
        const feed = { url: "https://b.example/feed?topic=rare", failures: 0 }
        const unread = { succeededAt: null, failedAt: null, lastError: null, nextPollAt: null }
        deepStrictEqual([added.status, added.body], [201, { id: at(added.body, "id"), ...feed, ...unread }])
        const list = yield* send("GET", path, { as: token })
        deepStrictEqual(listAt(list.body, "data")[1], added.body)
        const id = at(listAt(list.body, "data")[0], "id")
        const removed = yield* send("DELETE", `${path}/${id}`, { as: token })
        deepStrictEqual([removed.status, removed.body], [200, { deleted: true, id }])
        deepStrictEqual(yield* urls(token), [feed.url])
        refused(yield* send("DELETE", `${path}/${id}`, { as: token }), 404)
        const log = yield* send("GET", `/api/audit?action=community_changed&userId=${user.id}`, { as: token })
        deepStrictEqual(
          listAt(log.body, "data").map((entry) => at(entry, "detail")),
          ["news feed removed: https://a.example/feed", `news feed added: ${feed.url}`]
        )
      })
    )

    it.effect("refuses what is no address of a feed", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        for (const url of ["c.example", "ftp://c.example/", "https://ana:secret@c.example/", "https://c.example/a b"]) {
          const answer = yield* send("POST", path, { as: admin.token, body: { url } })
          refusedFor(answer, 400, /^url must be an http or https URL without a user and a password$/)
        }
        const own = yield* send("POST", path, {
          as: admin.token,
          body: { url: "http://127.0.0.1:3000/feeds/news.xml" }
        })
        refusedFor(own, 400, /^url must be a feed of another site/)
        refused(
          yield* send("POST", path, { as: admin.token, body: { url: `https://c.example/${"x".repeat(2_000)}` } }),
          400
        )
      })
    )
  })
}
