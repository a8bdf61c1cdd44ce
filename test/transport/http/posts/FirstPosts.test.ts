import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Option } from "effect"
import { CommentId, PostId } from "../../../../src/domain/Ids.ts"
import { UsersRepo } from "../../../../src/ports/accounts/UsersRepo.ts"
import { ChangesRepo } from "../../../../src/ports/ChangesRepo.ts"
import { DecisionsRepo } from "../../../../src/ports/moderation/DecisionsRepo.ts"
import { Changes } from "../../../../src/services/Changes.ts"
import { atOnce } from "../../../support/AtOnce.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { restore } from "../../../support/moderation/Hiding.ts"
import { exitOf } from "../../../support/Raw.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, listAt } from "../../../support/Wire.ts"
import { follow } from "../../sse/Given.ts"
import { appeal, decide, decideAppeal } from "../moderation/Given.ts"

type Member = Effect.Effect.Success<ReturnType<typeof join>>

const post = ({ token }: Member, headers: Record<string, string> = {}) =>
  send("POST", "/api/posts", { as: token, body: { title: "Hello", content: "I am new." }, headers })

const comment = ({ token }: Member, id: number) =>
  send("POST", `/api/posts/${id}/comments`, { as: token, body: { content: "I am new, too." } })

const isHidden = ({ body, status }: { readonly body: unknown; readonly status: number }): ReadonlyArray<unknown> => [
  status,
  at(body, "hidden"),
  typeof at(body, "decisionId")
]

