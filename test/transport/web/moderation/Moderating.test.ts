import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at, eachOf } from "../../../support/Wire.ts"
import { appeal, decide, decideAppeal, reason, report, rule } from "../../http/moderation/Given.ts"
import { alertOf, cookieFor, joinByForm, open, publishByForm, submit } from "../support/Browse.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Reports and decisions on pages", (it) => {
    it.effect("the queue has a report of danger before the open appeals, and other reports after them", () =>
      Effect.gen(function* () {
        const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const [hidden, reported] = [yield* publish(author), yield* publish(author)]
        const decided = yield* decide(mod.token, { type: "post", id: hidden.id }, "hide")
        yield* appeal(author.token, at(decided.body, "id"))
        const areReportsFirst = Effect.map(
          open("/moderation", { cookie: cookieFor(mod) }),
          ({ text }) => text.indexOf('id="appeals"') > text.indexOf("open report")
        )
        yield* report(reporter.token, { type: "post", id: reported.id }, "danger")
        strictEqual(yield* areReportsFirst, true)
        const reports = yield* send("GET", "/api/reports?status=open&limit=100", { as: mod.token })
        for (const target of eachOf(reports, "target")) {
          yield* send("POST", "/api/decisions", { as: mod.token, body: { target, action: "none", rule, reason } })
        }
        yield* report(reporter.token, { type: "post", id: (yield* publish(author)).id }, "spam")
        strictEqual(yield* areReportsFirst, false)
        yield* decideAppeal((yield* joinModerator).token, at(decided.body, "id"), "upheld")
      })
    )

    it.effect("the queue shows a moderator the author and the text of a reported comment, and escapes it", () =>
      Effect.gen(function* () {
        const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const { id } = yield* answer(author, (yield* publish(author)).id, "Buy 1 < 2\n\nnow: *cheap*")
        yield* send("POST", "/api/reports", {
          as: reporter.token,
          body: { target: { type: "comment", id }, reason: "spam" }
        })
        const { text } = yield* open("/moderation", { cookie: cookieFor(mod) })
        assertTrue(
          text.includes('<p dir="auto">Buy 1 &#x3C; 2</p>\n<p dir="auto">now: <em>cheap</em></p></div></blockquote>'),
          text
        )
        assertTrue(text.includes(`<bdi>${author.user.username}</bdi>`), "the author")
      })
    )

    it.effect(
      "the queue has a reported text once, with all its open reports, and says how many reports there are",
      () =>
        Effect.gen(function* () {
          const [author, one, other, mod] = [yield* join(), yield* join(), yield* join(), yield* joinModerator]
          const { id } = yield* publish(author)
          const before = yield* open("/moderation", { cookie: cookieFor(mod) })
          for (const { token } of [one, other]) yield* report(token, { type: "post", id })
          const { text } = yield* open("/moderation", { cookie: cookieFor(mod) })
          const link = `href="/moderation?type=post&amp;id=${id}"`
          deepStrictEqual([before.text.split(link).length - 1, text.split(link).length - 1], [0, 1])
          for (const { user } of [one, other]) assertTrue(text.includes(`<bdi>${user.username}</bdi>`))
          assertTrue(/[2-9]\d*\u00a0open reports/.test(text), text)
        })
    )

    it.effect("all texts of a member are hidden only where the moderator has confirmed it", () =>
      Effect.gen(function* () {
        const [author, mod] = [yield* join(), yield* joinModerator]
        const { id: post } = yield* publish(author)
        const id = String(author.user.id)
        const decision = {
          type: "user",
          id,
          action: "hide",
          rule: "No advertising",
          reason: "All of it sells something."
        }
        const refused = yield* submit("/moderation", decision, { cookie: cookieFor(mod) })
        deepStrictEqual([refused.status, /say so$/.test(alertOf(refused))], [400, true])
        strictEqual((yield* open(`/posts/${post}`)).status, 200)
        const done = yield* submit("/moderation", { ...decision, all: "yes" }, { cookie: cookieFor(mod) })
        deepStrictEqual([done.status, (yield* open(`/posts/${post}`)).status], [303, 404])
      })
    )

    it.effect("the address of a hidden comment leads its author and moderators to the decision, and nobody else", () =>
      Effect.gen(function* () {
        const [author, other, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const { id } = yield* answer(author, (yield* publish(other)).id)
        const decided = yield* decide(mod.token, { type: "comment", id }, "hide")
        const path = `/decisions/${at(decided.body, "id")}`
        const led = (cookie?: string) =>
          Effect.map(open(`/comments/${id}`, { cookie }), ({ headers, status }) => [status, headers["location"]])
        for (const member of [author, mod]) deepStrictEqual(yield* led(cookieFor(member)), [303, path])
        for (const cookie of [cookieFor(other), undefined]) deepStrictEqual(yield* led(cookie), [404, undefined])
      })
    )

    it.effect("a moderator hides a post, its author appeals, and another moderator takes it back", () =>
      Effect.gen(function* () {
        const author = yield* joinByForm()
        const path = yield* publishByForm(author.cookie)
        const id = path.split("/")[2] ?? ""
        const [one, other] = [yield* joinModerator, yield* joinModerator]
        const reporter = yield* joinByForm()
        yield* submit("/report", { type: "post", id, reason: "spam" }, { cookie: reporter.cookie })
        strictEqual((yield* open("/moderation", { cookie: author.cookie })).status, 403)
        assertTrue((yield* open("/moderation", { cookie: cookieFor(one) })).text.includes(`type=post&amp;id=${id}`))
        const titles = {
          en: "Review a post",
          de: "Über einen Beitrag entscheiden",
          fr: "Décision sur un message"
        }
        for (const [language, title] of Object.entries(titles)) {
          const cookie = `${cookieFor(one)}; lang=${language}`
          const { text } = yield* open(`/moderation?type=post&id=${id}`, { cookie })
          assertTrue(text.includes(`<h1>${title}</h1>`), title)
          assertTrue(text.includes(`<h3><a href="/posts/${id}" dir="auto">`), language)
        }
        const decision = { type: "post", id, action: "hide", rule: "No advertising", reason: "It sells something." }
        const refused = yield* submit("/moderation", { ...decision, rule: "" }, { cookie: cookieFor(one) })
        deepStrictEqual([refused.status, alertOf(refused)], [400, "rule must not be blank"])
        assertTrue(refused.text.includes("It sells something.</textarea>"))
        assertTrue(refused.text.includes(`<h3><a href="/posts/${id}" dir="auto">`), "the text is still to be read")
        strictEqual((yield* submit("/moderation", decision, { cookie: cookieFor(one) })).status, 303)
        strictEqual((yield* open(path)).status, 404)
        const shown = yield* open(path, { cookie: author.cookie })
        const at = /href="(\/decisions\/\d+)"/.exec(shown.text)?.[1] ?? ""
        assertTrue((yield* open(at, { cookie: author.cookie })).text.includes("It sells something."))
        const appeal = yield* submit(`${at}/appeal`, { text: "I gave it away." }, { cookie: author.cookie })
        deepStrictEqual([appeal.status, appeal.headers.location], [303, `${at}?done=sent`])
        const saysWhoDecides = ({ cookie }: { readonly cookie: string }) =>
          Effect.map(open(at, { cookie }), ({ text }) => text.includes("Another moderator will decide."))
        deepStrictEqual(
          [yield* saysWhoDecides(author), yield* saysWhoDecides({ cookie: cookieFor(other) })],
          [true, false]
        )
        const waiting = Effect.map(open("/moderation", { cookie: cookieFor(other) }), ({ text }) =>
          text.includes(`href="${at}"`)
        )
        strictEqual(yield* waiting, true)
        const offered = ({ cookie }: { readonly cookie: string }) =>
          Effect.map(open("/moderation", { cookie }), ({ text }) => [
            text.includes("Decide this appeal"),
            text.includes("Waiting for another moderator")
          ])
        deepStrictEqual(yield* offered({ cookie: cookieFor(one) }), [false, true])
        deepStrictEqual(yield* offered({ cookie: cookieFor(other) }), [true, false])
        const again = yield* submit(`${at}/appeal`, { text: "Once more." }, { cookie: author.cookie })
        deepStrictEqual([again.status, again.text.includes("Once more.")], [409, true])
        const badge = Effect.map(
          open("/decisions", { cookie: cookieFor(other) }),
          ({ text }) => /<span class="badge[^"]*">([^<]+)</.exec(text)?.[1]
        )
        strictEqual(yield* badge, "Appeal pending")
        const saysWhoDecided = ({ cookie }: { readonly cookie: string }) =>
          Effect.map(open(at, { cookie }), ({ text }) => text.includes(`<bdi>${one.user.username}</bdi>`))
        deepStrictEqual(
          [yield* saysWhoDecided(author), yield* saysWhoDecided({ cookie: cookieFor(other) })],
          [false, true]
        )
        const outcome = { outcome: "reversed", reason: "It was a gift." }
        strictEqual((yield* submit(`${at}/outcome`, outcome, { cookie: cookieFor(other) })).status, 303)
        deepStrictEqual([yield* badge, yield* waiting], ["Decision overturned", false])
        strictEqual((yield* open(path)).status, 200)
      })
    )

    it.effect("the page for admins is 403 for moderators, and verifies, changes roles and ends credentials", () =>
      Effect.gen(function* () {
        const [admin, moderator] = [yield* joinAdmin, yield* joinModerator]
        const cookie = cookieFor(admin)
        strictEqual((yield* open("/admin", { cookie: cookieFor(moderator) })).status, 403)
        const { id } = moderator.user
        assertTrue((yield* open(`/admin?member=${id}`, { cookie })).text.includes(moderator.user.username))
        strictEqual((yield* submit(`/members/${id}/verify`, { as: "a nurse" }, { cookie })).status, 303)
        yield* publish(moderator)
        assertTrue((yield* open("/posts")).text.includes("a nurse"))
        const blank = yield* submit(`/members/${id}/verify`, { as: " " }, { cookie })
        deepStrictEqual([blank.status, alertOf(blank)], [400, "as must not be blank"])
        const unknown = yield* submit(`/members/${id}/role`, { role: "king" }, { cookie })
        strictEqual(unknown.status, 400)
        assertTrue(unknown.text.includes('<select id="role-role"') && unknown.text.includes('value="moderator"'))
        strictEqual((yield* submit(`/members/${id}/unverify`, {}, { cookie })).status, 303)
        strictEqual((yield* submit(`/members/${id}/role`, { role: "user" }, { cookie })).status, 303)
        const ended = yield* submit(`/members/${id}/credentials`, { reason: "taken over" }, { cookie })
        strictEqual(ended.status, 303)
        strictEqual((yield* open("/settings", { cookie: cookieFor(moderator) })).status, 303)
        assertTrue((yield* open("/admin/audit", { cookie })).text.includes("taken over"))
      })
    )

    it.effect(
      "a suspended member sees why and until when, and decisions about them, with style, and may export and leave",
      () =>
        Effect.gen(function* () {
          const moderator = yield* joinModerator
          const member = yield* joinByForm()
          const link = /href="(\/members\/(\d+))"/.exec((yield* open("/", { cookie: member.cookie })).text)
          const id = link?.[2] ?? ""
          const suspension = {
            type: "user",
            id,
            action: "suspend",
            rule: "Be kind and honest",
            reason: "Threats.",
            until: "2199-01-02T10:00"
          }
          strictEqual((yield* submit("/moderation", suspension, { cookie: cookieFor(moderator) })).status, 303)
          const { email, password } = member.values
          const signedIn = yield* submit("/sign-in", { email, password })
          strictEqual(signedIn.status, 303)
          const cookie = String(signedIn.headers["set-cookie"]).split(";", 1)[0] ?? ""
          const refused = yield* open("/posts", { cookie })
          deepStrictEqual([refused.status, /href="\/decisions\/\d+"/.test(refused.text)], [403, true])
          assertTrue(
            /<dt>Rule broken<\/dt><dd dir="auto">Be kind and honest<\/dd>.*<dt>Suspension ends<\/dt><dd><time[^>]*>[^<]*2199/.test(
              refused.text
            )
          )
          assertTrue((yield* open("/decisions", { cookie })).text.includes("Member suspended"))
          const inGerman = yield* open("/posts?lang=de", { cookie })
          assertTrue(inGerman.text.includes('<dd dir="auto">Freundlich und ehrlich</dd>'), inGerman.text)
          const settings = Array.from((yield* open("/settings", { cookie })).text.matchAll(/href="(\/settings\/\w+)"/g))
          deepStrictEqual(
            settings.map(([, path]) => path),
            ["/settings/data"]
          )
          for (const path of ["/settings/data", "/help", "/terms", "/privacy"]) {
            deepStrictEqual([path, (yield* open(path, { cookie })).status], [path, 200])
          }
          const style = yield* open(/<link rel="stylesheet" href="([^"]+)"/.exec(refused.text)?.[1] ?? "", { cookie })
          deepStrictEqual([style.status, style.headers["ratelimit-limit"]], [200, undefined])
          const unknown = yield* open("/no-such-page", { cookie })
          deepStrictEqual([unknown.status, unknown.headers["ratelimit-limit"]], [404, undefined])
        })
    )
  })
}
