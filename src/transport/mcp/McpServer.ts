import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema
} from "@modelcontextprotocol/sdk/types.js"
import { Cause, Context, Effect, Exit, Layer, Option, Runtime, Scope } from "effect"
import { mcpServerInfo } from "../../api/McpRevisions.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { type Caller, callerContext } from "./Caller.ts"
import type { InputRequired } from "./ClientInput.ts"
import { Completions } from "./Completions.ts"
import { asProtocolErrors } from "./Failures.ts"
import { prepared } from "./PreparedResults.ts"
import { makePrompts } from "./Prompts.ts"
import { ProtocolError } from "./ProtocolError.ts"
import { Resources } from "./Resources.ts"
import { capabilities, instructions } from "./ServerInfo.ts"
import type { Session } from "./Session.ts"
import { type SessionSubscriptions, Subscriptions } from "./Subscriptions.ts"
import { type McpTransport, ToolCalls } from "./tools/ToolCalls.ts"
import { chosen } from "./tools/ToolChoice.ts"
import { Tools } from "./tools/Tools.ts"

/** A session whose transport is served. */
export interface McpConnection {
  /** Notifies the client of the changes while it had no stream open. To be run when it opens one. */
  readonly deliverMissed: Effect.Effect<void>
}

/** The protocol on top of a transport. Each session has a server of the SDK, since such a server has one transport. */
export class McpServer extends Context.Tag("transport/mcp/McpServer")<
  McpServer,
  {
    /** Answers the messages of a transport until the session ends, then closes the transport. */
    readonly connect: (session: Session, transport: McpTransport) => Effect.Effect<McpConnection>
  }
>() {
  static readonly layer = Layer.provide(Layer.effect(McpServer, Effect.gen(make)), ToolCalls.layer)
}

type Call = <A>(
  effect: Effect.Effect<A, ProtocolError | InputRequired | Unavailable, Caller>,
  signal?: AbortSignal
) => Promise<A>

/** Runs effects as the member of a session. A rejected promise is answered by the SDK as a JSON-RPC error. */
const callsOf =
  (runtime: Runtime.Runtime<never>, session: Session): Call =>
  async (effect, signal) => {
    session.calls++
    const answer = asProtocolErrors(Effect.provide(effect, callerContext(session.user, session.tools)))
    const exit = await Runtime.runPromiseExit(runtime)(answer, signal === undefined ? {} : { signal })
    session.calls--
    if (Exit.isSuccess(exit)) return exit.value
    throw Option.getOrElse(Cause.failureOption(exit.cause), () => ProtocolError.of("internalError", "cancelled"))
  }

function* make() {
  const toolCalls = yield* ToolCalls
  const tools = yield* Tools
  const reader = yield* Resources
  const subscriptions = yield* Subscriptions
  const runtime = yield* Effect.runtime()
  const prompts = yield* makePrompts
  const completions = yield* Completions
  const promptResult = prepared({ prompts: prompts.list })
  const resourceResult = prepared({ resources: reader.list })
  const templateResult = prepared({ resourceTemplates: reader.templates })

  const toolResult = prepared({ tools: [...tools.listOfSessions] })
  const toolResultOf = ({ tools: choice }: Session) =>
    choice === undefined ? toolResult : { tools: [...chosen(tools.listOfSessions, choice)] }

  const handleRequests = (
    server: Server,
    session: Session,
    call: Call,
    { subscribe, unsubscribe }: SessionSubscriptions
  ) => {
    server.setRequestHandler(ListToolsRequestSchema, () => toolResultOf(session))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
      const json = await call(tools.call(params.name, params.arguments ?? {}), signal)
      return JSON.parse(String(json))
    })
    server.setRequestHandler(ListResourcesRequestSchema, () => resourceResult)
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => templateResult)
    server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { signal }) => ({
      contents: [await call(reader.read(params.uri), signal)]
    }))
    server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
      await call(subscribe(params.uri))
      return {}
    })
    server.setRequestHandler(UnsubscribeRequestSchema, async ({ params }) => {
      await call(unsubscribe(params.uri))
      return {}
    })
    server.setRequestHandler(CompleteRequestSchema, ({ params }) => call(completions.complete(params)))
    server.setRequestHandler(ListPromptsRequestSchema, () => promptResult)
    server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
      call(prompts.get(params.name, params.arguments ?? {}))
    )
  }

  const connect = Effect.fnUntraced(function* (session: Session, transport: McpTransport) {
    const server = new Server(mcpServerInfo, { capabilities, instructions })
    const notify = (uri: string) => Effect.ignore(Effect.tryPromise(() => server.sendResourceUpdated({ uri })))
    const sessionSubscriptions = subscriptions.of(session, notify)
    handleRequests(server, session, callsOf(runtime, session), sessionSubscriptions)
    yield* Effect.promise(() => server.connect(transport))
    yield* toolCalls.take(session, transport)
    yield* Scope.addFinalizer(session.scope, Effect.ignore(Effect.tryPromise(() => server.close())))
    return { deliverMissed: sessionSubscriptions.deliverMissed }
  })

  return McpServer.of({ connect })
}
