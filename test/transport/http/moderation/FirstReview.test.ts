import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, listAt, refused, refusedFor } from "../../../support/Wire.ts"
import { cookieFor, open, submit } from "../../web/support/Browse.ts"
import { appeal, decide, isShown, report, type TargetOnWire } from "./Given.ts"

/** A decision as it is sent, without words unless they are given. */
const act = ({ token }: Member, target: TargetOnWire, action: string, words: object = {}) =>
  send("POST", "/api/decisions", { as: token, body: { target, action, ...words } })

const words = { rule: "Be kind", reason: "Please leave out the name of your doctor." }

/** A new member with a post and a comment that wait for their first review. */
const scene = Effect.gen(function* () {
  const [mod, admin, maria] = [yield* joinModerator, yield* joinAdmin, yield* join()]
  const { id: postId } = yield* publish(admin)
  const body = { title: "Hello", content: "I am new." }
  const waiting = yield* send("POST", "/api/posts", { as: maria.token, body })
  const said = yield* send("POST", `/api/posts/${postId}/comments`, { as: maria.token, body: { content: "Me too." } })
  const post: TargetOnWire = { type: "post", id: Number(at(waiting.body, "id")) }
  const comment: TargetOnWire = { type: "comment", id: Number(at(said.body, "id")) }
  return { mod, admin, maria, post, comment, postId }
})

