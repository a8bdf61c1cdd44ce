import { execFileSync, spawn, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect, type OutgoingHttpHeaders } from "node:http2"
import { join as pathOf } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { configIn } from "../../support/instances/Nginx.ts"
import { freePort } from "../../support/network/FreePort.ts"
import { at } from "../../support/Wire.ts"
import { serverUrl } from "../Databases.ts"
import { folder } from "../Program.ts"
import { behind } from "./BehindProxy.ts"

const isInstalled = spawnSync("nginx", ["-v"]).status === 0 && spawnSync("openssl", ["version"]).status === 0

/** The configuration that we ship, with the paths, ports and instances of a test. */
const configOf = (
  path: string,
  ports: { readonly http: number; readonly https: number },
  urls: ReadonlyArray<string>
) => {
  const [one = "", two = ""] = urls.map((url) => new URL(url).host)
  return configIn(path)
    .replace("listen 80 ", `listen 127.0.0.1:${ports.http} `)
    .replace("listen 443 ", `listen 127.0.0.1:${ports.https} `)
    .replace("127.0.0.1:3000 ", `${one} `)
    .replace("127.0.0.1:3001 ", `${two} `)
    .replaceAll("/etc/ssl/community", path)
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
    chmodSync(path, 0o755) // nginx does not run as root, and keeps large bodies here
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

/** Sends a body that is too long over HTTP/2; gives status, type and text of the answer. */
const postOverHttp2 = (port: number, ca: Buffer, given: OutgoingHttpHeaders) =>
  Effect.async<readonly [unknown, unknown, string]>((resume) => {
    const session = connect(`https://127.0.0.1:${port}`, { ca, servername: "community.example.org" })
    const path = { ":method": "POST", ":path": "/api/posts", ":authority": "community.example.org" }
    const request = session.request({ ...path, ...given })
    let text = ""
    let head: readonly [unknown, unknown] = [0, ""]
    request.on("response", (headers) => {
      head = [headers[":status"], headers["content-type"]]
    })
    request.setEncoding("utf8").on("data", (part: string) => {
      text += part
    })
    request.once("close", () => {
      session.destroy()
      resume(Effect.succeed([...head, text]))
    })
    request.on("error", () => undefined)
    request.end(" ".repeat(400_000))
  })

describe("Two instances behind nginx, as operations/nginx.conf has it (server)", () => {
  it.scopedLive.skipIf(serverUrl === undefined || !isInstalled)(
    "serve pages, writes, sessions and unbuffered streams over TLS, and see the addresses of their clients",
    () =>
      Effect.gen(function* () {
        const { ask, certificate, path, ports, redirect } = yield* behind(serverUrl ?? "", nginxBefore)
        expect(yield* redirect("other.example.org")).toBe("308 https://community.example.org/docs?a=b")
        for (const headers of [{}, { "content-length": 400_000 }]) {
          expect(yield* postOverHttp2(ports.https, certificate, headers)).toEqual([
            413,
            "application/json",
            expect.stringMatching(/^{"error":/)
          ])
        }
        for (const name of ["access.log", "error.log"]) {
          expect(readFileSync(pathOf(path, name), "utf8"), name).not.toMatch(/\?|rdc_in_a_query/)
        }
        const refused = [
          [404, yield* ask("/.failure")],
          [405, yield* ask("/api/posts", { method: "TRACE" })],
          [414, yield* ask(`/${"a".repeat(20_000)}`)],
          [400, yield* ask("/api/posts", { headers: { "x-long": "a".repeat(40_000) } })]
        ] as const
        for (const [status, { headers, status: got, text }] of refused) {
          expect([got, at(headers, "content-type")]).toEqual([status, "application/json"])
          expect([at(headers, "x-content-type-options"), at(headers, "retry-after")]).toEqual(["nosniff", undefined])
          expect(JSON.parse(text)).toEqual({ error: expect.any(String) })
        }
        const log = readFileSync(pathOf(path, "access.log"), "utf8")
        expect(log).toContain('"TRACE /api/posts" 405 ')
        expect(log).not.toContain("/.failure.")
      })
  )
})
