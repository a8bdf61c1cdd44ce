import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, authorOnWire, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase, memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, isTime, listAt, long, recordOf, refused, refusedFor } from "../../../support/Wire.ts"
import { open } from "../../web/support/Browse.ts"
import { decide, report, scene, userOf } from "./Given.ts"

const sessionOf = ({ token }: Member) => `session=${Redacted.value(token)}`

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: reports`, (it) => {
    it.effect("POST /api/reports answers the report, which GET gives the reporter and moderators alone", () =>
      Effect.gen(function* () {
        const { bob, maria, mod, post } = yield* scene
        const sent = yield* report(bob.token, post, "misinformation", "It names a dose.")
        const { createdAt, id } = recordOf(sent.body)
        const expected = {
          id,
          target: post,
          reason: "misinformation",
          text: "It names a dose.",
          status: "open",
          createdAt,
          decision: null
        }
        deepStrictEqual([sent.status, sent.body], [201, expected])
        strictEqual(sent.headers["location"], `/api/reports/${id}`)
        assertTrue(isTime(createdAt))
        const path = `/api/reports/${id}`
        deepStrictEqual((yield* send("GET", path, { as: bob.token })).body, expected)
        const reporter = authorOnWire(bob.user)
        const { body: seen } = yield* send("GET", path, { as: mod.token })
        deepStrictEqual(seen, {
          ...expected,
          openedAt: at(seen, "openedAt"),
          automated: false,
          reporter,
          subject: authorOnWire(maria.user),
          content: "Pills for all: Buy this now."
        })
        for (const as of [maria.token, (yield* join()).token]) refused(yield* send("GET", path, { as }), 404)
        deepStrictEqual(eachOf(yield* send("GET", "/api/reports", { as: bob.token })), [id])
        deepStrictEqual(eachOf(yield* send("GET", "/api/reports", { as: maria.token })), [])
      })
    )

    it.effect("GET /api/reports shows moderators the reported text, hidden or not, and the post of a comment", () =>
      Effect.gen(function* () {
        const { bob, comment, maria, mod, post } = yield* scene
        const ids = yield* Effect.forEach([comment, userOf(maria)], (target) =>
          Effect.map(report(bob.token, target), ({ body }) => at(body, "id"))
        )
        const seen = Effect.forEach(ids, (id) =>
          Effect.map(send("GET", `/api/reports/${id}`, { as: mod.token }), ({ body }) => [
            at(body, "content"),
            at(body, "postId")
          ])
        )
        const name = [maria.user.username, undefined]
        deepStrictEqual(yield* seen, [["And that.", post.id], name])
        strictEqual((yield* decide(mod.token, comment, "hide")).status, 201)
        deepStrictEqual(yield* seen, [["And that.", post.id], name])
        strictEqual((yield* send("DELETE", `/api/posts/${post.id}`, { as: maria.token })).status, 200)
        deepStrictEqual(yield* seen, [[null, undefined], name])
        const listed = listAt((yield* send("GET", "/api/reports", { as: bob.token })).body, "data")
        deepStrictEqual(
          listed.map((one) => [at(one, "content"), at(one, "postId")]),
          [
            [undefined, undefined],
            [undefined, undefined]
          ]
        )
      })
    )

    it.effect("GET /api/reports gives moderators danger first, then most reporters, then the oldest, by filters", () =>
      Effect.gen(function* () {
        const { bob, comment, maria, mod, post } = yield* scene
        const eve = yield* join()
        const ids: Array<unknown> = []
        for (const [who, target, why] of [
          [bob, userOf(maria), "spam"],
          [bob, post, "spam"],
          [eve, post, "abuse"],
          [eve, comment, "danger"],
          [eve, userOf(maria), "danger"]
        ] as const) {
          ids.push(at((yield* report(who.token, target, why)).body, "id"))
        }
        const [one, two, three, four, five] = ids
        const order = [five, four, one, two, three]
        const list = (query: string) => send("GET", `/api/reports?${query}`, { as: mod.token })
        const seen = (listed: ReadonlyArray<unknown>) => listed.filter((id) => ids.includes(id))
        deepStrictEqual(seen(eachOf(yield* list("status=open&limit=100"))), order)
        deepStrictEqual(seen(eachOf(yield* list("status=open&targetType=user&limit=100"))), [five, one])
        deepStrictEqual(
          eachOf(yield* list("status=decided")).filter((id) => ids.includes(id)),
          []
        )
      })
    )

    it.effect(
      "reports of moderators are absent for the moderator or admin concerned, open or decided, and wait for the others",
      () =>
        Effect.gen(function* () {
          const [bob, mod, admin, other] = [yield* join(), yield* joinModerator, yield* joinAdmin, yield* joinModerator]
          for (const concerned of [mod, admin]) {
            const { id: postId } = yield* publish(concerned)
            const comment = yield* answer(concerned, postId)
            const targets = [
              userOf(concerned),
              { type: "post", id: postId },
              { type: "comment", id: comment.id }
            ] as const
            const words = "The moderator writes me at night."
            const sent = yield* Effect.forEach(targets, (target) => report(bob.token, target, "danger", words))
            const ids = sent.map(({ body }) => Number(at(body, "id")))
            const about = (list: ReadonlyArray<unknown>) => list.filter((id) => ids.includes(Number(id)))
            const listed = (path: string, { token }: typeof mod) =>
              Effect.map(send("GET", path, { as: token }), (found) => about(eachOf(found)))
            const danger = ({ token }: typeof mod) =>
              Effect.map(send("GET", "/api/moderation/queue", { as: token }), ({ body }) => Number(at(body, "danger")))

            const check = Effect.gen(function* () {
              for (const path of ["/api/reports", "/api/reports?status=open", "/api/reports?status=decided"]) {
                deepStrictEqual(yield* listed(path, concerned), [], path)
              }
              for (const id of ids) refused(yield* send("GET", `/api/reports/${id}`, { as: concerned.token }), 404)
            })
            yield* check
            deepStrictEqual(yield* listed("/api/reports", other), ids)
            for (const id of ids) {
              const { body, status } = yield* send("GET", `/api/reports/${id}`, { as: other.token })
              deepStrictEqual([status, at(body, "text"), at(body, "reporter", "id")], [200, words, bob.user.id])
            }
            strictEqual((yield* danger(other)) - (yield* danger(concerned)), ids.length)
            for (const target of targets) strictEqual((yield* decide(other.token, target, "none")).status, 201)
            yield* check
          }
        })
    )

    it.effect("reports of moderators show on no page of the moderator concerned who sent them", () =>
      Effect.gen(function* () {
        const [bob, mod, other] = [yield* join(), yield* joinModerator, yield* joinModerator]
        const { id } = yield* publish(mod)
        yield* report(bob.token, { type: "post", id }, "abuse", "Words of the reporter.")
        for (const path of ["/moderation", "/reports", `/moderation?type=post&id=${id}`]) {
          const [own, others] = [
            yield* open(path, { cookie: sessionOf(mod) }),
            yield* open(path, { cookie: sessionOf(other) })
          ]
          deepStrictEqual(
            [own, others].map(({ status, text }) => [status, text.includes(bob.user.username)]),
            [
              [200, false],
              [200, true]
            ],
            path
          )
        }
      })
    )
  })
}

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: POST /api/reports`, (it) => {
    it.effect("is 409 while a report of the same target by the same member is open", () =>
      Effect.gen(function* () {
        const { bob, mod, post } = yield* scene
        strictEqual((yield* report(bob.token, post)).status, 201)
        refusedFor(yield* report(bob.token, post, "danger"), 409, /still open/)
        strictEqual((yield* report((yield* join()).token, post)).status, 201)
        strictEqual((yield* decide(mod.token, post, "none")).status, 201)
        strictEqual((yield* report(bob.token, post)).status, 201)
      })
    )

    it.effect("is 404 for an unknown and for a hidden target, and 400 for oneself and one's own texts", () =>
      Effect.gen(function* () {
        const { bob, comment, maria, mod, post } = yield* scene
        for (const type of ["post", "comment", "user"] as const) {
          refused(yield* report(bob.token, { type, id: 2_147_483_647 }), 404)
        }
        for (const own of [post, comment, userOf(maria)]) refusedFor(yield* report(maria.token, own), 400, /your own/)
        for (const target of [comment, post]) {
          strictEqual((yield* decide(mod.token, target, "hide")).status, 201)
          refused(yield* report(bob.token, target), 404)
          refused(yield* report(maria.token, target), 404)
        }
      })
    )

    it.effect("is 400 for a malformed target or reason, and for a text that is too long or holds a key", () =>
      Effect.gen(function* () {
        const { bob, post } = yield* scene
        const { key } = yield* bob.client.auth.createApiKey({ payload: { name: "mine" } })
        for (const [body, why] of [
          [{ target: { type: "news", id: 1 }, reason: "spam" }, /^target/],
          [{ target: post, reason: "boring" }, /^reason must be spam, abuse/],
          [{ target: post, reason: "spam", text: long(1_001) }, /^text must be 0 to 1000/],
          [{ target: post, reason: "spam", text: `Look: ${Redacted.value(key)}` }, /./]
        ] as const) {
          refusedFor(yield* send("POST", "/api/reports", { as: bob.token, body }), 400, why)
        }
        strictEqual((yield* report(bob.token, post, "spam", long(1_000))).status, 201)
      })
    )

    it.effect("answers help lines of several continents to a report of danger, and to no other", () =>
      Effect.gen(function* () {
        const { bob, comment, post } = yield* scene
        const lines = listAt((yield* report(bob.token, post, "danger")).body, "helpLines")
        const countries = lines.map((line) => at(line, "country"))
        for (const country of ["EU", "DE", "FR", "GB", "US", "CA", "AU"])
          assertTrue(countries.includes(country), country)
        for (const line of lines) {
          const optional = ["language", "url", "hours", "names"]
          const keys = Object.keys(recordOf(line)).filter((key) => !optional.includes(key))
          deepStrictEqual(keys, ["country", "name", "phone"])
        }
        // Belgium's lines answer in one language each, and say in which.
        const belgian = lines.filter((line) => at(line, "country") === "BE").map((line) => at(line, "language"))
        deepStrictEqual(belgian, ["nl", "fr"])
        strictEqual(at((yield* report(bob.token, comment, "abuse")).body, "helpLines"), undefined)
      })
    )

    it.effect("is open to an agent's key", () =>
      Effect.gen(function* () {
        const { bob, post } = yield* scene
        const { key } = yield* bob.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
        strictEqual((yield* report(key, post)).status, 201)
      })
    )
  })
}
