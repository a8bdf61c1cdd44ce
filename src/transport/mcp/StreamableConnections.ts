import { Effect, Scope } from "effect"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { coversCredential } from "../../domain/accounts/Grant.ts"
import { toWireError } from "../http/Errors.ts"
import { callerSecret, noSession } from "./McpRequests.ts"
import { type McpConnection, McpServer } from "./McpServer.ts"
import type { Session } from "./Session.ts"
import { Sessions } from "./Sessions.ts"
import { StreamableTransport } from "./StreamableTransport.ts"

/** A session of Streamable HTTP, connected to a server of the SDK. */
export interface StreamableConnection extends McpConnection {
  readonly session: Session
  readonly transport: StreamableTransport
}

/** The connections of Streamable HTTP in this process. Each lives as long as its session. */
export const makeConnections = Effect.gen(function* () {
  const sessions = yield* Sessions
  const server = yield* McpServer
  const connections = new Map<string, StreamableConnection>()

  /**
   * Finds the connection of a session. Fails with 404 where the session is not the caller's. A request may carry another
   * credential of the same member, if it may do as much as the session's own, which must still be valid.
   */
  const find = Effect.fnUntraced(function* (id: string, { credential, ...user }: SignedInUser) {
    const connection = connections.get(id)
    if (connection === undefined || connection.session.user.id !== user.id) return yield* noSession
    const { session } = connection
    const own = session.user.credential
    if (own.kind === credential.kind && own.id === credential.id) {
      session.user = { ...user, credential }
      yield* session.touch
    } else if (!coversCredential(credential, own)) return yield* noSession
    else yield* Effect.catchTag(toWireError(sessions.revalidate(session)), "Unauthorized", () => noSession)
    return connection
  })

  const begin = Effect.gen(function* () {
    const session = yield* toWireError(Effect.flatMap(callerSecret, sessions.begin))
    const transport = new StreamableTransport(session.id)
    const connection: StreamableConnection = { session, transport, ...(yield* server.connect(session, transport)) }
    connections.set(session.id, connection)
    yield* Scope.addFinalizer(
      session.scope,
      Effect.sync(() => connections.delete(session.id))
    )
    return connection
  })

  return { begin, find }
})
