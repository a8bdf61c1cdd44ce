import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { authorOnWire, joinAdmin, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase, memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, isTime, listAt, long, recordOf, refused, refusedFor } from "../../../support/Wire.ts"
import { decide, isShown, reason, report, rule, scene, told, userOf } from "./Given.ts"

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: decisions`, (it) => {
    it.effect(
      "POST /api/decisions hides a comment whose post is hidden, so that it stays hidden when the post is restored",
      () =>
        Effect.gen(function* () {
          const { bob, comment, maria, mod, other, post } = yield* scene
          strictEqual((yield* decide(mod.token, post, "hide")).status, 201)
          refusedFor(yield* decide(mod.token, comment, "restore"), 409, /change nothing/)
          refused(yield* report(bob.token, comment), 404)
          const hidden = yield* decide(mod.token, comment, "hide")
          strictEqual(hidden.status, 201)
          strictEqual((yield* told(maria))[0], at(hidden.body, "id"))
          refusedFor(yield* decide(other.token, comment, "hide"), 409, /change nothing/)
          strictEqual((yield* decide(mod.token, post, "restore")).status, 201)
          deepStrictEqual([yield* isShown(post, post.id), yield* isShown(comment, post.id)], [true, false])
          strictEqual((yield* decide(mod.token, comment, "restore")).status, 201)
          strictEqual(yield* isShown(comment, post.id), true)
        })
    )

    it.effect(
      "POST /api/decisions hides and restores posts and comments, closes reports, and notifies those concerned",
      () =>
        Effect.gen(function* () {
          const { bob, comment, maria, mod, post } = yield* scene
          const eve = yield* join()
          for (const target of [comment, post]) {
            const reports = [
              at((yield* report(bob.token, target)).body, "id"),
              at((yield* report(eve.token, target)).body, "id")
            ]
            const { body, headers, status } = yield* decide(mod.token, target, "hide")
            const { createdAt, excerpt, id } = recordOf(body)
            const decision = {
              id,
              target,
              action: "hide",
              excerpt,
              rule,
              reason,
              automated: false,
              until: null,
              createdAt,
              appeal: null
            }
            const full = { ...decision, by: { ...authorOnWire(mod.user), role: "moderator" }, reportIds: reports }
            deepStrictEqual([status, body], [201, full])
            assertTrue(isTime(createdAt) && String(excerpt).includes(target === post ? "Pills for all" : "And that."))
            strictEqual(headers["location"], `/api/decisions/${id}`)
            const path = `/api/decisions/${id}`
            deepStrictEqual((yield* send("GET", path, { as: mod.token })).body, full)
            for (const { token } of [maria, bob]) {
              deepStrictEqual((yield* send("GET", path, { as: token })).body, decision)
            }
            refused(yield* send("GET", path, { as: (yield* join()).token }), 404)
            const closed = yield* send("GET", `/api/reports/${reports[0]}`, { as: bob.token })
            deepStrictEqual([at(closed.body, "status"), at(closed.body, "decision")], ["decided", decision])
            for (const member of [maria, bob, eve]) strictEqual((yield* told(member))[0], id)
            deepStrictEqual(yield* told(mod), [])
            strictEqual(yield* isShown(target, post.id), false)
          }
          for (const target of [post, comment]) {
            const { body, status } = yield* decide(mod.token, target, "restore")
            deepStrictEqual([status, at(body, "reportIds")], [201, []])
            strictEqual(yield* isShown(target, post.id), true)
          }
        })
    )

    it.effect("POST /api/decisions hides and restores all texts of a member, and closes the reports of them", () =>
      Effect.gen(function* () {
        const { bob, comment, maria, mod, post } = yield* scene
        const { id: second } = yield* publish(maria)
        const member = userOf(maria)
        for (const target of [comment, post, member]) yield* report(bob.token, target)
        refusedFor(yield* decide(mod.token, member, "hide"), 400, /all: true/)
        const { body, status } = yield* decide(mod.token, member, "hide", { all: true })
        deepStrictEqual([status, listAt(body, "reportIds").length, at(body, "excerpt")], [201, 3, maria.user.username])
        deepStrictEqual(eachOf(yield* send("GET", `/api/posts?authorId=${maria.user.id}`)), [])
        refusedFor(yield* decide(mod.token, member, "hide", { all: true }), 409, /change nothing/)
        deepStrictEqual([(yield* told(bob)).length, (yield* told(maria)).length], [1, 1])
        strictEqual((yield* decide(mod.token, member, "restore", { all: true })).status, 201)
        deepStrictEqual(eachOf(yield* send("GET", `/api/posts?authorId=${maria.user.id}`)), [second, post.id])
        strictEqual(yield* isShown(comment, post.id), true)
        refusedFor(yield* decide(mod.token, member, "restore", { all: true }), 409, /change nothing/)
      })
    )

    it.effect(
      "GET /api/decisions gives moderators all, members those about them, and reporters those on their reports",
      () =>
        Effect.gen(function* () {
          const { bob, comment, maria, mod, post } = yield* scene
          yield* report(bob.token, comment)
          const idOf = (answer: Effect.Effect.Success<ReturnType<typeof decide>>) => at(answer.body, "id")
          const first = idOf(yield* decide(mod.token, comment, "hide"))
          const second = idOf(yield* decide(mod.token, post, "hide"))
          const third = idOf(yield* decide(mod.token, userOf(bob), "suspend"))
          const seen = (as: typeof maria.token, query = "") =>
            Effect.map(send("GET", `/api/decisions?limit=100${query}`, { as }), (answer) =>
              eachOf(answer).filter((id) => [first, second, third].includes(id))
            )
          deepStrictEqual(yield* seen(mod.token), [third, second, first])
          deepStrictEqual(yield* seen(mod.token, `&userId=${maria.user.id}`), [second, first])
          deepStrictEqual(yield* seen(mod.token, `&userId=${maria.user.id}&targetType=comment`), [first])
          deepStrictEqual(yield* seen(maria.token), [second, first])
          deepStrictEqual(yield* seen(maria.token, "&targetType=post"), [second])
          deepStrictEqual(yield* seen((yield* join()).token), [])
        })
    )
  })
}

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: POST /api/decisions`, (it) => {
    it.effect("suspends and unsuspends members, until a time too, and says so in the audit log", () =>
      Effect.gen(function* () {
        const { maria, mod } = yield* scene
        const admin = yield* joinAdmin
        const member = userOf(maria)
        const until = "2099-01-01T00:00:00.000Z"
        refusedFor(yield* decide(mod.token, member, "suspend", { until: "2020-01-01T00:00:00Z" }), 400, /future/)
        const { body, status } = yield* decide(mod.token, member, "suspend", { until })
        deepStrictEqual([status, at(body, "until")], [201, until])
        refused(yield* send("GET", "/api/posts", { as: maria.token }), 401)
        strictEqual((yield* decide(mod.token, member, "suspend")).status, 201)
        const shown = yield* send("GET", `/api/users/${maria.user.id}`, { as: admin.token })
        deepStrictEqual(at(shown.body, "suspended", "until"), null)
        const last = yield* decide(mod.token, member, "unsuspend")
        strictEqual(last.status, 201)
        const audit = yield* send("GET", `/api/audit?userId=${maria.user.id}&action=decided`, { as: admin.token })
        const [entry] = listAt(audit.body, "data")
        deepStrictEqual(
          [at(entry, "by", "id"), at(entry, "targetId"), at(entry, "detail"), at(entry, "reason")],
          [mod.user.id, at(last.body, "id"), `unsuspend user ${maria.user.id}`, reason]
        )
      })
    )

    it.effect("locks and unlocks the comments of a post, also through a time in which it is hidden", () =>
      Effect.gen(function* () {
        const { bob, maria, mod, post } = yield* scene
        const comment = Effect.map(
          send("POST", `/api/posts/${post.id}/comments`, { as: bob.token, body: { content: "More." } }),
          ({ status }) => status
        )
        strictEqual((yield* decide(mod.token, post, "lock")).status, 201)
        strictEqual(at((yield* send("GET", `/api/posts/${post.id}`)).body, "locked"), true)
        strictEqual(yield* comment, 403)
        strictEqual((yield* decide(mod.token, post, "hide")).status, 201)
        for (const action of ["lock", "unlock"])
          refusedFor(yield* decide(mod.token, post, action), 409, /change nothing/)
        strictEqual((yield* decide(mod.token, post, "restore")).status, 201)
        strictEqual(yield* comment, 403)
        strictEqual((yield* decide(mod.token, post, "unlock")).status, 201)
        deepStrictEqual([yield* comment, (yield* told(maria)).length], [201, 4])
      })
    )

    it.effect("none closes the reports, changes nothing else, and is 409 where no report is open", () =>
      Effect.gen(function* () {
        const { bob, maria, mod, post } = yield* scene
        refusedFor(yield* decide(mod.token, post, "none"), 409, /no open report/)
        yield* report(bob.token, post)
        const { body, status } = yield* decide(mod.token, post, "none")
        deepStrictEqual([status, listAt(body, "reportIds").length], [201, 1])
        strictEqual(yield* isShown(post, post.id), true)
        deepStrictEqual([(yield* told(maria)).length, (yield* told(bob)).length], [1, 1])
        refusedFor(yield* decide(mod.token, post, "none"), 409, /no open report/)
      })
    )

    it.effect(
      "none closes the reports of a text that its author has deleted; nothing else can be decided about it",
      () =>
        Effect.gen(function* () {
          const { bob, maria, mod, post } = yield* scene
          yield* report(bob.token, post)
          yield* send("DELETE", `/api/posts/${post.id}`, { as: maria.token })
          refused(yield* decide(mod.token, post, "hide"), 404)
          const { body, status } = yield* decide(mod.token, post, "none")
          deepStrictEqual([status, at(body, "excerpt"), listAt(body, "reportIds").length], [201, "", 1])
          refused(yield* decide(mod.token, post, "none"), 404)
        })
    )

    it.effect("is 403 about oneself, and about an admin unless another admin decides", () =>
      Effect.gen(function* () {
        const { mod } = yield* scene
        const admin = yield* joinAdmin
        const own = yield* publish(mod)
        refusedFor(yield* decide(mod.token, { type: "post", id: own.id }, "hide"), 403, /themselves/)
        refusedFor(yield* decide(mod.token, userOf(mod), "suspend"), 403, /themselves/)
        refusedFor(yield* decide(mod.token, userOf(admin), "suspend"), 403, /only an admin/)
        strictEqual((yield* decide(admin.token, userOf(yield* joinAdmin), "suspend")).status, 201)
      })
    )

    it.effect("POST /api/decisions closes the reports of a cry for help without a rule, since none was broken", () =>
      Effect.gen(function* () {
        const { bob, comment, maria, mod, post } = yield* scene
        const { body: reported } = yield* report(bob.token, comment, "danger")
        refusedFor(yield* decide(mod.token, post, "lock", { rule: undefined }), 400, /rule is missing/)
        refusedFor(
          yield* decide(mod.token, comment, "none", { rule: undefined, reason: undefined }),
          400,
          /reason is missing/
        )
        const { body, status } = yield* decide(mod.token, comment, "none", { rule: undefined })
        deepStrictEqual([status, at(body, "rule"), at(body, "reason")], [201, "", reason])
        for (const { token } of [maria, bob]) {
          const shown = yield* send("GET", `/api/decisions/${at(body, "id")}`, { as: token })
          deepStrictEqual([at(shown.body, "action"), at(shown.body, "rule")], ["none", ""])
        }
        const closed = yield* send("GET", `/api/reports/${at(reported, "id")}`, { as: bob.token })
        deepStrictEqual([at(closed.body, "status"), at(closed.body, "decision", "rule")], ["decided", ""])
        yield* report(bob.token, comment, "danger")
        strictEqual(at((yield* decide(mod.token, comment, "none")).body, "rule"), rule)
      })
    )

    it.effect("is 400 for words that are missing, too long or leak, and 404 for an unknown target", () =>
      Effect.gen(function* () {
        const { maria, mod, post } = yield* scene
        for (const [given, why] of [
          [{ rule: "" }, /^rule/],
          [{ rule: undefined }, /^rule/],
          [{ rule: "x".repeat(101) }, /^rule must be 1 to 100/],
          [{ rule: "two\nlines" }, /^rule must be one line/],
          [{ reason: " " }, /^reason must not be blank/],
          [{ reason: long(2_001) }, /^reason must be 1 to 2000/],
          [{ reason: `Write to ${maria.payload.email}.` }, /^reason holds/],
          [{ rule: `See ${maria.payload.email}` }, /^rule holds/],
          [{ until: "2099-01-01T00:00:00Z" }, /until is only valid with suspend/]
        ] as const) {
          refusedFor(yield* decide(mod.token, post, "hide", given), 400, why)
        }
        for (const type of ["post", "comment", "user"] as const) {
          refused(yield* decide(mod.token, { type, id: 2_147_483_647 }, "none"), 404)
        }
        strictEqual(yield* isShown(post, post.id), true)
      })
    )
  })
}
