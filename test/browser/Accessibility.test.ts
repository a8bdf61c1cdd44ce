import { deepStrictEqual } from "node:assert/strict"
import { AxeBuilder } from "@axe-core/playwright"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { unlimited } from "../support/Unlimited.ts"
import { arrive, openMenu, press, Site, withPage } from "./Site.ts"

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

const wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"

/** The rules whose outcome depends on colours and on the size of the screen. */
const ofLooks = ["color-contrast", "target-size", "scrollable-region-focusable"]

/** What axe finds in a page, and whether it scrolls sideways. */
const faultsOf = async (page: Page, state: string, isAgain: boolean): Promise<ReadonlyArray<string>> => {
  const axe = new AxeBuilder({ page }).setLegacyMode() // in the page itself, which has no frames
  const { violations } = await (isAgain ? axe.withRules(ofLooks) : axe.withTags(standards)).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${state}: ${id}: ${html.slice(0, 200)}`))
  return (await page.evaluate<boolean>(wide)) ? [...found, `${state}: scrolls sideways`] : found
}

/** A page, or a page after something was done on it. */
type State = readonly [path: string, then?: (page: Page) => Promise<unknown>]

const invalid = async (page: Page, button: string) => {
  await press(page, button)
  await page.locator("[role=alert]").waitFor()
}

const suggested = async (page: Page, selector: string, text: string) => {
  await page.locator(selector).focus()
  await page.keyboard.type(text)
  await page.locator(".options [role=option]").first().waitFor()
  await page.keyboard.press("ArrowDown")
}

const open: ReadonlyArray<State> = [
  ["/"],
  ["/", (page) => suggested(page, "#search", "marf")],
  ["/diseases"],
  ["/diseases?search=marfan"],
  ["/diseases?search=xqzvwk"],
  ["/diseases?symptoms="],
  ["/diseases?symptoms=long+fingers%2C+no+seizures%2C+qwertyish"],
  ["/diseases/ORPHA:558"],
  ["/posts"],
  ["/posts?search=xqzvwk"],
  ["/posts?category=general"],
  ["/news"],
  ["/statistics"],
  ["/help"],
  ["/terms"],
  ["/privacy"],
  ["/sign-in"],
  ["/sign-in", (page) => invalid(page, "Sign in")],
  ["/register"],
  ["/register", (page) => invalid(page, "Join")],
  ["/forgot-password"],
  ["/nothing"],
  ["/docs", (page) => page.locator(".opblock").first().waitFor()]
]

const own: ReadonlyArray<State> = [
  ["/posts/new"],
  ["/posts/new", (page) => invalid(page, "Publish")],
  ["/posts/new", (page) => suggested(page, "[name=disease]", "cystic")],
  ["/notifications"],
  ["/members", openMenu],
  ["/decisions"],
  ["/reports"],
  ["/settings"],
  ["/settings/profile"],
  ["/settings/diseases"],
  ["/settings/notifications"],
  ["/settings/keys"],
  ["/settings/sessions"],
  ["/settings/password"],
  ["/settings/password", (page) => invalid(page, "Save the new password")],
  ["/settings/email"],
  ["/settings/blocks"],
  ["/settings/data"]
]

const content =
  "A text with **bold**, `code`, a [link](https://example.org), and\n\n- a list\n\n> a quote\n\n| a | b |\n|---|---|\n| 1 | 2 |"

/** Opens each state, looks at it on a light desk and on a dark phone, and gathers what is wrong. */
const walk = (site: Site["Type"], as: Parameters<typeof withPage>[1]["as"], states: ReadonlyArray<State>) =>
  Effect.gen(function* () {
    const found: Array<string> = []
    yield* withPage(site, { as }, async (page) => {
      for (const [path, then] of states) {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.emulateMedia({ colorScheme: "light" })
        await page.goto(path)
        await then?.(page)
        found.push(...(await faultsOf(page, `light ${path}`, false)))
        await page.setViewportSize({ width: 320, height: 640 })
        await page.emulateMedia({ colorScheme: "dark" })
        found.push(...(await faultsOf(page, `dark ${path}`, true)))
      }
    })
    deepStrictEqual(found, [])
  })

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

layer(layered, { excludeTestServices: true })("WCAG 2.2 AA, in light and dark", (it) => {
  it.effect("holds on every page that anybody reads", () => Effect.flatMap(Site, (site) => walk(site, undefined, open)))

  it.effect("holds on threads, as readers, authors and moderators see them", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const [author, expert, moderator] = yield* Effect.promise(() =>
        Promise.all([site.join(), site.join("expert"), site.joinModerator()])
      )
      const { id } = yield* Effect.promise(() => site.publish(author, { content }))
      yield* Effect.promise(() => site.answer(expert, id, content))
      const paths: ReadonlyArray<State> = [[`/posts/${id}`], [`/members/${author.user.id}`]]
      yield* walk(site, undefined, [[`/posts/${id}`], ["/"], ["/posts"]])
      yield* walk(site, author, [
        ...paths,
        [`/posts/${id}/edit`],
        [`/posts/${id}`, (page) => page.locator("article summary").click()],
        [`/posts/${id}`, (page) => invalid(page, "Post reply")],
        [`/report?type=post&id=${id}`]
      ])
      yield* walk(site, moderator, [...paths, [`/moderation?type=post&id=${id}`]])
    })
  )

  it.effect("holds on the pages of a member", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const [member, other] = yield* Effect.promise(() => Promise.all([site.join(), site.join()]))
      const title = "Which clinics know children with a rare disease of the connective tissue and the vessels?"
      const { id } = yield* Effect.promise(() => site.publish(member, { title }))
      yield* Effect.promise(() => site.answer(other, id, content))
      yield* walk(site, member, own)
    })
  )

  it.effect("holds on the queue, on decisions, and on the pages of admins", () =>
    Effect.gen(function* () {
      const site = yield* Site
      const [author, admin] = yield* Effect.promise(() => Promise.all([site.join(), site.joinAdmin()]))
      const { id } = yield* Effect.promise(() => site.publish(author))
      yield* withPage(site, { as: admin }, async (page) => {
        await page.goto(`/moderation?type=post&id=${id}`)
        await page.locator("[name=action][value=hide]").check()
        await page.locator("[name=rule]").fill("Be kind")
        await page.locator("[name=reason]").fill("It insults.")
        await press(page, "Save decision")
        await arrive(page, /done=/)
      })
      yield* walk(site, author, [
        ["/decisions"],
        [`/posts/${id}`],
        [`/posts/${id}`, (page) => page.locator("a[href^='/decisions/']").first().click()]
      ])
      yield* walk(site, admin, [
        ["/moderation"],
        ["/admin"],
        ["/admin/news"],
        ["/admin/community"],
        ["/admin/audit"],
        [`/admin?member=${author.user.id}`],
        ["/reports"]
      ])
    })
  )
})
