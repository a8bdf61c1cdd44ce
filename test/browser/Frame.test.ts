import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { shippedLanguages } from "../../src/domain/Language.ts"
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
        match((await time.getAttribute("title")) ?? "", /^\d+\. \S+ \d{4} um\u00A0\d\d:\d\d \(UTC\)$/)
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

  it.effect("has the number of unread notifications on one line on a phone", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const [author, reader] = yield* Effect.promise(() => Promise.all([site.join(), site.join()]))
      const { id } = yield* Effect.promise(() => site.publish(author))
      for (let n = 0; n < 12; n++) yield* Effect.promise(() => site.answer(reader, id))
      yield* withPage(site, { as: author, isPhone: true }, async (page) => {
        await page.goto("/help")
        match((await page.locator("#unread").textContent()) ?? "", /^1212\sunread/)
        strictEqual(await page.evaluate("document.getElementById('unread').offsetHeight"), 20)
      })
    })
  )

  it.effect("closes its menu when the focus goes on behind it, so that the menu hides nothing", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const member = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as: member, isPhone: true }, async (page) => {
        await page.goto("/help")
        const summary = page.locator("header .menu > summary:visible")
        await summary.focus()
        await page.keyboard.press("Enter")
        await page.getByRole("button", { name: "Sign out" }).focus()
        strictEqual(await page.locator("header .menu[open]").count(), 1)
        await page.keyboard.press("Tab")
        strictEqual(await page.locator("header .menu[open]").count(), 0)
        strictEqual(await page.evaluate("document.activeElement.closest('header')"), null)
        await page.keyboard.press("Shift+Tab")
        strictEqual(await page.evaluate("document.activeElement.localName"), "summary")
      })
    })
  )

  it.effect("asks before a text is deleted, above the button that deletes it, on a phone", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const author = yield* Effect.promise(() => site.join())
      const { id } = yield* Effect.promise(() => site.publish(author))
      yield* withPage(site, { as: author, isPhone: true }, async (page) => {
        await page.goto(`/posts/${id}?lang=fr`)
        const ask = page.locator("article .ask")
        await ask.locator("summary").click()
        const [summary, question, button] = await Promise.all(
          ["summary", "p", "button"].map((part) => ask.locator(part).boundingBox())
        )
        ok(summary && question && button)
        ok(summary.y + summary.height <= question.y && question.y + question.height <= button.y)
        ok(question.width > 200, `${question.width}`)
      })
    })
  )

  it.effect("shows a password by a button, and hides it before it is sent", () =>
    Effect.gen(function* () {
      const site = yield* Site
      yield* withPage(site, {}, async (page) => {
        await page.goto("/sign-in")
        const field = page.locator("[name=password]")
        const button = page.getByRole("button", { name: "Show password" })
        await field.fill("not this one")
        for (const [type, pressed] of [
          ["text", "true"],
          ["password", "false"],
          ["text", "true"]
        ] as const) {
          await button.click()
          deepStrictEqual(
            [await field.getAttribute("type"), await button.getAttribute("aria-pressed")],
            [type, pressed]
          )
        }
        await page.evaluate("document.querySelector('main form').addEventListener('submit', (e) => e.preventDefault())")
        await page.locator("[name=email]").press("Enter")
        strictEqual(await field.getAttribute("type"), "password")
      })
    })
  )

  it.effect("is one row for an admin on a desk, in the language of the longest words too", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const admin = yield* Effect.promise(() => site.joinAdmin())
      yield* withPage(site, { as: admin }, async (page) => {
        for (const lang of shippedLanguages) {
          await page.goto(`/posts?lang=${lang}`)
          strictEqual(await page.evaluate("document.querySelector('header').offsetHeight < 80"), true)
        }
      })
    })
  )
})
