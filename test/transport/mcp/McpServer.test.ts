import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"
import { Effect, Exit, Redacted, Scope } from "effect"
import { UserId } from "../../../src/domain/Ids.ts"
import { McpServer, type SessionClient } from "../../../src/transport/mcp/McpServer.ts"
import { Methods } from "../../../src/transport/mcp/Methods.ts"
import { ProtocolError } from "../../../src/transport/mcp/ProtocolError.ts"
import { Session } from "../../../src/transport/mcp/Sessions.ts"
import { Subscriptions } from "../../../src/transport/mcp/Subscriptions.ts"
import { signedIn } from "../../support/People.ts"

const user = signedIn(UserId.make(1))

/** A client, and what it was sent. */
const recorded = () => {
  const sent: Array<JSONRPCMessage> = []
  const results: Array<readonly [RequestId, string]> = []
  const skipped: Array<RequestId> = []
  const client: SessionClient = {
    send: (message) => void sent.push(message),
    sendResult: (id, json) => void results.push([id, json]),
    skip: (id) => void skipped.push(id),
    end: () => undefined
  }
  return { client, sent, results, skipped }
}

/** A table of methods in which only calls of tools matter. The tool `slow` never returns. */
const methods = (interrupted: () => void) => {
  const call = ({ name }: Readonly<Record<string, unknown>>) => {
    if (name === "slow") return Effect.onInterrupt(Effect.never, () => Effect.sync(interrupted))
    return name === "fast" ? Effect.succeed("{}") : ProtocolError.of("invalidParams", "there is no such tool")
  }
  return Methods.of({ ofSession: (name) => (name === "tools/call" ? { call } : undefined), stateless: () => undefined })
}

const noSubscriptions = Subscriptions.of({
  of: () => ({ subscribe: () => Effect.void, unsubscribe: () => Effect.void, deliverMissed: Effect.void })
})

const call = (id: RequestId, params: Record<string, unknown>) =>
  ({ jsonrpc: "2.0", id, method: "tools/call", params }) as const

/** A connected session, and the number of calls that were interrupted. */
const connected = Effect.gen(function* () {
  const { client, ...told } = recorded()
  const state = { interrupted: 0 }
  const scope = yield* Scope.make()
  const session = new Session("one", Redacted.make("secret"), user, scope)
  const count = () => {
    state.interrupted++
  }
  const { receive } = yield* Effect.flatMap(McpServer, ({ connect }) => connect(session, client)).pipe(
    Effect.provide(McpServer.layer),
    Effect.provideService(Methods, methods(count)),
    Effect.provideService(Subscriptions, noSubscriptions)
  )
  return { ...told, session, state, receive }
})

/** Other fibers run until they wait. */
const settled = Effect.repeatN(Effect.yieldNow(), 10)

describe("McpServer", () => {
  it.live("answers a request by the result of its method, and by the error of a failure", () =>
    Effect.gen(function* () {
      const { receive, results, sent } = yield* connected
      receive(call(1, { name: "fast" }))
      receive(call("two", { name: "fast", arguments: {}, _meta: { progressToken: 1 } }))
      receive(call(3, { name: "none" }))
      yield* settled
      deepStrictEqual(results, [
        [1, "{}"],
        ["two", "{}"]
      ])
      deepStrictEqual(sent, [{ jsonrpc: "2.0", id: 3, error: { code: -32602, message: "there is no such tool" } }])
    })
  )

  it.live("answers an unknown method with -32601, and takes notifications and responses without an answer", () =>
    Effect.gen(function* () {
      const { receive, results, sent } = yield* connected
      receive({ jsonrpc: "2.0", id: 1, method: "tools/drop" })
      receive({ jsonrpc: "2.0", method: "notifications/initialized" })
      receive({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } })
      receive({ jsonrpc: "2.0", id: 2, result: {} })
      yield* settled
      deepStrictEqual(sent, [
        { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "there is no method tools/drop" } }
      ])
      deepStrictEqual(results, [])
    })
  )

  it.live("does not answer a cancelled call, and interrupts it", () =>
    Effect.gen(function* () {
      const { receive, results, sent, session, skipped, state } = yield* connected
      receive(call(1, { name: "slow" }))
      receive(call(2, { name: "slow" }))
      strictEqual(session.calls, 2)
      receive({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })
      yield* settled
      deepStrictEqual([session.calls, state.interrupted, results, sent, skipped], [1, 1, [], [], [1]])
    })
  )

  it.live("refuses a request with the id of a call in flight, which can still be cancelled", () =>
    Effect.gen(function* () {
      const { receive, results, sent, state } = yield* connected
      receive(call(1, { name: "slow" }))
      receive(call(1, { name: "fast" }))
      yield* settled
      const message = "another request with this id has not been answered yet"
      deepStrictEqual([results, sent], [[], [{ jsonrpc: "2.0", id: 1, error: { code: -32600, message } }]])
      receive({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })
      yield* settled
      strictEqual(state.interrupted, 1)
    })
  )

  it.live("interrupts the calls in flight when the session ends", () =>
    Effect.gen(function* () {
      const { receive, results, sent, session, skipped, state } = yield* connected
      receive(call(1, { name: "slow" }))
      yield* Scope.close(session.scope, Exit.void)
      deepStrictEqual([session.calls, state.interrupted, results, sent, skipped], [0, 1, [], [], [1]])
    })
  )
})
