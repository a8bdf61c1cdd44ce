import { Array, DateTime, Effect, Either, Layer, Option, Order, Random, Redacted, Struct } from "effect"
import { type ApiKey, ApiKeyNotFound } from "../../../domain/accounts/ApiKey.ts"
import { isStaff, type SignedInUser, sessionCredential } from "../../../domain/accounts/CurrentUser.ts"
import { unusedEnd } from "../../../domain/accounts/Session.ts"
import { endingChange, type SequencedChange } from "../../../domain/Change.ts"
import { ApiKeyId, SessionId, type UserId } from "../../../domain/Ids.ts"
import {
  type ApiKeyToAdd,
  CredentialsRepo,
  type Identified,
  type KeyChoice,
  type NextToken,
  type RotatedKey,
  type Rotation,
  type SessionChoice,
  type SessionToAdd,
  type SessionUse,
  type WriteBudget
} from "../../../ports/accounts/CredentialsRepo.ts"
import type { ApiKeyRow, SessionRow } from "../Rows.ts"
import { Store } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { isSuspended, newestFirst, oldestFirst } from "../Views.ts"
import { append, settingsOf } from "../Writes.ts"

/** A repeated hash is a defect, as by a unique index. */
const refuseTwin = (isTaken: boolean) => {
  if (isTaken) throw new Error("a hash names one credential")
}

const hasHash =
  (hash: string) =>
  ({ secrets }: ApiKeyRow) =>
    secrets.some((secret) => secret.hash === hash)

const findKey = ({ apiKeys }: Tables, userId: UserId, choice: KeyChoice): Either.Either<ApiKeyRow, ApiKeyNotFound> => {
  const isChosen = (row: ApiKeyRow) => ("hash" in choice ? hasHash(choice.hash)(row) : row.key.id === choice.id)
  const [found] = apiKeys.where((row) => row.userId === userId && isChosen(row))
  return Either.fromNullable(found, () => new ApiKeyNotFound())
}

const keyRowsOf = ({ apiKeys }: Tables, userId: UserId): ReadonlyArray<ApiKeyRow> =>
  apiKeys.where((row) => row.userId === userId).sort((one, other) => oldestFirst(one.key, other.key))

const isOver = (end: Option.Option<DateTime.Utc>, now: DateTime.Utc) =>
  Option.exists(end, (at) => DateTime.lessThanOrEqualTo(at, now))

/** The end of a secret: that of the key, or an earlier one of a secret before a rotation. */
const endOf = ({ key }: ApiKeyRow, { expiresAt }: ApiKeyRow["secrets"][number]) =>
  Option.reduceCompact([key.expiresAt, expiresAt], Option.none<DateTime.Utc>(), (end, at) =>
    Option.some(Option.match(end, { onNone: () => at, onSome: (before) => DateTime.min(before, at) }))
  )

const memberOf = ({ users }: Tables, id: UserId, now: DateTime.Utc) => {
  const row = users.referred(id)
  return { id, username: row.username, role: row.role, suspended: isSuspended(row, now) }
}

export const unguardedSinceOf = ({ passkeys, secondFactors, users }: Tables, userId: UserId) => {
  const { role, staffSince } = users.referred(userId)
  const hasCodes = Option.exists(secondFactors.find(userId), ({ secret }) => Option.isSome(secret))
  const isGuarded = hasCodes || passkeys.some((row) => row.userId === userId)
  return isStaff(role) && !isGuarded ? staffSince : Option.none()
}

const hasToken = ({ hash, previousHash }: SessionRow, sent: string) => hash === sent || previousHash === sent

const lastUseOf = ({ createdAt, lastUsedAt }: SessionRow) => Option.getOrElse(lastUsedAt, () => createdAt)

const isCurrent = ({ expiresAt }: SessionRow, now: DateTime.Utc) => DateTime.greaterThan(expiresAt, now)

const identifySession = (tables: Tables, hash: string, now: DateTime.Utc): Option.Option<Identified> => {
  const [session] = tables.sessions.where((row) => hasToken(row, hash) && isCurrent(row, now))
  return Option.map(Option.fromNullable(session), (row) => ({
    user: {
      ...memberOf(tables, row.userId, now),
      language: settingsOf(tables, row.userId).language,
      credential: sessionCredential(row.id, Option.some(row.expiresAt))
    },
    lastUsedAt: Option.some(lastUseOf(row)),
    unguardedSince: unguardedSinceOf(tables, row.userId),
    kept: Option.map(Option.fromNullable(row.keptUntil), (keptUntil) => ({
      keptUntil,
      madeAt: row.tokenMadeAt,
      salt: row.salt,
      isPrevious: row.hash !== hash,
      previousUntil: row.previousUntil
    }))
  }))
}

