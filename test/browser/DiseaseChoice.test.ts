import { strictEqual } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { unlimited } from "../support/Unlimited.ts"
import { arrive, firstOption, press, Site, withPage } from "./Site.ts"

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

layer(layered, { excludeTestServices: true })("The box that a disease is chosen in", (it) => {
  it.effect("forgets the disease that was chosen when Escape empties its box", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const as = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as }, async (page) => {
        await page.goto("/posts/new")
        await page.locator("[name=title]").fill("Without a disease")
        await page.locator("[name=content]").fill("A text")
        await page.locator("[name=disease]").focus()
        await page.keyboard.type("cystic fib")
        await firstOption(page, "Cystic fibrosis").click()
        await page.keyboard.press("Escape")
        strictEqual(await page.locator("[name=disease]").inputValue(), "")
        await press(page, "Publish")
        await arrive(page, /^\/posts\/\d+\?done=published$/)
        strictEqual(await page.evaluate("document.querySelectorAll('article a[href^=\"/diseases/\"]').length"), 0)
      })
    })
  )

  for (const hasScript of [true, false]) {
    it.effect(`leads by its button to what was found, ${hasScript ? "with" : "without"} the script`, () =>
      Effect.gen(function* () {
        const site = yield* Site
        const as = yield* Effect.promise(() => site.join())
        yield* withPage(site, { as, hasScript }, async (page) => {
          await page.goto("/welcome")
          await page.locator("[name=disease]").focus()
          await page.keyboard.type("marfan")
          await page.keyboard.press("Tab")
          await page.keyboard.press("Enter")
          await page.locator("[name=diseaseId]:focus").first().waitFor()
        })
      })
    )
  }

  it.effect("goes on at the symptoms that were understood when one of them is taken out", () =>
    Effect.gen(function* () {
      const site = yield* Site
      yield* withPage(site, {}, async (page) => {
        await page.goto("/diseases?symptoms=long+fingers%2C+seizures")
        await page.getByRole("link", { name: "Remove “Seizure”" }).press("Enter")
        await page.waitForURL(/#understood$/)
        await page.locator("#understood:focus").waitFor()
        await page.keyboard.press("Tab")
        strictEqual(await page.evaluate("document.activeElement.closest('.chips') !== null"), true)
      })
    })
  )

  it.effect("keeps its list closed when an answer comes after a disease was chosen", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const as = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as }, async (page) => {
        await page.goto("/posts/new")
        await page.locator("[name=disease]").focus()
        await page.keyboard.type("cystic fib")
        await firstOption(page, "Cystic fibrosis").waitFor()
        // "release" gives the answer to the page, and ends when the page has read it and done what it does with it.
        const held = page.evaluate(`new Promise((isHeld) => {
          const send = fetch
          const hold = (answer) => new Promise((go) => {
            const read = answer.json.bind(answer)
            const isDone = new Promise((done) => {
              answer.json = () => read().finally(() => setTimeout(done))
            })
            window.release = () => {
              go(answer)
              return isDone
            }
            isHeld()
          })
          window.fetch = (...asked) => send(...asked).then(hold)
        })`)
        await page.keyboard.type("r")
        await held
        await firstOption(page, "Cystic fibrosis").click()
        await page.evaluate("release()")
        strictEqual(await page.locator("[name=disease] ~ .options").getAttribute("hidden"), "")
      })
    })
  )
})
