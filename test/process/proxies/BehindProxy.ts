import { request as askPlain } from "node:http"
import { request } from "node:https"
import { expect } from "@effect/vitest"
import { Effect, Redacted, Schedule, type Scope } from "effect"
import { join } from "../../support/Members.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { at } from "../../support/Wire.ts"
import { onServerOf } from "../Databases.ts"
import { clientOf, start } from "../Program.ts"

/** A proxy for community.example.org on ports of this machine, and the certificate that its clients trust. */
export interface RunningProxy {
  readonly ports: { readonly http: number; readonly https: number }
  readonly certificate: Buffer
}

interface Sent {
  readonly method?: string
  readonly as?: Redacted.Redacted
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request through a proxy. The answer of a stream is its first bytes. */
const asker =
  ({ certificate, ports }: RunningProxy) =>
  (target: string, { as, body, headers = {}, method = "GET" }: Sent = {}) =>
    Effect.async<{ readonly status: number; readonly headers: unknown; readonly text: string }, Error>((resume) => {
      const asking = request(
        {
          host: "127.0.0.1",
          port: ports.https,
          servername: "community.example.org",
          ca: certificate,
          path: target,
          method,
          headers: {
            host: "community.example.org",
            ...(as === undefined ? {} : { authorization: `Bearer ${Redacted.value(as)}` }),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers
          }
        },
        (response) => {
          let text = ""
          const done = () =>
            resume(Effect.succeed({ status: response.statusCode ?? 0, headers: response.headers, text }))
          response.setEncoding("utf8").on("data", (part: string) => {
            text += part
            if (response.headers["content-type"]?.startsWith("text/event-stream") === true) {
              done()
              asking.destroy()
            }
          })
          response.once("end", done)
        }
      )
      asking.on("error", (error) => resume(Effect.fail(error)))
      asking.end(body)
    })

/** Starts two instances on one database of a server with a proxy in front, and makes requests of each kind through it. */
export const behind = <P extends RunningProxy>(
  database: string,
  startProxy: (urls: ReadonlyArray<string>) => Effect.Effect<P, never, Scope.Scope>
) =>
  Effect.gen(function* () {
    const variables = {
      ...unlimited,
      PUBLIC_URL: "https://community.example.org",
      TRUST_PROXY: "127.0.0.1",
      RATE_LIMIT_AUTH: "3",
      ...(yield* onServerOf(database))
    }
    const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
    // A proxy that asks an instance for its health before it is ready sends it nothing for a while.
    yield* Effect.forEach([one, two], ({ url }) =>
      Effect.repeat(
        Effect.promise(() => fetch(`${url}/ready`)),
        { until: ({ ok }) => ok, schedule: Schedule.spaced("20 millis") }
      )
    )
    const proxy = yield* startProxy([one.url, two.url])
    const { ports } = proxy
    const ask = asker(proxy)

    const posts = yield* Effect.retry(
      ask("/api/posts"),
      Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(100))
    )
    expect(posts.status).toBe(200)
    expect(at(posts.headers, "strict-transport-security")).toBe("max-age=31536000")

    const maria = yield* Effect.provide(join(), clientOf(one.url))
    const created = yield* ask("/api/posts", {
      method: "POST",
      as: maria.token,
      body: JSON.stringify({ title: "Through a proxy", content: "Do you see this?" })
    })
    expect([created.status, created.text]).toEqual([201, expect.stringContaining("Through a proxy")])
    expect(at(created.headers, "location")).toMatch(/^(https:\/\/community\.example\.org)?\/api\/posts\/\d+$/)

    const stream = yield* ask("/api/notifications/stream", { as: maria.token })
    expect(stream.text).toContain("event: connected")
    const mcp = yield* ask("/api/mcp", {
      method: "POST",
      as: maria.token,
      headers: { accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
      })
    })
    const session = { "mcp-session-id": String(at(mcp.headers, "mcp-session-id")), accept: "*/*" }
    for (let turn = 0; turn < 4; turn++) {
      const ping = JSON.stringify({ jsonrpc: "2.0", id: turn, method: "ping" })
      expect((yield* ask("/api/mcp", { method: "POST", as: maria.token, headers: session, body: ping })).status).toBe(
        200
      )
    }

    // A forged address does not escape the limit of logins from one address on one instance.
    const login = (turn: number) =>
      ask("/api/auth/login", {
        method: "POST",
        body: JSON.stringify({ email: "nobody@example.org", password: "wrong password" }),
        headers: { "x-forwarded-for": `198.51.100.${turn}` }
      })
    const statuses = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7], (turn) =>
      Effect.map(login(turn), ({ status }) => status)
    )
    expect(statuses).toContain(429)

    const tooLarge = yield* ask("/api/posts", { method: "POST", as: maria.token, body: " ".repeat(400_000) })
    expect([tooLarge.status, JSON.parse(tooLarge.text)]).toEqual([413, { error: expect.any(String) }])
    const redirect = (given: string) =>
      Effect.async<string | undefined>((resume) => {
        askPlain({ host: "127.0.0.1", port: ports.http, path: "/docs?a=b", headers: { host: given } }, (response) => {
          response.resume()
          resume(Effect.succeed(`${response.statusCode} ${response.headers.location}`))
        }).end()
      })
    expect(yield* redirect("community.example.org")).toBe("308 https://community.example.org/docs?a=b")
    yield* Effect.all([one.kill("SIGKILL"), two.kill("SIGKILL"), one.ended, two.ended])
    const away = yield* ask("/api/posts?apiKey=rdc_in_a_query", {
      headers: { referer: "https://a.example/?apiKey=rdc_in_a_query" }
    })
    expect([502, 503]).toContain(away.status)
    expect([at(away.headers, "content-type"), at(away.headers, "retry-after")]).toEqual(["application/json", "2"])
    expect(JSON.parse(away.text)).toEqual({ error: expect.stringContaining("send it again") })
    const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    for (const [method, target, accept, type] of [
      ["GET", "/", browser, "text/html; charset=utf-8"],
      ["GET", "/posts/1?page=2", browser, "text/html; charset=utf-8"],
      ["HEAD", "/diseases", browser, "text/html; charset=utf-8"],
      ["POST", "/sign-in", browser, "text/html; charset=utf-8"],
      ["GET", "/apiary", browser, "text/html; charset=utf-8"],
      ["GET", "/api/posts", browser, "application/json"],
      ["GET", "/api", browser, "application/json"],
      ["GET", "/", "*/*", "application/json"],
      ["GET", "/health", "application/json", "application/json"]
    ] as const) {
      const failed = yield* ask(target, { method, headers: { accept } })
      expect([502, 503]).toContain(failed.status)
      const { headers, text } = failed
      expect([target, at(headers, "content-type"), at(headers, "retry-after")]).toEqual([target, type, "2"])
      expect([at(headers, "vary"), at(headers, "x-content-type-options")]).toEqual(["Accept", "nosniff"])
      if (method === "HEAD") expect(text).toBe("")
      else if (type === "application/json") expect(JSON.parse(text)).toEqual({ error: expect.any(String) })
      else
        expect(text).toMatch(/<html lang=en>.*<h1>Back in a moment<\/h1>.*lang=de.*lang=fr.*lang=es.*lang=it.*lang=pt/)
    }
    return { ...proxy, ask, redirect }
  })