const identifyKey = (tables: Tables, hash: string, now: DateTime.Utc): Option.Option<Identified> => {
  const [row] = tables.apiKeys.where(hasHash(hash))
  const secret = row?.secrets.find((one) => one.hash === hash)
  if (row === undefined || secret === undefined || isOver(endOf(row, secret), now)) return Option.none()
  const { budgetId, key, userId } = row
  const member = memberOf(tables, userId, now)
  const credential = {
    kind: "apiKey" as const,
    id: key.id,
    secretId: secret.id,
    expiresAt: endOf(row, secret),
    scopes: key.scopes,
    agent: key.agent,
    budget: Option.map(key.dailyWrites, (dailyWrites) => ({
      id: Option.getOrElse(budgetId, () => key.id),
      dailyWrites
    }))
  }
  if (member.suspended) return Option.none()
  return Option.some({
    user: { ...member, credential },
    lastUsedAt: key.lastUsedAt,
    kept: Option.none(),
    unguardedSince: unguardedSinceOf(tables, userId)
  })
}

/** Adds a session, and removes the expired ones of its member. */
const addSession = ({ sessions, users }: Tables, session: SessionToAdd): void => {
  const { createdAt, hash, userId } = session
  users.referred(userId)
  refuseTwin(sessions.some((other) => hasToken(other, hash)))
  sessions.deleteWhere((other) => other.userId === userId && DateTime.lessThan(other.expiresAt, createdAt))
  const id = SessionId.make(++sessions.lastId)
  sessions.set(id, {
    kind: "program",
    by: "password",
    ...session,
    id,
    lastUsedAt: Option.none(),
    tokenMadeAt: createdAt,
    salt: Option.none(),
    previousHash: null,
    previousUntil: Option.none()
  })
}

const noteSessionUse = ({ sessions }: Tables, { at, hash, id, previousUntil }: SessionUse): void =>
  sessions.change(id, (row) => {
    const isNewest = row.hash === hash
    const isFirst = isNewest && Option.isSome(row.salt)
    const end = row.keptUntil === undefined ? row.expiresAt : DateTime.min(unusedEnd(at), row.keptUntil)
    return {
      ...row,
      lastUsedAt: Option.some(DateTime.max(lastUseOf(row), at)),
      expiresAt: DateTime.max(row.expiresAt, end),
      salt: isNewest ? Option.none() : row.salt,
      previousUntil: isFirst ? Option.some(previousUntil) : row.previousUntil
    }
  })

const replaceToken = ({ sessions }: Tables, { hash, id, madeAt, nextHash, salt }: NextToken): boolean => {
  const row = sessions.get(id)
  if (row === undefined || row.hash !== hash) return false
  refuseTwin(sessions.some((other) => hasToken(other, nextHash)))
  const previous = { previousHash: hash, previousUntil: Option.none() }
  sessions.set(row.id, { ...row, ...previous, hash: nextHash, tokenMadeAt: madeAt, salt: Option.some(salt) })
  return true
}

const addKey = ({ apiKeys, users }: Tables, { budgetId, hash, userId, ...added }: ApiKeyToAdd): ApiKey => {
  users.referred(userId)
  refuseTwin(apiKeys.some(hasHash(hash)))
  const id = ApiKeyId.make(++apiKeys.lastId)
  const key = { ...added, id, lastUsedAt: Option.none() }
  apiKeys.set(id, { userId, budgetId, secrets: [{ id, hash, expiresAt: Option.none() }], key })
  return key
}

const noteUse = ({ apiKeys }: Tables, id: number, at: DateTime.Utc): void =>
  apiKeys.change(ApiKeyId.make(id), (row) => {
    const lastUsedAt = Option.match(row.key.lastUsedAt, { onNone: () => at, onSome: (used) => DateTime.max(used, at) })
    return { ...row, key: { ...row.key, lastUsedAt: Option.some(lastUsedAt) } }
  })

const validSessions = ({ sessions }: Tables, userId: UserId, now: DateTime.Utc) =>
  sessions.where((session) => session.userId === userId && isCurrent(session, now)).sort(newestFirst)

const endSessions = (
  tables: Tables,
  userId: UserId,
  choice: SessionChoice,
  now: DateTime.Utc
): ReadonlyArray<SessionId> => {
  const ended = validSessions(tables, userId, now)
    .map(({ id }) => id)
    .filter((id) => ("id" in choice ? id === choice.id : id !== choice.except))
  for (const id of ended) tables.sessions.delete(id)
  return Array.sort(ended, Order.number)
}

const rotateKey = (
  tables: Tables,
  userId: UserId,
  id: ApiKeyId,
  { hash, prefix, previousExpiresAt }: Rotation
): Either.Either<RotatedKey, ApiKeyNotFound> =>
  Either.map(findKey(tables, userId, { id }), (row) => {
    const { apiKeys } = tables
    refuseTwin(apiKeys.some(hasHash(hash)))
    const secret = { id: ++apiKeys.lastId, hash, expiresAt: Option.none() }
    const key = { ...row.key, prefix }
    const isKept = Option.isSome(previousExpiresAt)
    const kept = isKept ? row.secrets.slice(0, 1).map((last) => ({ ...last, expiresAt: previousExpiresAt })) : []
    apiKeys.set(id, { ...row, key, secrets: [secret, ...kept] })
    const endedSecrets = row.secrets.slice(kept.length).map((ended) => ended.id)
    return { key, endedSecrets: Array.sort(endedSecrets, Order.number) }
  })

