import { execFileSync, spawn, spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { request as askPlain } from "node:http"
import { request } from "node:https"
import { createServer } from "node:net"
import { join as pathOf } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { join } from "../support/Members.ts"
import { unlimited } from "../support/Unlimited.ts"
import { at } from "../support/Wire.ts"
import { onServerOf, serverUrl } from "./Databases.ts"
import { clientOf, folder, start } from "./Program.ts"

const isInstalled = spawnSync("nginx", ["-v"]).status === 0 && spawnSync("openssl", ["version"]).status === 0

const freePort = Effect.async<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" ? (address?.port ?? 0) : 0)))
  })
})

/** The configuration that we ship, with the paths, ports and instances of a test. */
const configOf = (
  path: string,
  ports: { readonly http: number; readonly https: number },
  urls: ReadonlyArray<string>
) => {
  const [one = "", two = ""] = urls.map((url) => new URL(url).host)
  return readFileSync("operations/nginx.conf", "utf8")
    .replace("listen 80 ", `listen 127.0.0.1:${ports.http} `)
    .replace("listen 443 ", `listen 127.0.0.1:${ports.https} `)
    .replace("127.0.0.1:3000;", `${one};`)
    .replace("127.0.0.1:3001;", `${two};`)
    .replaceAll("/etc/ssl/community", path)
    .replace("/run/community-nginx.pid", `${path}/nginx.pid`)
    .replace("/var/log/nginx/access.log", `${path}/access.log`)
    .replace(
      "http {",
      ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `  ${name}_temp_path ${path}/${name};`)
        .reduce((text, line) => `${text}\n${line}`, "http {")
    )
}

/** nginx with a certificate of its own in front of instances, until the scope ends. */
const nginxBefore = (urls: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const path = yield* folder
    const ports = { http: yield* freePort, https: yield* freePort }
    const subject = ["-subj", "/CN=community.example.org", "-addext", "subjectAltName=DNS:community.example.org"]
    const files = ["-keyout", pathOf(path, "privkey.pem"), "-out", pathOf(path, "fullchain.pem")]
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...files], {
      stdio: "ignore"
    })
    const config = pathOf(path, "nginx.conf")
    writeFileSync(config, configOf(path, ports, urls))
    mkdirSync(pathOf(path, "logs"), { recursive: true })
    const args = ["-p", path, "-e", pathOf(path, "error.log"), "-c", config]
    const checked = spawnSync("nginx", ["-t", ...args], { encoding: "utf8" })
    expect(checked.status, checked.stderr).toBe(0)
    yield* Effect.acquireRelease(
      Effect.sync(() => spawn("nginx", [...args, "-g", "daemon off;"], { stdio: "ignore" })),
      (child) => Effect.async<void>((resume) => void child.once("close", () => resume(Effect.void)).kill("SIGTERM"))
    )
    const certificate = readFileSync(pathOf(path, "fullchain.pem"))
    return { ports, certificate, path }
  })

interface Sent {
  readonly method?: string
  readonly as?: Redacted.Redacted
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

describe("Two instances behind nginx, as operations/nginx.conf has it (server)", () => {
  it.scopedLive.skipIf(serverUrl === undefined || !isInstalled)(
    "serve pages, writes, sessions and unbuffered streams over TLS, and see the addresses of their clients",
    () =>
      Effect.gen(function* () {
        const variables = {
          ...unlimited,
          PUBLIC_URL: "https://community.example.org",
          TRUST_PROXY: "127.0.0.1",
          RATE_LIMIT_AUTH: "3",
          ...(yield* onServerOf(serverUrl ?? ""))
        }
        const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
        const { certificate, path, ports } = yield* nginxBefore([one.url, two.url])

        /** Sends a request through nginx. The answer of a stream is its first bytes. */
        const ask = (target: string, { as, body, headers = {}, method = "GET" }: Sent = {}) =>
          Effect.async<{ readonly status: number; readonly headers: unknown; readonly text: string }, Error>(
            (resume) => {
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
            }
          )

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
          body: JSON.stringify({ title: "Through nginx", content: "Do you see this?" })
        })
        expect(created.status).toBe(201)
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
          expect(
            (yield* ask("/api/mcp", { method: "POST", as: maria.token, headers: session, body: ping })).status
          ).toBe(200)
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
        expect(tooLarge.status).toBe(413)
        const redirect = yield* Effect.async<string | undefined>((resume) => {
          askPlain(
            { host: "127.0.0.1", port: ports.http, path: "/docs?a=b", headers: { host: "community.example.org" } },
            (response) => {
              response.resume()
              resume(Effect.succeed(`${response.statusCode} ${response.headers.location}`))
            }
          ).end()
        })
        expect(redirect).toBe("308 https://community.example.org/docs?a=b")
        expect(readFileSync(pathOf(path, "access.log"), "utf8")).not.toContain("?")
      }),
    60_000
  )
})
