import { DateTime, type Duration, Effect } from "effect"
import { CredentialsRepo } from "../../src/ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../src/ports/Secrets.ts"
import { newUser } from "../contracts/newRows.ts"

/** Stores a new member with a session, and gives the session's token. */
export const storeSession = (lifetime: Duration.DurationInput) =>
  Effect.gen(function* () {
    const { hashOf, newToken } = yield* Secrets
    const token = yield* newToken
    const createdAt = yield* DateTime.now
    const userId = yield* newUser()
    const expiresAt = DateTime.addDuration(createdAt, lifetime)
    yield* (yield* CredentialsRepo).addSession({ userId, hash: hashOf(token)?.hash ?? "", createdAt, expiresAt })
    return { userId, token }
  })
