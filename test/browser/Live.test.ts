import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { unlimited } from "../support/Unlimited.ts"
import { arrive, firstOption, focused, press, Site, signOut, untilTrue, withPage } from "./Site.ts"

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

const said = "document.getElementById('said').textContent"

/** The site with two members, and a post of the first. */
const posted = Effect.gen(function* () {
  const site = yield* Site
  const [maria, bob] = yield* Effect.promise(() => Promise.all([site.join(), site.join()]))
  const post = yield* Effect.promise(() => site.publish(maria))
  return { site, maria, bob, post }
})

layer(layered, { excludeTestServices: true })("A page with the script", (it) => {
  it.effect("shows a comment that was written in another browser, says so, and leaves the focus", () =>
    Effect.gen(function* () {
      const { bob, maria, post, site } = yield* posted
      const path = `/posts/${post.id}`
      yield* withPage(site, { as: maria }, (page) =>
        Effect.runPromise(
          withPage(site, { as: bob }, async (other) => {
            await page.goto(path, { waitUntil: "load" })
            await untilTrue(page, "navigator.locks.query().then(({ held }) => held.length === 1)")
            await page.locator("form[data-draft] textarea").focus()
            await page.keyboard.type("Half a sen")
            await other.goto(path)
            await other.locator("form[data-draft] textarea").fill("Here is **one** answer")
            await press(other, "Post reply")
            await page.locator(".comment strong").waitFor()
            strictEqual(await focused(page), "content")
            await page.keyboard.type("tence")
            strictEqual(await page.locator("form[data-draft] textarea").inputValue(), "Half a sentence")
            await page.locator("#unread").filter({ hasText: "1" }).waitFor()
            await page.locator("#counted").filter({ hasText: "1 unread" }).waitFor({ state: "attached" })
            await untilTrue(page, `${said} === "New reply from ${bob.user.username}"`)
            strictEqual(await page.locator(".comment").count(), 1)
            strictEqual(await page.locator("#comments").textContent(), "1\u00a0reply")
          })
        )
      )
    })
  )

  it.effect("offers to reload a thread of which it missed more than a hundred answers", () =>
    Effect.gen(function* () {
      const { bob, maria, post, site } = yield* posted
      yield* withPage(site, { as: maria }, async (page) => {
        await page.route("**/live?*", (route) => route.fulfill({ status: 502 }), { times: 1 })
        await page.clock.install()
        const refused = page.waitForResponse("**/live?*")
        await page.goto(`/posts/${post.id}`)
        await refused
        ok(await page.evaluate("document.getElementById('newer').hidden"))
        for (let n = 0; n < 102; n++) await site.answer(bob, post.id)
        await page.clock.runFor(30_000)
        await page.locator("#newer a").waitFor()
        strictEqual(await page.locator(".comment").count(), 100)
        await untilTrue(page, `/reload the page/.test(${said})`)
        await page.locator("#newer a").click()
        await page.locator("a").filter({ hasText: "Next page" }).first().waitFor()
      })
    })
  )

  it.effect("shares one stream with the other pages of its browser that show the same", () =>
    Effect.gen(function* () {
      const { bob, maria, post, site } = yield* posted
      yield* withPage(site, { as: maria }, async (page) => {
        const other = await page.context().newPage()
        for (const one of [page, other]) await one.goto("/help")
        await untilTrue(page, "navigator.locks.query().then(({ held, pending }) => held.length + pending.length > 1)")
        await site.answer(bob, post.id)
        for (const one of [page, other]) await one.locator("#unread").filter({ hasText: "1" }).waitFor()
        const { held } = await page.evaluate<{ held: ReadonlyArray<unknown> }>("navigator.locks.query()")
        strictEqual(held.length, 1)
      })
    })
  )

  it.effect("offers to reload the list of notifications when there is a new one", () =>
    Effect.gen(function* () {
      const { bob, maria, post, site } = yield* posted
      yield* withPage(site, { as: maria }, async (page) => {
        await page.goto("/notifications")
        await untilTrue(page, "navigator.locks.query().then(({ held }) => held.length === 1)")
        await site.answer(bob, post.id)
        await page.getByRole("link", { name: "There are new notifications" }).click()
        await page.locator(".row.unread").waitFor()
        ok(await page.evaluate("document.getElementById('newer').hidden"))
      })
    })
  )

  it.effect("shows itself as to a visitor once the member has signed out in another tab, unless a text is begun", () =>
    Effect.gen(function* () {
      const { maria, post, site } = yield* posted
      yield* withPage(site, { as: maria }, async (page) => {
        const [writing, other] = [await page.context().newPage(), await page.context().newPage()]
        await page.goto("/settings")
        await writing.goto(`/posts/${post.id}`)
        await writing.locator("form[data-draft] textarea").fill("Half a sentence")
        await other.goto("/help")
        await untilTrue(page, "navigator.locks.query().then(({ held }) => held.length === 2)")
        await signOut(other)
        await other.locator("header a[href^='/sign-in']").first().waitFor({ state: "attached" })
        await page.waitForURL(/\/sign-in/)
        strictEqual(await page.locator("#unread").count(), 0)
        strictEqual(await writing.locator("form[data-draft] textarea").inputValue(), "Half a sentence")
      })
    })
  )

  it.effect("listens again half a minute after a proxy answered in place of the server", () =>
    Effect.gen(function* () {
      const { bob, maria, post, site } = yield* posted
      yield* withPage(site, { as: maria }, async (page) => {
        await page.clock.install()
        await page.route("**/live?*", (route) => route.fulfill({ status: 502 }), { times: 1 })
        const refused = page.waitForResponse("**/live?*")
        await page.goto(`/posts/${post.id}`)
        strictEqual((await refused).status(), 502)
        const answered = page.waitForResponse("**/live?*")
        await page.clock.runFor(30_000)
        strictEqual((await answered).status(), 200)
        await site.answer(bob, post.id)
        await page.locator(".comment").waitFor()
      })
    })
  )

  it.effect("stays and says so beside the button where a like was not sent, and sends it again", () =>
    Effect.gen(function* () {
      const { bob, post, site } = yield* posted
      yield* withPage(site, { as: bob }, async (page) => {
        await page.goto(`/posts/${post.id}`)
        await page.context().setOffline(true)
        const like = page.locator("article form[action$='/like']")
        for (const _ of ["pressed", "pressed again"]) {
          await like.locator("button").click()
          await like.locator(".fault").filter({ hasText: "That didn’t reach us." }).waitFor()
          await untilTrue(page, `/check your connection/.test(${said})`)
        }
        strictEqual(await like.locator(".fault").count(), 1)
        await page.context().setOffline(false)
        await like.locator("button").click()
        await page.locator("[aria-pressed=true]").filter({ hasText: "Like · 1" }).waitFor()
        strictEqual(await like.locator(".fault").count(), 0)
      })
    })
  )

  it.effect("likes a post where it is, and keeps the focus on the button", () =>
    Effect.gen(function* () {
      const { bob, post, site } = yield* posted
      yield* withPage(site, { as: bob }, async (page) => {
        await page.goto(`/posts/${post.id}`)
        await page.evaluate("window.isSame = true")
        await page.locator("form[action$='/like'] button").focus()
        await page.keyboard.press("Enter")
        await page.locator("[aria-pressed=true]").filter({ hasText: "Like · 1" }).waitFor()
        await page.keyboard.press("Enter")
        await page.locator("[aria-pressed=false]").filter({ hasText: "Like" }).waitFor()
        ok(await page.evaluate("window.isSame"))
      })
    })
  )

  it.effect("has a combobox of diseases that follows the ARIA pattern, by keyboard alone", () =>
    Effect.gen(function* () {
      yield* withPage(yield* Site, {}, async (page) => {
        await page.goto("/")
        const box = page.locator("#search")
        deepStrictEqual(
          [
            await box.getAttribute("role"),
            await box.getAttribute("aria-expanded"),
            await box.getAttribute("aria-controls")
          ],
          ["combobox", "false", "search-options"]
        )
        await box.focus()
        await page.keyboard.type("marfa")
        await page.locator("#search[aria-expanded=true]").waitFor()
        match(await page.evaluate<string>(said), /^Suggestions: \d$/)
        await page.keyboard.press("ArrowDown")
        const active = (await box.getAttribute("aria-activedescendant")) ?? ""
        strictEqual(await page.locator(`#${active}`).getAttribute("aria-selected"), "true")
        strictEqual(await focused(page), "search")
        await page.keyboard.press("Escape")
        strictEqual(await box.getAttribute("aria-expanded"), "false")
        strictEqual(await box.inputValue(), "marfa")
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("Enter")
        await arrive(page, /^\/diseases\/\d+$/)
        strictEqual(await page.locator("h1").textContent(), "Marfan syndrome")
      })
    })
  )

  it.effect("adds each disease that a member chooses of the list, checked, and saves them", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const maria = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as: maria }, async (page) => {
        await page.goto("/settings/diseases")
        for (const typed of ["marfan syndrome", "huntington disease", "marfan syndrome"]) {
          await page.locator("[name=disease]").focus()
          await page.keyboard.type(typed)
          await firstOption(page, typed).waitFor()
          await page.keyboard.press("ArrowDown")
          await page.keyboard.press("Enter")
          await untilTrue(page, "document.querySelector('[name=disease]').value === ''")
        }
        strictEqual(await page.locator("[name=diseaseIds]:checked").count(), 2)
        await press(page, "Save")
        await arrive(page, /^\/settings\/diseases/)
        for (const name of ["Marfan syndrome", "Huntington disease"])
          strictEqual(await page.locator(".choice:has(:checked)").filter({ hasText: name }).count(), 1)
      })
    })
  )

  it.effect("adds a sign of the list to the words of a search by signs", () =>
    Effect.gen(function* () {
      yield* withPage(yield* Site, {}, async (page) => {
        await page.goto("/diseases?symptoms=")
        await page.locator("#symptoms").fill("long fingers")
        await page.locator("#sign").fill("seizur")
        await firstOption(page, "Seizure").waitFor()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        strictEqual(await page.locator("#symptoms").inputValue(), "long fingers, Seizure")
        strictEqual(await page.evaluate(said), "Seizure")
      })
    })
  )

  it.effect("gives a post the disease that was chosen from the list", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const as = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as }, async (page) => {
        await page.goto("/posts/new")
        await page.locator("[name=title]").fill("With a disease")
        await page.locator("[name=content]").fill("A text")
        await page.locator("[name=disease]").focus()
        await page.keyboard.type("cystic fib")
        await firstOption(page, "Cystic fibrosis").click()
        await press(page, "Publish")
        await arrive(page, /^\/posts\/\d+\?done=published$/)
        await page.locator("article a[href^='/diseases/']").filter({ hasText: "Cystic fibrosis" }).waitFor()
      })
    })
  )
})
