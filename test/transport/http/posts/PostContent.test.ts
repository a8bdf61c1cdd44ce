import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, refused, refusedFor } from "../../../support/Wire.ts"

/** Contents, with what is stored of them and how they are shown. */
const filtered: ReadonlyArray<readonly [string, string, string]> = [
  ["a < b && c > d, <3 AT&T", "a < b && c > d, <3 AT&T", "<p>a &#x3C; b &#x26;&#x26; c > d, &#x3C;3 AT&#x26;T</p>"],
  ["hi <script>alert(1)</script> you", "hi  you", "<p>hi  you</p>"],
  ['<img src=x onerror="alert(1)">text', "text", "<p>text</p>"],
  ["[x](javascript:alert(1))", "[x]()", '<p><a href="" rel="nofollow ugc noopener">x</a></p>'],
  ["![x](data:text/html;base64,AAAA)", "![x]()", '<p><img src="" alt="x"></p>'],
  [
    "[x](https://example.org 'T')",
    "[x](https://example.org 'T')",
    '<p><a href="https://example.org" title="T" rel="nofollow ugc noopener">x</a></p>'
  ],
  [
    "<mailto:maria@example.org>",
    "<mailto:maria@example.org>",
    '<p><a href="mailto:maria@example.org" rel="nofollow ugc noopener">mailto:maria@example.org</a></p>'
  ],
  ["a List<String> in prose", "a List&lt;String> in prose", "<p>a List&#x3C;String> in prose</p>"],
  ["`<script>` stays", "`<script>` stays", "<p><code>&#x3C;script></code> stays</p>"],
  [
    "```html\n<script>alert(1)</script>\n```",
    "```html\n<script>alert(1)</script>\n```",
    '<pre><code class="language-html">&#x3C;script>alert(1)&#x3C;/script>\n</code></pre>'
  ],
  [
    "| a | b |\n| - | - |\n| 1 | ~~2~~ |",
    "| a | b |\n| - | - |\n| 1 | ~~2~~ |",
    "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td><del>2</del></td>\n</tr>\n</tbody>\n</table>"
  ]
]

/** Titles, with what is stored of them. */
const titles: ReadonlyArray<readonly [string, string]> = [
  ["a < b, <3 and 5 > 4", "a < b, <3 and 5 > 4"],
  ["<b>bold</b> move", "bold move"],
  ["<img src=x onerror=alert(1)>hi", "hi"],
  ["<scr<script>ipt>x", "x"],
  ["half <script", "half < script"],
  ["<!-- secret -->shown", "shown"],
  ["AT&T “quoted” 'n' *plain*", "AT&T “quoted” 'n' *plain*"],
  ["family 👩‍👩‍👧 مرحبا", "family 👩‍👩‍👧 مرحبا"]
]

const change = ({ token }: Member, id: number, body: unknown) => send("PATCH", `/api/posts/${id}`, { as: token, body })

