import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"
import { Effect, Exit, Option, Redacted, Scope } from "effect"
import { type SignedInUser, sessionCredential } from "../../../src/domain/accounts/CurrentUser.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import type { EncodedJson } from "../../../src/transport/mcp/McpEventStream.ts"
import { ProtocolError } from "../../../src/transport/mcp/ProtocolError.ts"
import { Session } from "../../../src/transport/mcp/Session.ts"
import { type McpTransport, ToolCalls } from "../../../src/transport/mcp/tools/ToolCalls.ts"
import { Tools } from "../../../src/transport/mcp/tools/Tools.ts"

const user: SignedInUser = {
  id: UserId.make(1),
  username: "maria",
  role: "user",
  credential: sessionCredential(1, Option.none())
}

/** A transport that the SDK is connected to, what was sent on it, and what the SDK received. */
const connected = () => {
  const sent: Array<JSONRPCMessage> = []
  const results: Array<readonly [RequestId, EncodedJson]> = []
  const passedOn: Array<JSONRPCMessage> = []
  const transport: McpTransport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: (message) => Promise.resolve(void sent.push(message)),
    sendResult: (id, json) => void results.push([id, json]),
    onmessage: (message) => void passedOn.push(message)
  }
  return { transport, sent, results, passedOn }
}

/** Tools of which `slow` never returns. */
const tools = (interrupted: () => void) =>
  Tools.of({
    list: [],
    call: (name) => {
      if (name === "slow") return Effect.onInterrupt(Effect.never, () => Effect.sync(interrupted))
      return name === "fast" ? Effect.succeed("{}") : ProtocolError.of("invalidParams", "there is no such tool")
    }
  })

const call = (id: RequestId, params: Record<string, unknown>) =>
  ({ jsonrpc: "2.0", id, method: "tools/call", params }) as const

/** A session whose calls are taken, and the number of calls that were interrupted. */
const taken = Effect.gen(function* () {
  const connection = connected()
  const state = { interrupted: 0 }
  const scope = yield* Scope.make()
  const session = new Session("one", Redacted.make("secret"), user, scope)
  const calls = ToolCalls.layer
  const count = () => {
    state.interrupted++
  }
  yield* Effect.flatMap(ToolCalls, ({ take }) => take(session, connection.transport)).pipe(
    Effect.provide(calls),
    Effect.provideService(Tools, tools(count))
  )
  return {
    ...connection,
    session,
    state,
    receive: (message: JSONRPCMessage) => connection.transport.onmessage?.(message)
  }
})

/** Other fibers run until they wait. */
const settled = Effect.repeatN(Effect.yieldNow(), 10)

describe("ToolCalls", () => {
  it.live("answers a call in the usual form past the SDK, and an unknown tool with its error", () =>
    Effect.gen(function* () {
      const { passedOn, receive, results, sent } = yield* taken
      receive(call(1, { name: "fast" }))
      receive(call("two", { name: "fast", arguments: {}, _meta: { progressToken: 1 } }))
      receive(call(3, { name: "none" }))
      yield* settled
      deepStrictEqual(results, [
        [1, "{}"],
        ["two", "{}"]
      ])
      deepStrictEqual(sent, [{ jsonrpc: "2.0", id: 3, error: { code: -32602, message: "there is no such tool" } }])
      deepStrictEqual(passedOn, [])
    })
  )

  it.live("leaves to the SDK what is no call, and a call in any other form", () =>
    Effect.gen(function* () {
      const { passedOn, receive, results } = yield* taken
      const others = [
        { jsonrpc: "2.0", id: 1, method: "tools/list" } as const,
        { jsonrpc: "2.0", method: "notifications/initialized" } as const,
        call(2, { name: "fast", task: {} }),
        call(3, { name: "fast", arguments: [] }),
        call(4, {})
      ]
      for (const other of others) receive(other)
      yield* settled
      deepStrictEqual(passedOn, others)
      deepStrictEqual(results, [])
    })
  )

  it.live("does not answer a cancelled call, and interrupts it", () =>
    Effect.gen(function* () {
      const { receive, results, sent, session, state } = yield* taken
      receive(call(1, { name: "slow" }))
      receive(call(2, { name: "slow" }))
      strictEqual(session.calls, 2)
      receive({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })
      yield* settled
      deepStrictEqual([session.calls, state.interrupted, results, sent], [1, 1, [], []])
    })
  )

  it.live("interrupts the calls in flight when the session ends", () =>
    Effect.gen(function* () {
      const { receive, results, sent, session, state } = yield* taken
      receive(call(1, { name: "slow" }))
      yield* Scope.close(session.scope, Exit.void)
      deepStrictEqual([session.calls, state.interrupted, results, sent], [0, 1, [], []])
    })
  )
})
