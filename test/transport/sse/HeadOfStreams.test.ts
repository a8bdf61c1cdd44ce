import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { Sessions } from "../../../src/transport/mcp/Sessions.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { type Answer, ask, type Sent } from "../../support/Raw.ts"
import { open } from "../../support/Reader.ts"
import { keyOf } from "../mcp/Clients.ts"
import { beginSession, legacySession, stream } from "../mcp/Requests.ts"

const notifications = "/api/notifications/stream"
const mcp = "/api/mcp"

/** Headers of the connection, and those that differ from request to request. */
const ofOneRequest = /^(connection|content-length|date|keep-alive|ratelimit-\w+|transfer-encoding|x-request-id)$/

const headOf = ({ headers, status }: Answer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneRequest.test(name)))
})

/** Sends HEAD, then GET, and expects the same status and headers. */
const sameHead = (path: string, status: number, sent: Sent) =>
  Effect.gen(function* () {
    const head = yield* ask("HEAD", path, sent)
    deepStrictEqual([head.text, headOf(head)], ["", headOf(yield* ask("GET", path, sent))])
    strictEqual(head.status, status, path)
  })

layer(community(Memory.layer, { STREAMS_PER_USER: "1" }), { excludeTestServices: true })(
  "HEAD of an event stream",
  (it) => {
    it.scoped("has the status and the headers of GET on the notification stream", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        yield* sameHead(notifications, 401, {})
        yield* sameHead(notifications, 200, { as: token })
      })
    )

    it.scoped("is 429 where the member has too many notification streams", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        yield* open({ as: token })
        yield* sameHead(notifications, 429, { as: token })
      })
    )

    it.scoped("has the status and the headers of GET in an MCP session", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const session = yield* beginSession(token)
        const inSession = (headers: Readonly<Record<string, string>> = {}) => ({
          as: token,
          headers: { "mcp-session-id": session, ...headers }
        })
        yield* sameHead(mcp, 404, { as: token, headers: { "mcp-session-id": "unknown" } })
        yield* sameHead(mcp, 406, inSession({ accept: "text/html" }))
        yield* sameHead(mcp, 400, inSession({ "mcp-protocol-version": "1999-01-01" }))
        yield* sameHead(mcp, 200, inSession())
      })
    )

    it.scoped("is 409 where the MCP session has a stream open", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const session = yield* beginSession(token)
        yield* stream({ as: token, session })
        yield* sameHead(mcp, 409, { as: token, headers: { "mcp-session-id": session } })
      })
    )

    it.scoped("begins no MCP session that lasts, and is 429 where the member has too many", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { count } = yield* Sessions
        const before = yield* count
        const head = yield* ask("HEAD", mcp, { as: maria.token })
        deepStrictEqual([head.status, head.headers["cache-control"], yield* count], [200, "no-store", before])
        yield* legacySession((yield* keyOf(maria)).key)
        yield* sameHead(mcp, 429, { as: maria.token })
      })
    )
  }
)
