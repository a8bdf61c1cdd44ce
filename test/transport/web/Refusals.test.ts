import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { community } from "../../support/Community.ts"
import { answer, joinModerator, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { alertOf, cookieFor, invalidIn, joinByForm, open, seen, submit, textOf } from "./support/Browse.ts"

const others = "words of somebody else"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("A refused form", (it) => {
    it.effect("of a comment is shown by itself, without its thread, also where the session has ended", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const { id } = yield* publish(author, { content: others })
        yield* answer(author, id, others)
        const { cookie } = yield* joinByForm()
        const path = `/posts/${id}/comments`
        const long = "x".repeat(5_001)
        const refused = yield* submit(path, { content: long }, { cookie })
        deepStrictEqual([refused.status, invalidIn(refused)], [400, ["content"]])
        assertTrue(alertOf(refused).startsWith("content must be"))
        assertTrue(refused.text.includes(`${long}</textarea>`))
        assertTrue(refused.text.includes(`action="${path}"`) && refused.text.includes(`href="/posts/${id}"`))
        const ended = yield* submit(path, { content: "my text" })
        deepStrictEqual([ended.status, ended.text.includes("my text</textarea>")], [401, true])
        for (const { text } of [refused, ended]) {
          deepStrictEqual([text.includes(others), text.match(/<h1\b/g)?.length], [false, 1])
        }
        const preview = yield* submit(path, { content: "**bold**", prepare: "preview" }, { cookie })
        deepStrictEqual([preview.status, preview.text.includes("<strong>bold</strong>")], [200, true])
        assertTrue(!preview.text.includes(others))
      })
    )

    it.effect("of a member whose session has ended says only that, and that the text is kept", () =>
      Effect.gen(function* () {
        const { id } = yield* publish(yield* join())
        const { text } = yield* submit(`/posts/${id}/comments`, { content: "my text" })
        const summary = textOf(text, 'role="alert"', "<form")
        assertTrue(/You’re signed out Your text is still below\. Open a new window to sign in/.test(summary), summary)
        assertTrue(!summary.includes("isn’t right"), summary)
      })
    )

    it.effect("of settings with a long text keeps it where the session has ended", () =>
      Effect.gen(function* () {
        const bio = "I live with it since 1998."
        for (const [path, values] of [
          ["/settings/profile", { username: "A name", bio }],
          ["/settings/profile/verification", { as: "Geneticist", text: bio }]
        ] as const) {
          const ended = yield* submit(path, values)
          deepStrictEqual([path, ended.status, ended.text.includes(`${bio}</textarea>`)], [path, 401, true])
          assertTrue(textOf(ended.text, 'role="alert"', "<form").includes("Your text is still below"))
          assertTrue(ended.text.includes(`action="${path}"`))
        }
      })
    )

    it.effect("leads in other languages to the page that it is on, with its target", () =>
      Effect.gen(function* () {
        const { id } = yield* publish(yield* join())
        const { cookie } = yield* joinByForm()
        const linkIn = (path: string, values: Parameters<typeof submit>[1], as: string | undefined = cookie) =>
          Effect.map(submit(path, values, { cookie: as }), ({ text }) =>
            seen(/href="([^"]*)" lang="de"/.exec(text)?.[1] ?? "")
          )
        const comments = `/posts/${id}/comments`
        deepStrictEqual(
          yield* Effect.all([
            linkIn(comments, { content: " " }),
            linkIn(comments, { content: "my text", prepare: "preview" }),
            linkIn(comments, { content: "my text" }, ""),
            linkIn("/report", { type: "post", id: String(id) }),
            linkIn("/sign-in", { email: "x", password: "x", next: "/news" }, "")
          ]),
          [
            ...Array.replicate(`/posts/${id}?lang=de`, 3),
            `/report?type=post&id=${id}&lang=de`,
            "/sign-in?next=%2Fnews&lang=de"
          ]
        )
      })
    )

    it.effect("of an answer quotes the comment that it answers, with its preview too", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const { id } = yield* publish(author)
        const comment = yield* answer(author, id, others)
        const { cookie } = yield* joinByForm()
        for (const values of [{ content: " " }, { content: "my text", prepare: "preview" }]) {
          const replyTo = String(comment.id)
          const { text } = yield* submit(`/posts/${id}/comments`, { ...values, replyTo }, { cookie })
          assertTrue(textOf(text, '<details class="quoted"', "</details>").includes(others))
          assertTrue(text.includes(`name="replyTo" value="${replyTo}"`))
        }
      })
    )

    it.effect("of a comment on a post that was deleted meanwhile says so, and has no button", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const { id } = yield* publish(author)
        const { cookie } = yield* joinByForm()
        yield* submit(`/posts/${id}/delete`, {}, { cookie: cookieFor(author) })
        const { status, text } = yield* submit(`/posts/${id}/comments`, { content: "my text" }, { cookie })
        deepStrictEqual([status, text.includes("my text</textarea>")], [404, true])
        assertTrue(textOf(text, 'role="alert"', "<form").includes("This post has been deleted"))
        assertTrue(!text.includes("isn’t right") && !textOf(text, "</textarea>", "</main>").includes("Post reply"))
      })
    )

    it.effect("of settings is shown without the lists of its page", () =>
      Effect.gen(function* () {
        const [member, followed] = [yield* join(), yield* join()]
        const { id } = yield* publish(followed, { title: others })
        const cookie = cookieFor(member)
        yield* submit(`/posts/${id}/follow`, { follow: "yes" }, { cookie })
        yield* submit("/settings/keys", { name: others, scopes: ["read"] }, { cookie })
        for (const [path, values] of [
          ["/settings/keys", { name: " ", scopes: ["read"] }],
          ["/settings/notifications", { on: ["reply"], mail: "hourly" }]
        ] as const) {
          assertTrue((yield* open(path, { cookie })).text.includes(others), path)
          const { status, text } = yield* submit(path, values, { cookie })
          deepStrictEqual(
            [path, status, text.includes(others), text.includes('role="alert"')],
            [path, 400, false, true]
          )
          assertTrue(text.includes(`action="${path}"`))
        }
      })
    )

    it.effect("of a key without a scope asks to choose one, in words of the page", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* join())
        const refused = yield* submit("/settings/keys", { name: "agent" }, { cookie })
        deepStrictEqual([refused.status, new Set(invalidIn(refused))], [400, new Set(["scopes"])])
        assertTrue(
          refused.text.includes("Please choose one of these.") && !refused.text.includes("the form isn’t right")
        )
        assertTrue(refused.text.includes("scopes must name a scope: read, write"))
      })
    )

    it.effect("of a decision is shown below the text that it is about, without the queue", () =>
      Effect.gen(function* () {
        const moderator = yield* joinModerator
        const { id } = yield* publish(yield* join(), { content: others })
        const cookie = cookieFor(moderator)
        const values = { type: "post", id: String(id), action: "hide", rule: " ", reason: "It sells something." }
        const refused = yield* submit("/moderation", values, { cookie })
        deepStrictEqual([refused.status, invalidIn(refused), refused.text.includes(others)], [400, ["listed"], true])
        assertTrue(refused.text.includes("It sells something.</textarea>"))
        strictEqual((yield* submit("/moderation", { ...values, type: "planet" }, { cookie })).status, 400)
      })
    )
  })

  const limits = { ...unlimited, RATE_LIMIT_READ: "6", RATE_LIMIT_WRITE: "1" }
  layer(community(storage.layer, limits), { excludeTestServices: true })("Refusals of pages", (it) => {
    it.effect("count as reads, and beyond that limit are a short page", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const { id } = yield* publish(author, { content: others })
        const cookie = cookieFor(yield* join())
        const path = `/posts/${id}/comments`
        const attempt = submit(path, { content: "my text" }, { cookie })
        strictEqual((yield* attempt).status, 303)
        const seen = Effect.map(attempt, ({ headers, status, text }) => ({
          status,
          form: text.includes("my text</textarea>"),
          retries: Number(headers["retry-after"]) >= 1,
          isShort: text.length < 6_000 && !text.includes(others)
        }))
        const shown = yield* Effect.forEach(Array.range(1, 8), () => seen)
        const form = { status: 429, form: true, retries: true, isShort: false }
        deepStrictEqual(
          shown.map((one) => ({ ...one, isShort: one.isShort && !one.form })),
          [...Array.replicate(form, 6), ...Array.replicate({ ...form, form: false, isShort: true }, 2)]
        )
        const page = yield* open("/posts", { cookie })
        deepStrictEqual([page.status, page.text.length < 6_000], [429, true])
      })
    )

    it.effect("of anybody count for their address: of unknown pages, and of forms from other sites", () =>
      Effect.gen(function* () {
        const foreign = submit("/sign-in", {}, { headers: { "sec-fetch-site": "cross-site" } })
        const statuses = yield* Effect.forEach(
          [foreign, open("/nowhere"), foreign, open("/nowhere"), foreign, open("/nowhere"), foreign, open("/nowhere")],
          Effect.map(({ status }) => status)
        )
        deepStrictEqual(statuses, [403, 404, 403, 404, 403, 404, 429, 429])
      })
    )
  })
}
