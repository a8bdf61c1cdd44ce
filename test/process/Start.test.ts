import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { said } from "../support/languages/Said.ts"
import { join as joined, send } from "../support/Members.ts"
import {
  clientOf,
  dataDir,
  firstAdminCode,
  folder,
  launch,
  logged,
  type Program,
  start,
  type Variables
} from "./Program.ts"

/** The error output of a refused start: one line, for an operator and not for a programmer. */
const refusal = (variables: Variables) =>
  Effect.gen(function* () {
    const program = yield* launch(variables)
    expect(yield* program.ended).toEqual({ code: 1, signal: null })
    const stderr = yield* program.stderr
    expect(stderr.replace(/^.* in use by another process: waiting .*\n/, "")).toMatch(
      /^rare-disease-community: [^\n]+\n$/
    )
    expect(stderr).not.toMatch(/\bat .+:\d+|\bError\b|node:|SqlError|Cause/)
    expect(yield* program.stdout).not.toContain("Listening")
    return stderr
  })

/** A port that another server listens on. */
const takenPort = Effect.async<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
  })
  return Effect.sync(() => void server.close())
})

/** An invalid value of each variable that is checked before anything is opened. */
const wrong = {
  PORT: "65536",
  COMMUNITY_COLOUR: "yellow",
  CONTACT: "Maria",
  PUBLIC_URL: "community.example",
  DATABASE_URL: "mysql://keeper:topsecret@127.0.0.1/community",
  DATABASE_CONNECTIONS: "1",
  REDIS_URL: "redis://keeper:topsecret@host/first",
  CATALOGUE: "most",
  TRUST_PROXY: "10.0.0.0/33",
  ALLOWED_HOSTS: "https://community.example/path",
  CORS_ORIGINS: "https://community.example/path",
  METRICS_TOKEN: "topsecret",
  LOG_ADDRESSES: "some",
  LOG_LEVEL: "loud",
  OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization: topsecret",
  OTEL_TRACES_SAMPLER_ARG: "10%",
  REGISTRATION: "shut",
  REVIEW_FIRST_POSTS: "-1",
  SAMPLES: "some",
  STAFF_SECOND_FACTOR: "later",
  REGISTRATION_ROLES: "admin",
  FIRST_ADMIN_CODE: "topsecret",
  STREAMS_PER_USER: "unlimited",
  RESPONSE_CACHE_MB: "64MB",
  NEWS_FEEDS: "ftp://keeper:topsecret@news.example/feed",
  NEWS_POLL_MINUTES: "hourly",
  SMTP_URL: "smtp://keeper:topsecret@host/path",
  MAIL_FROM: "keeper",
  TRANSLATE_URL: "ftp://translate.example",
  OUTGOING_PRIVATE: "yes",
  VAPID_PRIVATE_KEY: "topsecret",
  RATE_LIMIT_READ: "-1",
  RATE_LIMIT_WRITE: "many",
  RATE_LIMIT_AUTH: "1.5",
  RATE_LIMIT_POST: "1e3",
  RATE_LIMIT_COMMENT: "1000001",
  RATE_LIMIT_MCP: "-2"
}

/** Variables that accept any text, and fail when they are used. */
const anyText = [
  "HOST",
  "DATA_DIR",
  "NEWS_RULES",
  "HELP_LINES",
  "CARE_CONTACTS",
  "FILES_DIR",
  "COMMUNITY_NAME",
  "COMMUNITY_DIR",
  "OTEL_SERVICE_NAME",
  "TRANSLATE_KEY"
]

