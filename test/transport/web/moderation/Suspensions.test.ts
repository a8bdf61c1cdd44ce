import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { userOf } from "../../http/moderation/Given.ts"
import { cookieFor, cookieOf, open, submit } from "../support/Browse.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Suspensions on pages", (it) => {
    it.effect("one by an admin promises no appeal to the member, and tells moderators its reason", () =>
      Effect.gen(function* () {
        const [admin, mod, member] = [yield* joinAdmin, yield* joinModerator, yield* join()]
        const path = `/api/users/${member.user.id}`
        yield* send("PUT", `${path}/suspension`, { as: admin.token, body: { reason: "The account was taken over." } })
        const { email, password } = member.payload
        const signedIn = yield* submit("/sign-in", { email, password: Redacted.value(password) })
        const { text } = yield* open("/posts", { cookie: cookieOf(signedIn) })
        deepStrictEqual(
          ["The account was taken over.", "there is no appeal here", "appeal once", 'href="/decisions"'].map((words) =>
            text.includes(words)
          ),
          [true, true, false, false]
        )
        const shown = yield* open(`/moderation?type=user&id=${member.user.id}`, { cookie: cookieFor(mod) })
        assertTrue(/Suspended indefinitely<\/span><span dir="auto">The account was taken over\./.test(shown.text))
        const read = yield* send("GET", path, { as: mod.token })
        strictEqual(at(read.body, "suspended", "reason"), "The account was taken over.")
      })
    )

    it.effect("the form of a moderator who has seen another state than the present one is refused, and then not", () =>
      Effect.gen(function* () {
        const [one, other, member] = [yield* joinModerator, yield* joinModerator, yield* join()]
        const { id, type } = userOf(member)
        const page = `/moderation?type=${type}&id=${id}`
        const seenAs = ({ text }: { readonly text: string }) => /name="seenAs" value="([^"]*)"/.exec(text)?.[1] ?? ""
        const seen = seenAs(yield* open(page, { cookie: cookieFor(one) }))
        const form = { type, id: String(id), action: "suspend", rule: "Be kind", reason: "Threats.", seenAs: seen }
        strictEqual((yield* submit("/moderation", form, { cookie: cookieFor(one) })).status, 303)
        const shorter = { ...form, until: "2199-01-02T10:00" }
        const stale = yield* submit("/moderation", shorter, { cookie: cookieFor(other) })
        deepStrictEqual([stale.status, stale.text.includes("someone else was faster")], [409, true])
        const again = { ...shorter, seenAs: seenAs(stale) }
        strictEqual((yield* submit("/moderation", again, { cookie: cookieFor(other) })).status, 303)
      })
    )
  })
}
