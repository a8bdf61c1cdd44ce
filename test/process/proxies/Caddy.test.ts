import { spawn, spawnSync } from "node:child_process"
import { openSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { freePort } from "../../support/network/FreePort.ts"
import { serverUrl } from "../Databases.ts"
import { folder } from "../Program.ts"
import { behind } from "./BehindProxy.ts"

const isInstalled = spawnSync("caddy", ["version"]).status === 0

/** The configuration that we ship, with the ports and instances of a test, and certificates of Caddy's own authority. */
const configOf = (ports: { readonly http: number; readonly https: number }, urls: ReadonlyArray<string>) => {
  const hosts = urls.map((url) => new URL(url).host).join(" ")
  const own = [
    "debug",
    "admin off",
    "local_certs",
    "skip_install_trust",
    `http_port ${ports.http}`,
    `https_port ${ports.https}`
  ]
  return readFileSync("operations/Caddyfile", "utf8")
    .replace("grace_period 10s", ["grace_period 1s", ...own].join("\n"))
    .replace("127.0.0.1:3000 127.0.0.1:3001", hosts)
}

/** Caddy in front of instances, until the scope ends. */
const caddyBefore = (urls: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const path = yield* folder
    const ports = { http: yield* freePort, https: yield* freePort }
    const [config, log] = [join(path, "Caddyfile"), join(path, "log")]
    writeFileSync(config, configOf(ports, urls))
    const args = ["--config", config, "--adapter", "caddyfile"]
    const env = { ...process.env, HOME: path, XDG_DATA_HOME: path, XDG_CONFIG_HOME: path }
    const checked = spawnSync("caddy", ["validate", ...args], { encoding: "utf8", env })
    expect(checked.status, checked.stderr).toBe(0)
    yield* Effect.acquireRelease(
      Effect.sync(() => spawn("caddy", ["run", ...args], { stdio: ["ignore", "ignore", openSync(log, "w")], env })),
      (child) => Effect.async<void>((resume) => void child.once("close", () => resume(Effect.void)).kill("SIGTERM"))
    )
    const root = join(path, "caddy", "pki", "authorities", "local", "root.crt")
    const certificate = yield* Effect.retry(
      Effect.try(() => readFileSync(root)),
      Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(200))
    )
    return { ports, certificate, log }
  }).pipe(Effect.orDie)

describe("Two instances behind Caddy, as operations/Caddyfile has it (server)", () => {
  it.scopedLive.skipIf(serverUrl === undefined || !isInstalled)(
    "serve pages, writes, sessions and unbuffered streams over TLS, and see the addresses of their clients",
    () =>
      Effect.gen(function* () {
        const { log } = yield* behind(serverUrl ?? "", caddyBefore)
        expect(readFileSync(log, "utf8")).toMatch(/"status":50[23]/)
        expect(readFileSync(log, "utf8")).not.toMatch(/rdc_in_a_query|X-Route/)
      })
  )
})