const hidden: ReadonlyArray<unknown> = [201, true, "number"]
const shown: ReadonlyArray<unknown> = [201, undefined, "undefined"]

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, { REVIEW_FIRST_POSTS: "2" }), { excludeTestServices: true })(
    `${storage.name}: REVIEW_FIRST_POSTS=2`,
    (it) => {
      it.effect("hides the texts of a new member, with automated decisions, until two of them are restored", () =>
        Effect.gen(function* () {
          const [admin, maria] = [yield* joinAdmin, yield* join()]
          const { id: shownId } = yield* publish(admin)
          const first = yield* post(maria)
          deepStrictEqual(isHidden(first), hidden)
          const second = yield* comment(maria, shownId)
          deepStrictEqual(isHidden(second), hidden)
          deepStrictEqual([isHidden(yield* post(maria)), isHidden(yield* comment(maria, shownId))], [hidden, hidden])
          const id = PostId.make(Number(at(first.body, "id")))
          strictEqual((yield* send("GET", `/api/posts/${id}`)).status, 404)
          strictEqual((yield* send("GET", `/api/posts/${id}`, { as: maria.token })).status, 200)
          const comments = yield* send("GET", `/api/posts/${shownId}/comments`)
          deepStrictEqual(listAt(comments.body, "data").length, 0)
          const inbox = yield* send("GET", "/api/notifications", { as: admin.token })
          deepStrictEqual([eachOf(inbox).length, at(inbox.body, "unreadCount")], [0, 0])
          const target = { type: "post" as const, id }
          yield* restore(target)
          yield* restore({ type: "comment", id: CommentId.make(Number(at(second.body, "id"))) })
          const { body, status } = yield* send("GET", `/api/posts/${id}`)
          deepStrictEqual([status, at(body, "hidden")], [200, undefined])
          strictEqual(listAt((yield* send("GET", `/api/posts/${shownId}/comments`)).body, "data").length, 1)
          const decisions = yield* DecisionsRepo
          strictEqual(Option.isSome(yield* decisions.last(target, ["hide"])), true)
          deepStrictEqual([isHidden(yield* post(maria)), isHidden(yield* comment(maria, shownId))], [shown, shown])
        })
      )

      it.effect(
        "reports one as danger that says that somebody thinks of ending their life, since nobody else can",
        () =>
          Effect.gen(function* () {
            const [admin, maria] = [yield* joinAdmin, yield* join()]
            const { id } = yield* publish(admin)
            const reasonOf = (path: string, body: object) =>
              Effect.gen(function* () {
                const written = yield* send("POST", path, { as: maria.token, body })
                deepStrictEqual(isHidden(written), hidden)
                const open = yield* send("GET", "/api/reports?status=open&limit=100", { as: admin.token })
                const own = listAt(open.body, "data").find((one) => at(one, "target", "id") === at(written.body, "id"))
                return at(own, "reason")
              })
            const before = "The pain does not stop, for months now. ".repeat(20)
            const reasons = [
              yield* reasonOf("/api/posts", { title: "Hello", content: "I am new." }),
              yield* reasonOf("/api/posts", { title: "At night", content: `${before}\n\nI want to kill myself.` }),
              yield* reasonOf(`/api/posts/${id}/comments`, { content: "Ich will nicht mehr leben" })
            ]
            deepStrictEqual(reasons, ["review", "danger", "danger"])
            const { body } = yield* send("GET", "/api/moderation/queue", { as: admin.token })
            deepStrictEqual(at(body, "danger"), 2)
          })
      )

      it.scoped("sends the author of a post no notification of a hidden comment", () =>
        Effect.gen(function* () {
          const [admin, moderator, maria] = [yield* joinAdmin, yield* joinModerator, yield* join()]
          const { id } = yield* publish(admin)
          const { next } = yield* follow(admin)
          deepStrictEqual(isHidden(yield* comment(maria, id)), hidden)
          const shownComment = yield* comment(moderator, id)
          const { data, event } = yield* next
          deepStrictEqual([event, at(data, "comment", "id")], ["notification", at(shownComment.body, "id")])
        })
      )

      it.scoped("publishes no change of a text that waits but its report: neither here, nor to other instances", () =>
        Effect.gen(function* () {
          const [admin, maria] = [yield* joinAdmin, yield* join()]
          const { id } = yield* publish(admin)
          const [changes, outbox] = [yield* Changes, yield* ChangesRepo]
          const after = yield* outbox.lowWatermark
          const delivered: Array<string> = []
          yield* changes.subscribeAll(({ kind }) => void delivered.push(kind))
          deepStrictEqual(isHidden(yield* comment(maria, id)), hidden)
          const waiting = yield* post(maria)
          deepStrictEqual(isHidden(waiting), hidden)
          const path = `/api/posts/${Number(at(waiting.body, "id"))}`
          strictEqual((yield* send("PATCH", path, { as: maria.token, body: { title: "Hello again" } })).status, 200)
          strictEqual((yield* send("DELETE", path, { as: maria.token })).status, 200)
          const stored = yield* outbox.within([{ after, until: Number.MAX_SAFE_INTEGER }], 100)
          const reported = ["report_opened", "report_opened"]
          deepStrictEqual([delivered, stored.changes.map(({ kind }) => kind)], [reported, reported])
        })
      )

      it.effect("counts each text that moderators restored once, on appeal too, and also one that is gone since", () =>
        Effect.gen(function* () {
          const [mod, maria] = [yield* joinModerator, yield* join()]
          const [first, second] = [yield* post(maria), yield* post(maria)]
          const id = Number(at(first.body, "id"))
          const target = { type: "post" as const, id }
          for (const action of ["restore", "hide", "restore"] as const) yield* decide(mod.token, target, action)
          strictEqual((yield* send("DELETE", `/api/posts/${id}`, { as: maria.token })).status, 200)
          deepStrictEqual(isHidden(yield* post(maria)), hidden)
          const decisionId = at(second.body, "decisionId")
          strictEqual((yield* appeal(maria.token, decisionId)).status, 201)
          strictEqual((yield* decideAppeal(mod.token, decisionId, "reversed")).status, 200)
          deepStrictEqual(isHidden(yield* post(maria)), shown)
        })
      )

      it.effect("shows the texts of a member of whom two were shown before there was a review", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          for (const hiddenText of [yield* post(maria), yield* post(maria)]) {
            yield* restore({ type: "post", id: PostId.make(Number(at(hiddenText.body, "id"))) })
          }
          deepStrictEqual(isHidden(yield* post(maria)), shown)
        })
      )

      it.effect("closes the automatic report with the appeal that shows the text", () =>
        Effect.gen(function* () {
          const [mod, maria] = [yield* joinModerator, yield* join()]
          const texts = [yield* post(maria), yield* post(maria)]
          const queue = Effect.map(send("GET", "/api/reports?status=open&limit=100", { as: mod.token }), ({ body }) =>
            listAt(body, "data").filter((report) =>
              texts.some((text) => at(text.body, "id") === at(report, "target", "id"))
            )
          )
          const before = yield* queue
          strictEqual(before.length, 2)
          for (const [index, outcome] of (["reversed", "upheld"] as const).entries()) {
            const id = at(texts[index]?.body, "decisionId")
            strictEqual((yield* appeal(maria.token, id)).status, 201)
            strictEqual((yield* decideAppeal(mod.token, id, outcome)).status, 200)
          }
          const [open, ...others] = yield* queue
          deepStrictEqual([at(open, "target", "id"), others], [at(texts[1]?.body, "id"), []])
          const [closed] = before.filter((report) => at(report, "id") !== at(open, "id"))
          const { body } = yield* send("GET", `/api/reports/${at(closed, "id")}`, { as: mod.token })
          const decisionId = at(texts[0]?.body, "decisionId")
          deepStrictEqual([at(body, "status"), at(body, "decision", "id")], ["decided", decisionId])
          strictEqual((yield* send("GET", `/api/posts/${at(texts[0]?.body, "id")}`)).status, 200)
        })
      )

      it.effect("shows the texts of moderators, admins and verified members at once", () =>
        Effect.gen(function* () {
          const users = yield* UsersRepo
          const [admin, moderator, verified] = [yield* joinAdmin, yield* join(), yield* join()]
          const none = Option.none()
          yield* users.update(moderator.user.id, { username: none, bio: none, role: Option.some("moderator") })
          const verification = { by: admin.user.id, at: DateTime.unsafeMake(0), as: "a nurse" }
          yield* users.setVerification(verified.user.id, Option.some(verification))
          for (const member of [admin, moderator, verified]) deepStrictEqual(isHidden(yield* post(member)), shown)
        })
      )

      it.effect("hides all of five texts that are sent at once", () =>
        Effect.gen(function* () {
          const [admin, bob] = [yield* joinAdmin, yield* join()]
          const { id } = yield* publish(admin)
          const writes = [post(bob), comment(bob, id), post(bob), comment(bob, id), post(bob)]
          const answers = yield* Effect.all(writes, atOnce)
          deepStrictEqual(
            Array.map(answers, ({ status }) => status),
            Array.replicate(201, 5)
          )
          strictEqual(answers.filter(({ body }) => at(body, "hidden") === true).length, 5)
        })
      )

      it.effect("replays the answer of a hidden text by its Idempotency-Key, and hides one", () =>
        Effect.gen(function* () {
          const carol = yield* join()
          const key = { "idempotency-key": `review-${carol.user.id}` }
          const [first, again] = [yield* post(carol, key), yield* post(carol, key)]
          deepStrictEqual([again.status, again.body], [first.status, first.body])
          const { body } = yield* send("GET", "/api/users/me", { as: carol.token })
          strictEqual(at(body, "postCount"), 0)
        })
      )

      it.effect("answers tools and comments on missing posts as ever", () =>
        Effect.gen(function* () {
          const dora = yield* join()
          strictEqual((yield* comment(dora, 2_147_483_647)).status, 404)
          const created = yield* exitOf(dora.token, "create_post", { title: "Hello", content: "By a tool." })
          strictEqual(at(created, "value", "hidden"), true)
        })
      )
    }
  )
}
