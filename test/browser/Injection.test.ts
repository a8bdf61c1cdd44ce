import { ok, strictEqual } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import type { Page } from "playwright-core"
import { hostileMarkdown } from "../../packages/markdown/test/hostileMarkdown.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { unlimited } from "../support/Unlimited.ts"
import { arrive, press, Site, withPage } from "./Site.ts"

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

/** Each sets `window.ran` where it runs. */
const vectors = [
  "<script>ran=1</script>",
  '"><img src=x onerror=ran=1>',
  "' onfocus=ran=1 autofocus x='",
  "</textarea><script>ran=1</script>",
  "</title><svg onload=ran=1>",
  "[x](javascript:ran=1)",
  '<a href="javascript:ran=1">x</a>',
  "<iframe srcdoc='<script>parent.ran=1</script>'>",
  "<details open ontoggle=ran=1>",
  "<meta http-equiv=refresh content='0;url=javascript:ran=1'>",
  "<math><mtext></form><form><mglyph><style></math><img src=x onerror=ran=1>"
]

/** Looks at a page, its previews and its links, and expects that nothing has run. */
const runsNothing = async (page: Page, path: string) => {
  await page.goto(path)
  const links =
    "Array.from(document.querySelectorAll('[href], [src], [action]'), (one) => one.href || one.src || one.action)"
  ok(!(await page.evaluate<ReadonlyArray<string>>(links)).some((link) => /^(?:javascript|data):/i.test(link)), path)
  strictEqual(await page.evaluate("typeof window.ran"), "undefined", path)
}

layer(layered, { excludeTestServices: true })("Hostile texts", (it) => {
  it.effect("run nothing on any page, whatever field holds them", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const [as, admin] = yield* Effect.promise(() => Promise.all([site.join(), site.joinAdmin()]))
      const texts = [...vectors, ...fc.sample(hostileMarkdown, { numRuns: 20, seed: 7 })]
      const post = yield* Effect.promise(() =>
        site.publish(as, { title: `T ${vectors[0]} ${vectors[1]} T`, content: texts.slice(0, 11).join("\n\n") })
      )
      for (const text of texts) {
        yield* Effect.ignore(Effect.tryPromise(() => site.answer(as, post.id, `x ${text}`)))
      }
      // The policy of the page refuses what the browser would not run anyway: those reports are not faults here.
      yield* withPage(site, { as: admin }, async (page) => {
        for (const vector of vectors.slice(0, 6)) {
          const typed = encodeURIComponent(vector)
          for (const path of [
            `/posts?search=${typed}`,
            `/diseases?search=${typed}`,
            `/diseases?symptoms=${typed}`,
            `/news?search=${typed}`,
            `/members?search=${typed}`,
            `/sign-in?next=${typed}`
          ])
            await runsNothing(page, path)
        }
        for (const path of ["/", "/posts", `/posts/${post.id}`, `/moderation?type=post&id=${post.id}`])
          await runsNothing(page, path)
      })
      yield* withPage(site, { as }, async (page) => {
        await page.goto("/settings/profile")
        await page.locator("[name=bio]").fill(vectors.join("\n\n"))
        await press(page, "Save")
        await arrive(page, /^\/settings\/profile/)
        await runsNothing(page, `/members/${as.user.id}`)
        await page.goto("/posts/new")
        await page.locator("[name=title]").fill(`x ${vectors[1]}`)
        await page.locator("[name=content]").fill(vectors.join("\n\n"))
        await press(page, "Preview")
        await page.locator(".preview").waitFor()
        strictEqual(await page.evaluate("typeof window.ran"), "undefined")
      })
    })
  )
})
