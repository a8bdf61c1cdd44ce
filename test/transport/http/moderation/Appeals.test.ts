import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect } from "effect"
import { UserId } from "../../../../src/domain/Ids.ts"
import { newDecision } from "../../../contracts/moderation/newDecisions.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { signIn } from "../../../support/People.ts"
import { memoryAndDatabase, memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, listAt, recordOf, refused, refusedFor } from "../../../support/Wire.ts"
import { appeal, decide, decideAppeal, isShown, report, scene, told, userOf } from "./Given.ts"

/** The id of a decision that was just made. */
const made = (answer: Effect.Effect.Success<ReturnType<typeof decide>>) => {
  strictEqual(answer.status, 201)
  return at(answer.body, "id")
}

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: appeals`, (it) => {
    it.effect(
      "an appeal is sent by the member concerned, decided by another moderator, and reversed takes the action back",
      () =>
        Effect.gen(function* () {
          const { bob, comment, maria, mod, other, post } = yield* scene
          for (const target of [comment, post]) {
            yield* report(bob.token, target)
            const id = made(yield* decide(mod.token, target, "hide"))
            for (const { token } of [bob, mod]) refusedFor(yield* appeal(token, id), 403, /only the member/)
            refused(yield* appeal((yield* join()).token, id), 404)
            refused(yield* decideAppeal(other.token, id, "upheld"), 404)
            const sent = yield* appeal(maria.token, id)
            const { createdAt } = recordOf(at(sent.body, "appeal"))
            const open = { text: "It does not.", createdAt, outcome: null, reason: null, decidedAt: null }
            deepStrictEqual([sent.status, at(sent.body, "appeal")], [201, open])
            strictEqual(sent.headers["location"], `/api/decisions/${id}`)
            refusedFor(yield* appeal(maria.token, id), 409, /has been appealed/)
            refusedFor(yield* decideAppeal(maria.token, id, "reversed"), 403, /only moderators/)
            refusedFor(yield* decideAppeal(mod.token, id, "reversed"), 403, /another moderator/)
            const decided = yield* decideAppeal(other.token, id, "reversed")
            const { decidedAt } = recordOf(at(decided.body, "appeal"))
            const closed = { ...open, outcome: "reversed", reason: "We have read it again.", decidedAt }
            deepStrictEqual([decided.status, at(decided.body, "appeal")], [200, closed])
            refusedFor(yield* decideAppeal(other.token, id, "upheld"), 409, /has been decided/)
            strictEqual(yield* isShown(target, post.id), true)
            const path = `/api/decisions/${id}`
            deepStrictEqual(at((yield* send("GET", path, { as: maria.token })).body, "appeal"), closed)
            deepStrictEqual(at((yield* send("GET", path, { as: bob.token })).body, "appeal"), { ...closed, text: "" })
            for (const member of [maria, bob]) deepStrictEqual((yield* told(member)).slice(0, 2), [id, id])
          }
        })
    )

    it.effect("GET /api/decisions?appeal=open has appeals until their outcome: moderators all, members their own", () =>
      Effect.gen(function* () {
        const { bob, comment, maria, mod, other, post } = yield* scene
        yield* report(bob.token, post)
        const [first, second] = [
          made(yield* decide(mod.token, comment, "hide")),
          made(yield* decide(mod.token, post, "hide"))
        ]
        const path = `/api/decisions?userId=${maria.user.id}&appeal=open`
        const seen = Effect.forEach([mod, other, maria, bob], ({ token }) =>
          Effect.map(send("GET", path, { as: token }), eachOf)
        )
        deepStrictEqual(yield* seen, [[], [], [], []])
        for (const id of [first, second]) yield* appeal(maria.token, id)
        deepStrictEqual(yield* seen, [[second, first], [second, first], [second, first], []])
        const cursor = at((yield* send("GET", `${path}&limit=1`, { as: mod.token })).body, "pagination", "nextCursor")
        deepStrictEqual(eachOf(yield* send("GET", `${path}&cursor=${cursor}`, { as: mod.token })), [first])
        const others = `/api/decisions?userId=${maria.user.id}&cursor=${cursor}`
        refusedFor(yield* send("GET", others, { as: mod.token }), 400, /cursor/)
        yield* decideAppeal(other.token, second, "upheld")
        deepStrictEqual(yield* seen, [[first], [first], [first], []])
      })
    )

    it.effect("a suspended member reads decisions and appeals, and an upheld appeal changes nothing", () =>
      Effect.gen(function* () {
        const { maria, mod, other } = yield* scene
        const first = made(yield* decide(mod.token, userOf(maria), "suspend"))
        const token = yield* signIn(maria)
        deepStrictEqual(eachOf(yield* send("GET", "/api/decisions", { as: token })), [first])
        strictEqual((yield* appeal(token, first)).status, 201)
        strictEqual((yield* decideAppeal(other.token, first, "upheld")).status, 200)
        refusedFor(yield* send("GET", "/api/notifications", { as: token }), 403, /suspended/)
        made(yield* decide(mod.token, userOf(maria), "unsuspend"))
        const second = made(yield* decide(mod.token, userOf(maria), "suspend"))
        const again = yield* signIn(maria)
        strictEqual((yield* appeal(again, second)).status, 201)
        strictEqual((yield* decideAppeal(other.token, second, "reversed")).status, 200)
        strictEqual((yield* send("GET", "/api/notifications", { as: again })).status, 200)
      })
    )

    it.effect("reversing a decision about all texts restores those that it hid, and no others", () =>
      Effect.gen(function* () {
        const { comment, maria, mod, other, post } = yield* scene
        made(yield* decide(mod.token, comment, "hide"))
        const id = made(yield* decide(mod.token, userOf(maria), "hide", { all: true }))
        strictEqual((yield* appeal(maria.token, id)).status, 201)
        strictEqual((yield* decideAppeal(other.token, id, "reversed")).status, 200)
        deepStrictEqual([yield* isShown(post, post.id), yield* isShown(comment, post.id)], [true, false])
      })
    )
  })
}

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: POST /api/decisions/:id/appeal`,
    (it) => {
      it.effect("an appeal that is reversed leaves what later decisions did", () =>
        Effect.gen(function* () {
          const { maria, mod, other, post } = yield* scene
          const first = made(yield* decide(mod.token, post, "hide"))
          made(yield* decide(mod.token, post, "restore"))
          made(yield* decide(mod.token, post, "hide"))
          strictEqual((yield* appeal(maria.token, first)).status, 201)
          strictEqual((yield* decideAppeal(other.token, first, "reversed")).status, 200)
          strictEqual(yield* isShown(post, post.id), false)
        })
      )

      it.effect("a reversed suspension leaves one that an admin has set since", () =>
        Effect.gen(function* () {
          const { maria, mod, other } = yield* scene
          const admin = yield* joinAdmin
          const id = made(yield* decide(mod.token, userOf(maria), "suspend"))
          const path = `/api/users/${maria.user.id}/suspension`
          const body = { reason: "The account was taken over." }
          strictEqual((yield* send("PUT", path, { as: admin.token, body })).status, 200)
          strictEqual((yield* appeal(yield* signIn(maria), id)).status, 201)
          strictEqual((yield* decideAppeal(other.token, id, "reversed")).status, 200)
          const { body: profile } = yield* send("GET", "/api/users/me", { as: yield* signIn(maria) })
          strictEqual(at(profile, "suspended", "reason"), body.reason)
        })
      )

      it.effect("a reversed lock unlocks the post, unless it was unlocked and locked again since", () =>
        Effect.gen(function* () {
          const { maria, mod, other, post } = yield* scene
          const isLocked = Effect.map(send("GET", `/api/posts/${post.id}`), ({ body }) => at(body, "locked"))
          const first = made(yield* decide(mod.token, post, "lock"))
          made(yield* decide(mod.token, post, "unlock"))
          const second = made(yield* decide(mod.token, post, "lock"))
          for (const id of [first, second]) strictEqual((yield* appeal(maria.token, id)).status, 201)
          strictEqual((yield* decideAppeal(other.token, first, "reversed")).status, 200)
          strictEqual(yield* isLocked, true)
          strictEqual((yield* decideAppeal(other.token, second, "reversed")).status, 200)
          strictEqual(yield* isLocked, false)
        })
      )

      it.effect("a reversed lock unlocks a post that is hidden meanwhile, which is unlocked when it is restored", () =>
        Effect.gen(function* () {
          const { maria, mod, other, post } = yield* scene
          const id = made(yield* decide(mod.token, post, "lock"))
          strictEqual((yield* appeal(maria.token, id)).status, 201)
          made(yield* decide(mod.token, post, "hide"))
          strictEqual((yield* decideAppeal(other.token, id, "reversed")).status, 200)
          const isLocked = Effect.map(send("GET", `/api/posts/${post.id}`, { as: maria.token }), ({ body }) =>
            at(body, "locked")
          )
          strictEqual(yield* isLocked, false)
          made(yield* decide(mod.token, post, "restore"))
          strictEqual(yield* isLocked, false)
        })
      )

      it.effect("is refused to an agent's key, against what took nothing, and after 180 days", () =>
        Effect.gen(function* () {
          const { bob, maria, mod, post } = yield* scene
          const hidden = made(yield* decide(mod.token, post, "hide"))
          const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
          refusedFor(yield* appeal(key, hidden), 403, /agent/)
          const restored = made(yield* decide(mod.token, post, "restore"))
          refusedFor(yield* appeal(maria.token, restored), 409, /nothing to appeal/)
          yield* report(bob.token, post)
          const none = made(yield* decide(mod.token, post, "none"))
          refusedFor(yield* appeal(maria.token, none), 409, /nothing to appeal/)
          const now = yield* DateTime.now
          const old = (days: number) =>
            newDecision({
              subjectId: UserId.make(maria.user.id),
              createdAt: DateTime.subtract(now, { days, minutes: -1 })
            })
          refusedFor(yield* appeal(maria.token, yield* old(181)), 409, /180 days/)
          strictEqual((yield* appeal(maria.token, yield* old(180))).status, 201)
          for (const text of ["", " ", "x".repeat(2_001), undefined]) {
            const body = { text }
            refusedFor(yield* send("POST", `/api/decisions/${hidden}/appeal`, { as: maria.token, body }), 400, /^text /)
          }
        })
      )

      it.effect("is stored once of several at once, and so is the outcome", () =>
        Effect.gen(function* () {
          const { maria, mod, other, post } = yield* scene
          const id = made(yield* decide(mod.token, post, "hide"))
          const statuses = (answers: ReadonlyArray<{ readonly status: number }>) =>
            answers.map(({ status }) => status).sort()
          const sent = yield* Effect.all(
            [1, 2, 3].map(() => appeal(maria.token, id)),
            { concurrency: "unbounded" }
          )
          deepStrictEqual(statuses(sent), [201, 409, 409])
          const decided = yield* Effect.all(
            (["upheld", "reversed", "upheld"] as const).map((outcome) => decideAppeal(other.token, id, outcome)),
            { concurrency: "unbounded" }
          )
          deepStrictEqual(statuses(decided), [200, 409, 409])
        })
      )

      it.effect(
        "the only moderator decides on the appeal against a decision of their own; nobody on an appeal of their own",
        () =>
          Effect.gen(function* () {
            const admin = yield* joinAdmin
            const listed = yield* send("GET", "/api/users?limit=100", { as: admin.token })
            for (const user of listAt(listed.body, "data")) {
              if (at(user, "role") !== "moderator" && at(user, "role") !== "admin") continue
              if (at(user, "id") === admin.user.id) continue
              yield* send("PATCH", `/api/users/${at(user, "id")}`, { as: admin.token, body: { role: "user" } })
            }
            const maria = yield* join()
            const id = made(yield* decide(admin.token, userOf(maria), "suspend"))
            const token = yield* signIn(maria)
            strictEqual((yield* appeal(token, id)).status, 201)
            yield* send("PATCH", `/api/users/${maria.user.id}`, { as: admin.token, body: { role: "moderator" } })
            refusedFor(yield* decideAppeal(token, id, "reversed"), 403, /suspended/)
            strictEqual((yield* decideAppeal(admin.token, id, "reversed")).status, 200)
            const subjectId = UserId.make(maria.user.id)
            const own = yield* newDecision({ subjectId, createdAt: yield* DateTime.now })
            strictEqual((yield* appeal(token, own)).status, 201)
            refusedFor(yield* decideAppeal(token, own, "reversed"), 403, /their own appeal/)
          })
      )
    }
  )
}
