import { deepStrictEqual } from "node:assert/strict"
import { AxeBuilder } from "@axe-core/playwright"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { isNightly } from "../SuiteSelection.ts"
import { community } from "../support/Community.ts"
import { unlimited } from "../support/Unlimited.ts"
import { arrive, type Opened, openMenu, press, Site, withPage } from "./Site.ts"

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

const widths = [320, 360, 768, 1280]

/** By how many pixels a page is wider than the screen, at the usual size of text and at twice that. */
const beyond = `[100, 200].map((size) => {
  document.documentElement.style.fontSize = size + "%"
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
})`

/** The screens on which axe looks: each layout; the last one, with large text, each night. */
const screensOfAxe = [
  { width: 1280, size: 100, colorScheme: "light" },
  { width: 320, size: 100, colorScheme: "dark" },
  ...(isNightly ? [{ width: 768, size: 200, colorScheme: "light" } as const] : [])
] as const

/** The rules whose outcome depends on colours and on the size of the screen. */
const ofLooks = ["color-contrast", "target-size", "scrollable-region-focusable"]

/** What axe finds in a page on each of its screens. */
const faultsOf = async (page: Page, state: string, part = "html"): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const [index, { colorScheme, size, width }] of screensOfAxe.entries()) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.evaluate(`document.documentElement.style.fontSize = "${size}%"`)
    const axe = new AxeBuilder({ page }).include(part).setLegacyMode() // in the page itself, which has no frames
    const { violations } = await (index === 0 ? axe.withTags(standards) : axe.withRules(ofLooks)).analyze()
    const on = `${state} in ${colorScheme}, ${width} px, ${size} %`
    found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${on}: ${id}: ${html.slice(0, 200)}`)))
  }
  return found
}

/** The screens on which a page scrolls sideways (WCAG 1.4.4, 1.4.10). */
const scrollsSideways = async (page: Page, state: string): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const [usual = 0, large = 0] = await page.evaluate<ReadonlyArray<number>>(beyond)
    if (usual > 0 || large > 0) found.push(`${state}, ${width} px: ${usual} px too wide, with large text ${large} px`)
  }
  return found
}

/** A page, or a page after something was done on it; or the part that then lies over the others. */
type State = readonly [path: string, then?: (page: Page) => Promise<unknown>, part?: string]

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
  ["/statistics", (page) => page.locator(".weeks summary").first().click()],
  ["/help"],
  ["/terms"],
  ["/privacy"],
  ["/moderating"],
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
  ["/members"],
  ["/members", openMenu, "header"],
  ["/decisions"],
  ["/reports"],
  ["/settings"],
  ["/settings/profile"],
  ["/settings/diseases"],
  ["/settings/notifications"],
  ["/settings/keys"],
  ["/settings/security"],
  ["/settings/security", (page) => press(page, "Set up codes")],
  ["/settings/sessions"],
  ["/settings/password"],
  ["/settings/password", (page) => invalid(page, "Save the new password")],
  ["/settings/email"],
  ["/settings/blocks"],
  ["/settings/data"]
]

const content =
  "A text with **bold**, `code`, a [link](https://example.org), and\n\n- a list\n\n> a quote\n\n| a | b |\n|---|---|\n| 1 | 2 |"

/** Opens each state, looks at it on every screen, and gathers what is wrong. */
const walk = (site: Site["Type"], as: Opened["as"], states: ReadonlyArray<State>) =>
  Effect.gen(function* () {
    const found: Array<string> = []
    yield* withPage(site, { as }, async (page) => {
      for (const [path, then, part] of states) {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(path)
        await then?.(page)
        found.push(...(await faultsOf(page, path, part)), ...(await scrollsSideways(page, path)))
      }
    })
    deepStrictEqual(found, [])
  })

/** Opens pages in a language of long words. */
const measure = (site: Site["Type"], opened: Opened, paths: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const found: Array<string> = []
    yield* withPage(site, opened, async (page) => {
      for (const path of paths) {
        await page.goto(path)
        found.push(...(await scrollsSideways(page, path)))
      }
    })
    deepStrictEqual(found, [])
  })

const pathsOf = (states: ReadonlyArray<State>) => [...new Set(states.map(([path]) => path))]

const layered = Site.layer.pipe(Layer.provideMerge(community(Memory.layer, unlimited)))

layer(layered, { excludeTestServices: true })(
  "WCAG 2.2 AA, in light and dark, on each screen, at 100 and 200 % text size",
  (it) => {
    it.effect("holds on every page that anybody reads", () =>
      Effect.flatMap(Site, (site) => walk(site, undefined, open))
    )

    it.effect("lets no page scroll sideways, in French for visitors, and in German for an admin", () =>
      Effect.gen(function* () {
        const site = yield* Site
        const admin = yield* Effect.promise(() => site.joinAdmin())
        const { id } = yield* Effect.promise(() => site.publish(admin, { content }))
        const forAll = [...pathsOf(open).filter((path) => path !== "/docs"), `/posts/${id}`]
        yield* measure(site, { locale: "fr" }, forAll)
        yield* measure(site, { locale: "de", as: admin }, [
          ...forAll,
          ...pathsOf(own),
          "/moderation",
          "/moderation/health",
          "/admin"
        ])
      })
    )

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
          ["/moderation/health", (page) => page.locator(".weeks summary").first().click()],
          ["/admin"],
          ["/admin/setup"],
          ["/admin/news"],
          ["/admin/community"],
          ["/admin/webhooks"],
          ["/admin/audit"],
          [`/admin?member=${author.user.id}`],
          ["/reports"]
        ])
      })
    )
  }
)
