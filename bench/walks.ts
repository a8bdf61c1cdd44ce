import { mkdtempSync, rmSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Random } from "./driver/Random.ts"
import { say } from "./driver/Report.ts"
import { freePort } from "./Server.ts"
import { wordsOf } from "./seed/Words.ts"
import walkBounds from "./walkBounds.json" with { type: "json" }

/**
 * The files of `src/` and `packages/` through which one warm request runs: `npm run bench -- walks [--files]`, by V8's precise coverage, on
 * the embedded database. The server runs in this process and unbundled, so that each file is a script of its own. A file
 * counts if any of its functions ran in each run; what only some runs saw is work of the background, which a slow machine
 * does beside many of them. So a walk is run until several runs in a row have left no file out. Ends with 1 if a walk is
 * longer than its bound (`walkBounds.json`).
 */
const { values } = parseArgs({ options: { files: { type: "boolean", default: false } } })

/** The runs in a row that leave no file out before a walk ends, and the most runs. */
const steadyRuns = 6
const maxRuns = 40
const readSignsMillis = 300_000
const root = new URL("../", import.meta.url).href
const folder = mkdtempSync(join(tmpdir(), "community-walks-"))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
Object.assign(process.env, { DATA_DIR: folder, PORT: String(port), CATALOGUE: "starter", LOG_LEVEL: "error" })

const session = new Session()
session.connect()
await session.post("Profiler.enable")
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })

/** The names of the functions that ran since the last call, by file. */
const taken = async (): Promise<ReadonlyMap<string, number>> => {
  const { result } = await session.post("Profiler.takePreciseCoverage")
  const called = result
    .filter(({ url }) => [`${root}src/`, `${root}packages/`].some((folder) => url.startsWith(folder)))
    .map(({ functions, url }): readonly [string, number] => [
      url.slice(root.length).replace(/\?.*/, ""),
      functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0)).length
    ])
  return new Map(called.filter(([, functions]) => functions > 0))
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string
}

const send = async (method: string, path: string, { body, headers, token }: Sent = {}) => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers
    },
    body: body === undefined ? null : JSON.stringify(body)
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
  return { headers: answer.headers, text }
}

const member = async (name: string): Promise<string> => {
  const body = { username: name, email: `${name}@example.org`, password: "correct horse battery" }
  return JSON.parse((await send("POST", "/api/auth/register", { body })).text).token
}

const postOf = async (token: string): Promise<number> => {
  const body = { title: "The first months", content: "How did they go?", category: "question" }
  return JSON.parse((await send("POST", "/api/posts", { body, token })).text).id
}

/** The signs are read after a start, which may take a minute. */
const find = async (sentence: string): Promise<unknown> => {
  const path = `/api/diseases?${new URLSearchParams({ symptoms: sentence })}`
  for (const end = Date.now() + readSignsMillis; ; ) {
    const answer = await send("GET", path).catch((error) => (Date.now() < end ? undefined : Promise.reject(error)))
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const signs = [
  "seizures",
  "weak muscles",
  "a large tongue",
  "low blood sugar",
  "short fingers",
  "hearing loss",
  "a rash"
]
const sentences = ["My daughter", "My aunt", "My sister", "Our baby", "My girl", "My patient"].flatMap((who) =>
  signs.map((sign) => `${who} has ${sign}, and she sleeps badly.`)
)

const call = { name: "get_post", arguments: { postId: 1 } }

/** A session over Streamable HTTP: gives what calls a tool. */
const sessionOf = async (token: string) => {
  const headers: Record<string, string> = { accept: "application/json, text/event-stream" }
  const ask = (body: object) => send("POST", "/api/mcp", { body: { jsonrpc: "2.0", ...body }, headers, token })
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } }
  const begun = await ask({ id: 0, method: "initialize", params: client })
  headers["mcp-session-id"] = begun.headers.get("mcp-session-id") ?? ""
  await ask({ method: "notifications/initialized" })
  return (id: number) => ask({ id, method: "tools/call", params: call })
}

const revision = "2026-07-28"

/** A call of a tool by a client without a session. */
const statelessCall = (id: number, token: string) => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": {}
  }
  const headers = { "mcp-protocol-version": revision, "mcp-method": "tools/call", "mcp-name": call.name }
  const body = { jsonrpc: "2.0", id, method: "tools/call", params: { ...call, _meta } }
  return send("POST", "/api/mcp", { body, headers: { ...headers, accept: "application/json" }, token })
}

/** A request whose files are counted, after `before`, which is not. */
interface Walk {
  readonly before?: () => Promise<unknown>
  readonly request: (run: number) => Promise<unknown>
}

/** The greatest numbers of files; a walk that is not there is only counted. */
const bounds = new Map<string, number>(Object.entries(walkBounds))

const walksOf = async (author: string, reader: string): Promise<Readonly<Record<string, Walk>>> => {
  const words = wordsOf(1)
  const random = new Random(1)
  const callTool = await sessionOf(reader)
  const list = () => send("GET", "/api/posts")
  const comment = () => send("POST", "/api/posts/1/comments", { body: { content: words.reply(random) }, token: reader })
  return {
    comment: { request: comment },
    "cached list": { before: list, request: list },
    "MCP call in a session": { request: callTool },
    "MCP call without one": { request: (run) => statelessCall(run, reader) },
    like: { request: () => send("POST", "/api/posts/1/like", { token: reader }) },
    "search by signs": { request: (run) => find(sentences[run] ?? "") },
    "uncached list": { request: (run) => send("GET", `/api/posts?limit=${run + 1}`) },
    post: { request: () => postOf(author) }
  }
}

/** The files that each run has seen, with the functions that ran in the last one. */
const filesOf = async ({ before, request }: Walk): Promise<ReadonlyMap<string, number>> => {
  const seenIn = async (run: number) => {
    await before?.()
    await turn()
    await taken()
    await request(run)
    await turn()
    return taken()
  }
  await request(0) // warm
  let seen = await seenIn(1)
  for (let run = 2, steady = 1; steady < steadyRuns && run <= maxRuns; run++) {
    const now = await seenIn(run)
    const left = new Map(Array.from(now).filter(([file]) => seen.has(file)))
    steady = left.size === seen.size ? steady + 1 : 1
    seen = left
  }
  return seen
}

process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
await import(new URL("src/main.ts", root).href)
for (let isReady = false; !isReady; ) {
  await new Promise((resolve) => setTimeout(resolve, 100))
  isReady = await send("GET", "/ready").then(
    () => true,
    () => false
  )
}

const author = await member("author")
await postOf(author)
await find("She has fits.") // Ends when all is loaded, so that no work of the background is counted.
for (const [name, walk] of Object.entries(await walksOf(author, await member("reader")))) {
  const files = await filesOf(walk)
  const functions = Array.from(files.values()).reduce((sum, count) => sum + count, 0)
  const bound = bounds.get(name)
  const isOver = bound !== undefined && files.size > bound
  const told = bound === undefined ? "" : `, bound ${bound}${isOver ? " (over)" : ""}`
  say(`${name}: ${files.size} files, ${functions} functions${told}`)
  if (isOver) process.exitCode = 1
  if (values.files) for (const [file, count] of Array.from(files).sort()) say(`  ${String(count).padStart(3)} ${file}`)
}
session.disconnect()
process.exit() // the server of this process would go on
