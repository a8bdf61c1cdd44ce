import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Redacted } from "effect"
import { keptDays, unusedEnd } from "../../../src/domain/accounts/Session.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { at, eachOf } from "../../support/Wire.ts"
import { arrive, cookieFor, cookieOf, cookiesOf, joinByForm, open, submit } from "./support/Browse.ts"

const setCookie = ({ headers }: Effect.Effect.Success<ReturnType<typeof open>>) => String(headers["set-cookie"])

const ninetyDays = keptDays * 86_400

/** The cookie of a session of a new member that a browser has kept for some hours. */
const keptFor = (hours: number) =>
  Effect.gen(function* () {
    const { user } = yield* join()
    const { hashOf, newBrowserToken } = yield* Secrets
    const token = yield* newBrowserToken
    const createdAt = DateTime.subtract(yield* DateTime.now, { hours })
    yield* (yield* CredentialsRepo).addSession({
      userId: user.id,
      hash: hashOf(token)?.hash ?? "",
      createdAt,
      expiresAt: unusedEnd(createdAt),
      kind: "browser",
      keptUntil: DateTime.add(createdAt, { days: keptDays })
    })
    return cookieFor({ token })
  })

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Sessions of browsers", (it) => {
    it.effect("are kept where the box is checked, at registration and at sign-in", () =>
      Effect.gen(function* () {
        const { answer, values } = yield* joinByForm({ keep: "yes" })
        const { email, password } = values
        const kept = yield* submit("/sign-in", { email, password, keep: "yes" })
        for (const one of [answer, kept]) {
          const set = setCookie(one)
          assertTrue(
            new RegExp(`^session=rdb_\\w+; Max-Age=${ninetyDays}; Path=/; HttpOnly; SameSite=Lax$`).test(set),
            set
          )
        }
        const other = setCookie(yield* submit("/sign-in", { email, password }))
        assertTrue(/^session=rdb_\w+; Path=\/; HttpOnly; SameSite=Lax$/.test(other), other)
        for (const path of ["/sign-in", "/register"]) {
          assertTrue(/name="keep" value="yes" checked/.test((yield* open(path)).text), path)
        }
        const refused = yield* submit("/sign-in", { email, password: "a wrong one" })
        assertTrue(!/name="keep" value="yes" checked/.test(refused.text))
      })
    )

    it.effect("are listed with their kind and last use beside those of programs", () =>
      Effect.gen(function* () {
        const { values } = yield* joinByForm()
        const { email, password } = values
        const kept = cookieOf(yield* submit("/sign-in", { email, password, keep: "yes" }))
        const { body } = yield* send("POST", "/api/auth/login", { body: { email, password } })
        const list = yield* send("GET", "/api/auth/sessions", { as: Redacted.make(String(at(body, "token"))) })
        deepStrictEqual(eachOf(list, "kind"), ["program", "browser", "browser"])
        deepStrictEqual(eachOf(list, "lastUsedAt"), eachOf(list, "createdAt"))
        const hours = eachOf(list, "expiresAt").map((end, index) => {
          const begun = eachOf(list, "createdAt")[index]
          return (Date.parse(String(end)) - Date.parse(String(begun))) / 3_600_000
        })
        deepStrictEqual(hours, [24, 720, 24])
        const { text } = yield* open("/settings/sessions", { cookie: kept })
        deepStrictEqual(
          Array.from(text.matchAll(/class="strong">(This browser|Another browser|Program)</g), ([, kind]) => kind),
          ["Program", "This browser", "Another browser"]
        )
        deepStrictEqual(
          Array.from(text.matchAll(/(Stays signed in until|Expires on) <time/g), ([, words]) => words),
          ["Expires on", "Stays signed in until", "Stays signed in until"]
        )
        strictEqual((yield* submit("/settings/sessions", {}, { cookie: kept })).status, 303)
        strictEqual(
          eachOf(yield* send("GET", "/api/auth/sessions", { as: Redacted.make(String(at(body, "token"))) })).length,
          0
        )
      })
    )

    it.effect("are read behind 5 kB of cookies that other programs of the domain have set", () =>
      Effect.gen(function* () {
        const cookie = `other=${"x".repeat(5_000)}; ${cookieFor(yield* join())}`
        strictEqual((yield* open("/settings", { cookie })).status, 200)
      })
    )

    it.effect("are no credential for the API, in a header or a query", () =>
      Effect.gen(function* () {
        const token = (yield* keptFor(1)).split("=")[1] ?? ""
        for (const authorization of [`Bearer ${token}`, `ApiKey ${token}`]) {
          strictEqual((yield* ask("GET", "/api/users/me", { headers: { authorization } })).status, 401)
        }
        strictEqual((yield* ask("GET", `/api/notifications/stream?token=${token}`, {})).status, 401)
      })
    )

    it.effect("get another token once a day, with every page until the browser sends it", () =>
      Effect.gen(function* () {
        const [young, cookie] = [yield* keptFor(23), yield* keptFor(25)]
        strictEqual((yield* open("/settings", { cookie: young })).headers["set-cookie"], undefined)
        const first = yield* open("/settings", { cookie })
        const set = setCookie(first)
        const [, age] = /^session=rdb_\w+; Max-Age=(\d+); Path=\/; HttpOnly; SameSite=Lax$/.exec(set) ?? []
        const left = ninetyDays - 25 * 3_600 - Number(age)
        assertTrue(left >= 0 && left < 600, set)
        const next = cookieOf(first)
        assertTrue(next !== cookie)
        strictEqual(cookieOf(yield* open("/diseases", { cookie })), next)
        strictEqual(cookieOf(yield* submit("/settings/sessions", {}, { cookie })), next)
        strictEqual((yield* open("/robots.txt", { cookie })).headers["set-cookie"], undefined)
        deepStrictEqual(cookiesOf(yield* open("/settings?lang=de", { cookie })), ["lang=de", next])
        const second = yield* open("/settings", { cookie: next })
        deepStrictEqual([second.status, second.headers["set-cookie"]], [200, undefined])
        strictEqual((yield* open("/settings", { cookie })).status, 200)
        assertTrue(/^session=; Max-Age=0/.test(setCookie(yield* submit("/sign-out", {}, { cookie: next }))))
        strictEqual((yield* open("/settings", { cookie: next })).status, 303)
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("A thread that a member opens", (it) => {
    it.effect("has its notifications read, and shows the lower number", () =>
      Effect.gen(function* () {
        const [author, reader] = [yield* join(), yield* join()]
        const [read, other] = [yield* publish(author), yield* publish(author)]
        for (const { id } of [read, read, other]) yield* answer(reader, id)
        const cookie = cookieFor(author)
        const unread = (text: string) => /data-count="(\d+)"/.exec(text)?.[1]
        strictEqual(unread((yield* open("/settings", { cookie })).text), "3")
        yield* ask("HEAD", `/posts/${read.id}`, { headers: { cookie, accept: "text/html" } })
        strictEqual(unread((yield* open("/settings", { cookie })).text), "3")
        yield* open(`/posts/${read.id}`, { cookie: cookieFor(reader) })
        yield* open(`/posts/${read.id}`)
        strictEqual(unread((yield* open(`/posts/${read.id}`, { cookie })).text), "1")
        const list = yield* send("GET", "/api/notifications", { as: author.token })
        deepStrictEqual(eachOf(list, "read"), [false, true, true])
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page for writing a post", (it) => {
    it.effect("shows posts that are similar to the title, in a preview and to its script", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const cookie = cookieFor(author)
        const title = "Enzyme replacement every fortnight"
        const posted = yield* arrive(
          yield* submit("/posts/new", { title, content: "How do you plan travel?", category: "topic" }, { cookie }),
          cookie
        )
        strictEqual(posted.status, 200)
        const asked = "Enzyme replacement while travelling"
        const fragment = yield* open(`/posts/similar?title=${encodeURIComponent(asked)}`, { cookie })
        deepStrictEqual([fragment.status, fragment.headers["content-type"]], [200, "text/html; charset=utf-8"])
        assertTrue(fragment.text.includes(title) && !fragment.text.includes("<html"), fragment.text)
        strictEqual((yield* open("/posts/similar?title=%20", { cookie })).text, "")
        const preview = yield* submit(
          "/posts/new",
          { title: asked, content: "Some words", category: "topic", prepare: "preview" },
          { cookie }
        )
        assertTrue(preview.text.includes(title))
        strictEqual((yield* open(`/posts/similar?title=${title}`.replaceAll(" ", "+"))).status, 401)
      })
    )
  })
}
