import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { NotificationsRepo } from "../../src/ports/notifications/NotificationsRepo.ts"
import { community } from "../support/Community.ts"
import { unlimited } from "../support/Unlimited.ts"
import { Site, untilTrue, withPage } from "./Site.ts"

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

const box = "textarea[data-mentions]"

/** What the script says to screen readers. */
const said = "document.getElementById('said').textContent"

const options = "Array.from(document.querySelectorAll('.options:not([hidden]) li'), (one) => one.textContent)"

layer(layered, { excludeTestServices: true })("The text of a reply", (it) => {
  it.effect("offers members after an @, those of the thread first, and writes a link, by keyboard alone", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const [maria, bob, eve] = yield* Effect.promise(() => Promise.all([site.join(), site.join(), site.join()]))
      const post = yield* Effect.promise(() => site.publish(maria))
      yield* withPage(site, { as: bob }, async (page) => {
        await page.goto(`/posts/${post.id}`)
        const area = page.locator(box)
        deepStrictEqual(
          [await area.getAttribute("aria-autocomplete"), await area.getAttribute("aria-haspopup")],
          ["list", "listbox"]
        )
        await area.focus()
        await page.keyboard.type("Ask me@")
        await page.keyboard.type("example.org, or @")
        await page.locator(".options [role=option]").first().waitFor()
        deepStrictEqual(await page.evaluate(options), [maria.user.username])
        match(await page.evaluate<string>(said), /^Members: 1$/)
        await page.keyboard.press("Escape")
        strictEqual(await page.locator(".options:not([hidden])").count(), 0)
        const typed = eve.user.username.slice(0, -1)
        await page.keyboard.type(typed.toUpperCase())
        // The list of the whole word, and not that of its first letters.
        await untilTrue(page, `${options}.length > 0 && ${options}.every((name) => name.startsWith("${typed}"))`)
        const names = await page.evaluate<Array<string>>(options)
        while (names[0] !== eve.user.username) {
          await page.keyboard.press("ArrowDown")
          names.shift()
        }
        await page.keyboard.press("ArrowDown")
        const active = (await area.getAttribute("aria-activedescendant")) ?? ""
        strictEqual(await page.locator(`#${active}`).textContent(), eve.user.username)
        await page.keyboard.press("Enter")
        await page.keyboard.type("please")
        strictEqual(
          await area.inputValue(),
          `Ask me@example.org, or [@${eve.user.username}](/members/${eve.user.id}) please`
        )
        await page.keyboard.press("Enter")
        ok((await area.inputValue()).endsWith("please\n"), "a line end is typed where no list is open")
      })
      yield* withPage(site, { as: bob }, async (page) => {
        await page.goto(`/posts/${post.id}`, { waitUntil: "load" })
        await untilTrue(page, "navigator.locks.query().then(({ held }) => held.length === 1)")
        const { id } = await site.answer(bob, post.id, "Written on another device")
        const arrived = page.locator(`#comment-${id}`)
        await arrived.locator("summary").filter({ hasText: "Edit" }).click()
        await arrived.locator("textarea").press("End")
        await page.keyboard.type(" @")
        await page.keyboard.type(maria.user.username.slice(0, 3))
        await arrived.locator(".options [role=option]").first().waitFor()
      })
      yield* withPage(site, { as: bob, hasScript: false }, async (page) => {
        await page.goto(`/posts/${post.id}`)
        await page.locator(`${box}[required]`).fill(`Ask [@Eve](/members/${eve.user.id})`)
        await page.locator(`form:has(${box}[required]) button:not([name], [type])`).first().click()
        await page.locator(`a[href='/members/${eve.user.id}']`).filter({ hasText: "@Eve" }).first().waitFor()
      })
      const told = yield* (yield* NotificationsRepo).after(eve.user.id, 0, 10)
      deepStrictEqual(
        told.map(({ type }) => type),
        ["mention"]
      )
      yield* withPage(site, { as: eve }, async (page) => {
        await page.goto("/notifications")
        await page.locator("li.row").filter({ hasText: "mentioned you" }).waitFor()
      })
    })
  )
})
