import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { type Browser, chromium } from "playwright-core"
import { type Shown, showCommunity } from "./Community.ts"
import { shotsOf } from "./Pages.ts"

/**
 * `npm run screenshots`: the home page, as two pictures in `docs/`. With `-- FOLDER` every page, in each language, on a phone and a
 * desk: `--screens phone,tablet,desk`, `--languages de`, `--schemes light,dark` and `--only home,thread` choose others.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    screens: { type: "string", default: "phone,desk" },
    languages: { type: "string", default: "en,de,fr,es,it,pt" },
    schemes: { type: "string", default: "light" },
    only: { type: "string", default: "" }
  }
})

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url))

const screens = new Map(
  Object.entries({
    phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
    tablet: { viewport: { width: 768, height: 900 } },
    desk: { viewport: { width: 1280, height: 900 } }
  })
)

const list = (text: string): ReadonlyArray<string> => text.split(",").filter((one) => one !== "")

/** Takes the chosen pages in every chosen look: `FOLDER/de/light/phone/home.png`. */
const shootAll = async (browser: Browser, { people, url }: Shown, folder: string) => {
  const only = list(values.only)
  const shots = shotsOf(people).filter(([name]) => only.length === 0 || only.includes(name))
  for (const language of list(values.languages))
    for (const scheme of list(values.schemes))
      for (const screen of list(values.screens)) {
        const set = join(folder, language, scheme, screen)
        mkdirSync(set, { recursive: true })
        for (const [name, path, as] of shots) {
          const colorScheme = scheme === "dark" ? "dark" : "light"
          const context = await browser.newContext({
            baseURL: url,
            colorScheme,
            locale: language === "en" ? "en-GB" : language,
            ...screens.get(screen)
          })
          await context.grantPermissions(["notifications"])
          if (as !== undefined) await context.addCookies([{ name: "session", value: people[as].token, url }])
          const page = await context.newPage()
          const answer = await page.goto(path)
          if ((answer?.status() ?? 500) >= 500) throw new Error(`${path} was answered ${answer?.status()}`)
          await page.screenshot({ path: join(set, `${name}.png`), fullPage: true })
          await context.close()
        }
      }
}

/** The post with bad advice, for pictures of moderation. */
const badAdvice = 6

/** The pictures of the README, which advise nobody to stop a medicine. */
const shootHome = async (browser: Browser, { people, url }: Shown) => {
  const headers = { authorization: `Bearer ${people.admin.token}` }
  const { ok } = await fetch(`${url}/api/posts/${badAdvice}`, { method: "DELETE", headers })
  if (!ok) throw new Error(`the post ${badAdvice} could not be deleted`)
  const shots = [
    ["home.png", "light", { width: 1200, height: 780 }],
    ["home-dark.png", "dark", { width: 390, height: 780 }]
  ] as const
  for (const [name, colorScheme, viewport] of shots) {
    const context = await browser.newContext({ baseURL: url, colorScheme, viewport, locale: "en-GB" })
    const page = await context.newPage()
    await page.goto("/", { waitUntil: "networkidle" })
    await page.screenshot({ path: join(docs, name) })
    await context.close()
  }
}

const shown = await showCommunity()
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
})
try {
  const [folder] = positionals
  await (folder === undefined ? shootHome(browser, shown) : shootAll(browser, shown, folder))
} finally {
  await browser.close()
  await shown.stop()
}
process.exit(0)
