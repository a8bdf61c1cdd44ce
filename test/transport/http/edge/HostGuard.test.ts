import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { ask, isFailure, port, speak } from "../../../support/Raw.ts"
import { initialize } from "../../mcp/Requests.ts"

/** One request of each kind: JSON, streams, MCP, RPC, documents, and what is not there. */
const requests = [
  ["GET", "/api/posts"],
  ["GET", "/api/posts/"],
  ["POST", "/api/auth/register"],
  ["GET", "/api/notifications/stream"],
  ["GET", "/api/mcp"],
  ["POST", "/api/mcp"],
  ["DELETE", "/api/mcp"],
  ["POST", "/api/rpc"],
  ["GET", "/health"],
  ["HEAD", "/health"],
  ["GET", "/ready"],
  ["GET", "/docs"],
  ["GET", "/api/openapi.json"],
  ["OPTIONS", "/api/posts"],
  ["GET", "/api/nowhere"],
  ["PUT", "/api/posts"]
] as const

/** The status of a request with exactly these headers. */
const statusOf = (method: string, target: string, lines: ReadonlyArray<string>, version = "1.1") =>
  Effect.map(
    speak(`${method} ${target} HTTP/${version}\r\n${[...lines, "Connection: close", "", ""].join("\r\n")}`),
    (answer) => {
      if (answer.status === 403 && method !== "HEAD") isFailure(answer, `${method} ${target} ${lines.join()}`)
      return answer.status
    }
  )

const health = (lines: ReadonlyArray<string>, version?: string) => statusOf("GET", "/health", lines, version)

const strangers = [
  "https://evil.example",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example:3000",
  "http://evil.example/localhost",
  "file://localhost",
  "localhost",
  "null",
  ""
]

const variables = { PUBLIC_URL: "https://community.example", CORS_ORIGINS: "https://app.example" }

