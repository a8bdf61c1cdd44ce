import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, type Member } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { cookieFor, invalidIn, joinByForm, open, seen, submit } from "../support/Browse.ts"

const path = "/admin/invitations"
const usual = { role: "user", uses: "1", days: "14", note: "" }

/** Makes an invitation by the form. Gives the page with its link, and the secret of it. */
const invite = (admin: Member, values: Readonly<Record<string, string>> = {}) =>
  Effect.map(submit(path, { ...usual, ...values }, { cookie: cookieFor(admin) }), (answer) => ({
    answer,
    secret: /<p class="secret">[^<]*\/register\?invitation=(rds_\w{39})<\/p>/.exec(answer.text)?.[1] ?? ""
  }))

const invalid = "This invitation doesn’t work any more"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of invitations", (it) => {
    it.effect("shows a new link once, lists the invitation without it, and ends it", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const cookie = cookieFor(admin)
        const { answer, secret } = yield* invite(admin, { uses: "20", note: "the meeting in Lyon" })
        deepStrictEqual([answer.status, answer.headers["cache-control"]], [200, "no-store"])
        assertTrue(secret !== "" && answer.text.includes("You won’t see it again"))
        const { text } = yield* open(path, { cookie })
        assertTrue(
          !text.includes(secret) && text.includes("the meeting in Lyon") && text.includes("0 of 20\u00a0joined")
        )
        const [, end = ""] = /action="(\/invitations\/\d+\/end)"/.exec(text) ?? []
        const ended = yield* submit(end, {}, { cookie })
        deepStrictEqual([ended.status, ended.headers["location"]], [303, `${path}?done=ended`])
        const left = (yield* open(`${path}?done=ended`, { cookie })).text
        assertTrue(left.includes("The invitation has ended.") && !left.includes("the meeting in Lyon"))
        strictEqual((yield* submit(end, {}, { cookie })).status, 404)
      })
    )

    it.effect("marks what is wrong in the form, and keeps what was typed", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const wrong = { uses: "101", days: "0", note: "x".repeat(201) }
        const { answer } = yield* invite(admin, wrong)
        deepStrictEqual([answer.status, invalidIn(answer)], [400, ["uses", "days", "note"]])
        assertTrue(answer.text.includes('value="101"') && answer.text.includes(wrong.note))
      })
    )

    it.effect("says which invitations are used up", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const { secret } = yield* invite(admin, { role: "expert" })
        const { answer } = yield* joinByForm({ invitation: secret })
        strictEqual(answer.status, 303)
        const { text } = yield* open(path, { cookie: cookieFor(admin) })
        assertTrue(text.includes("1 of 1\u00a0joined") && text.includes(">Used up<"))
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page to join by a link", (it) => {
    it.effect("has the form while registration is closed, and says so; a member joins in the invitation's role", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const { secret } = yield* invite(admin, { role: "expert" })
        const close = { as: admin.token, body: { registration: "closed" } }
        strictEqual((yield* send("PATCH", "/api/community", close)).status, 200)
        const without = (yield* open("/register")).text
        assertTrue(without.includes("you need an invitation link") && !without.includes('name="username"'))
        const { text } = yield* open(`/register?invitation=${secret}`)
        assertTrue(text.includes("You’ve been invited") && text.includes("by invitation only"))
        assertTrue(text.includes("You’ll join as an expert."))
        assertTrue(text.includes(`<input type="hidden" name="invitation" value="${secret}"`))
        assertTrue(!text.includes('name="role"') && !text.includes(invalid))
        const taken = yield* joinByForm({ invitation: secret, username: admin.user.username })
        deepStrictEqual([taken.answer.status, invalidIn(taken.answer)], [409, ["username"]])
        assertTrue(taken.answer.text.includes(`value="${secret}"`))
        const { answer, username } = yield* joinByForm({ invitation: secret })
        strictEqual(answer.status, 303)
        const found = yield* send("GET", `/api/users?search=${username}`, { as: admin.token })
        deepStrictEqual(at(found.body, "data", 0, "role"), "expert")
        const late = yield* joinByForm({ invitation: secret })
        strictEqual(late.answer.status, 403)
        for (const page of [late.answer, yield* open(`/register?invitation=${secret}`)]) {
          assertTrue(page.text.includes(invalid) && !page.text.includes('name="username"'))
        }
        const opened = { as: admin.token, body: { registration: "open" } }
        strictEqual((yield* send("PATCH", "/api/community", opened)).status, 200)
        const again = seen((yield* open(`/register?invitation=${secret}`)).text)
        assertTrue(again.includes(invalid) && again.includes('name="username"'))
      })
    )

    it.effect("never repeats the secret of an unknown invitation, in any language", () =>
      Effect.gen(function* () {
        for (const lang of shippedLanguages) {
          const { status, text } = yield* open(`/register?invitation=rds_${"x".repeat(39)}&lang=${lang}`)
          strictEqual(status, 200)
          assertTrue(!text.includes('name="invitation"'))
        }
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })(
    "The page of an admin about a member",
    (it) => {
      it.effect("shows a link for a new password once, to hand over, and none for oneself", () =>
        Effect.gen(function* () {
          const [admin, member] = [yield* joinAdmin, yield* join()]
          const cookie = cookieFor(admin)
          const form = `/members/${member.user.id}/password-link`
          const made = yield* submit(form, {}, { cookie })
          const [, token = ""] =
            /<p class="secret">[^<]*\/reset-password\?token=(rds_\w{39})<\/p>/.exec(made.text) ?? []
          deepStrictEqual([made.status, made.headers["cache-control"]], [200, "no-store"])
          assertTrue(!(yield* open(`/admin?member=${member.user.id}`, { cookie })).text.includes(token))
          const asked = yield* open(`/reset-password?token=${token}`)
          deepStrictEqual([asked.status, asked.text.includes('name="password"')], [200, true])
          const set = yield* submit("/reset-password", { token, password: "zebras wear their stripes" })
          deepStrictEqual([set.status, set.headers["location"]], [303, "/sign-in?done=reset&next=/settings/access"])
          const used = yield* submit("/reset-password", { token, password: "zebras wear their stripes" })
          deepStrictEqual([used.status, used.text.includes("This link doesn’t work any more.")], [400, true])
          const again = yield* open(`/reset-password?token=${token}`)
          deepStrictEqual([again.status, again.text.includes('name="password"')], [400, false])
          assertTrue(again.text.includes("This link doesn’t work any more.") && again.text.includes("/forgot-password"))
          const own = yield* open(`/admin?member=${admin.user.id}`, { cookie })
          assertTrue(!own.text.includes("password-link"))
          strictEqual((yield* submit(`/members/${admin.user.id}/password-link`, {}, { cookie })).status, 403)
        })
      )
    }
  )
}
