import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { launch, ours } from "../../../bench/Server.ts"
import { rss, rssItem } from "../../../packages/feeds/test/Documents.ts"
import { newDevice } from "../../support/push/PushDevice.ts"
import { replies, texts, titlesOfNews } from "./Content.ts"

const adminCode = "the code of the first admin"

const password = "correct horse battery"

interface Account {
  readonly id: number
  readonly token: string
}

/** Members of the community whose pages are taken. */
export interface People {
  /** Writes, is answered and has notifications. */
  readonly maria: Account
  /** A verified expert. */
  readonly jonas: Account
  /** Has reported texts and asked for verification. */
  readonly ines: Account
  /** Suspended, with a hidden post and an appeal. */
  readonly karl: Account
  /** Has only just joined. */
  readonly newcomer: Account
  readonly moderator: Account
  readonly admin: Account
}

/** A community in a process of its own. */
export interface Shown {
  readonly url: string
  readonly people: People
  readonly stop: () => Promise<void>
}

/** Calls of the API as JSON. */
const callsOf = (url: string) => async (method: string, path: string, body?: unknown, token?: string) => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { "content-type": "application/json", ...authorization }
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${text}`)
  return text === "" ? undefined : JSON.parse(text)
}

type Call = ReturnType<typeof callsOf>

/** A feed of news about diseases, the newest today. */
const feed = () => {
  const dayMillis = 86_400_000
  const items = titlesOfNews.map(([title, text], index) => {
    const date = new Date(Date.now() - index * dayMillis).toUTCString()
    return rssItem(
      `news-${index}`,
      title,
      `<link>https://news.example/${index}</link><pubDate>${date}</pubDate><description>${text}</description>`
    )
  })
  return rss(items.join("\n"))
}

/** Has the community read its news from a feed. */
const readNews = async (call: Call, { admin }: People) => {
  const server = createServer((_, response) => response.end(feed())).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  await call("POST", "/api/news/feeds", { url: `http://127.0.0.1:${port}/` }, admin.token)
  let readAt: string | null = null
  while (readAt === null) readAt = (await call("GET", "/api/news/feeds", undefined, admin.token)).data[0].succeededAt
  server.close()
}

const makePeople = async (call: Call): Promise<People> => {
  const register = async (username: string, role: string, more = {}): Promise<Account> => {
    const email = `${username.toLowerCase()}@example.org`
    const { token, user } = await call("POST", "/api/auth/register", { username, email, password, role, ...more })
    return { id: user.id, token }
  }
  const admin = await register("Johanna", "admin", { adminCode })
  const moderator = await register("Tomás", "user")
  await call("PATCH", `/api/users/${moderator.id}`, { role: "moderator" }, admin.token)
  return {
    maria: await register("Maria", "user", { bio: "Mother of **Ben**, who has Marfan syndrome. We live near Graz." }),
    jonas: await register("Jonas", "expert", { bio: "Cardiologist; I see families with Marfan syndrome." }),
    ines: await register("Inés", "expert"),
    karl: await register("Karl", "user"),
    newcomer: await register("A_member_with_quite_a_long_name_2026", "user"),
    moderator,
    admin
  }
}

/** Posts in several languages with replies, likes, follows and help. */
const write = async (call: Call, { ines, jonas, karl, maria, newcomer }: People) => {
  const idOf = async (disease: string): Promise<number> => (await call("GET", `/api/diseases/${disease}`)).id
  const writers = { maria, karl, ines }
  for (const { by, category, disease, language, text, title } of texts) {
    const { token } = writers[by]
    const diseaseId = disease === undefined ? undefined : await idOf(disease)
    await call("POST", "/api/posts", { title, content: text, category, diseaseId, language }, token)
  }
  for (const [post, by, content, replyTo] of replies)
    await call("POST", `/api/posts/${post}/comments`, { content, replyTo }, { jonas, maria, karl, ines }[by].token)
  for (const { token } of [jonas, ines, newcomer]) await call("PUT", "/api/posts/1/like", undefined, token)
  const endpoint = "https://push.invalid/f2Xk81"
  await call("POST", "/api/push/subscriptions", { endpoint, keys: newDevice().keys, device: "Android" }, maria.token)
  await call("PUT", "/api/comments/1/like", undefined, maria.token)
  await call("PUT", "/api/comments/1/helped", undefined, maria.token)
  const [marfan, fibrosis] = [await idOf("ORPHA:558"), await idOf("ORPHA:586")]
  await call("PUT", `/api/diseases/${marfan}/follow`, undefined, maria.token)
  await call("PUT", `/api/users/${jonas.id}/follow`, undefined, maria.token)
  await call("PATCH", "/api/users/me", { diseaseIds: [marfan, fibrosis] }, maria.token)
  await call("POST", "/api/auth/apikeys", { name: "My assistant", scopes: ["read", "write"], agent: true }, maria.token)
  return { marfan }
}

