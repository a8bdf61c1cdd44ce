import { gzipSync } from "node:zlib"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { shippedLanguages } from "../../../src/domain/Language.ts"
import { errorTexts } from "../../../src/transport/web/texts/FaultTexts.ts"
import { unique } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { said } from "../../support/languages/Said.ts"
import { join } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { assets, cookieOf, joinByForm, open, publishByForm, submit } from "./support/Browse.ts"

const readingPages = [
  "/",
  "/diseases",
  "/posts",
  "/news",
  "/statistics",
  "/help",
  "/terms",
  "/privacy",
  "/moderating",
  "/sign-in",
  "/register",
  "/forgot-password"
]

const html = "text/html; charset=utf-8"

/** The server by its name on this machine, at which browsers know passkeys. */
const named = { host: "localhost:3000" }

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Pages", (it) => {
    it.effect("answer HTML with one h1, a main, a skip link and a title of their own in every language", () =>
      Effect.forEach(readingPages, (path) =>
        Effect.forEach(shippedLanguages, (language) =>
          Effect.gen(function* () {
            const { headers, status, text } = yield* open(path, { headers: { "accept-language": language } })
            deepStrictEqual([path, status, headers["content-type"]], [path, 200, html])
            assertTrue(text.startsWith(`<!doctype html><html lang="${language}">`))
            strictEqual(text.match(/<h1\b/g)?.length, 1, path)
            strictEqual(text.match(/<main\b/g)?.length, 1)
            assertTrue(text.includes('href="#main"'))
            assertTrue(/<title>[^<]+<\/title>/.test(text))
          })
        )
      )
    )

    it.effect("leave out no level of headings, in their lists of news, posts and diseases", () =>
      Effect.gen(function* () {
        yield* publish(yield* join())
        for (const path of ["/", "/news", "/posts", "/diseases", "/diseases/1"]) {
          const levels = Array.from((yield* open(path)).text.matchAll(/<h([1-6])\b/g), ([, level]) => Number(level))
          const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
          deepStrictEqual([path, skipped], [path, []])
        }
      })
    )

    it.effect("of a list say so past its end, instead of that nothing was found", () =>
      Effect.gen(function* () {
        yield* publish(yield* join())
        for (const path of ["/posts?page=99", "/diseases?page=9999", "/diseases?search=syndrome&page=99"]) {
          const { status, text } = yield* open(path)
          strictEqual(status, 200)
          assertTrue(text.includes("This list doesn’t have that many pages.") && text.includes('rel="prev"'), path)
          assertTrue(!text.includes("No matching diseases") && !text.includes("Nothing found"), path)
        }
      })
    )

    it.effect("have the headers of the contract", () =>
      Effect.gen(function* () {
        const { headers } = yield* open("/posts")
        const policy = String(headers["content-security-policy"])
        for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
          assertTrue(policy.includes(part), part)
        }
        assertTrue(!policy.includes("unsafe"))
        strictEqual(headers["referrer-policy"], "same-origin")
        strictEqual(headers["x-content-type-options"], "nosniff")
        strictEqual(headers["cross-origin-opener-policy"], "same-origin")
        strictEqual(headers["cross-origin-resource-policy"], "same-origin")
        const permissions = String(headers["permissions-policy"]).split(", ")
        for (const feature of [
          "camera=()",
          "publickey-credentials-get=(self)",
          "publickey-credentials-create=(self)"
        ]) {
          assertTrue(permissions.includes(feature), feature)
        }
        strictEqual(headers["vary"], "Cookie, Accept-Language, Accept-Encoding")
        strictEqual((yield* open("/")).headers["vary"], "Cookie, Accept-Language, Accept-Encoding, Accept")
        strictEqual(headers["cache-control"], "no-cache")
        const { cookie } = yield* joinByForm()
        strictEqual((yield* open("/posts", { cookie })).headers["cache-control"], "no-store")
      })
    )

    it.effect("take forms of one type only", () =>
      Effect.gen(function* () {
        const parts = '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@example.org\r\n--x--\r\n'
        const types = [
          "multipart/form-data; boundary=x",
          "text/plain",
          "application/json",
          "application/x-www-form-urlencoded2"
        ]
        for (const path of ["/sign-in", "/register", "/posts/new", "/settings/profile"]) {
          for (const type of types) {
            const headers = { "content-type": type, "sec-fetch-site": "same-origin", accept: "text/html" }
            const answer = yield* ask("POST", path, { headers, body: parts })
            strictEqual(answer.status, 415, `${path} ${type}`)
            const told = type === "application/json" ? '{"error":"send a form' : errorTexts(said("en"), 415).text
            assertTrue(answer.text.includes(told), answer.text)
            assertTrue(!answer.text.includes(errorTexts(said("en"), 500).text))
          }
        }
      })
    )

    it.effect("that are no list of an endpoint ignore the parameters of lists", () =>
      Effect.gen(function* () {
        const { cookie } = yield* joinByForm()
        const path = yield* publishByForm(cookie)
        const comment = yield* submit(`${path}/comments`, { content: "An answer" }, { cookie })
        const id = /comment-(\d+)/.exec(String(comment.headers.location))?.[1]
        const wrong = "page=0&limit=abc&sort=odd&cursor=x&category=x&diseaseId=x&search=a&search=b"
        for (const path of ["/", "/help", "/terms", "/privacy", "/sitemap.xml", `/comments/${id}`]) {
          const status = path.startsWith("/comments") ? 303 : 200
          for (const method of ["GET", "HEAD"]) {
            const answer = yield* ask(method, `${path}?${wrong}`, { headers: { accept: "text/html" } })
            strictEqual(answer.status, status, path)
            strictEqual(yield* Effect.map(open(path), (plain) => plain.status), status)
          }
        }
        // Lists tell what is wrong with theirs.
        for (const path of ["/posts", "/diseases", "/news"]) strictEqual((yield* open(`${path}?${wrong}`)).status, 400)
      })
    )

    it.effect("hold no style and no script of their own", () =>
      Effect.forEach(readingPages, (path) =>
        Effect.map(open(path, { headers: named }), ({ text }) => {
          assertTrue(!/<style|\sstyle=|\son\w+=|javascript:/i.test(text), path)
          const files = path === "/sign-in" ? [assets.script, assets.passkeys] : [assets.script]
          deepStrictEqual(
            text.match(/<script[^>]*>/g),
            files.map((file) => `<script type="module" src="${file.path}">`)
          )
        })
      )
    )

    it.effect("load the script of passkeys where they are used only, under 3 kB", () =>
      Effect.gen(function* () {
        const { headers, text } = yield* open(assets.passkeys.path)
        strictEqual(headers["cache-control"], "public, max-age=31536000, immutable")
        assertTrue(gzipSync(text).length < 3_000)
        assertTrue((yield* open("/sign-in", { headers: named })).text.includes(`src="${assets.passkeys.path}"`))
        assertTrue(!(yield* open("/register", { headers: named })).text.includes(assets.passkeys.path))
      })
    )

    it.effect("leave / to JSON for a client that does not take HTML before it", () =>
      Effect.forEach(
        [
          [{}, "application/json"],
          [{ accept: "*/*" }, "application/json"],
          [{ accept: "application/json, text/html" }, "application/json"],
          [{ accept: "text/html;q=0.5, application/json" }, "application/json"],
          [{ accept: "text/html, application/json;q=0.9" }, html]
        ] as const,
        ([headers, type]) =>
          Effect.map(ask("GET", "/", { headers }), (answer) => strictEqual(answer.headers["content-type"], type))
      )
    )

    it.effect("show failures as pages under the statuses of the API", () =>
      Effect.gen(function* () {
        const failures = { "/nothing": 404, "/posts/2147483647": 404, "/posts/x": 404, "/posts?category=general": 400 }
        for (const [path, status] of Object.entries(failures)) {
          const answer = yield* open(path)
          deepStrictEqual([path, answer.status, answer.headers["content-type"]], [path, status, html])
          strictEqual(answer.text.match(/<h1\b/g)?.length, 1)
        }
        const wrong = yield* submit("/news", {})
        deepStrictEqual([wrong.status, wrong.headers.allow], [405, "GET, HEAD"])
        strictEqual((yield* ask("GET", "/nothing")).headers["content-type"], "application/json")
      })
    )

    it.effect("are shown in the language of a link of another site, which is not remembered", () =>
      Effect.gen(function* () {
        const elsewhere: ReadonlyArray<Readonly<Record<string, string>>> = [
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" },
          { referer: "https://elsewhere.example/" }
        ]
        for (const headers of elsewhere) {
          const { headers: sent, text } = yield* open("/help?lang=de", { headers })
          deepStrictEqual([text.includes('<html lang="de">'), sent["set-cookie"]], [true, undefined])
        }
        for (const site of ["same-origin", "none"]) {
          strictEqual(cookieOf(yield* open("/help?lang=de", { headers: { "sec-fetch-site": site } })), "lang=de")
        }
      })
    )

    it.effect("show a new post at once, though they are cached", () =>
      Effect.gen(function* () {
        yield* open("/posts")
        yield* open("/posts")
        const { title } = yield* publish(yield* join())
        assertTrue((yield* open("/posts")).text.includes(title))
        assertTrue((yield* open("/")).text.includes(title))
        assertTrue((yield* ask("GET", "/sitemap.xml")).text.includes("/posts/"))
      })
    )

    it.effect("of a disease are found by its code, and lead to its id", () =>
      Effect.gen(function* () {
        const found = yield* open("/diseases/ORPHA:558")
        strictEqual(found.status, 303)
        strictEqual((yield* open("/diseases/ORPHA%3A558")).headers.location, found.headers.location)
        assertTrue((yield* open(String(found.headers.location))).text.includes("Marfan syndrome"))
        assertTrue((yield* open("/diseases?search=marfan+syndrom")).text.includes("Marfan syndrome"))
      })
    )

    it.effect("of a search say whose reply words come from, which the author of the post did not write", () =>
      Effect.gen(function* () {
        const [author, other, word] = [yield* join(), yield* join(), unique()]
        const { id } = yield* publish(author)
        yield* answer(other, id, `We swim ${word}`)
        const { text } = yield* open(`/posts?search=${word}`)
        const [, name, words] =
          /From a reply by <a [^>]+><bdi>([^<]+)<\/bdi><\/a>: <\/p><p dir="auto">(.{20})/.exec(text) ?? []
        deepStrictEqual([name, words], [other.user.username, "<span>We swim <mark>"])
        assertTrue(!(yield* open("/posts")).text.includes("From a reply"))
      })
    )

    it.effect("send files whose name holds a hash for a year, and compressed", () =>
      Effect.gen(function* () {
        const { headers, status } = yield* ask("GET", assets.style.path, { headers: { "accept-encoding": "br" } })
        deepStrictEqual(
          [status, headers["cache-control"], headers["content-encoding"], headers["content-type"]],
          [200, "public, max-age=31536000, immutable", "br", "text/css; charset=utf-8"]
        )
        strictEqual((yield* ask("GET", "/favicon.ico")).status, 200)
        assertTrue((yield* ask("GET", "/robots.txt")).text.includes("Sitemap: "))
        strictEqual((yield* ask("GET", "/.well-known/security.txt")).status, 404)
        const change = yield* ask("GET", "/.well-known/change-password")
        deepStrictEqual([change.status, change.headers["location"]], [303, "/settings/password"])
      })
    )
  })
}
