import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import { NewsRepo } from "../../../../src/ports/news/NewsRepo.ts"
import { unique } from "../../../contracts/newRows.ts"
import { newItem } from "../../../contracts/news/newNews.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { send } from "../../../support/Members.ts"
import { ask } from "../../../support/Raw.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, listAt, refused, refusedFor } from "../../../support/Wire.ts"

const item = {
  title: "A day about Marfan syndrome",
  content: "We meet **in Lyon**.<script>alert(1)</script>",
  category: "policy",
  sourceUrl: "https://example.org/day"
}

const write = (as: Redacted.Redacted, body: object) => send("POST", "/api/news", { as, body })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, { COMMUNITY_NAME: "Rare in Lyon" }), { excludeTestServices: true })(
    `${storage.name}: news of the community`,
    (it) => {
      it.effect(
        "is written, filtered, linked to its diseases, changed and deleted, in cached lists and feeds too",
        () =>
          Effect.gen(function* () {
            const { token, user } = yield* joinAdmin
            const first = Effect.map(send("GET", "/api/news?limit=1"), ({ body }) => listAt(body, "data")[0])
            yield* first
            const written = yield* write(token, item)
            const id = at(written.body, "id")
            const facts = (of: unknown) => ["title", "source", "sourceUrl", "own", "dated"].map((name) => at(of, name))
            deepStrictEqual(
              [written.status, at(written.body, "content"), at(written.body, "summary")],
              [201, "We meet **in Lyon**.", "We meet in Lyon."]
            )
            deepStrictEqual(facts(written.body), [item.title, "Rare in Lyon", item.sourceUrl, true, undefined])
            deepStrictEqual(
              listAt(written.body, "diseases").map((disease) => at(disease, "name")),
              ["Marfan syndrome"]
            )
            deepStrictEqual([at(yield* first, "id"), ...facts(yield* first)], [id, ...facts(written.body)])
            assertTrue((yield* ask("GET", "/feeds/news.xml", {})).text.includes(item.title))
            const change = { title: "A week", content: "In Paris.", category: "research" }
            const changed = yield* send("PUT", `/api/news/${id}`, { as: token, body: change })
            deepStrictEqual([changed.status, at(changed.body, "publishedAt")], [200, at(written.body, "publishedAt")])
            deepStrictEqual(facts(yield* first), ["A week", "Rare in Lyon", null, true, undefined])
            strictEqual((yield* send("DELETE", `/api/news/${id}`, { as: token })).status, 200)
            refused(yield* send("PUT", `/api/news/${id}`, { as: token, body: change }), 404)
            const log = yield* send("GET", `/api/audit?userId=${user.id}&limit=3`, { as: token })
            deepStrictEqual(
              listAt(log.body, "data").map((entry) => [
                at(entry, "action"),
                at(entry, "targetId"),
                at(entry, "detail")
              ]),
              [
                ["news_deleted", id, "A week"],
                ["news_changed", id, "A week"],
                ["news_written", id, item.title]
              ]
            )
          })
      )

      it.effect("is not made of news of feeds, blank texts and wrong links", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          const { body } = yield* send("GET", "/api/news?limit=1")
          const path = `/api/news/${at(listAt(body, "data")[0], "id")}`
          refusedFor(yield* send("PUT", path, { as: admin.token, body: item }), 403, /news of a feed/)
          refused(yield* write(admin.token, { ...item, content: "<script>1</script>" }), 400)
          refused(yield* write(admin.token, { ...item, sourceUrl: "javascript:alert(1)" }), 400)
        })
      )

      it.effect("is deleted for good, also where a feed brings it again, and from cached lists", () =>
        Effect.gen(function* () {
          const { token, user } = yield* joinAdmin
          const { save } = yield* NewsRepo
          const imported = newItem({ title: unique() })
          yield* save([imported])
          const list = Effect.map(send("GET", `/api/news?search=${imported.title}`), ({ body }) => listAt(body, "data"))
          const id = at((yield* list)[0], "id")
          const removed = yield* send("DELETE", `/api/news/${id}`, { as: token })
          deepStrictEqual([removed.status, removed.body], [200, { deleted: true, id }])
          for (const method of ["DELETE", "GET"] as const) {
            refused(yield* send(method, `/api/news/${id}`, { as: token }), 404)
          }
          deepStrictEqual(yield* list, [])
          strictEqual((yield* save([imported])).added, 0)
          const log = yield* send("GET", `/api/audit?action=news_deleted&userId=${user.id}&limit=1`, { as: token })
          deepStrictEqual(
            listAt(log.body, "data").map((one) => [at(one, "by", "id"), at(one, "targetId"), at(one, "detail")]),
            [[user.id, id, imported.title]]
          )
        })
      )
    }
  )
}
