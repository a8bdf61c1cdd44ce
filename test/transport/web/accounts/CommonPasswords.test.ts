import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { said } from "../../../support/languages/Said.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { passwordOf } from "../../http/accounts/factors/Given.ts"
import { cookieFor, invalidIn, joinByForm, seen, submit } from "../support/Browse.ts"

const common = ["password", "12345678", "qwertyuiop", "iloveyou1", "ILoveYou1"]

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Pages, of a common password,", (it) => {
    it.effect("refuse it at registration, and the name and the address of the account, in each language", () =>
      Effect.gen(function* () {
        for (const password of common) {
          const { answer } = yield* joinByForm({ password })
          deepStrictEqual([answer.status, invalidIn(answer)], [400, ["password"]], password)
        }
        const username = unique()
        for (const password of [username, `${username}2026!`, `${username}@example.org`]) {
          const { answer } = yield* joinByForm({ username, email: `${username}@example.org`, password })
          deepStrictEqual([answer.status, invalidIn(answer)], [400, ["password"]], password)
        }
        for (const language of shippedLanguages) {
          const { answer } = yield* joinByForm({ password: "password" }, language)
          assertTrue(seen(answer.text).includes(said(language).faults.CommonPassword({ why: "list" })), language)
        }
        strictEqual((yield* joinByForm({ password: "a quite uncommon one" })).answer.status, 303)
      })
    )

    it.effect("refuse it at a change of the password, and at a reset by a link", () =>
      Effect.gen(function* () {
        const [admin, maria] = [yield* joinAdmin, yield* join()]
        const change = (newPassword: string) =>
          submit("/settings/password", { oldPassword: passwordOf(maria), newPassword }, { cookie: cookieFor(maria) })
        const link = yield* send("POST", `/api/users/${maria.user.id}/password-link`, { as: admin.token })
        const token = new URL(String(at(link.body, "url"))).searchParams.get("token") ?? ""
        for (const password of ["iloveyou1", maria.payload.email]) {
          const refused = yield* change(password)
          deepStrictEqual([refused.status, invalidIn(refused)], [400, ["newPassword"]])
          const reset = yield* submit("/reset-password", { token, password })
          deepStrictEqual([reset.status, invalidIn(reset)], [400, ["password"]])
        }
        strictEqual((yield* submit("/reset-password", { token, password: "a quite uncommon one" })).status, 303)
      })
    )

    it.effect("are stricter than the API, which takes what the specification takes", () =>
      Effect.gen(function* () {
        const body = { username: unique(), email: `${unique()}@example.org`, password: "iloveyou1" }
        strictEqual((yield* send("POST", "/api/auth/register", { body })).status, 201)
      })
    )
  })
}
