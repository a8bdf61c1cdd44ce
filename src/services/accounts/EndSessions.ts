import { type DateTime, Effect } from "effect"
import type { SessionId, UserId } from "../../domain/Ids.ts"
import type { Call } from "../../domain/Unavailable.ts"
import { CredentialsRepo, type SessionChoice } from "../../ports/accounts/CredentialsRepo.ts"
import { Changes } from "../Changes.ts"

/**
 * Makes the function that ends sessions of a member, with every stream that they have opened. A part of the caller's
 * transaction. Gives the sessions that have ended.
 */
export const makeEndSessions = Effect.map(
  Effect.all([CredentialsRepo, Changes]),
  ([credentials, changes]) =>
    (userId: UserId, choice: SessionChoice, at: DateTime.Utc): Call<ReadonlyArray<SessionId>> =>
      Effect.tap(credentials.endSessions(userId, choice, at), (ended) =>
        changes.append(ended.map((id) => ({ kind: "session", id, userId })))
      )
)
