import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { chromium } from "playwright-core"
import { launch, ours } from "../../bench/Server.ts"

/**
 * `npm run screenshots`: a community with some posts, as pictures in `docs/`; with `-- FOLDER` its pages on a phone, a tablet
 * and a desk, light and dark, in each language, as a visitor and as a member.
 */
const folder = mkdtempSync(join(tmpdir(), "screenshots-"))
const docs = fileURLToPath(new URL("../../docs/", import.meta.url))

const posts = [
  [
    "Marfan syndrome",
    "question",
    "Which sports are safe with a wide aorta?",
    "My cardiologist says no weights. What do you do to stay fit?"
  ],
  [
    "Cystic fibrosis",
    "experience",
    "Our first year with a new inhaler",
    "Less coughing at night, and we sleep again. This is how we began."
  ],
  ["Huntington disease", "topic", "Talking with children about it", "Which words did you find, and at what age?"],
  [
    "Phenylketonuria",
    "question",
    "Travelling abroad with a low-protein diet",
    "How do you carry enough food for two weeks?"
  ]
] as const

const { stop, url } = await launch(ours({ DATA_DIR: folder }))
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"]
})

const call = async (path: string, body: unknown, token?: string) => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { "content-type": "application/json", ...authorization }
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

const idOf = async (disease: string): Promise<number> => {
  const answer = await fetch(`${url}/api/diseases?limit=1&search=${encodeURIComponent(disease)}`)
  return (await answer.json()).data[0].id
}

const newMember = (username: string, role: string) =>
  call("/api/auth/register", { username, email: `${username}@example.org`, password: "correct horse battery", role })

const screens = { phone: [360, 740, 2], tablet: [768, 900, 1], desk: [1280, 900, 1] } as const
const paths = [
  ...["/", "/posts", "/posts/1", "/diseases", "/diseases/ORPHA:558", "/diseases?search=xqzvwk", "/news", "/statistics"],
  ...[
    "/diseases?symptoms=",
    "/diseases?symptoms=long+fingers,+no+seizures",
    "/sign-in",
    "/register",
    "/help",
    "/no-page"
  ]
]
const own = [
  ...["/", "/posts/1", "/posts/new", "/notifications", "/members", "/members/1", "/welcome", "/report?type=post&id=2"],
  ...["/settings", "/settings/profile", "/settings/notifications", "/settings/keys", "/settings/data"]
]

/** Takes every page in every look. */
const shootAll = async (set: string, token: string) => {
  for (const [screen, [width, height, deviceScaleFactor]] of Object.entries(screens)) {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const locale of ["en-GB", "de-DE", "fr-FR"]) {
        for (const as of ["visitor", "member"]) {
          const viewport = { width, height }
          const look = { baseURL: url, colorScheme, viewport, deviceScaleFactor, locale }
          const context = await browser.newContext(look)
          if (as === "member") await context.addCookies([{ name: "session", value: token, url }])
          const page = await context.newPage()
          for (const path of as === "member" ? own : paths) {
            await page.goto(path)
            const name = path.replaceAll(/\W+/g, "-").slice(1) || "home"
            const file = [name, as, locale.slice(0, 2), colorScheme, screen, "png"].join(".")
            await page.screenshot({ path: join(set, file), fullPage: true })
          }
          await context.close()
        }
      }
    }
  }
}

try {
  const [maria, jonas] = [await newMember("Maria", "user"), await newMember("Jonas", "expert")]
  for (const [disease, category, title, content] of posts) {
    const { id } = await call("/api/posts", { title, content, category, diseaseId: await idOf(disease) }, maria.token)
    await call(`/api/posts/${id}/comments`, { content: "Thank you for writing about this." }, jonas.token)
    await call(`/api/posts/${id}/like`, {}, jonas.token)
  }
  const [set] = process.argv.slice(2)
  if (set !== undefined) await shootAll(set, maria.token)
  const shots = [
    ["home.png", "light", { width: 1200, height: 780 }],
    ["home-dark.png", "dark", { width: 390, height: 780 }]
  ] as const
  for (const [name, colorScheme, viewport] of set === undefined ? shots : []) {
    const context = await browser.newContext({ baseURL: url, colorScheme, viewport, locale: "en-GB" })
    const page = await context.newPage()
    await page.goto("/", { waitUntil: "networkidle" })
    await page.screenshot({ path: join(docs, name) })
    await context.close()
  }
} finally {
  await browser.close()
  await stop()
  rmSync(folder, { recursive: true })
}
process.exit(0)
