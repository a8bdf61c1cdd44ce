import { match, strictEqual } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { unlimited } from "../support/Unlimited.ts"
import { arrive, openMenu, Site, withPage } from "./Site.ts"

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

const minutes = 60_000

layer(layered, { excludeTestServices: true })("The frame of pages", (it) => {
  it.effect("turns the date of a new post into the time since then, and keeps it up to date", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const author = yield* Effect.promise(() => site.join())
      const { id } = yield* Effect.promise(() => site.publish(author))
      yield* withPage(site, {}, async (page) => {
        await page.clock.install()
        await page.goto(`/posts/${id}?lang=de`)
        const time = page.locator("article time.ago").first()
        match((await time.textContent()) ?? "", /^(?:gerade eben|vor 1 Minute)$/)
        await page.clock.runFor(5 * minutes)
        match((await time.textContent()) ?? "", /^vor [5-7] Minuten$/)
        match((await time.getAttribute("title")) ?? "", /^\d+\. \S+ \d{4} um \d{1,2}:\d\d\u00a0Uhr \(UTC\)$/)
      })
      yield* withPage(site, { hasScript: false }, async (page) => {
        await page.goto(`/posts/${id}?lang=de`)
        match((await page.locator("article time.ago").first().textContent()) ?? "", /^\d{1,2}\.\d{1,2}\.\d{4}$/)
      })
    })
  )

  for (const hasScript of [true, false]) {
    it.effect(`leads to the sections by a menu on a phone, ${hasScript ? "with" : "without"} the script`, () =>
      Effect.gen(function* () {
        const site = yield* Site
        yield* withPage(site, { isPhone: true, hasScript }, async (page) => {
          await page.goto("/help")
          await openMenu(page)
          await page.getByRole("link", { name: "Posts" }).first().click()
          await arrive(page, /^\/posts$/)
          strictEqual(await page.locator("header .menu[open]").count(), 0)
        })
      })
    )
  }

  it.effect("is one row for an admin on a desk, in the language of the longest words too", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const admin = yield* Effect.promise(() => site.joinAdmin())
      yield* withPage(site, { as: admin }, async (page) => {
        for (const lang of ["en", "de", "fr"]) {
          await page.goto(`/posts?lang=${lang}`)
          strictEqual(await page.evaluate("document.querySelector('header').offsetHeight < 80"), true)
        }
      })
    })
  )
})
