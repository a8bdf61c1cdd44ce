import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/sdk/types.js"
import { Cause, Context, Effect, Exit, Fiber, Layer, Option, Runtime, Scope } from "effect"
import { callerContext } from "./Caller.ts"
import { Methods } from "./Methods.ts"
import { asProtocolErrors, ProtocolError } from "./ProtocolError.ts"
import type { Session } from "./Sessions.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** The client of a session, as its transport reaches it. */
export interface SessionClient {
  readonly send: (message: JSONRPCMessage) => void

  /** Sends the result of a request, which is JSON already. */
  readonly sendResult: (id: RequestId, json: string) => void

  /** Leaves a request unanswered, which its client has cancelled. */
  readonly skip: (id: RequestId) => void

  readonly end: () => void
}

/** A session whose messages are answered. */
export interface McpConnection {
  readonly receive: (message: JSONRPCMessage) => void

  /** Notifies the client of the changes while it had no stream open. To be run when it opens one. */
  readonly deliverMissed: Effect.Effect<void>
}

/** Answers the messages of sessions by the table of methods, over either transport. */
export class McpServer extends Context.Tag("transport/mcp/McpServer")<
  McpServer,
  {
    /** Answers the messages of a session's client until the session ends, which ends the client's streams. */
    readonly connect: (session: Session, client: SessionClient) => Effect.Effect<McpConnection>
  }
>() {
  static readonly layer = Layer.effect(McpServer, Effect.gen(make))
}

const errorOf = (id: RequestId, { code, data, message }: ProtocolError): JSONRPCMessage => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) }
})

const cancelledBy = (message: JSONRPCMessage): unknown =>
  "method" in message && message.method === "notifications/cancelled" ? message.params?.["requestId"] : undefined

const idInUse = ProtocolError.of("invalidRequest", "another request with this id has not been answered yet")

function* make() {
  const methods = yield* Methods
  const subscriptions = yield* Subscriptions
  const runtime = yield* Effect.runtime()
  const runFork = Runtime.runFork(runtime)

  const connect = Effect.fnUntraced(function* (session: Session, client: SessionClient) {
    const inFlight = new Map<unknown, Fiber.RuntimeFiber<string, ProtocolError>>()
    const followed = subscriptions.of(session, (uri) =>
      Effect.sync(() => client.send({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri } }))
    )

    const answer = ({ id, method: name, params = {} }: JSONRPCRequest) => {
      const method = methods.ofSession(name)
      if (method === undefined) return client.send(errorOf(id, ProtocolError.methodNotFound(name)))
      if (inFlight.has(id)) return client.send(errorOf(id, idInUse))
      session.calls++
      // Effects copy their context, so it holds none of the services of the layers.
      const context = callerContext(session.user, session.tools)
      const call = asProtocolErrors(Effect.suspend(() => method.call(params, followed)))
      const fiber = Runtime.runFork(Runtime.make({ ...runtime, context }), call)
      inFlight.set(id, fiber)
      fiber.addObserver((exit) => {
        session.calls--
        inFlight.delete(id)
        if (Exit.isSuccess(exit)) return client.sendResult(id, exit.value)
        const failure = Cause.failureOption(exit.cause)
        return Option.isSome(failure) ? client.send(errorOf(id, failure.value)) : client.skip(id)
      })
    }

    yield* Scope.addFinalizer(
      session.scope,
      Effect.suspend(() => Effect.map(Fiber.interruptAll(Array.from(inFlight.values())), client.end))
    )
    return {
      receive: (message: JSONRPCMessage) => {
        if ("method" in message && "id" in message) return answer(message)
        const cancelled = inFlight.get(cancelledBy(message))
        if (cancelled !== undefined) runFork(Fiber.interruptFork(cancelled))
      },
      deliverMissed: followed.deliverMissed
    }
  })

  return McpServer.of({ connect })
}
