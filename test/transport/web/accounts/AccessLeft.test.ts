import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { newAuthenticator } from "../../../support/authenticator/Authenticator.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { register } from "../../http/accounts/factors/Given.ts"
import { cookieOf, open, submit } from "../support/Browse.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("A reset password", (it) => {
    it.effect("leads, by the sign-in, to the passkeys and keys that are left, and to what ends them", () =>
      Effect.gen(function* () {
        const [admin, maria] = [yield* joinAdmin, yield* join()]
        yield* register(maria, newAuthenticator(), { name: "A stranger's phone" })
        const key = yield* maria.client.auth.createApiKey({ payload: { name: "A stranger's script" } })
        const link = yield* send("POST", `/api/users/${maria.user.id}/password-link`, { as: admin.token })
        const token = new URL(String(at(link.body, "url"))).searchParams.get("token") ?? ""
        const password = "zebras wear their stripes"
        const reset = yield* submit("/reset-password", { token, password })
        const next = new URL(String(reset.headers.location), "http://site").searchParams.get("next") ?? ""
        const signedIn = yield* submit("/sign-in", { email: maria.payload.email, password, next })
        const { status, text } = yield* open(String(signedIn.headers.location), { cookie: cookieOf(signedIn) })
        strictEqual(status, 200)
        for (const part of [
          "stranger",
          "s phone",
          "s script",
          "/remove",
          "/settings/keys/revoke",
          `value="${key.id}"`
        ]) {
          assertTrue(text.includes(part), part)
        }
      })
    )
  })
}
