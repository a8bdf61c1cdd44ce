import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import sax from "sax"
import { community } from "../../support/Community.ts"
import { answer } from "../../support/Given.ts"
import { open as openStream } from "../../support/Reader.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { at } from "../../support/Wire.ts"
import { cookieFor, open, submit } from "./support/Browse.ts"
import { elementsOf, forbiddenIn } from "./support/Elements.ts"
import { honestTexts, hostileTexts, type MembersTexts, written } from "./support/HostileTexts.ts"

/** The texts of a feed's entries that are HTML. */
const htmlIn = (feed: string) => {
  const found: Array<string> = []
  const parser = sax.parser(true)
  let isHtml = false
  parser.onopentag = ({ attributes }) => {
    isHtml = attributes["type"] === "html"
    if (isHtml) found.push("")
  }
  parser.onclosetag = () => {
    isHtml = false
  }
  parser.ontext = (text) => {
    if (isHtml) found.push(`${found.pop()}${text}`)
  }
  parser.onerror = (error) => {
    throw error
  }
  parser.write(feed).close()
  return found
}

const previews = ({ contents, line }: MembersTexts) =>
  contents.map((content) => ({ title: line, content, category: "topic", disease: "", prepare: "preview" }))

/** A page without the posts that are similar to its text, of which other texts have another number. */
const withoutSimilar = (html: string) =>
  html.replace(
    /<ul class="links">(?:<li><a href="\/posts\/\d+" dir="auto">[^<]*<\/a> <span class="hint">[^<]*<\/span><\/li>)*<\/ul>/,
    ""
  )

/** A page without the languages that the server found in texts, since other texts have other languages. */
const withoutLanguages = (html: string) => html.replace(/ lang="[a-z]{2}"/g, "")

/** What the pages themselves and what members add to a page, without what depends on the words of a text. */
const compared = (html: string) => elementsOf(withoutLanguages(withoutSimilar(html)))

/** The pages that show these texts, by their path and reader. */
const shown = (texts: MembersTexts) =>
  Effect.gen(function* () {
    const scene = yield* written(texts)
    const { pages, readers } = scene
    const found: Array<readonly [page: string, html: string]> = []
    for (const [by, paths] of Object.entries(pages)) {
      const reader = by === "anyone" ? undefined : cookieFor(readers[by as keyof typeof readers])
      for (const path of paths) {
        const { status, text } = yield* open(path, { cookie: reader })
        strictEqual(status, 200, path)
        found.push([`${path} for ${by}`, text])
      }
    }
    const cookie = cookieFor(readers.author)
    for (const values of previews(texts)) {
      const thread = yield* submit(`/posts/${scene.first}/comments`, values, { cookie })
      const post = yield* submit("/posts/new", values, { cookie })
      const refused = yield* submit("/posts/new", { ...values, prepare: "", category: texts.line }, { cookie })
      deepStrictEqual([thread.status, post.status, refused.status], [200, 200, 400])
      found.push(["preview of a comment", thread.text], ["preview of a post", post.text], ["refusal", refused.text])
    }
    return { ...scene, found }
  })

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Markup of members", (it) => {
    it.effect(
      "adds no element and no attribute to any page, and in their texts only those that the sanitiser allows",
      () =>
        Effect.gen(function* () {
          const honest = yield* Effect.provide(shown(honestTexts), community(storage.layer, unlimited))
          const hostile = yield* Effect.provide(shown(hostileTexts), community(storage.layer, unlimited))
          strictEqual(hostile.found.length, honest.found.length)
          for (const [index, [page, html]] of hostile.found.entries()) {
            const { members, own } = compared(html)
            const [, plain = ""] = honest.found[index] ?? []
            deepStrictEqual([page, own], [page, compared(plain).own])
            deepStrictEqual([page, forbiddenIn(members)], [page, []])
          }
        })
    )

    it.effect("adds nothing to feeds beside what the sanitiser allows", () =>
      Effect.gen(function* () {
        const { feeds } = yield* written(hostileTexts)
        for (const path of feeds) {
          const texts = htmlIn((yield* open(path)).text)
          assertTrue(texts.length > 0, path)
          for (const html of texts) {
            const { members, own } = compared(html)
            deepStrictEqual(forbiddenIn([...own, ...members]), [])
          }
        }
      })
    )

    it.scoped("adds nothing to the comments that a page receives while it is open", () =>
      Effect.gen(function* () {
        const { first, readers } = yield* written(honestTexts)
        const headers = { "sec-fetch-site": "same-origin", cookie: cookieFor(readers.reader) }
        const plain = yield* answer(readers.author, first)
        const query = { postId: String(first), after: String(plain.id) }
        const stream = yield* openStream({ path: "/live", headers, query })
        const next = Effect.repeat(stream.next, { until: ({ event }) => event === "comment" || event === "ended" })
        yield* answer(readers.author, first, "An honest answer")
        // A text whose language is not that of the page has a badge that names it.
        const received = Effect.map(next, ({ data }) =>
          compared(String(at(data, "html")).replace(/<span class="badge language">[^<]*<\/span>/, ""))
        )
        const honest = yield* received
        for (const content of hostileTexts.contents) {
          yield* answer(readers.author, first, content)
          const { members, own } = yield* received
          deepStrictEqual([own, forbiddenIn(members)], [honest.own, []])
        }
      })
    )

    it.effect("has its headings below those of the page, its boxes as signs, and tables that keys can scroll", () =>
      Effect.gen(function* () {
        const content = "# One\n\n###### Six\n\n- [x] done\n- [ ] open\n\n| a |\n|---|\n| 1 |"
        const { readers, first } = yield* written(honestTexts)
        yield* answer(readers.author, first, content)
        const { text } = yield* open(`/posts/${first}`)
        assertTrue(text.includes('<h3 dir="auto">One</h3>\n<h4 dir="auto">Six</h4>'))
        assertTrue(text.includes(">☑ done</li>") && text.includes(">☐ open</li>"))
        assertTrue(text.includes('<table tabindex="0" dir="ltr">'))
        strictEqual(text.match(/<h1\b/g)?.length, 1)
      })
    )
  })
}
