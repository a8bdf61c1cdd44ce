import { DateTime, Schema } from "effect"
import { count, named, optional } from "../Fields.ts"
import { SessionId } from "../Ids.ts"

export const SessionKind = Schema.Literal("program", "browser").annotations({
  description: "`program`: of a token of the API. `browser`: of a sign-in on a page, whose token opens pages only."
})
export type SessionKind = typeof SessionKind.Type

export const BegunBy = Schema.Literal("password", "passkey").annotations({
  description: "By what the member signed in. `password`: with a code too, where the account has a second factor."
})
export type BegunBy = typeof BegunBy.Type

/** A session lasts 24 hours, unless a browser keeps it (spec, Authentication). */
export const sessionSeconds = 86_400

/** A session that a browser keeps ends this long after its last use. */
export const keptUnusedDays = 30

/** A session that a browser keeps ends this long after the sign-in at the latest. */
export const keptDays = 90

/** @internal The token of a session that a browser keeps is replaced when it is this old. */
export const tokenDays = 1

/**
 * Once a browser has used the next token of its session, the one before works for this long: for requests that are on
 * their way.
 * @internal
 */
export const previousTokenSeconds = 60

/**
 * The end of a session that a browser keeps, if it is not used after `usedAt`: the earlier of this and its latest end.
 */
export const unusedEnd = (usedAt: DateTime.Utc): DateTime.Utc => DateTime.add(usedAt, { days: keptUnusedDays })

export const Session = Schema.Struct({
  id: SessionId,
  kind: SessionKind,
  by: BegunBy,
  createdAt: Schema.DateTimeUtc,
  lastUsedAt: Schema.DateTimeUtc.annotations({ description: "The last use, to the hour." }),
  expiresAt: Schema.DateTimeUtc.annotations({ description: "The end without further use." }),
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
