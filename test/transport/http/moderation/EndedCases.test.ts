import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, TestClock } from "effect"
import { formerMember } from "../../../../src/domain/accounts/Leaving.ts"
import { NotificationsRepo } from "../../../../src/ports/notifications/NotificationsRepo.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { signIn } from "../../../support/People.ts"
import { memoryAndDatabase, memoryOnly } from "../../../support/Storage.ts"
import { until } from "../../../support/Waiting.ts"
import { at, eachOf, listAt, refused, refusedFor } from "../../../support/Wire.ts"
import { appeal, decide, decideAppeal, report, scene, type TargetOnWire, told, userOf } from "./Given.ts"

const openAppeals = ({ token }: Member, { user }: Member) =>
  Effect.map(send("GET", `/api/decisions?userId=${user.id}&appeal=open`, { as: token }), eachOf)

/** The unread notifications of a type. */
const unread = ({ token }: Member, type: "appeal" | "report") =>
  Effect.map(send("GET", "/api/notifications?unreadOnly=true&limit=100", { as: token }), ({ body }) =>
    listAt(body, "data").filter((one) => at(one, "type") === type)
  )

const leave = ({ token }: Member, posts: "delete" | "keep" = "delete") =>
  send("DELETE", "/api/users/me", { as: token, body: { password: "correct horse battery", posts } })

