import { Effect, Option, Scope } from "effect"
import type { SignedInUser } from "../../../domain/accounts/CurrentUser.ts"
import { toWireError } from "../../http/Errors.ts"
import { callerSecret, noSession } from "../McpRequests.ts"
import { type McpConnection, McpServer } from "../McpServer.ts"
import type { Session } from "../Session.ts"
import { Sessions } from "../Sessions.ts"
import { StreamableClient } from "./StreamableClient.ts"

/** A session of Streamable HTTP whose messages are answered. */
export interface StreamableConnection extends McpConnection {
  readonly session: Session
  readonly client: StreamableClient
}

/** The connections of Streamable HTTP in this process. Each lives as long as its session. */
export const makeConnections = Effect.gen(function* () {
  const sessions = yield* Sessions
  const server = yield* McpServer
  const connections = new Map<string, StreamableConnection>()

  /** Finds the connection of a session for its sender (`Sessions.find`). */
  const find = Effect.fnUntraced(function* (id: string, sender: SignedInUser) {
    const { id: found } = yield* sessions.find(id, Option.some(sender))
    return connections.get(found) ?? (yield* noSession)
  })

  const begin = Effect.gen(function* () {
    const session = yield* toWireError(Effect.flatMap(callerSecret, sessions.begin))
    const client = new StreamableClient()
    const connection: StreamableConnection = { session, client, ...(yield* server.connect(session, client)) }
    connections.set(session.id, connection)
    yield* Scope.addFinalizer(
      session.scope,
      Effect.sync(() => connections.delete(session.id))
    )
    return connection
  })

  return { begin, find }
})
