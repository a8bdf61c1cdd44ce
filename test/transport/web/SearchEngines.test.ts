import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { shippedLanguages } from "../../../src/domain/Language.ts"
import { community } from "../../support/Community.ts"
import { answer, diseaseNamed, joinModerator, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { open } from "./support/Browse.ts"

const address = "https://community.example"

/** True where the longest rule of a robots.txt for a path, in which `*` is any text, permits it (RFC 9309, 2.2.2). */
const permits = (robots: string, path: string) => {
  const rules = Array.from(robots.matchAll(/^(Allow|Disallow): (.*)$/gm), ([, kind, rule = ""]) => ({ kind, rule }))
  const [longest] = rules
    .filter(({ rule }) => new RegExp(`^${rule.replace(/[.?+]/g, "\\$&").replaceAll("*", ".*")}`).test(path))
    .sort((one, other) => other.rule.length - one.rule.length)
  return longest?.kind !== "Disallow"
}

const headOf = (html: string) => html.slice(0, html.indexOf("</head>"))

layer(community(Memory.layer, { ...unlimited, PUBLIC_URL: address, SAMPLES: "on" }), { excludeTestServices: true })(
  "Search engines",
  (it) => {
    it.effect("find posts, their diseases and news in the sitemap, and no hidden post", () =>
      Effect.gen(function* () {
        const [author, moderator] = [yield* join(), yield* joinModerator]
        const disease = yield* diseaseNamed(author, "Marfan syndrome")
        const shown = yield* publish(author, { diseaseId: disease.id })
        const hidden = yield* publish(author)
        const body = { target: { type: "post", id: hidden.id }, action: "hide", rule: "Spam", reason: "It is spam." }
        strictEqual((yield* send("POST", "/api/decisions", { as: moderator.token, body })).status, 201)
        const { headers, status, text } = yield* ask("GET", "/sitemap.xml")
        deepStrictEqual([status, headers["content-type"]], [200, "application/xml"])
        const listed = Array.from(text.matchAll(/<loc>([^<]+)<\/loc>/g), ([, at]) => at)
        assertTrue(
          listed.includes(`${address}/posts/${shown.id}`) && listed.includes(`${address}/diseases/${disease.id}`)
        )
        assertTrue(listed.some((at) => at?.startsWith(`${address}/news/`)))
        assertTrue(!listed.includes(`${address}/posts/${hidden.id}`))
        assertTrue(listed.every((at) => !/members|settings|notifications|decisions|moderation|admin/.test(at ?? "")))
        const found = yield* open(`/posts/${hidden.id}`)
        assertTrue(found.status === 404 && headOf(found.text).includes('content="noindex"'))
      })
    )

    it.effect("have the sitemap from the cache, whatever their query, until a post changes it", () =>
      Effect.gen(function* () {
        const hits = Effect.map(ask("GET", "/metrics"), ({ text }) =>
          Number(/^response_cache_lookups_total\{[^}]*"hit"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0)
        )
        const author = yield* join()
        yield* ask("GET", "/sitemap.xml")
        const before = yield* hits
        for (const query of ["?a=1", "?limit=x", "?lang=de"]) {
          strictEqual((yield* ask("GET", `/sitemap.xml${query}`)).status, 200)
        }
        strictEqual((yield* hits) - before, 3)
        const { id } = yield* publish(author)
        assertTrue((yield* ask("GET", "/sitemap.xml?a=1")).text.includes(`${address}/posts/${id}<`))
      })
    )

    it.effect("are sent away from pages for members", () =>
      Effect.gen(function* () {
        const { text } = yield* ask("GET", "/robots.txt")
        for (const path of ["/api/", "/settings", "/notifications", "/sign-in", "/report", "/posts/new"])
          assertTrue(text.includes(`Disallow: ${path}\n`), path)
        assertTrue(text.includes(`Sitemap: ${address}/sitemap.xml`))
        for (const path of [
          "/posts?search=x",
          "/diseases?search=x",
          "/diseases?symptoms=fits",
          "/reset-password?token=x"
        ])
          assertTrue(headOf((yield* open(path)).text).includes('<meta name="robots" content="noindex"'), path)
      })
    )

    it.effect("find each page in every language", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const { id } = yield* publish(author)
        const { text: robots } = yield* ask("GET", "/robots.txt")
        assertTrue(permits(robots, "/posts") && !permits(robots, "/posts?search=x") && !permits(robots, "/settings"))
        for (const path of ["/", "/diseases", "/diseases?symptoms=", "/posts", "/news", "/help", `/posts/${id}`]) {
          const head = headOf((yield* open(path)).text)
          assertTrue(head.includes(`<link rel="canonical" href="${address}${path}"`), path)
          const alternates = Array.from(
            head.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g),
            ([, language = "", href = ""]) => ({ language, href: href.replaceAll("&amp;", "&") })
          )
          deepStrictEqual(
            alternates.map(({ language }) => language),
            [...shippedLanguages, "x-default"]
          )
          strictEqual(alternates.at(-1)?.href, address + path)
          for (const { href, language } of alternates.slice(0, -1)) {
            const target = href.slice(address.length)
            assertTrue(permits(robots, target), `robots.txt forbids ${target}`)
            const { text } = yield* open(target)
            const own = [`<html lang="${language}">`, `<link rel="canonical" href="${href.replaceAll("&", "&amp;")}"`]
            for (const part of own) assertTrue(headOf(text).includes(part), `${target}: ${part}`)
          }
        }
      })
    )

    it.effect("read title, description, canonical address, Open Graph and the discussion of a thread", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const { id } = yield* publish(author, { title: "Stairs & braces", content: "They hurt." })
        yield* answer(author, id, "Not mine.")
        const { text } = yield* open(`/posts/${id}`)
        const head = headOf(text)
        for (const part of [
          "<title>Stairs &amp; braces – ",
          '<meta name="description" content="They hurt."',
          `<link rel="canonical" href="${address}/posts/${id}"`,
          '<meta property="og:title" content="Stairs &amp; braces"',
          `<meta property="og:url" content="${address}/posts/${id}"`,
          `hreflang="de" href="${address}/posts/${id}?lang=de"`
        ])
          assertTrue(head.includes(part), part)
        for (const part of [
          "DiscussionForumPosting",
          'itemProp="headline"',
          "schema.org/Comment",
          'itemProp="datePublished"'
        ])
          assertTrue(text.toLowerCase().includes(part.toLowerCase()), part)
      })
    )
  }
)
