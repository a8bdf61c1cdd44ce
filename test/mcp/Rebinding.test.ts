import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../src/memory/Memory.ts"
import { community } from "../http/Community.ts"
import { join } from "../http/Members.ts"
import { ask, isFailure, port, speak } from "../http/Raw.ts"
import { initialize } from "./Requests.ts"

const body = JSON.stringify(initialize)

/** Statuses of a message under each of these headers; `ask` sends the Host of the server unless another is named. */
const statuses = (headers: ReadonlyArray<Readonly<Record<string, string>>>) =>
  Effect.gen(function* () {
    const { token } = yield* join()
    return yield* Effect.forEach(headers, (named) =>
      Effect.map(ask("POST", "/api/mcp", { as: token, body, headers: named }), ({ status }) => status)
    )
  })

const origins = [
  "https://evil.example",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example:3000",
  "http://evil.example/localhost",
  "file://localhost",
  "localhost",
  "null"
].map((origin) => ({ origin }))

const variables = { PUBLIC_URL: "https://community.example", CORS_ORIGINS: "https://app.example" }

layer(community(Memory.layer, variables), { excludeTestServices: true })("On a loopback address, MCP", (it) => {
  it.scoped("answers pages of this machine, of PUBLIC_URL and of CORS_ORIGINS, and who is no page", () =>
    Effect.gen(function* () {
      const known = [
        "http://localhost:6274",
        "http://127.0.0.1",
        "http://[::1]:8080",
        "https://community.example",
        "https://app.example"
      ]
      deepStrictEqual(yield* statuses([{}, ...known.map((origin) => ({ origin }))]), [200, 200, 200, 200, 200, 200])
    })
  )

  it.scoped("refuses pages of any other origin, and of none", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* statuses(origins), [403, 403, 403, 403, 403, 403, 403])
    })
  )

  it.scoped("refuses any other Host, before it looks at the credential", () =>
    Effect.gen(function* () {
      const own = yield* port
      const under = (host: string, method: string) =>
        speak(`${method} /api/mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
      for (const host of ["evil.example", `evil.example:${own}`, "localhost.evil.example", "app.example", "[", ""]) {
        for (const method of ["GET", "POST", "DELETE"]) {
          const answer = yield* under(host, method)
          strictEqual(answer.status, 403, `${method} of ${host}`)
          isFailure(answer)
        }
      }
      for (const host of [`localhost:${own}`, "LOCALHOST", "127.0.0.1", "[::1]:1", "community.example"]) {
        strictEqual((yield* under(host, "GET")).status, 401, host)
      }
    })
  )

  it.scoped("alone is guarded so: REST has no sessions to take over", () =>
    Effect.gen(function* () {
      strictEqual((yield* ask("GET", "/api/posts", { headers: { origin: "https://evil.example" } })).status, 200)
    })
  )
})

layer(community(Memory.layer, { HOST: "0.0.0.0" }), { excludeTestServices: true })("On a public address, MCP", (it) => {
  it.scoped("answers under any name, and refuses only who has no origin", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* statuses([{ origin: "https://app.example" }, { origin: "null" }]), [200, 403])
      const host = "Host: community.example"
      strictEqual((yield* speak(`GET /api/mcp HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)).status, 401)
    })
  )
})
