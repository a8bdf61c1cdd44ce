import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../support/Community.ts"
import { joinModerator, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { ask, port } from "../../support/Raw.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { decide } from "../http/moderation/Given.ts"
import { alertOf, arrive, cookieOf, invalidIn, joinByForm, open, publishByForm, submit } from "./support/Browse.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Forms of pages", (it) => {
    it.effect("join, sign out and sign in, with a cookie that no script can read", () =>
      Effect.gen(function* () {
        const { answer, cookie, username, values } = yield* joinByForm()
        const set = String(answer.headers["set-cookie"])
        strictEqual(answer.status, 303)
        assertTrue(/^session=rdb_[^;]+; Path=\/; HttpOnly; SameSite=Lax$/.test(set), set)
        assertTrue((yield* open("/", { cookie })).text.includes(username))
        const out = yield* submit("/sign-out", {}, { cookie })
        deepStrictEqual([out.status, out.headers.location], [303, "/"])
        assertTrue(/^session=; Max-Age=0/.test(String(out.headers["set-cookie"])))
        const after = yield* open("/posts/new", { cookie })
        deepStrictEqual([after.status, after.headers.location], [303, "/sign-in?next=%2Fposts%2Fnew"])
        const again = yield* submit("/sign-in", { email: values.email, password: values.password, next: "/posts/new" })
        deepStrictEqual([again.status, again.headers.location], [303, "/posts/new"])
        strictEqual((yield* open("/posts/new", { cookie: cookieOf(again) })).status, 200)
      })
    )

    it.effect("name the fields of their faults, without a colon after a question", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm({}, "fr")
        const post = yield* publish(yield* join())
        const values = { type: "post", id: String(post.id) }
        const { text } = yield* submit("/report", values, { cookie })
        const [, summary = ""] = /role="alert".*?<ul>(.*?)<\/ul>/s.exec(text) ?? []
        assertTrue(/problème\u00a0\? <span>Veuillez/.test(summary), summary)
      })
    )

    it.effect("give no credential to the API by their cookie", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        strictEqual((yield* ask("GET", "/api/users/me", { headers: { cookie } })).status, 401)
      })
    )

    it.effect("lead to no other site after signing in", () =>
      Effect.forEach(
        ["//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example", "javascript:x"],
        (next) =>
          Effect.gen(function* () {
            const { values } = yield* joinByForm()
            const answer = yield* submit("/sign-in", { email: values.email, password: values.password, next })
            deepStrictEqual([answer.status, answer.headers.location], [303, "/"])
          })
      )
    )

    it.effect("take the Origin of this site where a browser does not send Sec-Fetch-Site", () =>
      Effect.gen(function* () {
        const { values } = yield* joinByForm()
        const { email, password } = values
        const answer = yield* ask("POST", "/sign-in", {
          body: String(new URLSearchParams({ email, password })),
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            origin: `http://127.0.0.1:${yield* port}`
          }
        })
        strictEqual(answer.status, 303)
      })
    )

    it.effect("return what was typed, passwords aside, with every fault at its field and in the summary", () =>
      Effect.gen(function* () {
        const typed = { username: 'a "b" & name', email: "nobody", password: "secret?" }
        const answer = yield* submit("/register", typed)
        strictEqual(answer.status, 400)
        for (const [field, sentence] of [
          ["email", "Please enter an address like maria@example.org."],
          ["password", "Choose a password of 8 to 256\u00a0characters (7\u00a0so far)."]
        ] as const) {
          const [, linked] = new RegExp(`<a href="#field-${field}">[^<]*: <span>([^<]*)`).exec(answer.text) ?? []
          strictEqual(linked?.trim(), sentence, field)
          assertTrue(answer.text.includes(`id="field-${field}-fault"><span>${sentence}`), field)
        }
        assertTrue(alertOf(answer).includes("email must be an address"))
        assertTrue(/<input id="field-email"[^>]*value="nobody"[^>]*aria-invalid="true"/.test(answer.text))
        assertTrue(answer.text.includes('value="a &quot;b&quot; &amp; name"'))
        assertTrue(!answer.text.includes("secret?"))
        assertTrue(answer.text.includes('href="#field-email"'))
      })
    )

    it.effect("answer 409 for a name that is taken, and 401 for a wrong password", () =>
      Effect.gen(function* () {
        const { values } = yield* joinByForm()
        const taken = yield* submit("/register", { ...values, email: `other${values.email}` })
        deepStrictEqual([taken.status, /username is taken/.test(alertOf(taken))], [409, true])
        deepStrictEqual(invalidIn(taken), ["username"])
        const wrong = yield* submit("/sign-in", { email: values.email, password: "not this one" })
        deepStrictEqual([wrong.status, alertOf(wrong)], [401, "email or password is wrong"])
        deepStrictEqual(invalidIn(wrong), ["email"])
      })
    )

    it.effect("name a fault in the language of the page, and show the sentence of the API to nobody", () =>
      Effect.gen(function* () {
        const { cookie, values } = yield* joinByForm({}, "de")
        const german = { cookie }
        const answer = yield* submit("/posts/new", { title: " ", content: "x", category: "topic" }, german)
        strictEqual(answer.status, 400)
        assertTrue(
          answer.text.includes('<p class="fault" id="field-title-fault"><span>Bitte füllen Sie dieses Feld aus.')
        )
        assertTrue(/<a href="#field-title">[^<]*: <span>Bitte füllen/.test(answer.text))
        assertTrue(answer.text.includes('<p lang="en" hidden>title must not be blank</p>'))
        const leak = { title: "A title", content: `Write to ${values.email}`, category: "topic" }
        const leaked = yield* submit("/posts/new", leak, german)
        assertTrue(leaked.text.includes("Der Text enthält Ihre E‑Mail-Adresse."))
        deepStrictEqual([leaked.status, invalidIn(leaked)], [400, ["content"]])
      })
    )

    it.effect("publish, preview, change and delete a post", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const draft = { title: "My draft", content: "**bold**", category: "topic" }
        const nothing = yield* submit("/posts/new", { ...draft, content: " ", prepare: "preview" }, { cookie })
        deepStrictEqual([nothing.status, /role="alert"|class="preview"/.test(nothing.text)], [200, false])
        const preview = yield* submit("/posts/new", { ...draft, prepare: "preview" }, { cookie })
        strictEqual(preview.status, 200)
        assertTrue(preview.text.includes("<strong>bold</strong>") && preview.text.includes("My draft"))
        const found = yield* submit("/posts/new", { ...draft, disease: "marfan", prepare: "disease" }, { cookie })
        assertTrue(/name="diseaseId" value="\d+"/.test(found.text) && found.text.includes("Marfan syndrome"))
        const blank = yield* submit("/posts/new", { ...draft, title: " " }, { cookie })
        deepStrictEqual([blank.status, alertOf(blank)], [400, "title must not be blank"])
        assertTrue(blank.text.includes("**bold**"))
        const path = yield* publishByForm(cookie, draft)
        const edit = yield* open(`${path}/edit`, { cookie })
        assertTrue(edit.text.includes("**bold**</textarea>"))
        const changed = yield* submit(`${path}/edit`, { ...draft, title: "Another title" }, { cookie })
        deepStrictEqual([changed.status, changed.headers.location], [303, `${path}?done=saved`])
        assertTrue((yield* open(path)).text.includes("Another title"))
        const other = yield* joinByForm()
        strictEqual((yield* open(`${path}/edit`, { cookie: other.cookie })).status, 403)
        strictEqual((yield* submit(`${path}/delete`, {}, { cookie: other.cookie })).status, 403)
        const deleted = yield* arrive(yield* submit(`${path}/delete`, {}, { cookie }), cookie)
        assertTrue(deleted.text.includes("The post has been deleted."))
        strictEqual((yield* open(path)).status, 404)
      })
    )

    it.effect("show a comment again that was sent after its post was locked", () =>
      Effect.gen(function* () {
        const { id } = yield* publish(yield* join())
        const { cookie } = yield* joinByForm()
        strictEqual((yield* decide((yield* joinModerator).token, { type: "post", id }, "lock")).status, 201)
        const refused = yield* submit(`/posts/${id}/comments`, { content: "a long text" }, { cookie })
        deepStrictEqual([refused.status, alertOf(refused).includes("locked")], [403, true])
        assertTrue(refused.text.includes("a long text</textarea>"))
        assertTrue(!(yield* open(`/posts/${id}`, { cookie })).text.includes("<textarea"))
      })
    )

    it.effect("comment, like and follow, and lead back to the post", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const { id } = yield* publish(author)
        const { cookie } = yield* joinByForm()
        const path = `/posts/${id}`
        const comment = yield* submit(`${path}/comments`, { content: "I know this.\r\nAnd more." }, { cookie })
        const location = String(comment.headers.location)
        assertTrue(comment.status === 303 && location.startsWith(`${path}#comment-`))
        const { comments } = yield* author.client.posts.get({ path: { id } })
        deepStrictEqual(
          comments.map(({ content }) => content),
          ["I know this.\nAnd more."]
        )
        const liked = yield* submit(`${path}/like`, { like: "yes" }, { cookie })
        deepStrictEqual([liked.status, liked.headers.location], [303, path])
        assertTrue((yield* open(path, { cookie })).text.includes('aria-pressed="true"'))
        yield* submit(`${path}/follow`, { follow: "yes" }, { cookie })
        assertTrue((yield* open(path, { cookie })).text.includes('name="follow" value="no"'))
        const commentId = location.split("#comment-")[1]
        const edited = yield* submit(`/comments/${commentId}/edit`, { content: "Another text" }, { cookie })
        const saved = location.replace("#", `?done=saved-${commentId}#`)
        deepStrictEqual([edited.status, edited.headers.location], [303, saved])
        const empty = yield* submit(`/comments/${commentId}/edit`, { content: " " }, { cookie })
        deepStrictEqual([empty.status, alertOf(empty)], [400, "content must not be blank"])
      })
    )

    it.effect("show what was typed to a member whose session has ended, and lead buttons to the sign-in and back", () =>
      Effect.gen(function* () {
        const { id } = yield* publish(yield* join())
        const { cookie } = yield* joinByForm()
        yield* submit("/sign-out", {}, { cookie })
        const lost = yield* submit(`/posts/${id}/comments`, { content: "a long text" }, { cookie })
        strictEqual(lost.status, 401)
        assertTrue(lost.text.includes("a long text</textarea>"))
        for (const button of [`/posts/${id}/like`, `/posts/${id}/follow`, "/diseases/100/follow"]) {
          const { headers, status } = yield* submit(button, {}, { cookie })
          const next = encodeURIComponent(button.slice(0, button.lastIndexOf("/")))
          deepStrictEqual([status, headers.location], [303, `/sign-in?next=${next}`])
        }
      })
    )
  })

  layer(community(storage.layer, { ...unlimited, RATE_LIMIT_COMMENT: "1" }), { excludeTestServices: true })(
    "A form beyond a limit",
    (it) => {
      it.effect("is 429 with what was typed, and says when to try again", () =>
        Effect.gen(function* () {
          const { id } = yield* publish(yield* join())
          const { cookie } = yield* joinByForm()
          yield* submit(`/posts/${id}/comments`, { content: "one" }, { cookie })
          const answer = yield* submit(`/posts/${id}/comments`, { content: "the second text" }, { cookie })
          strictEqual(answer.status, 429)
          assertTrue(Number(answer.headers["retry-after"]) >= 1)
          assertTrue(answer.text.includes("the second text</textarea>"))
          assertTrue(alertOf(answer).startsWith("too many comments"))
        })
      )
    }
  )
}
