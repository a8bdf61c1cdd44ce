import { ok } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { afterAll } from "vitest"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { startEngine } from "../support/network/TranslationEngine.ts"
import { unlimited } from "../support/Unlimited.ts"
import { arrive, Site, see } from "./Site.ts"

const engine = await startEngine()
afterAll(engine.close)

const site = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, { ...unlimited, TRANSLATE_URL: engine.url })))

/** Reaches a link or a button by the keyboard. */
const go = async (page: Page, selector: string) => {
  await page.locator(selector).first().focus()
  await page.keyboard.press("Enter")
}

/** A family in Portugal asks, one in Germany answers, and the next parent finds what helped. */
const askAndAnswer = async (site: Site["Type"], hasScript: boolean) => {
  const [ana, hans] = [await site.join(), await site.join()]
  const portugal = await site.open({ as: ana, hasScript, locale: "pt-PT" })
  const germany = await site.open({ as: hans, hasScript, locale: "de-DE", isPhone: true })
  const england = await site.open({ hasScript, locale: "en-GB" })

  const asked = portugal.page
  await asked.goto("/diseases/ORPHA:558")
  await go(asked, "main a[href^='/posts/new?diseaseId=']")
  await asked.locator("[name=category][value=question]").check()
  await asked.locator("[name=title]").fill("Como dormem os vossos filhos?")
  await asked.locator("[name=content]").fill("O meu filho acorda muitas vezes durante a noite. O que vos ajudou?")
  await go(asked, "form[action='/posts/new'] .actions button:not([name])")
  await arrive(asked, /^\/posts\/\d+\?done=published$/)
  const { pathname } = new URL(asked.url())

  const answered = germany.page
  await answered.goto(pathname)
  await go(answered, "main a[href*='translate=yes']")
  await see(answered, "de:O meu filho acorda")
  await see(answered, "Maschinell übersetzt.")
  await answered.locator("form[data-draft] [name=content]").fill("Bei uns hilft ein fester Abend mit wenig Licht.")
  await go(answered, "form[data-draft] .actions button:not([name])")
  await see(answered, "Bei uns hilft")

  await asked.goto("/notifications")
  await go(asked, "main a[href^='/comments/']")
  await see(asked, "Bei uns hilft")
  await go(asked, ".comment a[href*='translate=yes']")
  await see(asked, "pt:Bei uns hilft ein fester Abend")
  await go(asked, ".comment form[action$='/helped'] button")
  await asked.locator(".comment form[action$='/helped'] [aria-pressed=true]").waitFor()

  const found = england.page
  await found.goto("/diseases/ORPHA:558")
  await go(found, `main a[href='${pathname}']`)
  ok((await found.locator(".comment .badge").first().textContent()) !== null)
  await see(found, "Bei uns hilft")
  for (const { close, faults } of [portugal, germany, england]) {
    await close()
    ok(faults.length === 0, faults.join("\n"))
  }
}

layer(site, { excludeTestServices: true })("A thread in two languages", (it) => {
  for (const hasScript of [true, false]) {
    it.effect(`leads from Portugal to Germany and back by keyboard, ${hasScript ? "with" : "without"} the script`, () =>
      Effect.flatMap(Site, (site) => Effect.promise(() => askAndAnswer(site, hasScript)))
    )
  }
})