/** What the newest notification says. */
const told = ({ token }: Member) =>
  Effect.map(send("GET", "/api/notifications", { as: token }), ({ body }) => at(body, "data", 0, "message"))

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, { REVIEW_FIRST_POSTS: "2" }), { excludeTestServices: true })(
    `${storage.name}: a first text under review`,
    (it) => {
      it.effect("is published without words, tells its author, and counts as reviewed", () =>
        Effect.gen(function* () {
          const { comment, maria, mod, post, postId } = yield* scene
          const queue = yield* send("GET", "/api/reports?status=open&limit=100", { as: mod.token })
          const own = listAt(queue.body, "data").filter((one) => at(one, "target", "id") === post.id)
          deepStrictEqual([at(own[0], "reason"), at(own[0], "reporter")], ["review", null])
          for (const target of [post, comment]) {
            const { body, status } = yield* act(mod, target, "publish")
            deepStrictEqual(
              [status, at(body, "action"), at(body, "rule"), at(body, "reason")],
              [201, "publish", "", ""]
            )
            strictEqual(yield* told(maria), `your ${target.type} is public now`)
            strictEqual(yield* isShown(target, target.type === "post" ? post.id : postId), true)
            refused(yield* act(mod, target, "publish"), 409)
          }
          const next = yield* send("POST", "/api/posts", { as: maria.token, body: { title: "Again", content: "Hi." } })
          strictEqual(at(next.body, "hidden"), undefined)
        })
      )

      it.effect("stays hidden by a decision with words, against which its author may appeal", () =>
        Effect.gen(function* () {
          const { admin, comment, maria, mod, post } = yield* scene
          for (const target of [post, comment]) {
            refusedFor(yield* act(mod, target, "hide"), 400, /rule is missing/)
            refusedFor(yield* act(mod, target, "hide", { rule: words.rule }), 400, /reason is missing/)
            const kept = yield* act(mod, target, "hide", words)
            deepStrictEqual([kept.status, at(kept.body, "reason")], [201, words.reason])
            refused(yield* act(admin, target, "publish"), 409)
            refused(yield* act(admin, target, "hide", words), 409)
            const decisionId = at(kept.body, "id")
            strictEqual((yield* appeal(maria.token, decisionId)).status, 201)
            const outcome = { outcome: "reversed", reason: "It is fine." }
            const path = `/api/decisions/${decisionId}/appeal`
            strictEqual((yield* send("PATCH", path, { as: admin.token, body: outcome })).status, 200)
          }
          strictEqual(yield* isShown(post, post.id), true)
        })
      )

      it.effect("is not left as it is, of danger neither: moderators publish it, or hide it", () =>
        Effect.gen(function* () {
          const { comment, maria, mod, post } = yield* scene
          const body = { title: "At night", content: "I want to kill myself." }
          const danger = yield* send("POST", "/api/posts", { as: maria.token, body })
          const alarming: TargetOnWire = { type: "post", id: Number(at(danger.body, "id")) }
          for (const target of [post, comment, alarming]) {
            refusedFor(yield* act(mod, target, "none", { reason: "It is over." }), 409, /waits for its first review/)
            const { text } = yield* open(`/moderation?type=${target.type}&id=${target.id}`, { cookie: cookieFor(mod) })
            deepStrictEqual([text.includes('value="none"'), text.includes('value="hide"')], [false, true])
            strictEqual((yield* act(mod, target, "publish")).status, 201)
          }
        })
      )

      it.effect("is published by moderators only, and no text that does not wait is", () =>
        Effect.gen(function* () {
          const { admin, maria, mod, post } = yield* scene
          refused(yield* act(maria, post, "publish"), 403)
          refused(yield* act(yield* join(), post, "publish"), 403)
          refused(yield* act(mod, { type: "user", id: maria.user.id }, "publish"), 400)
          const { id } = yield* publish(admin)
          refused(yield* act(mod, { type: "post", id }, "publish"), 409)
          yield* decide(mod.token, { type: "post", id }, "hide")
          refused(yield* act(mod, { type: "post", id }, "publish"), 409)
          refused(
            yield* send("POST", "/api/reports", { as: maria.token, body: { target: post, reason: "review" } }),
            400
          )
        })
      )

      it.effect("is reported automatically where it is a cry for help, which a report of who has left is not", () =>
        Effect.gen(function* () {
          const { maria, mod, postId } = yield* scene
          const cookie = cookieFor(mod)
          const body = { title: "Tonight", content: "I will kill myself tonight." }
          const cry = yield* send("POST", "/api/posts", { as: maria.token, body })
          const leaver = yield* join()
          yield* report(leaver.token, { type: "post", id: postId })
          const password = Redacted.value(leaver.payload.password)
          yield* send("DELETE", "/api/users/me", { as: leaver.token, body: { password, posts: "delete" } })
          const seen = Effect.fnUntraced(function* (id: number) {
            const queue = yield* send("GET", "/api/reports?status=open&limit=100", { as: mod.token })
            const about = listAt(queue.body, "data").find((one) => at(one, "target", "id") === id)
            const { text } = yield* open(`/moderation?type=post&id=${id}&lang=en`, { cookie })
            return [
              ...["reason", "reporter", "automated"].map((name) => at(about, name)),
              text.includes("Reported by a former member"),
              text.includes("first posts are reviewed</p>")
            ]
          })
          deepStrictEqual(yield* seen(Number(at(cry.body, "id"))), ["danger", null, true, false, false])
          deepStrictEqual(yield* seen(postId), ["spam", null, false, true, false])
        })
      )

      it.effect("is published once, however often Publish is pressed", () =>
        Effect.gen(function* () {
          const { mod, post } = yield* scene
          const cookie = cookieFor(mod)
          const { text } = yield* open(`/moderation?type=post&id=${post.id}`, { cookie })
          const key = /value="publish"\/?><input type="hidden" name="key" value="([^"]+)"/.exec(text)?.[1] ?? ""
          const values = { type: "post", id: String(post.id), action: "publish", key }
          const [one, other] = [
            yield* submit("/moderation", values, { cookie }),
            yield* submit("/moderation", values, { cookie })
          ]
          deepStrictEqual([key === "", one.status, other.status], [false, 303, 303])
        })
      )

      it.effect("has Publish in one tap, and Not yet with a sentence, on the pages of moderators", () =>
        Effect.gen(function* () {
          const { comment, maria, mod, post } = yield* scene
          const cookie = cookieFor(mod)
          const queue = (yield* open("/moderation?page=1", { cookie })).text
          const one = (yield* open(`/moderation?type=post&id=${post.id}`, { cookie })).text
          for (const text of [queue, one]) {
            assertTrue(text.includes('name="action" value="publish"') && text.includes("<summary>Not yet</summary>"))
            assertTrue(!text.includes("Reported by a program") && !text.includes("first posts are reviewed</p>"))
          }
          const seenBy = (member: typeof maria) =>
            Effect.map(open(`/posts/${post.id}`, { cookie: cookieFor(member) }), ({ text }) =>
              ["A moderator reads the first posts", "This post is hidden"].map((words) => text.includes(words))
            )
          deepStrictEqual(
            [yield* seenBy(maria), yield* seenBy(mod)],
            [
              [true, false],
              [false, true]
            ]
          )
          const first = yield* send("GET", `/api/posts/${post.id}`, { as: maria.token })
          const path = `/decisions/${at(first.body, "decisionId")}`
          for (const page of ["/decisions", path]) {
            const { text } = yield* open(page, { cookie: cookieFor(maria) })
            deepStrictEqual([text.includes("first post or reply"), text.includes("Post hidden")], [true, false], page)
            assertTrue(!text.includes("/appeal"), "there is nothing to appeal against yet")
          }
          const about = { type: "post", id: String(post.id) }
          const notYet = { ...about, action: "hide", rule: "first posts are reviewed" }
          const empty = yield* submit("/moderation", { ...notYet, reason: "" }, { cookie })
          deepStrictEqual(
            [
              empty.status,
              /<details class="ask" open>.*role="alert".*What should they change/s.test(empty.text),
              empty.text.match(/role="alert"/g)?.length,
              empty.text.includes('value="first posts are reviewed" required')
            ],
            [400, true, 1, false]
          )
          strictEqual((yield* submit("/moderation", { ...about, action: "publish" }, { cookie })).status, 303)
          const inbox = (yield* open("/notifications", { cookie: cookieFor(maria) })).text
          assertTrue(inbox.includes("Your post is public now") && !inbox.includes("your post again"))
          yield* send("PATCH", `/api/posts/${post.id}`, { as: maria.token, body: { audience: "members" } })
          const closed = (yield* open("/notifications", { cookie: cookieFor(maria) })).text
          assertTrue(
            closed.includes("Your post is published now, for those you chose") && !closed.includes("public now")
          )
          const rule = "first posts are reviewed"
          const values = { type: "comment", id: String(comment.id), action: "hide", rule, reason: words.reason }
          strictEqual((yield* submit("/moderation", values, { cookie })).status, 303)
          const { body } = yield* send("GET", "/api/decisions?limit=1", { as: maria.token })
          const decision = yield* open(`/decisions/${at(body, "data", 0, "id")}`, { cookie: cookieFor(maria) })
          assertTrue(decision.text.includes(words.reason) && decision.text.includes("You can write a new reply"))
          const edited = yield* send("POST", "/api/posts", { as: maria.token, body: { title: "More", content: "Hi." } })
          const later = { ...values, type: "post", id: String(at(edited.body, "id")) }
          strictEqual((yield* submit("/moderation", later, { cookie })).status, 303)
          const own = yield* open(`/posts/${later.id}`, { cookie: cookieFor(maria) })
          assertTrue(own.text.includes("tell us on the page of the decision"), own.text)
        })
      )
    }
  )
}
