import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { atOnce, members } from "../../support/AtOnce.ts"
import { community } from "../../support/Community.ts"
import { joinModerator, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { oneDatabase } from "../../support/Storage.ts"
import { eachOf, statusesOf } from "../../support/Wire.ts"
import { report } from "../../transport/http/moderation/Given.ts"

for (const storage of oneDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: reports at once`, (it) => {
    it.effect("of one target by fifty members are all stored, and alert a moderator once", () =>
      Effect.gen(function* () {
        const moderator = yield* joinModerator
        const { id } = yield* publish(yield* join())
        const target = { type: "post", id } as const
        const reporters = yield* members(50)
        const answers = yield* Effect.all(
          reporters.map(({ token }) => report(token, target)),
          atOnce
        )
        deepStrictEqual(
          statusesOf(answers).filter((status) => status !== 201),
          []
        )
        const inbox = send("GET", "/api/notifications", { as: moderator.token })
        const told = yield* Effect.repeat(inbox, { until: (listed) => eachOf(listed).length > 0 })
        deepStrictEqual(eachOf(told, "type"), ["report"])
      })
    )
  })
}
