import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { cookieFor, open } from "../support/Browse.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of the audit log", (it) => {
    it.effect("says what was changed in the words of the forms that changed it", () =>
      Effect.gen(function* () {
        const [admin, member] = [yield* joinAdmin, yield* join()]
        const as = admin.token
        const notice = { text: "From 8 to 9, we move", until: "2999-01-01T08:00:00Z" }
        const first = { registration: "closed", reviewFirstPosts: 0, audiences: true, agentsReadMembers: true, notice }
        for (const body of [first, { registration: "open", defaultAudience: "members", notice: { text: "" } }]) {
          strictEqual((yield* send("PATCH", "/api/community", { as, body })).status, 200)
        }
        yield* send("POST", "/api/invitations", { as, body: { role: "expert", uses: 3 } })
        const link = yield* send("POST", `/api/users/${member.user.id}/password-link`, { as })
        const token = new URL(String(at(link.body, "url"))).searchParams.get("token") ?? ""
        yield* send("POST", "/api/auth/password/reset", { body: { token, password: "zebras wear their stripes" } })
        const { text } = yield* open("/admin/audit?lang=de", { cookie: cookieFor(admin) })
        const details = Array.from(text.matchAll(/<p dir="auto"><span>([^<]*)<\/span>/g), ([, detail]) => detail)
        deepStrictEqual(details.slice(0, 4), [
          "Mit dem Link eines Admins",
          "Rolle der Eingeladenen: Fachkraft · Wie viele Personen können damit Mitglied werden? 3",
          "Wer kann Mitglied werden? Nur Personen, die ein Admin einlädt → Alle · " +
            "Wer kann einen neuen Beitrag lesen, wenn nichts anderes gewählt wird? Alle → Nur Mitglieder · " +
            "Hinweis oben auf allen Seiten: “From 8 to 9, we move” bis 1. Januar 2999 um\u00a008:00 (UTC) → –",
          "Wer kann Mitglied werden? Alle → Nur Personen, die ein Admin einlädt · " +
            "Dürfen KI-Agenten lesen, was nur für Mitglieder ist? " +
            "Nein → Ja, mit einem Schlüssel, den ein Mitglied dafür angelegt hat · " +
            "Hinweis oben auf allen Seiten: – → “From 8 to 9, we move” bis 1. Januar 2999 um\u00a008:00 (UTC)"
        ])
      })
    )
  })
}
