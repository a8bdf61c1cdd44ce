import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited, withMail } from "../../support/Unlimited.ts"
import { at } from "../../support/Wire.ts"
import { alertOf, arrive, cookieFor, cookieOf, invalidIn, joinByForm, open, submit } from "./support/Browse.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Settings on pages", (it) => {
    it.effect("take at most 100 diseases, also while one more is being searched", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const page = yield* send("GET", "/api/diseases?limit=100")
        const ids = Array.makeBy(100, (index) => String(at(page.body, "data", index, "id")))
        const choose = (diseaseIds: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}) =>
          submit("/settings/diseases", { diseaseIds, diseasesVisibleTo: "me", ...more }, { cookie })
        strictEqual((yield* choose(ids)).status, 303)
        const shown = yield* open("/settings/diseases", { cookie })
        deepStrictEqual(shown.text.match(/name="diseaseIds"[^>]*checked/g)?.length, 100)
        const found = yield* choose(ids, { disease: "marfan", prepare: "disease" })
        deepStrictEqual([found.status, found.text.includes("Marfan syndrome")], [200, true])
        const many = Array.makeBy(101, (index) => String(index + 1))
        for (const prepare of ["", "disease"]) {
          const refused = yield* choose(many, { disease: "marfan", prepare })
          deepStrictEqual([refused.status, alertOf(refused)], [400, "diseaseIds must hold at most 100 ids"])
        }
      })
    )

    it.effect("change name and bio, and return what was refused", () =>
      Effect.gen(function* () {
        const { cookie, username } = yield* joinByForm()
        const changed = yield* submit(
          "/settings/profile",
          { username: `${username}x`, bio: "I **live** with it." },
          { cookie }
        )
        deepStrictEqual([changed.status, changed.headers.location], [303, "/settings/profile?done=saved"])
        const { text } = yield* open("/settings/profile", { cookie })
        assertTrue(text.includes(`value="${username}x"`) && text.includes("I **live** with it.</textarea>"))
        const refused = yield* submit("/settings/profile", { username: "a<b", bio: "typed" }, { cookie })
        strictEqual(refused.status, 400)
        assertTrue(refused.text.includes('value="a&lt;b"') && refused.text.includes("typed</textarea>"))
      })
    )

    it.effect("find a disease, save it, and decide who sees it", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const found = yield* submit("/settings/diseases", { disease: "marfan", prepare: "disease" }, { cookie })
        const id = /name="diseaseIds" value="(\d+)"/.exec(found.text)?.[1] ?? ""
        const both = { diseaseIds: [id], disease: "huntington", prepare: "disease" }
        const { text: another } = yield* submit("/settings/diseases", both, { cookie })
        assertTrue(new RegExp(`value="${id}" checked`).test(another) && another.includes("Huntington disease"))
        const values = { diseaseIds: [id], diseasesVisibleTo: "me" }
        strictEqual((yield* submit("/settings/diseases", values, { cookie })).status, 303)
        const { text } = yield* open("/settings/diseases", { cookie })
        assertTrue(new RegExp(`value="${id}" checked`).test(text))
        assertTrue(/value="me" checked/.test(text))
      })
    )

    it.effect("turn notifications off, and offer no mail without a mail server, but keep what was chosen", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const cookie = cookieFor(member)
        const settings = "/api/users/me/settings"
        yield* send("PATCH", settings, { as: member.token, body: { mail: "weekly", newsMail: true } })
        strictEqual((yield* submit("/settings/notifications", { on: ["comment"] }, { cookie })).status, 303)
        const { text } = yield* open("/settings/notifications", { cookie })
        assertTrue(/value="comment" checked/.test(text) && !/value="like" checked/.test(text))
        assertTrue(!text.includes('name="mail"') && !text.includes('value="newsMail"'))
        const { body } = yield* send("GET", settings, { as: member.token })
        deepStrictEqual([at(body, "mail"), at(body, "newsMail"), at(body, "like")], ["weekly", true, false])
      })
    )

    it.effect("write mail in the language in which a member joined, and then in the one chosen last on this site", () =>
      Effect.gen(function* () {
        const username = `wahl_${process.pid}`
        const password = "correct horse battery"
        const email = `${username}@example.org`
        const joined = yield* submit(
          "/register",
          { username, email, password, role: "user" },
          { headers: { "accept-language": "fr" } }
        )
        const cookie = cookieOf(joined)
        const { body } = yield* send("POST", "/api/auth/login", { body: { email, password } })
        const token = Redacted.make(String(at(body, "token")))
        const language = Effect.map(send("GET", "/api/users/me/settings", { as: token }), ({ body }) =>
          at(body, "language")
        )
        strictEqual(yield* language, "fr")
        const here = { "sec-fetch-site": "same-origin" }
        yield* open("/posts?lang=de", { cookie, headers: here })
        yield* open("/posts?lang=en", { headers: here })
        strictEqual(yield* language, "de")
        for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "none" }, {}]) {
          const foreign = yield* open("/posts?lang=en", { cookie, headers })
          deepStrictEqual([foreign.text.includes('<html lang="en">'), yield* language], [true, "de"])
        }
        strictEqual((yield* submit("/settings/notifications", { language: "en" }, { cookie })).status, 303)
        strictEqual(yield* language, "en")
      })
    )

    it.effect("make a key that is shown once, with the set-up of an agent, and revoke it", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const made = yield* submit("/settings/keys", { name: "my agent", scopes: ["read"], agent: "yes" }, { cookie })
        const key = /rdc_\w+/.exec(made.text)?.[0] ?? ""
        deepStrictEqual([made.status, made.headers["cache-control"]], [200, "no-store"])
        const asAgent = yield* ask("GET", "/api/auth/apikeys", { headers: { authorization: `ApiKey ${key}` } })
        strictEqual(asAgent.status, 200)
        const { text } = yield* open("/settings/keys", { cookie })
        assertTrue(text.includes("my agent") && !text.includes(key))
        const id = /\/keys\/(\d+)\/rotate/.exec(text)?.[1] ?? ""
        const worksFor = (key: string) =>
          Effect.map(
            ask("GET", "/api/auth/apikeys", { headers: { authorization: `ApiKey ${key}` } }),
            ({ status }) => status === 200
          )
        const rotated = yield* submit(`/keys/${id}/rotate`, {}, { cookie })
        const second = /rdc_\w+/.exec(rotated.text)?.[0] ?? ""
        assertTrue(rotated.status === 200 && /The old key works until <time/.test(rotated.text))
        deepStrictEqual([yield* worksFor(key), yield* worksFor(second)], [true, true])
        assertTrue(/type="checkbox"[^>]* name="graceSeconds" value="0"/.test(text))
        const ended = yield* submit(`/keys/${id}/rotate`, { graceSeconds: "0" }, { cookie })
        const third = /rdc_\w+/.exec(ended.text)?.[0] ?? ""
        assertTrue(ended.status === 200 && ended.text.includes("The old key no longer works."))
        deepStrictEqual([yield* worksFor(second), yield* worksFor(third)], [false, true])
        strictEqual((yield* submit("/settings/keys/revoke", { id }, { cookie })).status, 303)
        assertTrue(!(yield* open("/settings/keys", { cookie })).text.includes("my agent"))
      })
    )

    it.effect("change the password, end other sessions, export and leave", () =>
      Effect.gen(function* () {
        const { cookie, values } = yield* joinByForm()
        const wrong = yield* submit(
          "/settings/password",
          { oldPassword: "not it", newPassword: "another long one" },
          { cookie }
        )
        deepStrictEqual([wrong.status, /oldPassword is not your password/.test(alertOf(wrong))], [403, true])
        const right = { oldPassword: values.password, newPassword: "another long one" }
        strictEqual((yield* submit("/settings/password", right, { cookie })).status, 303)
        strictEqual((yield* submit("/settings/sessions", {}, { cookie })).status, 303)
        const exported = yield* open("/settings/data/export", { cookie })
        deepStrictEqual([exported.status, exported.headers["content-type"]], [200, "application/x-ndjson"])
        assertTrue(exported.text.includes(values.email))
        assertTrue(!(yield* open("/?done=left", { cookie })).text.includes("Your account has been deleted."))
        const left = yield* submit("/settings/data", { password: "another long one", posts: "delete" }, { cookie })
        deepStrictEqual([left.status, left.headers.location], [303, "/?done=left"])
        assertTrue((yield* open("/?done=left")).text.includes("Your account has been deleted."))
        assertTrue(/Max-Age=0/.test(String(left.headers["set-cookie"])))
        strictEqual((yield* open("/settings", { cookie })).status, 303)
      })
    )

    it.effect(
      "tell each empty field of a new password, and an empty password of a member who leaves or changes their email",
      () =>
        Effect.gen(function* () {
          const { cookie } = yield* joinByForm()
          const changed = yield* submit("/settings/password", { oldPassword: "", newPassword: "" }, { cookie })
          deepStrictEqual([changed.status, invalidIn(changed)], [400, ["oldPassword", "newPassword"]])
          const left = yield* submit("/settings/data", { password: "", posts: "keep" }, { cookie })
          deepStrictEqual([left.status, invalidIn(left)], [400, ["password"]])
          const moved = yield* submit("/settings/email", { email: "new@example.org", password: "" }, { cookie })
          deepStrictEqual([moved.status, invalidIn(moved)], [400, ["password"]])
          for (const { text } of [changed, left, moved]) assertTrue(text.includes("Please fill in this field."))
        })
    )

    it.effect("list notifications, count them in the header, and mark them as read", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const made = yield* submit("/posts/new", { title: "Mine", content: "Hello" }, { cookie })
        const member = yield* join()
        const { client } = member
        const { data } = yield* client.posts.list({ urlParams: { limit: 1 } })
        const [post] = data
        assertTrue(post !== undefined && made.headers.location === `/posts/${post.id}?done=published`)
        if (post !== undefined) yield* answer(member, post.id, "An answer")
        const { text } = yield* open("/notifications", { cookie })
        assertTrue(text.includes("An answer") && /id="unread" class="count".*>1\u00A0unread<\/span>/.test(text))
        const read = yield* arrive(yield* submit("/notifications", {}, { cookie }), cookie)
        assertTrue(/id="unread" class="count none".*role="status">All marked as read\./s.test(read.text))
      })
    )

    it.effect("the page of a member lists their posts and replies", () =>
      Effect.gen(function* () {
        const [expert, parent] = [yield* join(), yield* join()]
        const { id: postId } = yield* publish(parent, { title: "Who can help?" })
        const path = `/members/${expert.user.id}`
        const shown = Effect.map(open(path, { cookie: cookieFor(parent) }), ({ text }) => text)
        assertTrue((yield* shown).includes("No replies yet."))
        const { id } = yield* answer(expert, postId, "Please *do not stop*.")
        const row = `<a href="/comments/${id}" dir="auto">Who can help?</a></p><p class="excerpt" dir="auto"`
        const text = yield* shown
        assertTrue(text.includes(row) && text.includes("Please do not stop."), text)
      })
    )

    it.effect("follow, block and unblock a member", () =>
      Effect.gen(function* () {
        const other = yield* join()
        yield* publish(other)
        const { cookie } = yield* joinByForm()
        const path = `/members/${other.user.id}`
        strictEqual((yield* submit(`${path}/follow`, { follow: "yes" }, { cookie })).headers.location, path)
        assertTrue((yield* open("/settings/notifications", { cookie })).text.includes(`href="${path}"`))
        const blocks = (values: Parameters<typeof submit>[1]) =>
          Effect.flatMap(submit(`${path}/block`, values, { cookie }), (sent) => arrive(sent, cookie))
        const found = [(yield* blocks({})).text, (yield* blocks({ block: "no" })).text].map((text) =>
          [text.includes(other.user.username), text.includes('role="status">Saved.')].join()
        )
        deepStrictEqual(found, ["true,true", "false,true"])
      })
    )

    it.effect("have pages of all that a member follows and blocks, and lead back to the page of a button", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const { client } = member
        const cookie = cookieFor(member)
        const path = "/settings/notifications"
        const followed = yield* Effect.forEach(Array.range(1, 102), () =>
          Effect.tap(publish(member), ({ id }) => client.follows.followPost({ path: { id } }))
        )
        const [first, second] = followed.map(({ id }) => `/posts/${id}`)
        strictEqual((yield* open(path, { cookie })).text.includes(`href="${first}"`), false)
        const { text } = yield* open(`${path}?page=2`, { cookie })
        assertTrue(text.includes(`href="${first}"`) && text.includes(`href="${second}"`))
        const [, next = ""] = new RegExp(`action="${first}/follow".*?name="next" value="([^"]+)"`).exec(text) ?? []
        const ended = yield* submit(`${first}/follow`, { follow: "no", next }, { cookie })
        strictEqual(ended.headers.location, `${path}?page=2`)
        const others = yield* Effect.forEach(Array.range(1, 21), () => join())
        for (const { user } of others) yield* client.users.block({ path: { id: user.id } })
        const blocked = yield* Effect.forEach(["", "?page=2"], (page) => open(`/settings/blocks${page}`, { cookie }))
        for (const { user } of others) {
          assertTrue(blocked.some(({ text }) => text.includes(`href="/members/${user.id}"`)))
        }
        assertTrue(blocked[0]?.text.includes('href="/settings/blocks?page=2"') === true)
      })
    )
  })

  layer(community(storage.layer, { ...unlimited, ...withMail }), { excludeTestServices: true })(
    "Settings on pages with a mail server",
    (it) => {
      it.effect("turn mail on, and say what it holds", () =>
        Effect.gen(function* () {
          const { cookie } = yield* joinByForm()
          const path = "/settings/notifications"
          strictEqual((yield* submit(path, { on: ["comment"], mail: "weekly" }, { cookie })).status, 303)
          const { text } = yield* open(path, { cookie })
          assertTrue(/value="weekly"[^>]* selected|selected[^>]* value="weekly"/.test(text))
          assertTrue(text.includes("An email only says that someone replied, or how many"))
        })
      )
    }
  )
}
