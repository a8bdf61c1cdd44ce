import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { CommunitySettingsRepo } from "../../../../src/ports/CommunitySettingsRepo.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { decide } from "../../http/moderation/Given.ts"
import { alertOf, cookieFor, invalidIn, joinByForm, open, submit } from "../support/Browse.ts"

const variables = {
  ...unlimited,
  REVIEW_FIRST_POSTS: "3",
  NEWS_FEEDS: "https://ana:secret@feeds.example/news?key=secret"
}

const tabs = ["/setup", "", "/invitations", "/news", "/community", "/webhooks", "/audit"].map((tab) => `/admin${tab}`)

/** The link that a page marks as the one to itself, among those of the tabs. */
const currentIn = (html: string) => {
  const [, list = ""] = /<ul class="nav tabs">(.*?)<\/ul>/s.exec(html) ?? []
  return Array.from(list.matchAll(/<a href="([^"]+)" aria-current="page"/g), ([, href]) => href)
}

for (const storage of memoryOnly) {
  layer(community(storage.layer, variables), { excludeTestServices: true })("The pages for admins", (it) => {
    it.effect("are tabs that mark the current one, and 403 for moderators", () =>
      Effect.gen(function* () {
        const [admin, moderator] = [yield* joinAdmin, yield* joinModerator]
        for (const path of tabs) {
          const { status, text } = yield* open(path, { cookie: cookieFor(admin) })
          deepStrictEqual([path, status, currentIn(text)], [path, 200, [path]])
          for (const other of tabs) assertTrue(text.includes(`href="${other}"`), other)
          strictEqual((yield* open(path, { cookie: cookieFor(moderator) })).status, 403)
        }
      })
    )

    it.effect("find a member by a part of the name, and lead to the forms about them", () =>
      Effect.gen(function* () {
        const [admin, member, other] = [yield* joinAdmin, yield* join(), yield* join()]
        const cookie = cookieFor(admin)
        const { text } = yield* open(`/admin?search=${member.user.username}`, { cookie })
        const links = [member, other].map(({ user }) => text.includes(`href="/admin?member=${user.id}"`))
        deepStrictEqual(links, [true, false])
        const forms = (yield* open(`/admin?member=${member.user.id}`, { cookie })).text
        for (const form of ["role", "verify", "credentials", "password-link"]) {
          assertTrue(forms.includes(`action="/members/${member.user.id}/${form}"`), form)
        }
        assertTrue(forms.includes(`<a href="/admin">Members</a>`), "the way back")
        assertTrue(forms.includes(`href="/moderation?type=user&amp;id=${member.user.id}"`))
      })
    )

    it.effect("list who waits to be verified, verify as asked, and refuse with a reason", () =>
      Effect.gen(function* () {
        const [admin, ada, bob] = [yield* joinAdmin, yield* join(), yield* join()]
        const cookie = cookieFor(admin)
        const asked = { as: "a nurse in Lyon", text: "Register 4711" }
        for (const member of [ada, bob]) {
          const put = { as: member.token, body: asked }
          strictEqual((yield* send("PUT", "/api/users/me/verification-request", put)).status, 200)
        }
        const { text } = yield* open("/admin", { cookie })
        assertTrue(text.includes("a nurse in Lyon") && text.includes("Register 4711"))
        const refusals = Array.from(
          text.matchAll(/action="(\/verification-requests\/\d+\/refuse)"/g),
          ([, path]) => path
        )
        strictEqual(refusals.length, 2)
        assertTrue(text.includes(`action="/members/${ada.user.id}/verify"`))
        strictEqual((yield* submit(`/members/${ada.user.id}/verify`, { as: asked.as }, { cookie })).status, 303)
        const left = (yield* open("/admin", { cookie })).text
        const refusal = /action="(\/verification-requests\/\d+\/refuse)"/.exec(left)?.[1] ?? ""
        const blank = yield* submit(refusal, { reason: "" }, { cookie })
        deepStrictEqual([blank.status, invalidIn(blank)], [400, ["reason"]])
        strictEqual((yield* submit(refusal, { reason: "Not in the register" }, { cookie })).status, 303)
        assertTrue((yield* open("/admin", { cookie })).text.includes("Nobody is waiting."))
        const { body } = yield* send("GET", `/api/users/${ada.user.id}`, { as: bob.token })
        strictEqual(at(body, "verified", "as"), asked.as)
      })
    )

    it.effect("refuse no request whose words have changed since the page was read, and say so", () =>
      Effect.gen(function* () {
        const [admin, ada] = [yield* joinAdmin, yield* join()]
        const cookie = cookieFor(admin)
        const ask = (text: string) =>
          send("PUT", "/api/users/me/verification-request", { as: ada.token, body: { as: "a nurse", text } })
        const { body } = yield* ask("Register 1")
        const { text } = yield* open("/admin", { cookie })
        assertTrue(text.includes('<input type="hidden" name="text" value="Register 1"'))
        yield* ask("Register 2")
        const read = { as: "a nurse", text: "Register 1", reason: "Not in the register" }
        const path = `/verification-requests/${at(body, "id")}/refuse`
        const refused = yield* submit(path, read, { cookie })
        strictEqual(refused.status, 409)
        assertTrue(refused.text.includes("The member has changed or withdrawn the request"))
        assertTrue(refused.text.includes('href="/admin"'))
        strictEqual((yield* submit(path, { ...read, text: "Register 2" }, { cookie })).status, 303)
      })
    )

    it.effect("show who waits to be verified in pages", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* joinAdmin)
        const members = yield* Effect.replicateEffect(join(), 21)
        for (const { token, user } of members) {
          const body = { as: "a nurse", text: user.username }
          yield* send("PUT", "/api/users/me/verification-request", { as: token, body })
        }
        const first = (yield* open("/admin", { cookie })).text
        const next = /href="(\/admin\?waiting=2)"/.exec(first)?.[1] ?? ""
        const second = (yield* open(next, { cookie })).text
        const shown = members.map(({ user }) =>
          [first, second].map((html) => html.includes(`<p dir="auto">${user.username}</p>`))
        )
        deepStrictEqual(
          shown.filter(([isFirst, isSecond]) => isFirst === isSecond),
          []
        )
        for (const { token } of members) yield* send("DELETE", "/api/users/me/verification-request", { as: token })
      })
    )

    it.effect("show the feeds without secrets, have one read, and delete an item", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* joinAdmin)
        const { text } = yield* open("/admin/news", { cookie })
        assertTrue(text.includes("https://feeds.example/news") && !text.includes("secret"))
        const french = (yield* open("/admin/news?lang=fr", { cookie })).text
        assertTrue(/<a class="strong" href="\/news\/\d+" dir="auto" lang="en">/.test(french))
        const feed = /action="(\/feeds\/\w+)\/poll"/.exec(text)?.[1] ?? ""
        const polled = yield* submit(`${feed}/poll`, {}, { cookie })
        deepStrictEqual([polled.status, polled.headers.location], [303, "/admin/news?done=polled"])
        strictEqual((yield* submit("/feeds/7/poll", {}, { cookie })).status, 404)
        const item = /action="(\/news\/\d+)\/delete"/.exec(text)?.[1] ?? ""
        strictEqual((yield* open(item)).status, 200)
        const deleted = yield* submit(`${item}/delete`, {}, { cookie })
        deepStrictEqual([deleted.status, (yield* open(item)).status], [303, 404])
        assertTrue((yield* open(String(deleted.headers.location), { cookie })).text.includes("Deleted."))
      })
    )

    it.effect(
      "say the end of a suspension in the audit in the words of the page, and mark the member for admins alone",
      () =>
        Effect.gen(function* () {
          const [admin, member] = [yield* joinAdmin, yield* join()]
          const path = `/members/${member.user.id}`
          yield* send("PUT", `/api/users/${member.user.id}/suspension`, {
            as: admin.token,
            body: { reason: "Advertising", until: "2199-12-02T11:16:05.592Z" }
          })
          const audit = yield* open(`/admin/audit?userId=${member.user.id}`, { cookie: `${cookieFor(admin)}; lang=fr` })
          assertTrue(/jusqu’au 2 décembre 2199[^<]*<\/span>[^<]*Advertising/.test(audit.text), "the day")
          assertTrue(!audit.text.includes("2199-12-02T11:16:05.592Z : "))
          const toAdmin = yield* open(path, { cookie: cookieFor(admin) })
          for (const words of ["visible only to this member and admins", ">Suspended<", ">Manage<"])
            assertTrue(toAdmin.text.includes(words), words)
          const toOther = yield* open(path, { cookie: cookieFor(yield* join()) })
          assertTrue(!toOther.text.includes(">Suspended<") && !toOther.text.includes("the admins see it"))
        })
    )

    it.effect(
      "link an entry of the audit to its decision, and the reason of a suspension to the decision it names",
      () =>
        Effect.gen(function* () {
          const [admin, member] = [yield* joinAdmin, yield* join()]
          const { body } = yield* decide(admin.token, { type: "user", id: member.user.id }, "suspend")
          const path = `/decisions/${at(body, "id")}`
          const audit = yield* open(`/admin/audit?userId=${member.user.id}`, { cookie: cookieFor(admin) })
          assertTrue(audit.text.includes(`<a href="${path}">Decision made</a>`), audit.text)
          assertTrue(audit.text.includes(`<a href="${path}">(Decision ${at(body, "id")})</a>`), audit.text)
        })
    )

    it.effect("filter the audit by action and by member", () =>
      Effect.gen(function* () {
        const [admin, ada, bob] = [yield* joinAdmin, yield* join(), yield* join()]
        const cookie = cookieFor(admin)
        for (const { user } of [ada, bob]) yield* submit(`/members/${user.id}/verify`, { as: "a nurse" }, { cookie })
        yield* submit(`/members/${ada.user.id}/role`, { role: "expert" }, { cookie })
        const rows = (query: string) =>
          Effect.map(open(`/admin/audit?userId=${ada.user.id}${query}`, { cookie }), ({ text }) =>
            Array.from(text.matchAll(/<p class="strong">(Verified|Role changed)<\/p>/g), ([, action]) => action)
          )
        deepStrictEqual(yield* rows(""), ["Role changed", "Verified"])
        deepStrictEqual(yield* rows("&action=verified"), ["Verified"])
        const { text } = yield* open("/admin/audit?lang=de", { cookie })
        assertTrue(text.includes("Rolle geändert") && text.includes(`href="/admin/audit?userId=${bob.user.id}"`))
        assertTrue(text.includes('<p dir="auto"><span>Mitglied → Fachkraft</span></p>'), text)
      })
    )
  })

  layer(community(storage.layer, variables), { excludeTestServices: true })("The settings of the community", (it) => {
    it.effect("show what holds, how the server was set up where that differs, and are in force at once", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* joinAdmin)
        const shown = Effect.map(open("/admin/community", { cookie }), ({ text }) => [
          /value="(\w+)" checked/.exec(text)?.[1],
          /name="reviewFirstPosts" type="number" value="(\d+)"/.exec(text)?.[1],
          text.includes("The server was set up with “3”.")
        ])
        deepStrictEqual(yield* shown, ["open", "3", false])
        const values = { registration: "closed", reviewFirstPosts: "1" }
        const refused = yield* submit("/admin/community", { ...values, reviewFirstPosts: "many" }, { cookie })
        deepStrictEqual([refused.status, invalidIn(refused)], [400, ["reviewFirstPosts"]])
        assertTrue(alertOf(refused) !== "")
        strictEqual((yield* submit("/admin/community", values, { cookie })).status, 303)
        deepStrictEqual(yield* shown, ["closed", "1", true])
        strictEqual((yield* joinByForm()).answer.status, 403)
      })
    )
  })

  layer(community(storage.layer, variables), { excludeTestServices: true })("The form of these settings", (it) => {
    it.effect("stores only what it changes, so that the operator's variable holds for the rest", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* joinAdmin)
        const sent = { registration: "open", reviewFirstPosts: "7" }
        strictEqual((yield* submit("/admin/community", sent, { cookie })).status, 303)
        const stored = yield* Effect.flatMap(CommunitySettingsRepo, ({ stored }) => stored)
        deepStrictEqual(
          Object.entries(stored).filter(([, value]) => value !== undefined),
          [["reviewFirstPosts", 7]]
        )
      })
    )
  })

  layer(community(storage.layer, variables), { excludeTestServices: true })("The profile in the settings", (it) => {
    it.effect("asks to be verified, shows the request that waits, changes and withdraws it", () =>
      Effect.gen(function* () {
        const [member, admin] = [yield* join(), yield* joinAdmin]
        const cookie = cookieFor(member)
        const page = Effect.map(open("/settings/profile", { cookie }), ({ text }) => text)
        const isFolded = (text: string) => text.includes("<summary>Are you an expert?</summary>")
        assertTrue((yield* page).includes("Send request") && isFolded(yield* page))
        const expert = cookieFor(yield* join("expert"))
        strictEqual(isFolded((yield* open("/settings/profile", { cookie: expert })).text), false)
        const path = "/settings/profile/verification"
        const blank = yield* submit(path, { as: "a nurse", text: " " }, { cookie })
        deepStrictEqual([blank.status, invalidIn(blank), blank.text.includes('value="a nurse"')], [400, ["text"], true])
        strictEqual((yield* submit(path, { as: "a nurse", text: "Register 12" }, { cookie })).status, 303)
        const waiting = yield* page
        assertTrue(waiting.includes('value="a nurse"') && waiting.includes("Register 12</textarea>"))
        assertTrue((yield* open("/admin", { cookie: cookieFor(admin) })).text.includes("Register 12"))
        strictEqual((yield* submit(`${path}/withdraw`, {}, { cookie })).status, 303)
        assertTrue((yield* page).includes("Send request"))
        yield* submit(path, { as: "a nurse", text: "Register 12" }, { cookie })
        yield* submit(`/members/${member.user.id}/verify`, { as: "a nurse" }, { cookie: cookieFor(admin) })
        strictEqual((yield* page).includes(path), false)
      })
    )
  })
}
