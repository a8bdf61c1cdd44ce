import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import { newFamily } from "../../../contracts/diseases/newDiseases.ts"
import { community } from "../../../support/Community.ts"
import { answer, diseaseNamed, joinAdmin, joinModerator, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { until } from "../../../support/Waiting.ts"
import { at, eachOf, placeOf } from "../../../support/Wire.ts"
import { cookieFor, open } from "../../web/support/Browse.ts"
import { appeal, decide, report } from "../moderation/Given.ts"
import { keyOf, membersScopes } from "./AudienceViewers.ts"

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `${storage.name}: posts that are not for everyone`,
    (it) => {
      it.effect(
        "have cases that count in the queue of a moderator, and not for a key that is shown nothing of them",
        () =>
          Effect.gen(function* () {
            const [maria, bob, moderator] = [yield* join(), yield* join(), yield* joinModerator]
            for (const audience of ["everyone", "members"] as const) {
              const post = yield* publish(maria, { audience })
              yield* report(bob.token, { type: "post", id: post.id }, "danger")
              const decided = yield* publish(maria, { audience })
              const { body } = yield* decide(moderator.token, { type: "post", id: decided.id }, "hide")
              yield* appeal(maria.token, at(body, "id"))
            }
            const queueOf = (as: Redacted.Redacted) =>
              Effect.gen(function* () {
                const { body } = yield* send("GET", "/api/moderation/queue", { as })
                const listed = yield* send("GET", "/api/reports?status=open", { as })
                return [at(body, "reports"), at(body, "danger"), at(body, "appeals"), placeOf(listed)["total"]]
              })
            const [plain, able] = [yield* keyOf(moderator), yield* keyOf(moderator, { scopes: membersScopes })]
            deepStrictEqual(yield* queueOf(plain), [1, 1, 1, 1])
            for (const as of [able, moderator.token]) deepStrictEqual(yield* queueOf(as), [2, 2, 2, 2])
            const { text } = yield* open("/", { cookie: cookieFor(moderator) })
            // Two reports and two appeals, those about restricted posts among them.
            strictEqual(/>(\d+)\swaiting</.exec(text)?.[1], "4")
          })
      )

      it.effect("keep the words of a text from a reporter who may not read it any more, hidden or gone", () =>
        Effect.gen(function* () {
          const [maria, bob, moderator] = [yield* join(), yield* join(), yield* joinModerator]
          const disease = yield* diseaseNamed(maria, "cystic fibrosis")
          const post = yield* publish(maria, { diseaseId: disease.id })
          const comment = yield* answer(maria, post.id)
          const texts = [{ type: "post", id: post.id } as const, { type: "comment", id: comment.id } as const]
          yield* Effect.forEach(texts, (target) => report(bob.token, target, "spam"))
          const words = { audience: "disease", title: "Words", content: "for those who are concerned" }
          yield* send("PATCH", `/api/posts/${post.id}`, { as: maria.token, body: words })
          yield* send("PATCH", `/api/comments/${comment.id}`, { as: maria.token, body: { content: "More words" } })
          const ids = yield* Effect.forEach(texts, (target) =>
            Effect.map(decide(moderator.token, target, "none"), ({ body }) => at(body, "id"))
          )
          const excerptsFor = (as: Redacted.Redacted) =>
            Effect.forEach(["/api/decisions", ...ids.map((id) => `/api/decisions/${id}`), "/api/reports"], (path) =>
              Effect.map(send("GET", path, { as }), ({ body }) =>
                Array.from(JSON.stringify(body).matchAll(/"excerpt":"([^"]*)"/g), ([, excerpt]) => excerpt)
              )
            )
          const [ofPost, ofComment] = ["Words: for those who are concerned", "More words"]
          const whole = [[ofComment, ofPost], [ofPost], [ofComment]]
          deepStrictEqual((yield* excerptsFor(maria.token)).slice(0, 3), whole)
          deepStrictEqual((yield* excerptsFor(moderator.token)).slice(1, 3), whole.slice(1))
          deepStrictEqual(yield* excerptsFor(bob.token), [["", ""], [""], [""], ["", ""]])
          for (const path of ["/decisions", `/decisions/${ids[0]}`, "/notifications"]) {
            const page = yield* open(path, { cookie: cookieFor(bob) })
            strictEqual(page.status, 200)
            strictEqual(/<p dir="auto"><\/p>|<blockquote[^>]*><\/blockquote>/.exec(page.text)?.[0], undefined, path)
          }
          yield* send("PATCH", `/api/users/${bob.user.id}`, { as: bob.token, body: { diseaseIds: [disease.id] } })
          deepStrictEqual(yield* excerptsFor(bob.token), [...whole, [ofPost, ofComment]])
          yield* send("DELETE", `/api/posts/${post.id}`, { as: maria.token })
          deepStrictEqual(yield* excerptsFor(bob.token), [["", ""], [""], [""], ["", ""]])
          deepStrictEqual((yield* excerptsFor(maria.token)).slice(0, 3), whole)
        })
      )

      it.effect(
        "have cases that are in the audit log of an admin, and in none of a key that is shown nothing of them",
        () =>
          Effect.gen(function* () {
            const [maria, admin] = [yield* join(), yield* joinAdmin]
            const decisions: Array<unknown> = []
            for (const audience of ["everyone", "members"] as const) {
              const post = yield* publish(maria, { audience })
              const { body } = yield* decide(admin.token, { type: "post", id: post.id }, "hide")
              decisions.push(at(body, "id"))
            }
            const path = `/api/audit?action=decided&userId=${maria.user.id}`
            const [plain, able] = [yield* keyOf(admin), yield* keyOf(admin, { scopes: membersScopes })]
            for (const [as, seen] of [
              [plain, decisions.slice(0, 1)],
              [able, decisions],
              [admin.token, decisions]
            ] as const) {
              const listed = yield* send("GET", path, { as })
              deepStrictEqual([eachOf(listed, "targetId").toReversed(), placeOf(listed)["total"]], [seen, seen.length])
            }
            const page = yield* open(`/admin/audit?userId=${maria.user.id}`, { cookie: cookieFor(admin) })
            strictEqual(page.status, 200)
          })
      )

      it.effect("change the public number of their author's posts at once", () =>
        Effect.gen(function* () {
          const author = yield* join()
          const { id } = yield* publish(author)
          const count = Effect.map(send("GET", `/api/users/${author.user.id}`, { as: author.token }), ({ body }) =>
            at(body, "postCount")
          )
          const counts = [yield* count]
          for (const audience of ["members", "everyone"]) {
            yield* send("PATCH", `/api/posts/${id}`, { as: author.token, body: { audience } })
            counts.push(yield* count)
          }
          deepStrictEqual(counts, [1, 0, 1])
        })
      )

      it.effect("of a disease keep no notification from a moderator, who reads all posts", () =>
        Effect.gen(function* () {
          const [maria, bob, family] = [yield* join(), yield* join(), yield* newFamily]
          yield* send("PATCH", `/api/users/${bob.user.id}`, { as: bob.token, body: { diseaseIds: [family.asked] } })
          const moderator = yield* joinModerator
          const { id } = yield* publish(maria, { audience: "disease", diseaseId: family.asked })
          yield* send("PUT", `/api/posts/${id}/follow`, { as: moderator.token })
          const comment = yield* answer(moderator, id)
          const mention = { content: `[you](/members/${moderator.user.id})` }
          yield* send("POST", `/api/posts/${id}/comments`, { as: maria.token, body: mention })
          yield* send("POST", `/api/posts/${id}/comments`, {
            as: bob.token,
            body: { content: "yes", replyTo: comment.id }
          })
          yield* send("PUT", `/api/comments/${comment.id}/helped`, { as: maria.token })
          yield* answer(bob, id)
          const types = Effect.map(send("GET", "/api/notifications", { as: moderator.token }), (page) =>
            eachOf(page, "type")
          )
          yield* until(Effect.map(types, ({ length }) => length >= 4))
          deepStrictEqual((yield* types).toSorted(), ["helped", "mention", "reply", "reply"])
        })
      )
    }
  )
}