layer(community(Memory.layer), { excludeTestServices: true })("The content of a post", (it) => {
  it.effect("loses dangerous parts, keeps the rest as typed, and is rendered", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      for (const [typed, content, contentHtml] of filtered) {
        const body = { title: "T", content: typed }
        const created = yield* send("POST", "/api/posts", { as: maria.token, body })
        const path = `/api/posts/${at(created.body, "id")}`
        const comment = yield* send("POST", `${path}/comments`, { as: maria.token, body: { content: typed } })
        for (const answer of [created, comment, yield* send("GET", path)]) {
          deepStrictEqual([at(answer.body, "content"), at(answer.body, "contentHtml")], [content, contentHtml])
        }
      }
    })
  )

  it.effect("stays the same when it is read and saved again", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      for (const [typed] of filtered) {
        const { content: stored } = yield* Effect.map(change(maria, id, { content: typed }), ({ body }) => ({
          content: at(body, "content")
        }))
        const again = yield* change(maria, id, { content: stored })
        deepStrictEqual([again.status, at(again.body, "content")], [200, stored])
      }
    })
  )

  it.effect(
    "may be saved again though filtering made it longer than the limit, unlike another text of that length",
    () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const typed = `${"x".repeat(19_970)} a List<String> of Map<Key>`
        const { content, id } = yield* publish(maria, { content: typed.padEnd(20_000, ".") })
        assertTrue(content.length > 20_000)
        const again = yield* change(maria, id, { title: "new", content })
        deepStrictEqual(
          [again.status, at(again.body, "content") === content, at(again.body, "title")],
          [200, true, "new"]
        )
        refusedFor(yield* change(maria, id, { content: `y${content.slice(1)}` }), 400, /^content .*20000/)
        refused(yield* change(maria, (yield* publish(maria)).id, { content }), 400)
      })
  )

  it.effect("has a title without tags, in which half a tag is inert", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      for (const [typed, title] of titles) {
        const created = yield* send("POST", "/api/posts", { as: maria.token, body: { title: typed, content: "C" } })
        strictEqual(at(created.body, "title"), title)
        strictEqual(at((yield* change(maria, id, { title: typed })).body, "title"), title)
        strictEqual(at((yield* change(maria, id, { title })).body, "title"), title)
      }
    })
  )

  it.effect("is refused if filtering leaves nothing of it", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const create = (body: object) =>
        send("POST", "/api/posts", { as: maria.token, body: { title: "T", content: "C", ...body } })
      for (const empty of ["<b></b>", "<script></script>", "<img src=x onerror=alert(1)>", " <br> "]) {
        refusedFor(yield* create({ title: empty }), 400, /^title /)
        refusedFor(yield* create({ content: empty }), 400, /^content /)
        refusedFor(yield* change(maria, id, { content: empty }), 400, /^content /)
        const path = `/api/posts/${id}/comments`
        refusedFor(yield* send("POST", path, { as: maria.token, body: { content: empty } }), 400, /^content /)
      }
    })
  )

  it.effect("is refused where a reader would see nothing", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const post = (body: unknown) => send("POST", "/api/posts", { as: maria.token, body })
      for (const content of [
        "[a]: https://example.org",
        "[^1]: note",
        "&nbsp;",
        "&#8203;",
        "\u3164",
        "[]()",
        "```\n```"
      ]) {
        strictEqual((yield* post({ title: "T", content })).status, 400, content)
      }
      strictEqual((yield* post({ title: "\u2800", content: "x" })).status, 400)
      for (const content of ["***", "![](https://example.org/a.png)", "`x`", "🧬"]) yield* publish(maria, { content })
    })
  )

  it.effect("is refused if its Markdown nests deeper than 50 levels, and the failure says so", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const create = (content: string) => send("POST", "/api/posts", { as: maria.token, body: { title: "T", content } })
      strictEqual((yield* create(`${"> ".repeat(45)}deep`)).status, 201)
      for (const deep of [`${"> ".repeat(51)}deep`, ">".repeat(20_000), `${"- ".repeat(60)}deep`]) {
        refusedFor(yield* create(deep), 400, /50 levels/)
      }
      strictEqual((yield* create("[".repeat(20_000))).status, 201)
    })
  )

  it.effect("is refused, as in comments, if parsing would take too long, and the failure says what to change", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const create = (content: string) => send("POST", "/api/posts", { as: maria.token, body: { title: "T", content } })
      refusedFor(yield* create("a*_".repeat(6_666)), 400, /emphasis marks.*split the paragraph/)
      refusedFor(yield* create("a\n=\n".repeat(5_000)), 400, /underlined headings.*#/)
      refusedFor(yield* change(maria, id, { content: "*a_".repeat(6_666) }), 400, /emphasis marks/)
      const path = `/api/posts/${id}/comments`
      const content = "*_".repeat(2_500)
      refusedFor(yield* send("POST", path, { as: maria.token, body: { content } }), 400, /emphasis marks/)
      strictEqual((yield* create("]".repeat(20_000))).status, 201)
    })
  )

  it.effect("keeps the text between the tags of a block of HTML", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const content = "<div>my story</div>\n\n<script>gone</script>"
      const { body } = yield* send("POST", "/api/posts", { as: maria.token, body: { title: "T", content } })
      strictEqual(at(body, "content"), "my story\n\n")
      strictEqual(at(body, "contentHtml"), "<p>my story</p>")
    })
  )

  it.effect("loses invisible characters and references to them, and stays the same when it is saved again", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const body = { title: "\u202eT\u{e0041}itle", content: "a\u202eb&#x202E;c\u001b\u{e0041}\td" }
      const created = yield* send("POST", "/api/posts", { as: maria.token, body })
      deepStrictEqual([at(created.body, "title"), at(created.body, "content")], ["Title", "abc\td"])
      const controls = { title: "a\u001bb", content: "C" }
      refusedFor(yield* send("POST", "/api/posts", { as: maria.token, body: controls }), 400, /^title /)
    })
  )
})