/** A verification and a request for one, reports, decisions and appeals. */
const moderate = async (call: Call, { admin, ines, jonas, karl, maria, moderator }: People) => {
  const { token } = moderator
  await call("PUT", `/api/users/${jonas.id}/verification`, { as: "cardiologist, Graz" }, admin.token)
  const request = { as: "geneticist", text: "I am in the register of the chamber of physicians, number 12345." }
  await call("PUT", "/api/users/me/verification-request", request, ines.token)
  const report = (type: string, id: number, reason: string, text?: string, by = ines) =>
    call("POST", "/api/reports", { target: { type, id }, reason, text }, by.token)
  await report("post", 6, "misinformation", "It tells people to stop their medicine.")
  await report("post", 6, "danger", undefined, maria)
  await report("comment", 5, "abuse", "He insults her.")
  await report("user", karl.id, "spam", undefined, jonas)
  const decide = (type: string, id: number, action: string, reason: string) =>
    call("POST", "/api/decisions", { target: { type, id }, action, rule: "Be kind and honest", reason }, token)
  const hidden = await decide("post", 7, "hide", "It sells a cure that nobody has tested.")
  await call("POST", `/api/decisions/${hidden.id}/appeal`, { text: "It helped me, and I only said so." }, karl.token)
  const second = await decide("comment", 6, "hide", "It insults another member.")
  await call("POST", `/api/decisions/${second.id}/appeal`, { text: "I was tired. I am sorry." }, karl.token)
  const outcome = { outcome: "upheld", reason: "The insult stays one." }
  await call("PATCH", `/api/decisions/${second.id}/appeal`, outcome, admin.token)
  await decide("user", karl.id, "suspend", "Insults after two warnings.")
}

/** A webhook whose receiver is not there, and one that is switched off. */
const addWebhooks = async (call: Call, { admin: { token } }: People) => {
  const events = ["report.opened", "report.danger", "appeal.opened"]
  await call("POST", "/api/webhooks", { url: "https://chat.example/hooks/moderation", events }, token)
  const other = { url: "https://archive.example/hook", events: ["post.created", "post.removed", "news.created"] }
  const { id } = await call("POST", "/api/webhooks", other, token)
  await call("PATCH", `/api/webhooks/${id}`, { enabled: false }, token)
}

/** Returns when the server has the whole catalogue, so that all pictures show the same numbers. */
const catalogueRead = async (call: Call): Promise<void> => {
  const fewest = 18_000
  let diseases = 0
  while (diseases < fewest) diseases = (await call("GET", "/api/stats")).diseases
}

/** A folder with an imprint, as an operator has one. */
const folderOfImprint = (folder: string): string => {
  const own = join(folder, "own")
  mkdirSync(own)
  for (const [language, title] of [
    ["en", "Legal notice"],
    ["de", "Impressum"],
    ["fr", "Mentions légales"],
    ["es", "Aviso legal"],
    ["it", "Note legali"],
    ["pt", "Aviso legal"]
  ])
    writeFileSync(join(own, `imprint.${language}.md`), `# ${title}\n\nRare Together, 1 Example Street, 10115 Berlin\n`)
  return own
}

/** Starts a community with members, posts, news and decisions; it is removed when it stops. */
export const showCommunity = async (): Promise<Shown> => {
  const folder = mkdtempSync(join(tmpdir(), "screenshots-"))
  const variables = {
    DATA_DIR: folder,
    CATALOGUE: "full",
    FIRST_ADMIN_CODE: adminCode,
    OUTGOING_PRIVATE: "on",
    CONTACT: "help@example.org",
    COMMUNITY_DIR: folderOfImprint(folder)
  }
  const { stop, url } = await launch(ours(variables))
  const call = callsOf(url)
  await catalogueRead(call)
  const people = await makePeople(call)
  await readNews(call, people)
  await write(call, people)
  await addWebhooks(call, people)
  await moderate(call, people)
  // The suspension ended the session of the member: what a suspended member sees, they see after signing in again.
  const again = await call("POST", "/api/auth/login", { email: "karl@example.org", password })
  return {
    url,
    people: { ...people, karl: { ...people.karl, token: again.token } },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true })
    }
  }
}
