import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"
import { Cause, Context, Effect, Exit, Fiber, Layer, Option, Predicate, Runtime, Scope } from "effect"
import { callerContext } from "../Caller.ts"
import { asProtocolErrors } from "../Failures.ts"
import type { EncodedJson } from "../McpEventStream.ts"
import { ProtocolError } from "../ProtocolError.ts"
import type { Session } from "../Session.ts"
import { Tools } from "./Tools.ts"

/** A transport that sends results which are JSON already. */
export interface McpTransport extends Transport {
  readonly sendResult: (id: RequestId, json: EncodedJson) => void
}

/** Answers the calls of tools past the SDK, which would check and copy every result. */
export class ToolCalls extends Context.Tag("transport/mcp/ToolCalls")<
  ToolCalls,
  {
    /**
     * Takes the calls in the usual form from a transport that the SDK is connected to, until the session ends; the SDK
     * gets all other messages. A cancelled call is not answered.
     */
    readonly take: (session: Session, transport: McpTransport) => Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(ToolCalls, Effect.gen(make))
}

interface ToolCall {
  readonly id: RequestId
  readonly name: string
  readonly input: unknown
}

const usualMembers = new Set(["name", "arguments", "_meta"])

/** The call of a tool in its usual form: without a task, and with arguments that are an object. */
const callOf = (message: JSONRPCMessage): ToolCall | undefined => {
  if (!("method" in message && "id" in message) || message.method !== "tools/call") return undefined
  const { id, params = {} } = message
  const { arguments: input = {}, name } = params
  const isUsual =
    typeof name === "string" &&
    Predicate.isRecord(input) &&
    Object.keys(params).every((member) => usualMembers.has(member))
  return isUsual ? { id, name, input } : undefined
}

/** The id of the request that a message cancels. */
const cancelledBy = (message: JSONRPCMessage): unknown =>
  "method" in message && message.method === "notifications/cancelled" ? message.params?.["requestId"] : undefined

const answerFailure = (transport: McpTransport, id: RequestId, cause: Cause.Cause<ProtocolError>) => {
  if (Cause.isInterruptedOnly(cause)) return
  const failure = Option.getOrElse(Cause.failureOption(cause), () =>
    ProtocolError.of("internalError", "internal error")
  )
  const { code, data, message } = failure
  void transport.send({ jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } })
}

function* make() {
  const tools = yield* Tools
  const runtime = yield* Effect.runtime()
  const runFork = Runtime.runFork(runtime)

  const take = Effect.fnUntraced(function* (session: Session, transport: McpTransport) {
    const inFlight = new Map<unknown, Fiber.RuntimeFiber<EncodedJson, ProtocolError>>()
    const passOn = transport.onmessage?.bind(transport)

    const run = ({ id, input, name }: ToolCall) => {
      session.calls++
      // Effects copy their context, so it holds none of the services of the layers.
      const context = callerContext(session.user, session.tools)
      const fiber = Runtime.runFork(Runtime.make({ ...runtime, context }), asProtocolErrors(tools.call(name, input)))
      inFlight.set(id, fiber)
      fiber.addObserver((exit) => {
        session.calls--
        if (inFlight.get(id) === fiber) inFlight.delete(id)
        if (Exit.isSuccess(exit)) transport.sendResult(id, exit.value)
        else answerFailure(transport, id, exit.cause)
      })
    }

    transport.onmessage = (message, extra) => {
      const call = callOf(message)
      if (call !== undefined) return run(call)
      const cancelled = inFlight.get(cancelledBy(message))
      if (cancelled !== undefined) runFork(Fiber.interruptFork(cancelled))
      return passOn?.(message, extra)
    }
    yield* Scope.addFinalizer(
      session.scope,
      Effect.suspend(() => Fiber.interruptAll(Array.from(inFlight.values())))
    )
  })

  return ToolCalls.of({ take })
}