describe("A start that fails prints the variable in one line and exits with 1 for", () => {
  it.scopedLive("a taken port", () =>
    Effect.gen(function* () {
      const [PORT, DATA_DIR] = [String(yield* takenPort), join(yield* folder, "data")]
      expect(yield* refusal({ PORT, DATA_DIR })).toContain(`PORT ${PORT} is taken`)
      // The failed start made no database.
      expect(existsSync(DATA_DIR)).toBe(false)
    })
  )

  it.scopedLive("a host that is not this machine", () =>
    Effect.gen(function* () {
      expect(yield* refusal({ HOST: "203.0.113.1", DATA_DIR: yield* dataDir })).toContain("HOST")
    })
  )

  it.scopedLive("a database that does not answer, without its password", () =>
    Effect.gen(function* () {
      const said = yield* refusal({ DATABASE_URL: "postgres://keeper:topsecret@127.0.0.1:1/community" })
      expect(said).toContain("DATABASE_URL")
      expect(said).not.toContain("topsecret")
    })
  )

  it.scopedLive("a file in place of the data folder or a folder above it", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      writeFileSync(file, "in the way")
      const said = yield* Effect.all(
        [file, join(file, "data")].map((DATA_DIR) => refusal({ DATA_DIR })),
        { concurrency: 2 }
      )
      for (const line of said) expect(line).toContain("DATA_DIR")
      expect(readFileSync(file, "utf8")).toBe("in the way")
    })
  )

  it.scopedLive("all invalid values at once, each named once, without values that may hold a password", () =>
    Effect.gen(function* () {
      const said = yield* refusal(wrong)
      expect(Array.from(said.matchAll(/([A-Z_]{4,}) must be/g), ([, name]) => name).sort()).toEqual(
        Object.keys(wrong).sort()
      )
      expect(said).not.toContain("topsecret")
    })
  )

  it("every variable: each has an invalid value in these tests", () => {
    const config = readFileSync(new URL("../../src/Config.ts", import.meta.url), "utf8")
    const names = Array.from(config.matchAll(/variable\(\s*"([A-Z_]+)"/g), ([, name]) => name)
    expect([...new Set(names)].sort()).toEqual([...Object.keys(wrong), ...anyText].sort())
  })
})

const warnings = (program: Pick<Program, "stdout">) =>
  Effect.map(program.stdout, (stdout) => logged(stdout).filter(({ logLevel }) => logLevel === "WARN"))

describe("A start of the server", () => {
  it.scopedLive("logs the first admin's code while there is no admin, and one line of JSON for each request", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* dataDir
      const first = yield* start({ DATA_DIR })
      // Browsers know no passkeys at 127.0.0.1.
      const named = first.url.replace("127.0.0.1", "localhost")
      expect(yield* first.stdout).toContain(`Listening on ${named}"`)
      const code = firstAdminCode(yield* first.stdout)
      const { ids, user } = yield* Effect.gen(function* () {
        const admin = yield* joined("admin", code)
        const answers = [
          yield* send("GET", "/api/posts?search=secretword", { as: admin.token }),
          yield* send("GET", "/api/nothing?token=secretword")
        ]
        return { user: admin.user.id, ids: answers.map(({ headers }) => headers["x-request-id"]) }
      }).pipe(Effect.provide(clientOf(first.url)))
      yield* first.kill("SIGTERM")
      yield* first.ended

      const stdout = yield* first.stdout
      const requests = logged(stdout).filter(({ message }) => message === "request")
      const [ms, bytes] = [expect.any(Number), expect.any(Number)]
      const client = { address: "127.0.0.1", agent: "node" }
      expect(requests.map(({ annotations }) => annotations)).toEqual([
        { id: expect.any(String), method: "POST", path: "/api/auth/register", status: 201, ms, bytes, ...client },
        { id: ids[0], method: "GET", path: "/api/posts", status: 200, ms, bytes, user, ...client },
        { id: ids[1], method: "GET", path: "/api/nothing", status: 404, ms, bytes, ...client }
      ])
      expect(stdout).not.toMatch(/secretword|correct horse|example\.org/)
      const told = (yield* warnings(first)).map(({ message }) => message).sort()
      expect(told).toEqual([
        expect.stringContaining("neither SMTP_URL nor CONTACT is set"),
        expect.stringMatching(
          `${named}/register and press "${said("en").account.haveAdminCode}"; .*/admin/setup .*"adminCode": "${code}"`
        )
      ])
      expect(stdout.split(code)).toHaveLength(2)

      const second = yield* start({ DATA_DIR, CONTACT: "help@community.test" })
      expect(yield* warnings(second)).toEqual([])
    })
  )

  it.scopedLive("prints the first admin's code where the log has no warnings", () =>
    Effect.gen(function* () {
      const program = yield* launch({ DATA_DIR: yield* dataDir, LOG_LEVEL: "none" })
      yield* Effect.repeat(program.stderr, {
        until: (said) => said.includes("\n"),
        schedule: Schedule.spaced("50 millis")
      })
      expect(yield* program.stderr).toMatch(/"adminCode": "[0-9A-Z-]{20,}"/)
      expect(yield* program.stdout).toBe("")
    })
  )

  it.scopedLive("fails on a data folder that another process uses, names DATA_DIR, and disturbs neither process", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* dataDir
      const CONTACT = "help@community.test"
      const first = yield* start({ DATA_DIR, CONTACT, FIRST_ADMIN_CODE: "a code of the operator" })
      expect(yield* refusal({ DATA_DIR })).toContain("DATA_DIR")
      const { status } = yield* Effect.provide(send("GET", "/api/diseases"), clientOf(first.url))
      expect(status).toBe(200)
      expect(yield* warnings(first)).toEqual([])
    })
  )
})
