import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, eachOf, refused } from "../../../support/Wire.ts"
import { open } from "../../web/support/Browse.ts"
import { decide, report, userOf } from "./Given.ts"

const sessionOf = ({ token }: Member) => `session=${Redacted.value(token)}`

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: reports of moderators`, (it) => {
    it.effect("are absent for the moderator or admin concerned, open or decided, and wait for the others", () =>
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

    it.effect("show on no page of the moderator concerned who sent them", () =>
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
