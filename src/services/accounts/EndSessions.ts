import { Context, type DateTime, Effect, Layer } from "effect"
import type { Change } from "../../domain/Change.ts"
import type { ApiKeyId, SessionId, UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CredentialsRepo, type SessionChoice } from "../../ports/accounts/CredentialsRepo.ts"
import { PasskeysRepo } from "../../ports/accounts/PasskeysRepo.ts"
import { Changes } from "../Changes.ts"

/** The end of sessions, with every stream that they have opened. */
export class EndSessions extends Context.Tag("services/accounts/EndSessions")<
  EndSessions,
  {
    /**
     * Ends sessions of a member; where it is not one session alone, half-finished sign-ins, too. A part of the caller's
     * transaction. Gives the sessions that have ended.
     */
    readonly end: (userId: UserId, choice: SessionChoice, at: DateTime.Utc) => StorageEffect<ReadonlyArray<SessionId>>
  }
>() {
  static readonly layer = Layer.effect(EndSessions, Effect.gen(make))
}

/** The changes after which every stream and session of these credentials ends. */
export const endings = (
  userId: UserId,
  sessions: ReadonlyArray<SessionId>,
  keys: ReadonlyArray<ApiKeyId> = []
): ReadonlyArray<Change> => [
  ...sessions.map((id) => ({ kind: "session", id, userId }) as const),
  ...keys.map((id) => ({ kind: "api_key", id, userId }) as const)
]

function* make() {
  const credentials = yield* CredentialsRepo
  const changes = yield* Changes
  const { forgetChallenges } = yield* PasskeysRepo

  const end = Effect.fnUntraced(function* (userId: UserId, choice: SessionChoice, at: DateTime.Utc) {
    // First, so that it waits for a sign-in that is being finished, whose session then ends too.
    if (!("id" in choice)) yield* forgetChallenges(userId)
    const ended = yield* credentials.endSessions(userId, choice, at)
    yield* changes.append(endings(userId, ended))
    return ended
  })

  return { end }
}
