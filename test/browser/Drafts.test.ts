import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict"
import { layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { joinModerator } from "../support/Given.ts"
import { unlimited } from "../support/Unlimited.ts"
import { arrive, firstOption, press, Site, signOut, untilTrue, withPage } from "./Site.ts"

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

layer(layered, { excludeTestServices: true })("A form of the script", (it) => {
  it.effect("keeps what is being typed until it is sent, and forgets it when its member signs out", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const as = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as }, async (page) => {
        await page.goto("/posts/new")
        await page.locator("[name=title]").fill("A draft")
        await page.locator("[name=content]").fill("Not sent")
        await page.goto("/help")
        await page.goto("/posts/new")
        strictEqual(await page.locator("[name=content]").inputValue(), "Not sent")
        await page.locator("[name=prepare][value=preview]").click()
        await page.locator(".preview").waitFor()
        await page.goto("/posts/new")
        strictEqual(await page.locator("[name=content]").inputValue(), "Not sent")
        await page.context().setOffline(true)
        await press(page, "Publish") // fails in the browser
        await page.context().setOffline(false)
        await page.goto("/help")
        await page.goto("/posts/new")
        strictEqual(await page.locator("[name=content]").inputValue(), "Not sent")
        await press(page, "Publish")
        await arrive(page, /^\/posts\/\d+\?done=published$/)
        await page.goto("/posts/new")
        strictEqual(await page.locator("[name=title]").inputValue(), "")
        await page.locator("[name=content]").fill("Private words")
        await signOut(page)
        await page.getByRole("link", { name: "Sign in" }).first().waitFor()
        strictEqual(await page.evaluate("JSON.stringify(localStorage)"), "{}")
      })
    })
  )

  it.effect("gives a draft back whole, with its audience, kind and disease, and says so, until it is discarded", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const as = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as }, async (page) => {
        const said = async () => [
          await page.locator("[name=title]").inputValue(),
          await page.locator("[name=content]").inputValue(),
          await page.locator("[name=audience]:checked").inputValue(),
          await page.locator("[name=category]:checked").inputValue(),
          await page.locator("[name=disease]").inputValue(),
          await page.locator("[data-kept]").isVisible()
        ]
        await page.goto("/posts/new")
        await page.locator("[name=title]").fill("A draft")
        await page.locator("[name=content]").fill("For members")
        await page.locator("[name=audience][value=members]").check()
        await page.locator("[name=category][value=experience]").check()
        await page.locator("[name=disease]").focus()
        await page.keyboard.type("cystic fib")
        await firstOption(page, "Cystic fibrosis").click()
        await page.goto("/posts/new?title=Another%20title")
        deepStrictEqual(await said(), ["A draft", "For members", "members", "experience", "Cystic fibrosis", true])
        strictEqual(await page.locator("[name=diseaseId]").count(), 1)
        await page.locator("[data-kept] button").click()
        deepStrictEqual(await said(), ["Another title", "", "everyone", "question", "", false])
        await page.goto("/posts/new")
        deepStrictEqual(await said(), ["", "", "everyone", "question", "", false])
      })
    })
  )

  it.effect("gives the newest text back to a member who goes back from a refusal, and to one who edits", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const as = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as }, async (page) => {
        const content = page.locator("[name=content]").first()
        await page.goto("/posts/new")
        await content.fill("First words")
        await press(page, "Publish") // without a title
        await page.locator("[role=alert]").waitFor()
        await content.fill("First words, and an hour of others")
        await page.goBack()
        await untilTrue(page, "document.querySelector('[name=content]').value.endsWith('others')")
        await page.locator("[name=title]").fill("A title")
        strictEqual(await content.inputValue(), "First words, and an hour of others")
        await press(page, "Publish")
        await arrive(page, /^\/posts\/\d+\?done=published$/)
        const path = new URL(page.url()).pathname
        await page.goto(`${path}/edit`)
        await content.fill("Second words")
        await page.goto("/help")
        await page.goto(`${path}/edit`)
        strictEqual(await content.inputValue(), "Second words")
        strictEqual(await page.locator("[data-kept]").isVisible(), true)
      })
    })
  )

  it.effect("forgets what is being typed when its member leaves, not when the password was wrong", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const as = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as }, async (page) => {
        await page.goto("/posts/new")
        await page.locator("[name=content]").fill("Private words")
        await page.goto("/settings/data")
        const drafts = () => page.evaluate("Object.keys(localStorage).length")
        for (const [password, kept] of [
          ["not this password", 1],
          ["correct horse battery", 0]
        ] as const) {
          await page.locator("[name=password]").fill(password)
          await page.locator("[name=posts][value=keep]").check()
          await press(page, "Delete your account")
          if (kept === 1) await page.locator("[role=alert]").waitFor()
          else await arrive(page, /^\/\?done=left$/)
          strictEqual(await drafts(), kept)
        }
      })
    })
  )

  it.effect("forgets the draft of a reply that was sent after its member had signed in again", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const as = yield* Effect.promise(() => site.join())
      const post = yield* Effect.promise(() => site.publish(as))
      yield* withPage(site, { as }, async (page) => {
        const content = page.locator("#field-content")
        await page.goto(`/posts/${post.id}`)
        await content.fill("Sent once")
        await page.context().clearCookies()
        await press(page, "Post reply")
        await page.locator("[role=alert]").waitFor()
        await page.context().addCookies([{ name: "session", value: Redacted.value(as.token), url: site.url }])
        await press(page, "Post reply")
        await page.locator("li.comment").waitFor()
        strictEqual(await content.inputValue(), "")
        strictEqual(await page.evaluate("JSON.stringify(localStorage)"), "{}")
      })
    })
  )

  it.effect(
    "gives a decision back to a moderator whose session ended before it was sent, and forgets it once sent",
    () =>
      Effect.gen(function* () {
        const site = yield* Site
        const author = yield* Effect.promise(() => site.join())
        const as = yield* joinModerator
        const post = yield* Effect.promise(() => site.publish(author))
        yield* withPage(site, { as }, async (page) => {
          await page.goto(`/moderation?type=post&id=${post.id}`)
          await page.locator("[name=action][value=lock]").check()
          await page.locator("[name=rule]").fill("Be kind")
          await page.locator("[name=reason]").fill("It has become heated.")
          await page.context().clearCookies()
          await press(page, "Save decision")
          await arrive(page, /^\/sign-in\?next=/)
          await page.context().addCookies([{ name: "session", value: Redacted.value(as.token), url: site.url }])
          await page.goto(new URL(page.url()).searchParams.get("next") ?? "")
          strictEqual(await page.locator("[name=reason]").inputValue(), "It has become heated.")
          strictEqual(await page.locator("[name=action]:checked").inputValue(), "lock")
          await press(page, "Save decision")
          await arrive(page, /^\/moderation\?done=decided$/)
          strictEqual(await page.evaluate("JSON.stringify(localStorage)"), "{}")
        })
      })
  )

  it.effect("writes once what is sent again after going back, and anew what was changed there", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const as = yield* Effect.promise(() => site.join())
      yield* withPage(site, { as }, async (page) => {
        const arrived = async () => {
          await arrive(page, /^\/posts\/\d+\?done=published$/)
          return new URL(page.url()).pathname
        }
        await page.goto("/posts/new")
        await page.locator("[name=title]").fill("A question")
        await page.locator("[name=content]").fill("Asked once")
        await press(page, "Publish")
        const first = await arrived()
        const goBack = async () => {
          await page.goBack()
          await untilTrue(page, "document.querySelector('[name=title]').value !== ''")
        }
        await goBack()
        await press(page, "Publish")
        strictEqual(await arrived(), first)
        await goBack()
        await page.locator("[name=title]").fill("Another question")
        await press(page, "Publish")
        notStrictEqual(await arrived(), first)
      })
    })
  )
})
