import { Schema } from "effect"
import { count, named, optional } from "../Fields.ts"
import { SessionId } from "../Ids.ts"

export const Session = Schema.Struct({
  id: SessionId,
  createdAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc,
  current: Schema.Boolean.annotations({ description: "True for the session of the call." })
}).annotations({ identifier: "Session", description: "A session without its token." })
export type Session = typeof Session.Type

export const SessionList = Schema.Struct({ data: Schema.Array(Session) })
export type SessionList = typeof SessionList.Type

export const SessionsToEnd = Schema.Struct({
  id: optional(SessionId)
}).annotations(named("SessionsToEnd", "The session to end; without `id` all but the session of the call."))
export type SessionsToEnd = typeof SessionsToEnd.Type

export const SessionsEnded = Schema.Struct({
  success: Schema.Literal(true),
  ended: count.annotations({ description: "The number of sessions that were ended." })
}).annotations({ identifier: "SessionsEnded" })
export type SessionsEnded = typeof SessionsEnded.Type

export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {}) {
  override readonly message = "you have no such session"
}
