import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { keyOf } from "./Clients.ts"
import { legacySession, ping } from "./Requests.ts"

const variables = { RATE_LIMIT_MCP: "1000" }

layer(community(Memory.layer, variables), { excludeTestServices: true })("A message over HTTP+SSE", (it) => {
  it.scoped("has the same answer with a slash at the end of the path", () =>
    Effect.gen(function* () {
      const [maria, eve] = [yield* join(), yield* join()]
      const { id } = yield* legacySession((yield* keyOf(maria)).key)
      const message = JSON.stringify(ping)
      const sent = [
        { body: message },
        { body: message, as: maria.token },
        { body: message, as: eve.token },
        { body: message, headers: { authorization: "Bearer unknown" } },
        { body: message, headers: { origin: "https://evil.example" } },
        { body: message, headers: { host: "evil.example" } },
        { body: "no JSON" },
        { body: "" },
        { body: `[${message}]` },
        { body: "{}" },
        { body: "[".repeat(100) },
        { body: new Uint8Array([34, 255, 34]) },
        { body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }) }
      ]
      for (const sessionId of [id, "unknown"]) {
        for (const one of sent) {
          const answers = yield* Effect.forEach(["/api/mcp", "/api/mcp/"], (path) =>
            Effect.map(ask("POST", `${path}?sessionId=${sessionId}`, one), ({ headers, status, text }) => {
              const {
                date,
                "x-request-id": _id,
                "ratelimit-remaining": _left,
                "ratelimit-reset": _in,
                ...others
              } = headers
              return { status, text, headers: others, isDated: date !== undefined }
            })
          )
          deepStrictEqual(answers[0], answers[1], JSON.stringify(one))
        }
      }
    })
  )
})
