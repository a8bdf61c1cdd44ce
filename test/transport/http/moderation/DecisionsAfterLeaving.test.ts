import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { formerMember } from "../../../../src/domain/accounts/Leaving.ts"
import { NotificationsRepo } from "../../../../src/ports/notifications/NotificationsRepo.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, refused, refusedFor } from "../../../support/Wire.ts"
import { decide, report, told, userOf } from "./Given.ts"

const leave = ({ token }: Member, posts: "delete" | "keep") =>
  send("DELETE", "/api/users/me", { as: token, body: { password: "correct horse battery", posts } })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: decisions after leaving`, (it) => {
    it.effect("close the reports about a member who has left", () =>
      Effect.gen(function* () {
        const [bob, eve, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const target = userOf(eve)
        strictEqual((yield* report(bob.token, target)).status, 201)
        strictEqual((yield* leave(eve, "delete")).status, 200)
        refused(yield* decide(mod.token, target, "suspend"), 404)
        strictEqual((yield* decide(mod.token, target, "none")).status, 201)
        refusedFor(yield* decide(mod.token, target, "none"), 404, /no user/)
      })
    )

    it.effect("store no words about a member who has left, nor about a text that went with them", () =>
      Effect.gen(function* () {
        const [bob, eve] = [yield* join(), yield* join()]
        const [mod, admin] = [yield* joinModerator, yield* joinAdmin]
        const post = { type: "post", id: (yield* publish(eve)).id } as const
        for (const target of [userOf(eve), post]) yield* report(bob.token, target)
        yield* leave(eve, "delete")
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

    it.effect("about texts that stayed notify their reporters, and nobody as the former member", () =>
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
}
