import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { joinModerator, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { decide, report } from "../../http/moderation/Given.ts"
import { alertOf, cookieFor, joinByForm, open, publishByForm, submit } from "../support/Browse.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of reports", (it) => {
    it.effect("answers a report of danger with help lines, any other with the list of reports", () =>
      Effect.gen(function* () {
        const author = yield* joinByForm()
        const path = yield* publishByForm(author.cookie)
        const id = path.split("/")[2] ?? ""
        const { cookie } = yield* joinByForm()
        const form = yield* open(`/report?type=post&id=${id}`, { cookie })
        assertTrue(form.text.includes(`name="id" value="${id}"`))
        assertTrue(form.text.includes(`<a href="${path}">Post</a>`), "the way back to the post")
        const without = yield* submit("/report", { type: "post", id, text: "what I typed" }, { cookie })
        deepStrictEqual([without.status, without.text.includes("what I typed</textarea>")], [400, true])
        assertTrue(alertOf(without).startsWith("Say what is wrong: reason must be spam, abuse, "), alertOf(without))
        for (const [lang, asked] of [
          ["de", "Bitte wählen Sie eine der Möglichkeiten."],
          ["fr", "Veuillez choisir une des possibilités."]
        ]) {
          const refused = yield* submit(`/report?lang=${lang}`, { type: "post", id }, { cookie })
          assertTrue(refused.text.includes(`${asked}`) && !refused.text.includes("undefined"), lang)
        }
        const sent = yield* submit("/report", { type: "post", id, reason: "danger", text: "Help" }, { cookie })
        deepStrictEqual([sent.status, sent.headers.location], [303, "/reports?done=danger"])
        assertTrue((yield* open("/reports?done=danger", { cookie })).text.includes('href="tel:'))
        const rowsIn = (lang: string) =>
          Effect.map(open(`/reports?done=danger&lang=${lang}`, { cookie }), ({ text }) =>
            text.split('<li class="row">')
          )
        const inFrench = yield* rowsIn("fr")
        const rowOf = (phone: string) => inFrench.filter((row) => row.includes(`>${phone}</a>`)).join()
        assertTrue(rowOf("02 2327 2327").includes("tous les jours de 09:00 à 24:00"), "hours")
        assertTrue(rowOf("*4141").includes("<p>Línea de Prevención del Suicidio</p>"), "a name without a page")
        assertTrue(
          rowOf("988").includes('<a href="https://988.ca" rel="noopener">9-8-8 : Ligne d’aide'),
          "a French name"
        )
        const again = yield* submit("/report", { type: "post", id, reason: "spam" }, { cookie })
        deepStrictEqual([again.status, /reported this/.test(alertOf(again))], [409, true])
        const other = yield* joinByForm()
        const usual = yield* submit("/report", { type: "post", id, reason: "spam" }, { cookie: other.cookie })
        deepStrictEqual([usual.status, usual.headers.location], [303, "/reports?done=sent"])
        const own = yield* open("/reports", { cookie: other.cookie })
        const decide = `href="/moderation?type=post&amp;id=${id}"`
        deepStrictEqual([own.text.includes(`/posts/${id}`), own.text.includes(decide)], [true, false])
        const toModerator = yield* open("/reports", { cookie: cookieFor(yield* joinModerator) })
        strictEqual(toModerator.text.includes(decide), true)
      })
    )

    it.effect(
      "lists help lines of the reader's country, then of the page's language, then by the names of countries",
      () =>
        Effect.gen(function* () {
          const { cookie } = yield* joinByForm({}, "de-AT")
          const { id } = yield* publish(yield* join())
          const headers = { "accept-language": "de-AT" }
          const { text } = yield* open(`/report?type=post&id=${id}`, { cookie, headers })
          const countries = Array.from(
            text.matchAll(/<strong>([^<]+)<\/strong> <a href="tel:/g),
            ([, country = ""]) => country
          )
          const named = countries.filter((country, index) => country !== countries[index - 1])
          deepStrictEqual(named.slice(0, 3), ["Österreich", "Deutschland", "Schweiz"])
          const others = named.slice(named.findIndex((country) => country === "Australien" || country === "Belgien"))
          deepStrictEqual(others, others.toSorted(new Intl.Collator("de").compare))
        })
    )

    it.effect(
      "lists help lines of the reader's language first in a country of several, and folds other countries",
      () =>
        Effect.gen(function* () {
          const { id } = yield* publish(yield* join())
          for (const [language, country, first] of [
            ["fr-BE", "Belgique", "0800 32 123"],
            ["de-BE", "Belgien", "1813"]
          ] as const) {
            const { cookie } = yield* joinByForm({}, language)
            const headers = { "accept-language": language }
            const { text } = yield* open(`/report?type=post&id=${id}`, { cookie, headers })
            const [unfolded = "", folded = ""] = text.slice(text.indexOf('href="tel:')).split("<details>")
            const lines = text.matchAll(/<strong>([^<]+)<\/strong> <a href="tel:[^"]*">([^<]+)/g)
            strictEqual(Array.from(lines).find(([, named]) => named === country)?.[2], first)
            assertTrue(unfolded.includes(first) && folded.includes("tel:1411") && !unfolded.includes("tel:1411"))
          }
        })
    )

    it.effect("shows reporters the words and author of what they reported while they may see it", () =>
      Effect.gen(function* () {
        const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const { id } = yield* publish(author, { title: "Pills for all", content: "Buy this now." })
        yield* report(reporter.token, { type: "post", id }, "spam")
        const shown = (cookie: string) =>
          Effect.map(open("/reports", { cookie }), ({ text }) => [
            text.includes("Pills for all: Buy this now."),
            text.includes(`<bdi>${author.user.username}</bdi>`),
            text.includes(`href="/posts/${id}"`)
          ])
        deepStrictEqual(yield* shown(cookieFor(reporter)), [true, true, true])
        yield* decide(mod.token, { type: "post", id }, "hide")
        deepStrictEqual(yield* shown(cookieFor(reporter)), [false, false, false])
        deepStrictEqual(yield* shown(cookieFor(mod)), [true, true, true])
      })
    )

    it.effect("links no member who has left", () =>
      Effect.gen(function* () {
        const [leaver, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        yield* report(reporter.token, { type: "user", id: leaver.user.id })
        const links = (member: typeof leaver) =>
          Effect.map(open("/reports", { cookie: cookieFor(member) }), ({ text }) =>
            text.includes(`href="/members/${leaver.user.id}"`)
          )
        deepStrictEqual([yield* links(reporter), yield* links(mod)], [true, true])
        const body = { password: Redacted.value(leaver.payload.password), posts: "delete" }
        yield* send("DELETE", "/api/users/me", { as: leaver.token, body })
        deepStrictEqual([yield* links(reporter), yield* links(mod)], [false, false])
      })
    )

    it.effect("filters reports by their status, and says only to moderators who sent one", () =>
      Effect.gen(function* () {
        const [reporter, mod] = [yield* join(), yield* joinModerator]
        const [first, second] = [yield* publish(mod), yield* publish(mod)]
        for (const { id } of [first, second]) yield* report(reporter.token, { type: "post", id }, "spam")
        yield* decide((yield* joinModerator).token, { type: "post", id: first.id }, "none")
        const shown = (path: string, cookie: string) =>
          Effect.map(open(path, { cookie }), ({ text }) =>
            [first, second].map(({ id }) => text.includes(`/posts/${id}"`))
          )
        const cookie = cookieFor(reporter)
        deepStrictEqual(yield* shown("/reports", cookie), [true, true])
        deepStrictEqual(yield* shown("/reports?status=open", cookie), [false, true])
        deepStrictEqual(yield* shown("/reports?status=decided", cookie), [true, false])
        const saysReporter = (cookie: string) =>
          Effect.map(open("/reports", { cookie }), ({ text }) => text.includes("Reported by"))
        deepStrictEqual([yield* saysReporter(cookie), yield* saysReporter(cookieFor(mod))], [false, true])
      })
    )
  })
}
