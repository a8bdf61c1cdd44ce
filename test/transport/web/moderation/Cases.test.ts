import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { decide, report, type TargetOnWire } from "../../http/moderation/Given.ts"
import { alertOf, cookieFor, open, submit } from "../support/Browse.ts"

const pathOf = ({ id, type }: TargetOnWire) => `/moderation?type=${type}&id=${id}`

/** The actions that the form of a case offers. */
const actionsIn = (html: string) =>
  Array.from(html.matchAll(/<input type="radio"[^>]* name="action" value="(\w+)"/g), ([, action]) => action)

const actionsFor = (member: Member, target: TargetOnWire) =>
  Effect.map(open(pathOf(target), { cookie: cookieFor(member) }), ({ text }) => actionsIn(text))

const reason = "It sells something."

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of a case", (it) => {
    it.effect("shows a reported comment in its thread, the reports, its author and the decisions about them", () =>
      Effect.gen(function* () {
        const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const { id: postId } = yield* publish(reporter, { title: "Where to ask?" })
        yield* answer(reporter, postId, "The answer before")
        const { id } = yield* answer(author, postId, "Buy *this*")
        yield* answer(reporter, postId, "The answer after")
        const other = yield* publish(author, { title: "Cheap pills" })
        yield* decide(mod.token, { type: "post", id: other.id }, "hide")
        yield* report(reporter.token, { type: "comment", id }, "abuse", "It insults me")
        const path = pathOf({ type: "comment", id })
        const { text } = yield* open(path, { cookie: cookieFor(mod) })
        for (const shown of [
          "Where to ask?",
          "The answer before",
          "Buy <em>this</em>",
          "The answer after",
          "Insults or threats",
          "It insults me",
          reporter.user.username,
          author.user.username,
          "Cheap pills"
        ]) {
          assertTrue(text.includes(shown), shown)
        }
        strictEqual(text.split('class="comment case"').length, 2)
        yield* decide(mod.token, { type: "comment", id }, "hide")
        const hidden = yield* open(path, { cookie: cookieFor(mod) })
        for (const shown of [
          "Where to ask?",
          '<p dir="auto">Buy <em>this</em></p></div></blockquote>',
          "The answer after"
        ]) {
          assertTrue(hidden.text.includes(shown), shown)
        }
        strictEqual((yield* open(path, { cookie: cookieFor(reporter) })).status, 403)
      })
    )

    it.effect("shows a reported comment as its author formatted it, in the queue, in reports and in decisions", () =>
      Effect.gen(function* () {
        const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const { id: postId } = yield* publish(reporter)
        const { id: userId, username } = reporter.user
        const { id } = yield* answer(author, postId, `[@${username}](/members/${userId}) is **wrong**`)
        const target: TargetOnWire = { type: "comment", id }
        yield* report(reporter.token, target, "abuse")
        const [formatted, plain] = [
          `<a href="/members/${userId}" rel="nofollow ugc noopener">@${username}</a> is <strong>wrong</strong>`,
          `<p dir="auto">@${username} is wrong</p>`
        ]
        const shows = (path: string, words: string) =>
          Effect.map(open(path, { cookie: cookieFor(mod) }), ({ text }) => {
            assertTrue(text.includes(words) && !text.includes("](/members/"), `${path} ${text}`)
          })
        for (const path of ["/moderation", "/reports", pathOf(target)]) yield* shows(path, formatted)
        yield* decide(mod.token, target, "hide")
        for (const path of ["/reports", pathOf(target)]) yield* shows(path, formatted)
        const { body } = yield* send("GET", `/api/decisions?userId=${author.user.id}`, { as: mod.token })
        yield* shows(`/decisions/${at(body, "data", 0, "id")}`, formatted)
        for (const path of ["/decisions", pathOf(target)]) yield* shows(path, plain)
      })
    )

    it.effect("offers in words the actions that the state of the target has", () =>
      Effect.gen(function* () {
        const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const post: TargetOnWire = { type: "post", id: (yield* publish(author)).id }
        const { text } = yield* open(`${pathOf(post)}&lang=de`, { cookie: cookieFor(mod) })
        assertTrue(text.includes("<span>Diesen Beitrag ausblenden</span></label>"))
        deepStrictEqual(yield* actionsFor(mod, post), ["hide", "lock"])
        yield* report(reporter.token, post)
        deepStrictEqual(yield* actionsFor(mod, post), ["none", "hide", "lock"])
        yield* decide(mod.token, post, "lock")
        deepStrictEqual(yield* actionsFor(mod, post), ["hide", "unlock"])
        yield* decide(mod.token, post, "hide")
        deepStrictEqual(yield* actionsFor(mod, post), ["restore"])
        const member: TargetOnWire = { type: "user", id: author.user.id }
        deepStrictEqual(yield* actionsFor(mod, member), ["hide", "restore", "suspend"])
        yield* decide(mod.token, member, "suspend")
        deepStrictEqual(yield* actionsFor(mod, member), ["hide", "restore", "suspend", "unsuspend"])
      })
    )

    it.effect("offers nothing about oneself, and no suspension of an admin to a moderator", () =>
      Effect.gen(function* () {
        const [admin, mod] = [yield* joinAdmin, yield* joinModerator]
        deepStrictEqual(yield* actionsFor(mod, { type: "user", id: mod.user.id }), [])
        deepStrictEqual(yield* actionsFor(mod, { type: "user", id: admin.user.id }), ["hide", "restore"])
        deepStrictEqual(yield* actionsFor(mod, { type: "comment", id: 2_147_483_647 }), [])
      })
    )

    it.effect("takes the rule from the headings of the terms, or in the moderator's own words", () =>
      Effect.gen(function* () {
        const [author, mod] = [yield* join(), yield* joinModerator]
        const cookie = cookieFor(mod)
        const post: TargetOnWire = { type: "post", id: (yield* publish(author)).id }
        const form = yield* open(`${pathOf(post)}&lang=fr`, { cookie })
        for (const rule of ["Santé", "Informations privées", "Publicité et messages indésirables"])
          assertTrue(form.text.includes(`<option value="${rule}">${rule}</option>`), rule)
        const values = { type: "post", id: String(post.id), reason, action: "hide", listed: "Health", rule: "" }
        const neither = yield* submit("/moderation", { ...values, listed: "" }, { cookie })
        deepStrictEqual([neither.status, alertOf(neither)], [400, "rule must not be blank"])
        strictEqual((yield* submit("/moderation", values, { cookie })).status, 303)
        yield* submit("/moderation", { ...values, action: "restore", rule: "It was a mistake" }, { cookie })
        const { body } = yield* send("GET", `/api/decisions?userId=${author.user.id}`, { as: mod.token })
        deepStrictEqual([at(body, "data", 0, "rule"), at(body, "data", 1, "rule")], ["It was a mistake", "Health"])
      })
    )

    it.effect("closes the reports without a rule where none was broken, and its decision names none", () =>
      Effect.gen(function* () {
        const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const cookie = cookieFor(mod)
        const post: TargetOnWire = { type: "post", id: (yield* publish(author)).id }
        yield* report(reporter.token, post, "danger")
        assertTrue((yield* open(pathOf(post), { cookie })).text.includes("Leave it empty if you take no action."))
        const values = { type: "post", id: String(post.id), action: "none", listed: "", rule: " " }
        const unsaid = yield* submit("/moderation", { ...values, reason: "" }, { cookie })
        deepStrictEqual([unsaid.status, alertOf(unsaid)], [400, "reason must not be blank"])
        strictEqual((yield* submit("/moderation", { ...values, reason: "We spoke." }, { cookie })).status, 303)
        const { body } = yield* send("GET", `/api/decisions?userId=${author.user.id}`, { as: mod.token })
        const shown = yield* open(`/decisions/${at(body, "data", 0, "id")}`, { cookie: cookieFor(author) })
        deepStrictEqual([shown.text.includes("We spoke."), shown.text.includes("<dt>Rule</dt>")], [true, false])
      })
    )

    it.effect("leads a moderator whose session has ended back to the case, where the browser keeps the draft", () =>
      Effect.gen(function* () {
        const [author, mod] = [yield* join(), yield* joinModerator]
        const target: TargetOnWire = { type: "post", id: (yield* publish(author)).id }
        const values = { type: "post", id: String(target.id), action: "hide", rule: "Be kind", reason }
        for (const sent of [values, { type: "post", id: String(target.id), action: "publish" }]) {
          const { headers, status } = yield* submit("/moderation", sent)
          deepStrictEqual([status, headers.location], [303, `/sign-in?next=${encodeURIComponent(pathOf(target))}`])
        }
        const { text } = yield* open(pathOf(target), { cookie: cookieFor(mod) })
        assertTrue(text.includes(`data-draft="${pathOf(target).replace("&", "&amp;")}"`), text)
      })
    )

    it.effect("is led to from the page of a member, which tells moderators of a suspension", () =>
      Effect.gen(function* () {
        const [member, other, mod] = [yield* join(), yield* join(), yield* joinModerator]
        const target: TargetOnWire = { type: "user", id: member.user.id }
        const shownTo = (reader: Member) =>
          Effect.map(open(`/members/${target.id}`, { cookie: cookieFor(reader) }), ({ text }) => [
            text.includes(`href="${pathOf(target).replace("&", "&amp;")}"`),
            text.includes("Suspended")
          ])
        deepStrictEqual(
          [yield* shownTo(other), yield* shownTo(mod)],
          [
            [false, false],
            [true, false]
          ]
        )
        yield* decide(mod.token, target, "suspend")
        deepStrictEqual(
          [yield* shownTo(other), yield* shownTo(mod)],
          [
            [false, false],
            [true, true]
          ]
        )
      })
    )

    it.effect("is there while a report is open, also about who has left, and else 404", () =>
      Effect.gen(function* () {
        const [reporter, mod] = [yield* join(), yield* joinModerator]
        const cookie = cookieFor(mod)
        for (const type of ["post", "comment", "user"] as const) {
          strictEqual((yield* open(pathOf({ type, id: 2_147_483_647 }), { cookie })).status, 404)
        }
        const leaver = yield* join()
        const target: TargetOnWire = { type: "user", id: leaver.user.id }
        yield* report(reporter.token, target)
        const body = { password: Redacted.value(leaver.payload.password), posts: "delete" }
        strictEqual((yield* send("DELETE", "/api/users/me", { as: leaver.token, body })).status, 200)
        const { status, text } = yield* open(pathOf(target), { cookie })
        deepStrictEqual([status, actionsIn(text)], [200, ["none"]])
        assertTrue(text.includes("This member has left. You can still close the reports."), text)
      })
    )

    it.effect("takes the end of a suspension from a field for a local time, as UTC", () =>
      Effect.gen(function* () {
        const [member, mod] = [yield* join(), yield* joinModerator]
        const cookie = cookieFor(mod)
        const target: TargetOnWire = { type: "user", id: member.user.id }
        assertTrue(/name="until" type="datetime-local"/.test((yield* open(pathOf(target), { cookie })).text))
        const values = { type: "user", id: String(target.id), action: "suspend", rule: "Be kind", reason }
        for (const [until, stored] of [
          ["2130-12-31T12:30", "2130-12-31T12:30:00.000Z"],
          ["2131-01-01T08:00:30", "2131-01-01T08:00:30.000Z"],
          ["2132-01-01T08:00:00+02:00", "2132-01-01T06:00:00.000Z"]
        ]) {
          strictEqual((yield* submit("/moderation", { ...values, until: until ?? "" }, { cookie })).status, 303)
          const { body } = yield* send("GET", `/api/decisions?userId=${target.id}`, { as: mod.token })
          strictEqual(at(body, "data", 0, "until"), stored)
        }
        const suspended = yield* open(pathOf(target), { cookie })
        assertTrue(/Suspended until <time[^>]* dateTime="2132-01-01T06:00/i.test(suspended.text), suspended.text)
        const passed = yield* submit("/moderation", { ...values, until: "2001-01-01T00:00" }, { cookie })
        deepStrictEqual([passed.status, passed.text.includes('value="2001-01-01T00:00"')], [400, true])
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })(
    "A decision on the page of a case",
    (it) => {
      it.effect("leads to the next open case that the moderator may decide, and at last to the empty queue", () =>
        Effect.gen(function* () {
          const [author, reporter, mod] = [yield* join(), yield* join(), yield* joinModerator]
          const cookie = cookieFor(mod)
          const own: TargetOnWire = { type: "post", id: (yield* publish(mod)).id }
          const first: TargetOnWire = { type: "post", id: (yield* publish(author)).id }
          const second: TargetOnWire = { type: "user", id: author.user.id }
          for (const target of [own, first, second]) yield* report(reporter.token, target)
          const decided = ({ id, type }: TargetOnWire) =>
            submit("/moderation", { type, id: String(id), action: "none", rule: "Be kind", reason }, { cookie })
          const next = yield* decided(first)
          strictEqual(next.headers.location, `${pathOf(second)}&done=decided`)
          assertTrue((yield* open(String(next.headers.location), { cookie })).text.includes("This is the next case."))
          strictEqual((yield* decided(second)).headers.location, "/moderation?done=decided")
        })
      )
    }
  )

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("A decision in a long queue", (it) => {
    it.effect("leads to the next case also where a page of the queue is about the moderator", () =>
      Effect.gen(function* () {
        const [author, mod] = [yield* join(), yield* joinModerator]
        const reporters = yield* Effect.replicateEffect(join(), 21)
        const own: TargetOnWire = { type: "user", id: mod.user.id }
        const first: TargetOnWire = { type: "post", id: (yield* publish(author)).id }
        const second: TargetOnWire = { type: "post", id: (yield* publish(author)).id }
        for (const { token } of reporters) yield* report(token, own)
        const { token } = yield* join()
        for (const target of [first, second]) yield* report(token, target)
        const values = { type: "post", id: String(first.id), action: "none", rule: "Be kind", reason }
        const next = yield* submit("/moderation", values, { cookie: cookieFor(mod) })
        strictEqual(next.headers.location, `${pathOf(second)}&done=decided`)
      })
    )
  })
}
