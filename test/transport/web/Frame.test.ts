import { readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { facePairs } from "../../../src/transport/web/Avatar.tsx"
import { community } from "../../support/Community.ts"
import { joinAdmin, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { cookieFor, open } from "./support/Browse.ts"

const headerOf = (html: string): string => /<header>(.*?)<\/header>/s.exec(html)?.[1] ?? ""

/** The links of the header that a page marks, each once, with how it marks them. */
const currentIn = (html: string) => [
  ...new Set(
    Array.from(
      headerOf(html).matchAll(/<a[^>]* href="([^"]+)" aria-current="(\w+)"/g),
      ([, href, mark]) => `${href} ${mark}`
    )
  )
]

const faceOf = (html: string, id: number) =>
  new RegExp(`<span class="(face[^"]*)"[^>]*>([^<]*)</span><a href="/members/${id}"`).exec(html)

/** The relative luminance of a colour (WCAG 2.2). */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left)
  return (light + 0.05) / (dark + 0.05)
}

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("The header", (it) => {
  it.effect("marks the section of a page, on the pages below it too", () =>
    Effect.gen(function* () {
      const { id } = yield* publish(yield* join())
      const marked = ["/", "/posts", `/posts/${id}`, "/diseases/ORPHA:0", "/help"].map((path) =>
        Effect.map(open(path), ({ text }) => currentIn(text))
      )
      deepStrictEqual(yield* Effect.all(marked), [[], ["/posts page"], ["/posts true"], ["/diseases true"], []])
    })
  )

  it.effect("has one search for diseases on every page", () =>
    Effect.gen(function* () {
      const cookie = cookieFor(yield* join())
      for (const path of [
        "/",
        "/diseases",
        "/posts",
        "/news",
        "/sign-in",
        "/statistics",
        "/settings/keys",
        "/no-page"
      ]) {
        const { text } = yield* open(path, { cookie: path === "/sign-in" ? undefined : cookie })
        deepStrictEqual([path, text.match(/<form action="\/diseases" role="search"/g)?.length], [path, 1])
      }
    })
  )

  it.effect("offers an admin all pages in a menu that opens without a script", () =>
    Effect.gen(function* () {
      const { text } = yield* open("/posts", { cookie: cookieFor(yield* joinAdmin) })
      const [menu = ""] = /<details class="menu">.*?<\/details>/s.exec(headerOf(text)) ?? []
      for (const path of ["/diseases", "/posts", "/news", "/members", "/settings", "/moderation", "/admin"]) {
        assertTrue(menu.includes(`<a href="${path}"`), path)
      }
      assertTrue(menu.includes('action="/sign-out"'))
    })
  )
})

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("The face of an author", (it) => {
  it.effect("has the initial of the name, and colours that depend on the id", () =>
    Effect.gen(function* () {
      const author = yield* join()
      yield* publish(author)
      const { id, username } = author.user
      const [, style, initial] = faceOf((yield* open("/posts")).text, id) ?? []
      deepStrictEqual([style, initial], [`face f${id % facePairs}`, username.slice(0, 1).toUpperCase()])
    })
  )

  it.effect("is a square for an AI agent, and a circle for its owner", () =>
    Effect.gen(function* () {
      const author = yield* join()
      const { id } = author.user
      const { key } = yield* author.client.auth.createApiKey({ payload: { name: "helper", agent: true } })
      const body = JSON.stringify({ title: "Of an agent", content: "I am one.", category: "topic" })
      const made = yield* ask("POST", "/api/posts", { as: key, body })
      const own = yield* publish(author)
      const faces = [JSON.parse(made.text).id, own.id].map((post) =>
        Effect.map(open(`/posts/${post}`), ({ text }) => faceOf(text, id)?.[1])
      )
      deepStrictEqual(yield* Effect.all(faces), [`face f${id % facePairs} square`, `face f${id % facePairs}`])
    })
  )

  it.effect("can be read in each of its pairs of colours", () =>
    Effect.sync(() => {
      const style = readFileSync(new URL("../../../src/transport/web/files/style/avatars.css", import.meta.url), "utf8")
      const pairs = Array.from(style.matchAll(/\.f\d \{\s*--tint: (#\w{6});\s*--mark: (#\w{6});/g))
      strictEqual(pairs.length, facePairs)
      for (const [, tint = "", mark = ""] of pairs) assertTrue(contrast(tint, mark) >= 4.5, `${mark} on ${tint}`)
    })
  )
})

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("The time of a post", (it) => {
  it.effect("is a date without a script, with the time for machines and as its title", () =>
    Effect.gen(function* () {
      const { createdAt, id } = yield* publish(yield* join())
      const iso = DateTime.formatIso(createdAt)
      const [, hours = "", minutes = ""] = /T(\d\d):(\d\d)/.exec(iso) ?? []
      for (const [language, locale, time] of [
        ["en", "en-GB", `at\u00A0${hours}:${minutes}`],
        ["de", "de", `um\u00A0${hours}:${minutes}`],
        ["pt", "pt-PT", `às\u00A0${hours}:${minutes}`]
      ] as const) {
        const { text } = yield* open(`/posts/${id}`, { headers: { "accept-language": language } })
        const [day, shortDay] = (["long", "medium"] as const).map((dateStyle) =>
          new Intl.DateTimeFormat(locale, { dateStyle, timeZone: "UTC" }).format(new Date(iso))
        )
        const title = `${day} ${time} (UTC)`
        assertTrue(text.includes(`<time class="ago" datetime="${iso}" title="${title}">${shortDay}</time>`), title)
      }
    })
  )
})

layer(community(Memory.layer, unlimited), { excludeTestServices: true })("An error page", (it) => {
  it.effect("leads on: to a search, the home page, the page before, and a visitor to the sign-in", () =>
    Effect.gen(function* () {
      const main = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ""
      const visitor = main((yield* open("/posts/999999")).text)
      for (const part of ['action="/diseases"', '<a href="/">', '<a href="/posts">', "data-back"]) {
        assertTrue(visitor.includes(part), part)
      }
      assertTrue(visitor.includes(`<a href="/sign-in?next=${encodeURIComponent("/posts/999999")}">`))
      const member = main((yield* open("/posts/999999", { cookie: cookieFor(yield* join()) })).text)
      assertTrue(member.includes('<a href="/">') && !member.includes("/sign-in"))
    })
  )
})