layer(community(Memory.layer, variables), { excludeTestServices: true })("HostGuard on a loopback address", (it) => {
  it.effect("refuses a foreign Host or Origin on every route", () =>
    Effect.gen(function* () {
      for (const [method, path] of requests) {
        const name = `${method} ${path}`
        strictEqual(yield* statusOf(method, path, [`Host: evil.example:${yield* port}`]), 403, name)
        strictEqual(yield* statusOf(method, path, ["Host: localhost", "Origin: https://evil.example"]), 403, name)
        strictEqual(yield* statusOf(method, path, ["Host: localhost", "Origin: null"]), 403, name)
      }
    })
  )

  it.effect("answers under loopback names and the host of PUBLIC_URL, with any port", () =>
    Effect.gen(function* () {
      const own = yield* port
      for (const host of [
        ...[`localhost:${own}`, "LOCALHOST", "127.0.0.1", "127.8.9.1:80", "[::1]:1", "[::1]"],
        ...["community.example", "community.example:8443"]
      ]) {
        strictEqual(yield* health([`Host: ${host}`]), 200, host)
      }
      for (const host of [
        ...["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "app.example", "0.0.0.0", "[::2]"],
        ...["user@localhost", "localhost/evil.example", "evil.example#localhost", "evil.example\\@localhost", "[", ""]
      ]) {
        strictEqual(yield* health([`Host: ${host}`]), 403, host)
      }
    })
  )

  it.effect("answers pages of loopback names, of PUBLIC_URL and of CORS_ORIGINS, and no page of another origin", () =>
    Effect.gen(function* () {
      for (const origin of [
        ...["http://localhost:6274", "http://127.0.0.1", "http://[::1]:8080"],
        ...["https://community.example", "https://app.example"]
      ]) {
        strictEqual(yield* health(["Host: localhost", `Origin: ${origin}`]), 200, origin)
      }
      for (const origin of strangers) strictEqual(yield* health(["Host: localhost", `Origin: ${origin}`]), 403, origin)
    })
  )

  it.effect("answers 403 before every other failure", () =>
    Effect.gen(function* () {
      for (const [method, path, more] of [
        ["GET", "/api/nowhere", []],
        ["PUT", "/api/posts", []],
        ["POST", "/api/posts", ["Content-Length: 300000"]],
        ["GET", "/api/users", ["Authorization: Bearer guess"]],
        ["GET", "/api/posts?page=0", []]
      ] as const) {
        strictEqual(yield* statusOf(method, path, ["Host: evil.example", ...more]), 403, path)
      }
    })
  )

  it.effect("takes an HTTP/1.0 request without a Host from a program, and from no page", () =>
    Effect.gen(function* () {
      strictEqual(yield* health([], "1.0"), 200)
      strictEqual(yield* health(["Origin: http://localhost"], "1.0"), 403)
      strictEqual(yield* health([], "1.1"), 400)
    })
  )

  it.effect("checks the host of a target in absolute form too", () =>
    Effect.gen(function* () {
      strictEqual(yield* statusOf("GET", "http://localhost/health", ["Host: localhost"]), 200)
      strictEqual(yield* statusOf("GET", "http://evil.example/health", ["Host: localhost"]), 403)
      strictEqual(yield* statusOf("GET", "http://localhost@evil.example/health", ["Host: localhost"]), 403)
    })
  )

  it.effect("answers 400 to several Host headers, equal ones too", () =>
    Effect.gen(function* () {
      for (const path of ["/health", "/api/posts", "/api/posts/"]) {
        for (const second of ["Host: localhost", "HOST: evil.example"]) {
          strictEqual(yield* statusOf("GET", path, ["Host: localhost", second]), 400, `${path} ${second}`)
        }
      }
    })
  )
})

layer(community(Memory.layer, { CORS_ORIGINS: "*" }), { excludeTestServices: true })(
  "HostGuard on a loopback address with CORS_ORIGINS=*",
  (it) => {
    it.effect("answers pages of every origin, and still refuses another Host and a page without an origin", () =>
      Effect.gen(function* () {
        strictEqual(yield* health(["Host: localhost", "Origin: https://app.example"]), 200)
        strictEqual(yield* health(["Host: localhost", "Origin: null"]), 403)
        strictEqual(yield* health(["Host: evil.example"]), 403)
      })
    )
  }
)

layer(community(Memory.layer, { HOST: "0.0.0.0" }), { excludeTestServices: true })(
  "HostGuard on a public address",
  (it) => {
    it.scoped("answers any host and any page, but MCP to no page without an allowed origin", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const statuses = yield* Effect.forEach(["https://app.example", "null"], (origin) =>
          ask("POST", "/api/mcp", { as: token, body: JSON.stringify(initialize), headers: { origin } })
        )
        deepStrictEqual(
          statuses.map(({ status }) => status),
          [200, 403]
        )
        strictEqual(yield* health(["Host: community.example", "Origin: null"]), 200)
        strictEqual(yield* health(["Host: community.example", "Host: community.example"]), 400)
      })
    )
  }
)

for (const host of ["127.1", "::ffff:127.0.0.1"]) {
  layer(community(Memory.layer, { HOST: host }), { excludeTestServices: true })(
    `HostGuard with HOST=${host}, a loopback address in another form`,
    (it) => {
      it.effect("refuses a foreign Host or Origin", () =>
        Effect.gen(function* () {
          strictEqual(yield* health(["Host: evil.example"]), 403)
          strictEqual(yield* health(["Host: localhost", "Origin: https://evil.example"]), 403)
          strictEqual(yield* health(["Host: localhost"]), 200)
        })
      )
    }
  )
}

layer(community(Memory.layer, { HOST: "0.0.0.0", ALLOWED_HOSTS: "community" }), { excludeTestServices: true })(
  "HostGuard on every address with ALLOWED_HOSTS, as in a container",
  (it) => {
    it.effect("answers under these names and loopback names, and refuses a foreign Host or Origin", () =>
      Effect.gen(function* () {
        strictEqual(yield* health(["Host: evil.example"]), 403)
        strictEqual(yield* health(["Host: localhost", "Origin: https://evil.example"]), 403)
        strictEqual(yield* health(["Host: localhost"]), 200)
        strictEqual(yield* health(["Host: community:3000"]), 200)
      })
    )
  }
)
