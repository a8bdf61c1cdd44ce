import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Layer } from "effect"
import { community } from "../../../support/Community.ts"
import { joinAdmin, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { RecordedMail } from "../../../support/mail/RecordedMail.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { until } from "../../../support/Waiting.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { follow } from "../../sse/Given.ts"
import { appeal, decide, decideAppeal, report, scene } from "./Given.ts"

/** A member's notifications of cases, the newest first: the type, what it is about, and whether it is read. */
const casesOf = ({ token }: Pick<Member, "token">) =>
  Effect.map(send("GET", "/api/notifications", { as: token }), ({ body }) =>
    listAt(body, "data")
      .filter((one) => at(one, "type") === "report" || at(one, "type") === "appeal")
      .map((one) => [at(one, "type"), at(one, "report") ?? at(one, "appeal"), at(one, "read")])
  )

/** Waits until a member has some notifications of cases. */
const toldOfCases = (member: Pick<Member, "token">, count: number) =>
  until(Effect.map(casesOf(member), ({ length }) => length === count))

const queue = ({ token }: Member) => Effect.map(send("GET", "/api/moderation/queue", { as: token }), ({ body }) => body)

for (const storage of memoryAndDatabase) {
  const mails = new RecordedMail()
  const withMails = community(storage.layer, {}, undefined, (services) => Layer.provide(services, mails.layer))
  layer(withMails, { excludeTestServices: true })(`${storage.name}: alerts of moderators`, (it) => {
    it.effect(
      "a report notifies moderators once a case, until it is closed, and neither its sender nor its subject",
      () =>
        Effect.gen(function* () {
          const { bob, maria, mod, other, post } = yield* scene
          const { id } = (yield* report(bob.token, post)).body as { readonly id: number }
          yield* toldOfCases(mod, 1)
          yield* report((yield* join()).token, post)
          const told = { id, target: post, reason: "spam" }
          for (const member of [mod, other]) deepStrictEqual(yield* casesOf(member), [["report", told, false]])
          for (const member of [bob, maria]) deepStrictEqual(yield* casesOf(member), [])
          yield* decide(mod.token, post, "none")
          for (const member of [mod, other]) deepStrictEqual(yield* casesOf(member), [["report", told, true]])
          yield* report(bob.token, post, "privacy")
          yield* toldOfCases(mod, 2)
        })
    )

    it.effect("reports of 20 members at once are one case", () =>
      Effect.gen(function* () {
        const { mod, other, post } = yield* scene
        const reporters = yield* Effect.all(
          Array.makeBy(20, () => join()),
          { concurrency: 5 }
        )
        const sent = yield* Effect.all(
          reporters.map(({ token }, index) => report(token, post, index % 2 === 0 ? "danger" : "abuse")),
          { concurrency: "unbounded" }
        )
        deepStrictEqual(new Set(sent.map(({ status }) => status)), new Set([201]))
        const isDanger = Effect.map(casesOf(mod), (cases) => JSON.stringify(cases).includes("danger"))
        yield* until(isDanger)
        for (const member of [mod, other]) strictEqual((yield* casesOf(member)).length, 1)
        strictEqual(at(yield* queue(mod), "danger"), 1)
      })
    )

    it.scoped("the key of an agent shows no case, counts none as unread, and marks none as read", () =>
      Effect.gen(function* () {
        const { bob, mod, post } = yield* scene
        const { key } = yield* mod.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
        const { id: ownId } = yield* publish(mod)
        const { next } = yield* follow({ token: key })
        yield* report(bob.token, post)
        yield* toldOfCases(mod, 1)
        yield* send("POST", `/api/posts/${ownId}/like`, { as: bob.token })
        const { data } = yield* next
        strictEqual(at(data, "type"), "like")
        yield* send("PATCH", "/api/notifications", { as: mod.token, body: { notificationIds: [at(data, "id")] } })
        const list = yield* send("GET", "/api/notifications", { as: key })
        deepStrictEqual([listAt(list.body, "data").length, at(list.body, "unreadCount")], [1, 0])
        strictEqual(at((yield* send("PATCH", "/api/notifications", { as: key, body: {} })).body, "updated"), 0)
        strictEqual((yield* casesOf(mod))[0]?.[2], false)
      })
    )

    it.effect("GET /api/moderation/queue counts cases for moderators, until they are decided", () =>
      Effect.gen(function* () {
        const { bob, comment, maria, mod, other, post } = yield* scene
        const before = yield* queue(mod)
        const count = (body: unknown, name: string) => Number(at(body, name)) - Number(at(before, name))
        const counts = Effect.map(queue(mod), (body) =>
          ["reports", "danger", "appeals", "verificationRequests"].map((name) => count(body, name))
        )
        yield* report(bob.token, post)
        yield* report((yield* join()).token, post)
        yield* report(bob.token, comment, "danger")
        deepStrictEqual(yield* counts, [2, 1, 0, 0])
        strictEqual(typeof at(yield* queue(mod), "oldestAt"), "string")
        const decided = yield* decide(mod.token, post, "hide")
        yield* decide(mod.token, comment, "none")
        yield* appeal(maria.token, at(decided.body, "id"))
        deepStrictEqual(yield* counts, [0, 0, 1, 0])
        yield* until(Effect.map(casesOf(other), ([first]) => first?.[0] === "appeal"))
        deepStrictEqual((yield* casesOf(other))[0], ["appeal", { decisionId: at(decided.body, "id") }, false])
        yield* decideAppeal(other.token, at(decided.body, "id"), "upheld")
        deepStrictEqual(yield* counts, [0, 0, 0, 0])
        strictEqual((yield* casesOf(other))[0]?.[2], true)
      })
    )

    it.effect("a report says to moderators when one of them first opened it, and to nobody else", () =>
      Effect.gen(function* () {
        const { bob, mod, other, post } = yield* scene
        const sent = yield* report(bob.token, post)
        const read = ({ token }: Member) =>
          Effect.map(send("GET", `/api/reports/${at(sent.body, "id")}`, { as: token }), ({ body }) => body)
        strictEqual(at(yield* read(bob), "openedAt"), undefined)
        const list = yield* send("GET", "/api/reports?status=open&limit=100", { as: mod.token })
        const listed = listAt(list.body, "data").find((one) => at(one, "id") === at(sent.body, "id"))
        strictEqual(at(listed, "openedAt"), null)
        const openedAt = at(yield* read(mod), "openedAt")
        strictEqual(typeof openedAt, "string")
        strictEqual(at(yield* read(other), "openedAt"), openedAt)
      })
    )

    it.effect("danger is mailed to all moderators and admins, without a word of anybody", () =>
      Effect.gen(function* () {
        const { bob, maria, mod, other, post } = yield* scene
        const admin = yield* joinAdmin
        yield* send("PATCH", "/api/users/me/settings", { as: mod.token, body: { report: false } })
        yield* report(bob.token, post, "danger", "She wrote that she takes all her pills tonight.")
        const to = ({ payload }: Member) => mails.sent.filter((mail) => mail.to === payload.email)
        yield* until(Effect.sync(() => [mod, other, admin].every((member) => to(member).length === 1)))
        for (const member of [bob, maria]) deepStrictEqual(to(member), [])
        strictEqual((yield* casesOf(mod)).length, 1)
        const words = JSON.stringify(to(mod))
        for (const word of ["pills", "Pills", bob.user.username, maria.user.username, "spam"]) {
          assertTrue(!words.includes(word), words)
        }
        assertTrue(words.includes("/moderation"), words)
      })
    )
  })
}
