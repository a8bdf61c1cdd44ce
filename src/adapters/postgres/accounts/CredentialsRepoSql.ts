import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { ApiKeyNotFound } from "../../../domain/accounts/ApiKey.ts"
import { CredentialsRepo } from "../../../ports/CredentialsRepo.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { apiKeyStatements, revocationStatements } from "./ApiKeyStatements.ts"
import { secretStatements } from "./SecretStatements.ts"
import { sessionStatements } from "./SessionStatements.ts"

const idsOf = <Id>(rows: ReadonlyArray<{ readonly id: Id }>) => rows.map(({ id }) => id)

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const sessions = sessionStatements(sql)
  const apiKeys = apiKeyStatements(sql)
  const revocations = revocationStatements(sql)
  const secrets = secretStatements(sql)

  return CredentialsRepo.of({
    addSession: (session) => orUnavailable(sessions.add(session)),
    addKey: (key) => orUnavailable(apiKeys.add(key)),
    keysOf: (userId) => orUnavailable(apiKeys.of(userId)),
    identify: (kind, hash, now) => orUnavailable((kind === "session" ? sessions : apiKeys).identify({ hash, now })),
    keyUsed: (id, at) => orUnavailable(apiKeys.noteUse({ id, at })),
    sessionsOf: (userId, now) => orUnavailable(sessions.of({ userId, now })),
    endSessions: (userId, choice, now) =>
      orUnavailable(sessions.end({ id: null, except: null, ...choice, userId, now })).pipe(
        Effect.map((ended) => ended.map(({ id }) => id))
      ),
    rotateKey: (userId, id, rotation) =>
      orUnavailable(secrets.rotate({ ...rotation, userId, id })).pipe(
        Effect.flatMap(Effect.orElseFail(() => new ApiKeyNotFound())),
        Effect.map(({ endedSecrets, ...key }) => ({ key, endedSecrets }))
      ),
    endPreviousSecrets: (now) =>
      Effect.map(orUnavailable(secrets.endPrevious(now)), ({ appended }) =>
        appended.map(([sequence, kind, id, userId]) => ({ sequence, kind, id, userId }))
      ),
    takeWrite: (budget, day) =>
      Effect.map(
        orUnavailable(secrets.takeWrite({ ...budget, day })),
        Option.map(({ writes }) => writes)
      ),
    forgetWrites: (day) => orUnavailable(secrets.forgetWrites(day)),
    revokeAll: (userId, now) =>
      Effect.all({
        locked: orUnavailable(revocations.lockMember(userId)),
        sessions: Effect.map(orUnavailable(sessions.end({ userId, id: null, except: null, now })), idsOf),
        keys: Effect.map(orUnavailable(revocations.revokeAll(userId)), idsOf)
      }),
    revokeKey: (userId, choice) =>
      orUnavailable(apiKeys.revoke({ userId, choice })).pipe(
        Effect.flatMap(Effect.orElseFail(() => new ApiKeyNotFound())),
        Effect.map(({ id }) => id)
      )
  })
})

/** Sessions and API keys in PostgreSQL. */
export const layer = Layer.effect(CredentialsRepo, make)
