import { HttpServer } from "@effect/platform"
import { Context, Effect, Layer, Redacted, Runtime } from "effect"
import { type Browser, chromium, type Page } from "playwright-core"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../support/Given.ts"
import { join } from "../support/Members.ts"
import { until } from "../support/Waiting.ts"

/** How a page is opened. */
export interface Opened {
  /** Whose session it has; nobody's where it is absent. */
  readonly as?: Pick<Member, "token"> | undefined
  readonly hasScript?: boolean
  readonly isDark?: boolean
  readonly isPhone?: boolean
  readonly isForced?: boolean
  /** The language of the browser. */
  readonly locale?: string
}

/** The last two let all pages share a process: to start one for each takes longer than most steps. */
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--renderer-process-limit=1",
  "--disable-features=SpareRendererForSitePerProcess"
]

/** Debian's; another one by `CHROMIUM`. */
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium"

const launched = Effect.acquireRelease(
  Effect.promise(() => chromium.launch({ executablePath, args: flags })),
  (browser) => Effect.promise(() => browser.close())
)

/** A step that takes longer has failed. */
const stepMillis = 60_000

const screens = { phone: { width: 320, height: 640 }, desk: { width: 1280, height: 900 } }

/** Faults that the browser reports: errors of scripts, and what the policy of the page refused. */
const faultsOf = (page: Page): ReadonlyArray<string> => {
  const faults: Array<string> = []
  page.on("console", (message) => {
    const text = message.text()
    if (message.type() === "error" && !text.startsWith("Failed to load resource")) faults.push(text)
  })
  page.on("pageerror", ({ message }) => faults.push(message))
  return faults
}

const opener = (browser: Browser, url: string) => async (opened: Opened) => {
  const { as, hasScript = true, isDark = false, isForced = false, isPhone = false, locale = "en-GB" } = opened
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: hasScript,
    colorScheme: isDark ? "dark" : "light",
    viewport: isPhone ? screens.phone : screens.desk,
    locale,
    reducedMotion: "reduce",
    ...(isForced ? { forcedColors: "active" as const } : {})
  })
  if (as !== undefined) await context.addCookies([{ name: "session", value: Redacted.value(as.token), url }])
  const page = await context.newPage()
  page.setDefaultTimeout(stepMillis)
  return { page, faults: faultsOf(page), close: () => context.close() }
}

const makeSite = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  if (address._tag !== "TcpAddress") return yield* Effect.die("no port")
  const url = `http://localhost:${address.port}`
  const browser = yield* launched
  const runtime = yield* Effect.runtime<Effect.Effect.Context<typeof joinModerator | ReturnType<typeof join>>>()
  const run = Runtime.runPromise(runtime)
  return {
    url,
    open: opener(browser, url),
    join: (role?: "user" | "expert") => run(join(role)),
    joinModerator: () => run(joinModerator),
    joinAdmin: () => run(joinAdmin),
    publish: (member: Member, given?: Parameters<typeof publish>[1]) => run(publish(member, given)),
    answer: (member: Member, id: Parameters<typeof answer>[1], content?: string) => run(answer(member, id, content))
  }
})

/** The community of a suite in a browser, and members of it whom its steps need. */
export class Site extends Context.Tag("test/browser/Site")<Site, Effect.Effect.Success<typeof makeSite>>() {
  static readonly layer = Layer.scoped(Site, makeSite)
}

/** Opens a page, and closes it after the use; what the browser reports as a fault is one. */
export const withPage = (site: Site["Type"], opened: Opened, use: (page: Page) => Promise<void>) =>
  Effect.promise(async () => {
    const { close, faults, page } = await site.open(opened)
    try {
      await use(page)
    } finally {
      await close()
    }
    if (faults.length > 0) throw new Error(faults.join("\n"))
  })

/** Waits until the page shows a text. */
export const see = (page: Page, text: string) => page.locator("main").filter({ hasText: text }).first().waitFor()

/** Waits until the page is at a path. */
export const arrive = (page: Page, path: RegExp) => page.waitForURL((url) => path.test(url.pathname + url.search))

/**
 * Waits until an expression is true in the page. (`page.waitForFunction` evaluates it by `eval` from the second time on,
 * which the policy of our pages refuses.)
 */
export const untilTrue = (page: Page, expression: string) =>
  Effect.runPromise(until(Effect.promise(() => page.evaluate<boolean>(expression))))

/** Presses the first button of this name in the page. */
export const press = (page: Page, name: string) => page.getByRole("button", { name }).first().click()

/** The first option of the open list, once it has this text: the list of fewer letters may stand there before. */
export const firstOption = (page: Page, text: string) =>
  page.locator(".options [role=option]:first-child").filter({ hasText: text })

/** Opens the menu of the header. */
export const openMenu = (page: Page) => page.locator("header .menu > summary:visible").click()

/** Signs out by the menu of the header. */
export const signOut = async (page: Page) => {
  await openMenu(page)
  await press(page, "Sign out")
}

/** Follows the first link of this name. */
export const follow = (page: Page, name: string) => page.getByRole("link", { name }).first().click()

/** The element that has the focus, as a selector of its name or id. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.name || document.activeElement.id || document.activeElement.className")
