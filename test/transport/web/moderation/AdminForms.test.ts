import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { cookieFor, invalidIn, open, submit } from "../support/Browse.ts"

const variables = { ...unlimited, REVIEW_FIRST_POSTS: "3" }

for (const storage of memoryOnly) {
  layer(community(storage.layer, variables), { excludeTestServices: true })("The forms for admins", (it) => {
    it.effect("add and remove a feed, and say what is wrong with an address", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* joinAdmin)
        const wrong = yield* submit("/admin/news", { url: "rare.example" }, { cookie })
        deepStrictEqual([wrong.status, invalidIn(wrong)], [400, ["url"]])
        assertTrue(
          wrong.text.includes("an address that begins with https://") && wrong.text.includes('value="rare.example"')
        )
        const url = "https://rare.example/feed?topic=rett"
        const added = yield* submit("/admin/news", { url }, { cookie })
        deepStrictEqual([added.status, added.headers.location], [303, "/admin/news?done=added"])
        const { text } = yield* open("/admin/news?done=added", { cookie })
        assertTrue(text.includes("The feed was added") && text.includes(`<h3 dir="auto">${url}</h3>`))
        const feed = /<h3 dir="auto">https:\/\/rare.*?action="(\/feeds\/\w+\/delete)"/.exec(text)?.[1] ?? ""
        strictEqual((yield* submit(feed, {}, { cookie })).headers.location, "/admin/news?done=saved")
        assertTrue(!(yield* open("/admin/news", { cookie })).text.includes("rare.example"))
      })
    )
  })

  layer(community(storage.layer, variables), { excludeTestServices: true })("A refused form about a member", (it) => {
    it.effect("says whom it is about, with the way back to the member and to the other pages for admins", () =>
      Effect.gen(function* () {
        const [admin, member] = [yield* joinAdmin, yield* join()]
        const cookie = cookieFor(admin)
        const { id, username } = member.user
        const text = "I have been a nurse for ten years, at the clinic of our town."
        yield* send("PUT", "/api/users/me/verification-request", { as: member.token, body: { as: "a nurse", text } })
        const waiting = yield* open("/admin", { cookie })
        const refuse = /action="(\/verification-requests\/\d+\/refuse)".*?name="member" value="(\d+)"/s.exec(
          waiting.text
        )
        strictEqual(refuse?.[2], String(id))
        for (const [path, values] of [
          [`/members/${id}/role`, { role: "planet" }],
          [`/members/${id}/verify`, { as: "" }],
          [`/members/${id}/credentials`, { reason: "" }],
          [refuse?.[1] ?? "", { reason: "", as: "a nurse", text, member: String(id) }]
        ] as const) {
          const refused = yield* submit(path, values, { cookie })
          deepStrictEqual([path, refused.status, refused.text.match(/<h1\b/g)?.length], [path, 400, 1])
          for (const part of [`<bdi>${username}</bdi>`, `href="/admin?member=${id}"`, 'href="/admin/audit"']) {
            assertTrue(refused.text.includes(part), `${path}: ${part}`)
          }
        }
      })
    )

    it.effect("of an approval comes back with the request as it is now, where the member has changed it", () =>
      Effect.gen(function* () {
        const [admin, member] = [yield* joinAdmin, yield* join()]
        const cookie = cookieFor(admin)
        const { id, username } = member.user
        const ask = (as: string, text: string) =>
          send("PUT", "/api/users/me/verification-request", { as: member.token, body: { as, text } })
        yield* ask("Patient", "I am a patient.")
        const waiting = (yield* open("/admin", { cookie })).text
        const form = waiting.slice(waiting.indexOf(`action="/members/${id}/verify"`)).split("</form>")[0] ?? ""
        const shown = Object.fromEntries(
          Array.from(form.matchAll(/name="(\w+)" value="([^"]*)"/g), ([, name, value]) => [name, value])
        )
        deepStrictEqual(shown, { as: "Patient", text: "I am a patient.", username })
        yield* ask("Doctor", "I am a doctor.")
        const changed = yield* submit(`/members/${id}/verify`, shown, { cookie })
        strictEqual(changed.status, 409)
        for (const part of ["The member has changed or withdrawn the request", "I am a doctor.", 'value="Doctor"']) {
          assertTrue(changed.text.includes(part), part)
        }
        assertTrue(!changed.text.includes("I am a patient."))
        yield* send("DELETE", "/api/users/me/verification-request", { as: member.token })
        const withdrawn = yield* submit(`/members/${id}/verify`, shown, { cookie })
        deepStrictEqual([withdrawn.status, withdrawn.text.includes("The member has changed or withdrawn")], [409, true])
        yield* ask("Patient", "I am a patient.")
        yield* send("PATCH", "/api/users/me", { as: member.token, body: { username: `dr ${username}` } })
        yield* ask("Patient", "I am a patient.")
        strictEqual((yield* submit(`/members/${id}/verify`, shown, { cookie })).status, 409)
        const { body } = yield* send("GET", `/api/users/${id}`, { as: admin.token })
        strictEqual(at(body, "verified"), null)
        const present = { ...shown, username: `dr ${username}` }
        strictEqual((yield* submit(`/members/${id}/verify`, present, { cookie })).status, 303)
      })
    )

    it.effect("is on a page whose ids are unique", () =>
      Effect.gen(function* () {
        const { text } = yield* open("/admin", { cookie: cookieFor(yield* joinAdmin) })
        const ids = Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
        deepStrictEqual(
          ids.filter((id, index) => ids.indexOf(id) !== index),
          []
        )
      })
    )
  })

  layer(community(storage.layer, variables), { excludeTestServices: true })("The form of the notice", (it) => {
    it.effect("sets a notice with its end, which all pages show, refuses a past end, and takes the notice away", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* joinAdmin)
        const save = (notice: string, until: string) => {
          const values = { registration: "open", reviewFirstPosts: "3", notice, until }
          return submit("/admin/community?lang=fr", values, { cookie })
        }
        const past = yield* save("Maintenance", "2020-01-01T08:00")
        deepStrictEqual([past.status, invalidIn(past)], [400, ["until"]])
        strictEqual(
          (yield* save("Le serveur est mis à jour dimanche matin, de huit à neuf heures.", "2999-01-01T08:00")).status,
          303
        )
        const form = yield* open("/admin/community", { cookie })
        assertTrue(form.text.includes('type="datetime-local" value="2999-01-01T08:00"'), form.text)
        for (const path of ["/", "/register", "/nowhere"]) {
          const { text } = yield* open(`${path}?lang=en`)
          assertTrue(
            text.includes('<section class="pinned" aria-label="Notice"><p class="wide" dir="auto" lang="fr">'),
            path
          )
        }
        strictEqual((yield* save("", "2020-01-01T08:00")).status, 303)
        assertTrue(!(yield* open("/")).text.includes("pinned"))
      })
    )
  })
}

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
