import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { WebhookEvent } from "../../../../src/domain/webhooks/Webhook.ts"
import { community } from "../../../support/Community.ts"
import { diseaseNamed, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { receiver } from "../../../support/network/Receiver.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { until } from "../../../support/Waiting.ts"
import { at, isTime, listAt, recordOf, refused, refusedFor } from "../../../support/Wire.ts"

const path = "/api/webhooks"

const add = ({ token }: Member, body: object) => send("POST", path, { as: token, body })

/** Adds a webhook, and gives its id and secret. */
const added = (admin: Member, url: string, events: ReadonlyArray<string> = WebhookEvent.literals) =>
  Effect.map(add(admin, { url, events }), ({ body }) => ({
    id: Number(at(body, "id")),
    secret: String(at(body, "secret"))
  }))

const listed = ({ token }: Member) => Effect.map(send("GET", path, { as: token }), ({ body }) => listAt(body, "data"))

const found = (admin: Member, id: number) => Effect.map(listed(admin), (all) => all.find((one) => at(one, "id") === id))

const remove = ({ token }: Member, id: unknown) => send("DELETE", `${path}/${id}`, { as: token })

const report = ({ token }: Member, id: number, reason: string) =>
  send("POST", "/api/reports", { as: token, body: { target: { type: "post", id }, reason, text: "" } })

const decide = ({ token }: Member, id: number, action: string) =>
  send("POST", "/api/decisions", {
    as: token,
    body: { target: { type: "post", id }, action, rule: "No advertisements.", reason: "It is one." }
  })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, { OUTGOING_PRIVATE: "on" }), { excludeTestServices: true })(
    `${storage.name}: ${path}`,
    (it) => {
      it.scoped("an admin adds a webhook, whose secret is shown once, changes it and removes it, all in the log", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          const { url } = yield* receiver
          const made = yield* add(admin, { url, events: ["post.created", "post.created", "news.created"] })
          deepStrictEqual(
            [made.status, made.headers["location"], made.headers["cache-control"]],
            [201, path, "no-store"]
          )
          const { secret, ...webhook } = recordOf(made.body)
          assertTrue(/^whsec_[A-Za-z0-9+/]{43}=$/.test(String(secret)))
          const { createdAt, id } = webhook
          assertTrue(isTime(createdAt))
          const state = { enabled: true, last: null, failingSince: null, switchedOffAt: null }
          const events = ["post.created", "news.created"]
          deepStrictEqual(webhook, { id, url, events, createdAt, ...state })
          deepStrictEqual(yield* found(admin, Number(id)), webhook)
          const change = { events: ["member.joined"], enabled: false }
          const changed = yield* send("PATCH", `${path}/${id}`, { as: admin.token, body: change })
          deepStrictEqual([changed.status, changed.body], [200, { ...webhook, ...change }])
          const removed = yield* remove(admin, id)
          deepStrictEqual([removed.status, removed.body], [200, { deleted: true, id }])
          refused(yield* remove(admin, id), 404)
          refused(yield* send("PATCH", `${path}/${id}`, { as: admin.token, body: {} }), 404)
          const log = yield* send("GET", `/api/audit?userId=${admin.user.id}`, { as: admin.token })
          const { origin } = new URL(url)
          deepStrictEqual(
            listAt(log.body, "data").map((entry) => [at(entry, "action"), at(entry, "targetId"), at(entry, "detail")]),
            [
              ["webhook_deleted", id, origin],
              ["webhook_changed", id, `${origin}; switched off; events: member.joined`],
              ["webhook_created", id, `${origin}; events: post.created, news.created`]
            ]
          )
        })
      )

      it.scoped("refuses what is not https and public, unknown events, and an eleventh webhook", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          const body = { url: "https://93.184.216.34/hook", events: ["post.created"] }
          for (const [url, why] of [
            ["http://93.184.216.34/", /^url must be https/],
            ["ftp://93.184.216.34/", /^url must be an http or https URL/],
            ["https://10.0.0.1/hook", /^url must be at a public address/],
            ["https://[fd00::1]/hook", /^url must be at a public address/],
            ["https://169.254.169.254/latest", /^url must be at a public address/],
            ["https://ana:secret@93.184.216.34/", /^url must be an http or https URL without a user/]
          ] as const) {
            refusedFor(yield* add(admin, { ...body, url }), 400, why)
          }
          refusedFor(
            yield* add(admin, { ...body, events: ["post.liked"] }),
            400,
            /must be report\.opened, .*post\.liked/
          )
          refusedFor(yield* add(admin, { ...body, events: [] }), 400, /^events must name an event: report\.opened, /)
          refusedFor(yield* add(admin, { url: body.url }), 400, /^events must name an event: /)
          const { id } = yield* added(admin, body.url, ["news.created"])
          const moved = { as: admin.token, body: { url: "https://10.0.0.1/hook" } }
          refusedFor(yield* send("PATCH", `${path}/${id}`, moved), 400, /^url must be at a public address/)
          for (const _ of Array.range(1, 9)) yield* added(admin, body.url, ["news.created"])
          refusedFor(yield* add(admin, body), 409, /^there are 10 webhooks/)
          for (const one of yield* listed(admin)) yield* remove(admin, at(one, "id"))
        })
      )

      it.scoped("sends each event signed, with ids and kinds only, once a case, and posts while they are shown", () =>
        Effect.gen(function* () {
          const [admin, mod, maria] = [yield* joinAdmin, yield* joinModerator, yield* join()]
          const { received, url, verified } = yield* receiver
          const { id: diseaseId } = yield* diseaseNamed(maria, "cystic fibrosis")
          const { id, secret } = yield* added(admin, url)
          const expert = yield* join("expert")
          const post = yield* publish(maria, { category: "question", diseaseId })
          const reports = [
            yield* report(expert, post.id, "spam"),
            yield* report(mod, post.id, "abuse"),
            yield* report(admin, post.id, "danger")
          ]
          deepStrictEqual(
            reports.map(({ status }) => status),
            [201, 201, 201]
          )
          const hidden = yield* decide(mod, post.id, "hide")
          const decisionId = Number(at(hidden.body, "id"))
          const appeal = { as: maria.token, body: { text: "It is none." } }
          strictEqual((yield* send("POST", `/api/decisions/${decisionId}/appeal`, appeal)).status, 201)
          yield* decide(admin, post.id, "restore")
          const news = { title: "A meeting", content: "In May.", category: "policy" }
          const written = yield* send("POST", "/api/news", { as: admin.token, body: news })
          const another = yield* publish(maria)
          yield* send("DELETE", `/api/posts/${another.id}`, { as: maria.token })
          const leaving = { password: Redacted.value(maria.payload.password), posts: "delete" }
          yield* send("DELETE", "/api/users/me", { as: maria.token, body: leaving })
          const [spam, , danger] = reports.map(({ body }) => Number(at(body, "id")))
          const target = { type: "post", id: post.id }
          const shown = { postId: post.id, category: "question", diseaseId }
          const expected = [
            ["member.joined", { userId: expert.user.id, role: "expert" }],
            ["post.created", shown],
            ["report.opened", { reportId: spam, target, reason: "spam" }],
            ["report.danger", { reportId: danger, target, reason: "danger" }],
            ["post.removed", { postId: post.id }],
            ["appeal.opened", { decisionId }],
            ["post.created", shown],
            ["news.created", { newsId: Number(at(written.body, "id")), category: "policy" }],
            ["post.removed", { postId: another.id }],
            ["post.removed", { postId: post.id }]
          ]
          // A post that is hidden or deleted before its turn comes is not told as created.
          const isCertain = ([type]: ReadonlyArray<unknown>) => type !== "post.created"
          yield* until(
            Effect.sync(() => verified(secret).filter(isCertain).length === expected.filter(isCertain).length)
          )
          const told = verified(secret)
          deepStrictEqual(told.filter(isCertain), expected.filter(isCertain))
          const created = told.filter(([type, data]) => type === "post.created" && at(data, "postId") === post.id)
          assertTrue(created.length > 0)
          for (const [, data] of created) deepStrictEqual(data, shown)
          strictEqual(new Set(received.map(({ headers }) => headers["webhook-id"])).size, received.length)
          for (const { body, headers } of received) {
            deepStrictEqual(Object.keys(JSON.parse(body)), ["type", "timestamp", "data"])
            strictEqual(headers["content-type"], "application/json")
          }
          const { last } = recordOf(yield* found(admin, id))
          deepStrictEqual([at(last, "status"), at(last, "fault")], [204, null])
          yield* remove(admin, id)
        })
      )

      it.scoped("outlives the admin who made it, and tells nothing while it is off", () =>
        Effect.gen(function* () {
          const [admin, other] = [yield* joinAdmin, yield* joinAdmin]
          const { received, url, verified } = yield* receiver
          const witness = yield* receiver
          const { id, secret } = yield* added(admin, url, ["member.joined"])
          const { id: others } = yield* added(other, witness.url, ["member.joined"])
          const leaving = { password: Redacted.value(admin.payload.password), posts: "delete" }
          strictEqual((yield* send("DELETE", "/api/users/me", { as: admin.token, body: leaving })).status, 200)
          const first = yield* join()
          yield* until(Effect.sync(() => received.length === 1))
          const enabled = (isOn: boolean) =>
            send("PATCH", `${path}/${id}`, { as: other.token, body: { enabled: isOn } })
          yield* enabled(false)
          yield* join()
          yield* until(Effect.sync(() => witness.received.length === 2))
          yield* enabled(true)
          const last = yield* join()
          yield* until(Effect.sync(() => received.length === 2))
          deepStrictEqual(
            verified(secret).map(([, data]) => at(data, "userId")),
            [first.user.id, last.user.id]
          )
          for (const one of [id, others]) yield* remove(other, one)
        })
      )

      it.scoped("gives up a receiver that hangs, and sends to others and answers members", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          const [slow, quick] = [yield* receiver, yield* receiver]
          slow.answerBy(() => undefined)
          const { id } = yield* added(admin, slow.url, ["member.joined"])
          const { id: other } = yield* added(admin, quick.url, ["member.joined"])
          for (const _ of Array.range(1, 3)) yield* join()
          yield* until(Effect.sync(() => quick.received.length === 3))
          yield* until(Effect.map(found(admin, id), (one) => at(one, "last") !== null))
          const { failingSince, last } = recordOf(yield* found(admin, id))
          deepStrictEqual([at(last, "status"), at(last, "fault")], [null, "time"])
          assertTrue(isTime(failingSince))
          strictEqual(slow.received.length, 1)
          for (const one of [id, other]) yield* remove(admin, one)
        })
      )

      it.scoped("does not follow a redirect, reads no body, and tells of a receiver that is not there", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          const [target, redirects, endless] = [yield* receiver, yield* receiver, yield* receiver]
          redirects.answerBy((response) => void response.writeHead(307, { location: target.url }).end())
          const written = { bytes: 0 }
          endless.answerBy((response) => {
            response.writeHead(200)
            const chunk = Buffer.alloc(1_000_000)
            const write = () => {
              written.bytes += chunk.length
              if (!response.destroyed) response.write(chunk, write)
            }
            write()
          })
          const urls = [redirects.url, endless.url, "http://127.0.0.1:9/hook"]
          const ids = yield* Effect.forEach(urls, (url) =>
            Effect.map(added(admin, url, ["member.joined"]), ({ id }) => id)
          )
          yield* join()
          const outcomes = Effect.forEach(ids, (id) => Effect.map(found(admin, id), (one) => at(one, "last")))
          yield* until(Effect.map(outcomes, (all) => all.every((last) => last !== null)))
          deepStrictEqual(
            (yield* outcomes).map((last) => [at(last, "status"), at(last, "fault")]),
            [
              [null, "redirect"],
              [200, null],
              [null, "connection"]
            ]
          )
          strictEqual(target.received.length, 0)
          // The admin's own joining may be told of as well, once.
          const events = new Set(endless.received.map(({ headers }) => headers["webhook-id"]))
          strictEqual(events.size, endless.received.length)
          assertTrue(written.bytes < 100_000_000)
          for (const id of ids) yield* remove(admin, id)
        })
      )
    }
  )
}