/** A decision against which its member appeals, of which another moderator is told. */
const appealed =
  ({ maria, mod, other }: Effect.Effect.Success<typeof scene>) =>
  (target: TargetOnWire, action: string) =>
    Effect.gen(function* () {
      const before = yield* unread(other, "appeal")
      const decided = yield* decide(mod.token, target, action)
      strictEqual(decided.status, 201)
      strictEqual((yield* appeal(maria.token, at(decided.body, "id"))).status, 201)
      yield* until(Effect.map(unread(other, "appeal"), ({ length }) => length > before.length))
      return at(decided.body, "id")
    })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: cases that end`, (it) => {
    it.effect(
      "an open appeal is reversed by the decision that takes the action back, and its notifications are read",
      () =>
        Effect.gen(function* () {
          const all = yield* scene
          const { comment, maria, other, post } = all
          const appealing = appealed(all)
          for (const [target, action, back] of [
            [post, "lock", "unlock"],
            [comment, "hide", "restore"],
            [post, "hide", "restore"]
          ] as const) {
            const id = yield* appealing(target, action)
            strictEqual((yield* decide(other.token, target, back)).status, 201)
            deepStrictEqual([yield* openAppeals(other, maria), yield* unread(other, "appeal")], [[], []])
            const { body } = yield* send("GET", `/api/decisions/${id}`, { as: maria.token })
            deepStrictEqual(
              [at(body, "appeal", "outcome"), at(body, "appeal", "text"), at(body, "appeal", "reason")],
              ["reversed", "It does not.", "It sells **pills**."]
            )
            refusedFor(yield* decideAppeal(other.token, id, "upheld"), 409, /has been decided/)
          }
          const admin = yield* joinAdmin
          const audit = yield* send("GET", "/api/audit?limit=100", { as: admin.token })
          const outcomes = listAt(audit.body, "data").filter(
            (entry) => at(entry, "action") === "appeal_decided" && at(entry, "detail") === "reversed"
          )
          strictEqual(outcomes.length >= 3, true)
        })
    )

    it.effect(
      "an open appeal about any text of a member is reversed where all are restored, and about another action it stays",
      () =>
        Effect.gen(function* () {
          const all = yield* scene
          const { comment, maria, other, post } = all
          const appealing = appealed(all)
          const locked = yield* appealing(post, "lock")
          yield* appealing(comment, "hide")
          strictEqual((yield* decide(other.token, userOf(maria), "restore", { all: true })).status, 201)
          deepStrictEqual(yield* openAppeals(other, maria), [locked])
        })
    )

    it.effect("an open appeal is withdrawn where its author deletes the post, and where they leave", () =>
      Effect.gen(function* () {
        const all = yield* scene
        const { maria, other, post } = all
        const before = (yield* unread(other, "appeal")).length
        const first = yield* appealed(all)(post, "hide")
        strictEqual((yield* send("DELETE", `/api/posts/${post.id}`, { as: maria.token })).status, 200)
        deepStrictEqual([yield* openAppeals(other, maria), (yield* unread(other, "appeal")).length], [[], before])
        refusedFor(yield* decideAppeal(other.token, first, "reversed"), 404, /has not been appealed/)
        yield* appealed(all)({ type: "post", id: (yield* publish(maria)).id }, "hide")
        strictEqual((yield* leave(maria)).status, 200)
        strictEqual((yield* unread(other, "appeal")).length, before)
      })
    )

    it.effect("decisions after leaving close the reports about a member who has left", () =>
      Effect.gen(function* () {
        const [bob, eve, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const target = userOf(eve)
        strictEqual((yield* report(bob.token, target)).status, 201)
        strictEqual((yield* leave(eve)).status, 200)
        refused(yield* decide(mod.token, target, "suspend"), 404)
        strictEqual((yield* decide(mod.token, target, "none")).status, 201)
        refusedFor(yield* decide(mod.token, target, "none"), 404, /no user/)
      })
    )

    it.effect(
      "decisions after leaving store no words about a member who has left, nor about a text that went with them",
      () =>
        Effect.gen(function* () {
          const [bob, eve] = [yield* join(), yield* join()]
          const [mod, admin] = [yield* joinModerator, yield* joinAdmin]
          const post = { type: "post", id: (yield* publish(eve)).id } as const
          for (const target of [userOf(eve), post]) yield* report(bob.token, target)
          yield* leave(eve)
          const word = unique()
          for (const target of [userOf(eve), post]) {
            const { body, status } = yield* decide(mod.token, target, "none", { rule: word, reason: `It was ${word}.` })
            deepStrictEqual([status, at(body, "rule"), at(body, "reason")], [201, "", ""])
            strictEqual((yield* told(bob))[0], at(body, "id"))
          }
          for (const path of ["/api/decisions", "/api/audit", "/api/reports"]) {
            const { body, status } = yield* send("GET", path, { as: admin.token })
            strictEqual(status, 200)
            assertTrue(!JSON.stringify(body).includes(word), path)
          }
        })
    )

    it.effect(
      "decisions after leaving about texts that stayed notify their reporters, and nobody as the former member",
      () =>
        Effect.gen(function* () {
          const [bob, eve, mod] = [yield* join(), yield* join(), yield* joinModerator]
          const post = { type: "post", id: (yield* publish(eve)).id } as const
          yield* leave(eve, "keep")
          yield* report(bob.token, post)
          const { body } = yield* decide(mod.token, post, "hide")
          strictEqual((yield* told(bob))[0], at(body, "id"))
          yield* decide(mod.token, post, "restore")
          const notifications = yield* NotificationsRepo
          strictEqual((yield* notifications.page(formerMember.id, false, { offset: 0, limit: 10 })).total, 0)
        })
    )
  })

  layer(community(storage.layer, { REVIEW_FIRST_POSTS: "2" }), { excludeTestServices: true })(
    `${storage.name}: a report`,
    (it) => {
      it.effect("of a first text is closed where the text is deleted while it waits; one of danger stays open", () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          const [maria, bob] = [yield* join(), yield* join()]
          const write = ({ token }: Member, content: string) =>
            Effect.map(send("POST", "/api/posts", { as: token, body: { title: "Hello", content } }), ({ body }) =>
              Number(at(body, "id"))
            )
          const open = Effect.map(send("GET", "/api/reports?status=open&limit=100", { as: admin.token }), ({ body }) =>
            listAt(body, "data").map((one) => at(one, "target", "id"))
          )
          const [kept, deleted] = [yield* write(maria, "I stay."), yield* write(maria, "I am new.")]
          const [ofLeaving, danger] = [yield* write(bob, "I am new, too."), yield* write(bob, "I want to kill myself.")]
          deepStrictEqual((yield* open).toSorted(), [kept, deleted, ofLeaving, danger].toSorted())
          strictEqual((yield* send("DELETE", `/api/posts/${deleted}`, { as: maria.token })).status, 200)
          strictEqual((yield* leave(bob)).status, 200)
          deepStrictEqual(yield* open, [danger, kept])
        })
      )

      it.effect("counts as opened by the decision that closes it, of a moderator who reported too", () =>
        Effect.gen(function* () {
          const [bob, mod, other] = [yield* join(), yield* joinModerator, yield* joinAdmin]
          const target = { type: "post", id: (yield* publish(mod)).id } as const
          for (const { token } of [bob, other]) strictEqual((yield* report(token, target)).status, 201)
          const decided = yield* decide(other.token, target, "none")
          for (const id of listAt(decided.body, "reportIds")) {
            const { body } = yield* send("GET", `/api/reports/${id}`, { as: other.token })
            deepStrictEqual([at(body, "openedAt")], [at(decided.body, "createdAt")])
          }
        })
      )

      it.effect("about a member who has left is closed without a reason, which would not be kept", () =>
        Effect.gen(function* () {
          const [bob, eve, admin] = [yield* join(), yield* join(), yield* joinAdmin]
          yield* report(bob.token, userOf(eve))
          const body = { target: userOf(eve), action: "none" }
          refusedFor(yield* send("POST", "/api/decisions", { as: admin.token, body }), 400, /reason is missing/)
          strictEqual((yield* leave(eve)).status, 200)
          strictEqual((yield* send("POST", "/api/decisions", { as: admin.token, body })).status, 201)
        })
      )
    }
  )
}

layer(community(memoryOnly[0].layer))("a suspension that has ended", (it) => {
  it.effect("is not lifted again by the reversal of an appeal against it", () =>
    Effect.gen(function* () {
      const { maria, mod, other } = yield* scene
      const admin = yield* joinAdmin
      const end = DateTime.formatIso(DateTime.add(yield* DateTime.now, { minutes: 1 }))
      const { body } = yield* decide(mod.token, userOf(maria), "suspend", { until: end })
      yield* TestClock.adjust("2 minutes")
      const token = yield* signIn(maria)
      strictEqual((yield* appeal(token, at(body, "id"))).status, 201)
      strictEqual((yield* decideAppeal(other.token, at(body, "id"), "reversed")).status, 200)
      const audit = yield* send("GET", "/api/audit?limit=100", { as: admin.token })
      const actions = listAt(audit.body, "data").map((entry) => at(entry, "action"))
      deepStrictEqual([actions.includes("appeal_decided"), actions.includes("unsuspended")], [true, false])
    })
  )
})
