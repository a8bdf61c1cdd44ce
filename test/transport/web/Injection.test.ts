import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, FastCheck as fc } from "effect"
import { hostileMarkdown } from "../../../packages/markdown/test/hostileMarkdown.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { assets, joinByForm, open, submit } from "./support/Browse.ts"

const vectors = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover=alert(1) x='",
  "</textarea><script>alert(1)</script>",
  "</title><svg onload=alert(1)>",
  "[x](javascript:alert(1))",
  "![x](data:text/html,<script>alert(1)</script>)",
  '<a href="javascript:alert(1)">x</a>',
  "<style>@import 'x'</style>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "`</code><img src=x onerror=alert(1)>`",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>"
]

/** The tags of a page as a browser reads them: quotes hide a `>`. */
const tagsOf = (html: string): ReadonlyArray<string> => html.match(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi) ?? []

/** What a page would run or load beside its own files. */
const activeIn = (html: string): ReadonlyArray<string> =>
  tagsOf(html.replace(/<textarea\b[^>]*>[^<]*<\/textarea>/g, "")).filter((tag) => {
    const attributes = tag.replace(/"[^"]*"|'[^']*'/g, "")
    const own = [assets.script.path, assets.passkeys.path]
    if (tag.startsWith("<script")) return !own.some((path) => tag.includes(`src="${path}"`))
    if (
      /^<(?:iframe|object|embed|style|base|svg(?! class="icon" viewBox="0 0 24 24" aria-hidden="true">)|math|form(?! (?:method="post" )?action="\/))/i.test(
        tag
      )
    )
      return true
    if (/\s(?:on\w+|style|srcdoc)\s*=/i.test(attributes)) return true
    return /\s(?:href|src|action)="\s*(?:javascript|data|vbscript):/i.test(tag)
  })

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Texts of members on pages", (it) => {
    it.effect("run nothing, whatever field holds them", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const { cookie } = yield* joinByForm()
        for (const vector of vectors) {
          const title = `Title ${vector}`
          const { id } = yield* author.client.posts.create({ payload: { title, content: `Text\n\n${vector}` } })
          yield* author.client.comments.create({ path: { id }, payload: { content: `Answer ${vector}` } })
          const typed = encodeURIComponent(vector)
          const paths = [`/posts/${id}`, `/posts?search=${typed}`, `/diseases?search=${typed}`, `/news?search=${typed}`]
          const more = [
            `/sign-in?next=${typed}`,
            `/posts/new?diseaseId=${typed}`,
            `/reset-password?token=${typed}`,
            `/${typed}`
          ]
          for (const path of [...paths, ...more]) {
            deepStrictEqual([path, activeIn((yield* open(path, { cookie })).text)], [path, []])
          }
          const fields = { title: vector, content: vector, category: vector, disease: vector, diseaseId: vector }
          const refused = yield* submit("/posts/new", fields, { cookie })
          deepStrictEqual([refused.status, activeIn(refused.text)], [400, []])
          const unknown = yield* submit("/register", {
            username: vector,
            email: vector,
            password: "x",
            role: vector,
            next: vector
          })
          deepStrictEqual([unknown.status, activeIn(unknown.text)], [400, []])
        }
        for (const path of ["/", "/posts"]) {
          deepStrictEqual([path, activeIn((yield* open(path, { cookie })).text)], [path, []])
        }
      })
    )

    it.effect("run nothing for texts that a search for attacks on the filter makes up", () =>
      Effect.gen(function* () {
        const author = yield* join()
        const contents = fc.sample(hostileMarkdown, { numRuns: 60, seed: 7 })
        for (const content of contents) {
          const made = yield* Effect.either(
            author.client.posts.create({ payload: { title: "Made up", content: `Begin\n\n${content}` } })
          )
          if (made._tag === "Left") continue
          const { status, text } = yield* open(`/posts/${made.right.id}`)
          strictEqual(status, 200)
          deepStrictEqual([content, activeIn(text)], [content, []])
        }
      })
    )

    it.effect("are found by the check where a page would run them", () =>
      Effect.sync(() => {
        const planted = [
          "<script>x</script>",
          '<p onclick="x">',
          '<a href="javascript:x">',
          '<p style="x">',
          "<iframe>"
        ]
        deepStrictEqual(
          planted.map((html) => activeIn(html).length),
          planted.map(() => 1)
        )
      })
    )
  })
}
