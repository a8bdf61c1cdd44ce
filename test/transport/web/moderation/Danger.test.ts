import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { decide, report, type TargetOnWire } from "../../http/moderation/Given.ts"
import { cookieFor, open, submit } from "../support/Browse.ts"

const pathOf = ({ id, type }: TargetOnWire) => `/moderation?type=${type}&id=${id}`

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of a case of danger", (it) => {
    it.effect("says first what to do where somebody may be in danger, and leads to the reply before any decision", () =>
      Effect.gen(function* () {
        const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const cookie = cookieFor(mod)
        const { id: postId } = yield* publish(author)
        const { id } = yield* answer(author, postId, "I cannot go on")
        const post: TargetOnWire = { type: "post", id: postId }
        const comment: TargetOnWire = { type: "comment", id }
        const advice = (target: TargetOnWire) =>
          Effect.map(open(pathOf(target), { cookie }), ({ text }) => {
            const [, steps = ""] = /what to do<\/h2><ol>(.*?)<\/ol>/s.exec(text) ?? []
            const [, reply] = /<a class="button" href="([^"]+)">Reply to them<\/a>.*name="action"/s.exec(text) ?? []
            assertTrue(text.includes('<a href="/moderating">Guide for moderators</a>'), "the guide")
            return [steps.split("<li>").length - 1, reply]
          })
        for (const target of [post, comment]) yield* report(reporter.token, target)
        deepStrictEqual(yield* advice(comment), [0, undefined])
        const { token } = yield* join()
        for (const target of [post, comment]) yield* report(token, target, "danger")
        deepStrictEqual(yield* advice(post), [5, `/posts/${postId}#write`])
        deepStrictEqual(yield* advice(comment), [5, `/comments/${id}/reply`])
        strictEqual((yield* open(`/comments/${id}/reply`, { cookie })).status, 200)
        yield* decide(mod.token, comment, "hide")
        yield* report((yield* join()).token, post, "danger")
        deepStrictEqual(yield* advice(post), [5, `/posts/${postId}#write`])
      })
    )

    it.effect("has the help lines where a report says that somebody is in danger, folded, and else none", () =>
      Effect.gen(function* () {
        const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const post: TargetOnWire = { type: "post", id: (yield* publish(author)).id }
        const hasLines = Effect.map(open(pathOf(post), { cookie: cookieFor(mod) }), ({ text }) =>
          /<details[^>]*><summary>Helplines, by country<\/summary>.*?href="tel:/s.test(text)
        )
        yield* report(reporter.token, post)
        strictEqual(yield* hasLines, false)
        yield* report((yield* join()).token, post, "danger")
        strictEqual(yield* hasLines, true)
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The review of a first text", (it) => {
    it.effect("leads back to the queue when it is published, never into another case", () =>
      Effect.gen(function* () {
        const [author, admin] = [yield* join(), yield* joinAdmin]
        const danger: TargetOnWire = { type: "post", id: (yield* publish(author)).id }
        yield* report((yield* join()).token, danger, "danger")
        yield* send("PATCH", "/api/community", { as: admin.token, body: { reviewFirstPosts: 1 } })
        const { id } = yield* publish(yield* join())
        const published = yield* submit(
          "/moderation",
          { type: "post", id: String(id), action: "publish" },
          { cookie: cookieFor(admin) }
        )
        deepStrictEqual([published.status, published.headers.location], [303, "/moderation?done=decided"])
      })
    )
  })
}
