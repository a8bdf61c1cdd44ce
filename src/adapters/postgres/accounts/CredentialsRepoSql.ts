import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { ApiKeyNotFound } from "../../../domain/accounts/ApiKey.ts"
import { CredentialKind, type Secret } from "../../../domain/accounts/Credential.ts"
import { endingChange } from "../../../domain/Change.ts"
import { UserId } from "../../../domain/Ids.ts"
import { CredentialsRepo } from "../../../ports/CredentialsRepo.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { apiKeyStatements, revocationStatements } from "./ApiKeyStatements.ts"
import { secretStatements } from "./SecretStatements.ts"
import { sessionStatements } from "./SessionStatements.ts"
import { isActive } from "./SignedInUser.ts"

const idsOf = <Id>(rows: ReadonlyArray<{ readonly id: Id }>) => rows.map(({ id }) => id)

const Holder = Schema.Struct({
  kind: CredentialKind,
  id: Schema.Int,
  secretId: Schema.NullOr(Schema.Int),
  userId: UserId
})

// Indexes: the primary keys.
const notValid = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ holders: Schema.parseJson(Schema.Array(Holder)), now: Schema.DateTimeUtc }),
    Result: Holder,
    execute: ({ holders, now }) => sql`
      select distinct kind, id, "secretId", "userId"
      from json_to_recordset(${holders}::json) as held (kind text, id int, "secretId" int, "userId" int)
      where not exists (
        select from users where users.id = held."userId" and ${isActive(sql, now)} and case held.kind
          when 'session' then exists (
            select from sessions where sessions.id = held.id and user_id = users.id and expires_at > ${now}
          )
          else exists (
            select from api_keys where api_keys.id = held.id and user_id = users.id
              and coalesce(expires_at > ${now}, true)
              and (secret_id = held."secretId" or previous_secret_id = held."secretId" and previous_expires_at > ${now})
          )
        end
      )`
  })

/** Reads the secret once. */
const installationSecret = (sql: SqlClient.SqlClient) => {
  let known: Secret | undefined
  const read = SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ secret: Schema.Redacted(Schema.String) }),
    execute: () => sql`select secret from installation_secret`
  })
  return Effect.suspend(() => {
    if (known !== undefined) return Effect.succeed(known)
    return Effect.map(orUnavailable(read(undefined)), ({ secret }) => {
      known = secret
      return secret
    })
  })
}

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const sessions = sessionStatements(sql)
  const apiKeys = apiKeyStatements(sql)
  const revocations = revocationStatements(sql)
  const secrets = secretStatements(sql)
  const ended = notValid(sql)

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
      ),
    endingsOf: (users, now) => {
      const holders = users.map(({ credential: { id, kind, secretId }, id: userId }) => ({
        kind,
        id,
        secretId,
        userId
      }))
      return Effect.map(orUnavailable(ended({ holders, now })), (found) => found.map(endingChange))
    },
    installationSecret: installationSecret(sql)
  })
})

/** Sessions and API keys in PostgreSQL. */
export const layer = Layer.effect(CredentialsRepo, make)
