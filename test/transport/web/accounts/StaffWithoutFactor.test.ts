import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Option } from "effect"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { CredentialsRepo } from "../../../../src/ports/accounts/CredentialsRepo.ts"
import { PasskeysRepo } from "../../../../src/ports/accounts/PasskeysRepo.ts"
import { UsersRepo } from "../../../../src/ports/accounts/UsersRepo.ts"
import { Secrets } from "../../../../src/ports/Secrets.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator, type Member } from "../../../support/Given.ts"
import { said } from "../../../support/languages/Said.ts"
import { join } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { cookieFor, open, seen } from "../support/Browse.ts"

const security = "/settings/security"

/** A session of a member that began ten minutes ago, so that forms ask who acts. */
const oldSession = ({ user: { id: userId } }: Member) =>
  Effect.gen(function* () {
    const { hashOf, newToken } = yield* Secrets
    const token = yield* newToken
    const createdAt = DateTime.subtract(yield* DateTime.now, { minutes: 10 })
    const expiresAt = DateTime.add(createdAt, { hours: 24 })
    yield* (yield* CredentialsRepo).addSession({ userId, hash: hashOf(token)?.hash ?? "", createdAt, expiresAt })
    return cookieFor({ token })
  })

const addPasskey = ({ user }: Member) =>
  Effect.gen(function* () {
    const createdAt = yield* DateTime.now
    const credential = { credentialId: `Key${user.id}`, publicKey: "", counter: 0, transports: [] }
    return yield* (yield* PasskeysRepo).add({ ...credential, userId: user.id, name: "Old <phone>", createdAt })
  })

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
          assertTrue(!(yield* open("/", { cookie: yield* oldSession(staff) })).text.includes("days left"))
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