const endPreviousSecrets = (tables: Tables, now: DateTime.Utc): ReadonlyArray<SequencedChange> => {
  const changes = Array.fromIterable(tables.apiKeys.values()).flatMap((row) => {
    const ended = row.secrets.filter(({ expiresAt }) => isOver(expiresAt, now))
    if (ended.length === 0) return []
    tables.apiKeys.set(row.key.id, { ...row, secrets: row.secrets.filter((secret) => !ended.includes(secret)) })
    return ended.map(({ id }) => ({ kind: "api_key_secret" as const, id, userId: row.userId }))
  })
  return append(tables, changes)
}

const takeWrite = ({ apiKeyWrites }: Tables, { dailyWrites, id }: WriteBudget, day: string): Option.Option<number> => {
  const last = apiKeyWrites.get(id) ?? { day, writes: 0 }
  const writes = day > last.day ? 1 : last.writes + 1
  if (writes > dailyWrites) return Option.none()
  apiKeyWrites.set(id, { day: day > last.day ? day : last.day, writes })
  return Option.some(writes)
}

const revokeKeys = (tables: Tables, userId: UserId): ReadonlyArray<ApiKeyId> =>
  keyRowsOf(tables, userId).map(({ key }) => {
    tables.apiKeys.delete(key.id)
    return key.id
  })

/** True while a credential that was identified before would be identified again. */
const isValid = (tables: Tables, { credential, id }: Pick<SignedInUser, "id" | "credential">, now: DateTime.Utc) => {
  if (!tables.users.has(id) || memberOf(tables, id, now).suspended) return false
  if (credential.kind === "session") return validSessions(tables, id, now).some((row) => row.id === credential.id)
  return keyRowsOf(tables, id).some(
    (row) =>
      row.key.id === credential.id &&
      row.secrets.some((secret) => secret.id === credential.secretId && !isOver(endOf(row, secret), now))
  )
}

const randomText = Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 36), 40), (digits) =>
  digits.map((digit) => digit.toString(36)).join("")
)

const make = Effect.map(Effect.all([Store, randomText]), ([{ attempt, read, write }, secret]) =>
  CredentialsRepo.of({
    addSession: (session) => write((tables) => addSession(tables, session)),
    addKey: (key) => write((tables) => addKey(tables, key)),
    keysOf: (userId) => read((tables) => keyRowsOf(tables, userId).map(({ key }) => key)),
    identify: (kind, hash, now) =>
      read((tables) => (kind === "session" ? identifySession : identifyKey)(tables, hash, now)),
    keyUsed: (id, at) => write((tables) => noteUse(tables, id, at)),
    sessionsOf: (userId, now) =>
      read((tables) =>
        validSessions(tables, userId, now).map((row) => ({
          ...Struct.pick(row, "id", "kind", "by", "createdAt", "expiresAt"),
          lastUsedAt: lastUseOf(row)
        }))
      ),
    sessionUsed: (use) => write((tables) => noteSessionUse(tables, use)),
    replaceToken: (next) => write((tables) => replaceToken(tables, next)),
    endSessions: (userId, choice, now) => write((tables) => endSessions(tables, userId, choice, now)),
    rotateKey: (userId, id, rotation) => attempt((tables) => rotateKey(tables, userId, id, rotation)),
    endPreviousSecrets: (now) => write((tables) => endPreviousSecrets(tables, now)),
    nextSecretEnd: read(({ apiKeys }) => {
      const secrets = Array.fromIterable(apiKeys.values()).flatMap((row) => row.secrets)
      return Array.head(Array.sort(Array.getSomes(secrets.map(({ expiresAt }) => expiresAt)), DateTime.Order))
    }),
    takeWrite: (budget, day) => write((tables) => takeWrite(tables, budget, day)),
    forgetWrites: (day) => write(({ apiKeyWrites }) => apiKeyWrites.deleteWhere((last) => last.day < day)),
    revokeAll: (userId, now) =>
      write((tables) => ({
        sessions: endSessions(tables, userId, { except: null }, now),
        keys: revokeKeys(tables, userId)
      })),
    revokeKey: (userId, choice) =>
      attempt((tables) =>
        Either.map(findKey(tables, userId, choice), ({ key }) => {
          tables.apiKeys.delete(key.id)
          return key.id
        })
      ),
    endingsOf: (users, now) =>
      read((tables) =>
        users
          .filter((user) => !isValid(tables, user, now))
          .map(({ credential, id: userId }) => endingChange({ ...credential, userId }))
      ),
    installationSecret: Effect.succeed(Redacted.make(secret))
  })
)

export const layer = Layer.effect(CredentialsRepo, make)
