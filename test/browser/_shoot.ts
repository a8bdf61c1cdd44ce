import { existsSync, mkdirSync, writeFileSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { launch, ours } from "../../bench/Server.ts"
const dir = "/tmp/shots-data"
const fresh = !existsSync(dir)
mkdirSync(dir, { recursive: true })
const code = "first-admin-code-123456"
const { stop, url } = await launch(ours({ DATA_DIR: dir, FIRST_ADMIN_CODE: code, RATE_LIMIT_AUTH: "1000", RATE_LIMIT_WRITES: "1000" }))
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] })
const call = async (path: string, body: unknown, token?: string, method = "POST") => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { "content-type": "application/json", ...authorization }
  const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(path + text)
  return text === "" ? {} : JSON.parse(text)
}
const idOf = async (d: string) => (await (await fetch(`${url}/api/diseases?limit=1&search=${encodeURIComponent(d)}`)).json()).data[0].id
const member = (username: string, role: string, more = {}) => call("/api/auth/register", { username, email: `${username}@example.org`, password: "correct horse battery", role, ...more })
if (fresh) {
  const maria = await member("Maria", "user")
  const jonas = await member("Jonas", "expert")
  const claire = await member("Claire_Dubois", "user")
  const admin = await member("Ada", "admin", { adminCode: code })
  
  const posts = [
    ["Marfan syndrome", "question", "Which sports are safe with a wide aorta?", "My cardiologist says no weights. What do you do to stay fit?"],
    ["Cystic fibrosis", "experience", "Our first year with a new inhaler", "Less coughing at night, and we sleep again. This is how we began."],
    ["Huntington disease", "topic", "Talking with children about it", "Which words did you find, and at what age?"],
    ["Phenylketonuria", "question", "Travelling abroad with a low-protein diet", "How do you carry enough food for two weeks?"],
    ["Marfan syndrome", "question", "Welcher Sport ist mit einer weiten Aorta sicher?", "Unser Kardiologe sagt: keine Gewichte. Was macht ihr, um fit zu bleiben?"],
    ["Marfan syndrome", "question", "Quel sport est possible avec une aorte large ?", "Notre cardiologue dit : pas de poids. Que faites-vous pour rester en forme ?"]
  ] as const
  for (const [d, category, title, content] of posts) {
    const { id } = await call("/api/posts", { title, content, category, diseaseId: await idOf(d) }, maria.token)
    await call(`/api/posts/${id}/comments`, { content: "Thank you for writing about this. We **swim** twice a week, see [our list](https://example.org)." }, jonas.token)
    if (id !== 4) await call(`/api/posts/${id}/like`, {}, jonas.token)
  }
  await call("/api/posts/1/comments", { content: "Ja, Schwimmen tut uns auch gut.", replyTo: 1 }, claire.token)
  await call("/api/reports", { target: { type: "comment", id: 1 }, reason: "misinformation", note: "x" }, claire.token).catch((e) => console.log(String(e)))
  await call("/api/reports", { target: { type: "post", id: 4 }, reason: "spam" }, claire.token).catch((e) => console.log(String(e)))
  writeFileSync(join(dir, "tokens.json"), JSON.stringify({ maria: maria.token, jonas: jonas.token, claire: claire.token, admin: admin.token }))
}
const tokens = JSON.parse(readFileSync(join(dir, "tokens.json"), "utf8"))
const sizes = { phone: [360, 740, 2], tablet: [768, 900, 1], desk: [1280, 900, 1] } as const
// args: outdir who,locale,screen,theme paths...
const [out = "/tmp/shots", ...specs] = process.argv.slice(2)
mkdirSync(out, { recursive: true })
for (const spec of specs) {
  const [whos, locales, screens, paths = ""] = spec.split("@")
  for (const who of whos!.split(",")) for (const locale of locales!.split(",")) for (const screen of screens!.split(",")) {
    const [width, height, deviceScaleFactor] = sizes[screen as "phone"]
    const context = await browser.newContext({ baseURL: url, viewport: { width, height }, deviceScaleFactor, locale: { en: "en-GB", de: "de-DE", fr: "fr-FR" }[locale]! })
    if (who !== "visitor") await context.addCookies([{ name: "session", value: tokens[who], url }])
    const page = await context.newPage()
    for (const path of paths.split(" ")) {
      await page.goto(path)
      const name = path.replaceAll(/\W+/g, "-").slice(1) || "home"
      await page.screenshot({ path: join(out, [name, who, locale, screen, "png"].join(".")), fullPage: true })
    }
    await context.close()
  }
}
await browser.close(); await stop(); process.exit(0)
