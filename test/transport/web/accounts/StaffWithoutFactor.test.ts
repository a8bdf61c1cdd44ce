import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Option } from "effect"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { UsersRepo } from "../../../../src/ports/accounts/UsersRepo.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator, type Member } from "../../../support/Given.ts"
import { said } from "../../../support/languages/Said.ts"
import { join } from "../../../support/Members.ts"
import { addPasskey } from "../../../support/rows/FactorWorld.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { oldSession } from "../../http/accounts/factors/Given.ts"
import { cookieFor, open, seen } from "../support/Browse.ts"

const security = "/settings/security"

/** Dates the role of a moderator or an admin, who lacks a factor since. */
const staffSince = ({ user }: Member, daysAgo: number) =>
  Effect.gen(function* () {
    const staffSince = DateTime.subtract(yield* DateTime.now, { days: daysAgo })
    yield* (yield* UsersRepo).update(user.id, {
      username: Option.none(),
      bio: Option.none(),
      role: Option.none(),
      staffSince
    })
  })

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Pages of staff without a factor", (it) => {
    it.effect("count the days, until there is one", () =>
      Effect.gen(function* () {
        for (const staff of [yield* joinAdmin, yield* joinModerator]) {
          const cookie = cookieFor(staff)
          yield* staffSince(staff, 5)
          for (const path of ["/", "/moderation"])
            assertTrue(seen((yield* open(path, { cookie })).text).includes("You have 9\u00a0days left."), path)
          assertTrue(!(yield* open("/settings", { cookie })).text.includes("days left"))
          yield* addPasskey(staff)
          assertTrue(
            !(yield* open("/", { cookie: cookieFor({ token: yield* oldSession(staff) }) })).text.includes("days left")
          )
        }
        assertTrue(!(yield* open("/", { cookie: cookieFor(yield* join()) })).text.includes("days left"))
      })
    )

    it.effect("lead to the settings once the time is over", () =>
      Effect.gen(function* () {
        const moderator = yield* joinModerator
        yield* staffSince(moderator, 15)
        for (const lang of shippedLanguages) {
          const options = { cookie: cookieFor(moderator), headers: { "accept-language": lang } }
          const refused = yield* open("/moderation", options)
          strictEqual(refused.status, 403)
          assertTrue(refused.text.includes(`<a href="${security}">${said(lang).settings.pages.security}</a>`), lang)
          assertTrue((yield* open("/", options)).text.includes(said(lang).factors.over), lang)
        }
      })
    )
  })
}
