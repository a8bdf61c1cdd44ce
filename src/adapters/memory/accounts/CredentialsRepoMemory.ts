import { Array, DateTime, Effect, HashMap, Layer, Option, Order, Random, Redacted } from "effect"
import { type ApiKey, ApiKeyNotFound } from "../../../domain/accounts/ApiKey.ts"
import { type SignedInUser, sessionCredential } from "../../../domain/accounts/CurrentUser.ts"
import { endingChange, type SequencedChange } from "../../../domain/Change.ts"
import { ApiKeyId, SessionId, type UserId } from "../../../domain/Ids.ts"
import {
  type ApiKeyToAdd,
  CredentialsRepo,
  type Identified,
  type KeyChoice,
  type RotatedKey,
  type Rotation,
  type SessionChoice,
  type SessionToAdd,
  type WriteBudget
} from "../../../ports/CredentialsRepo.ts"
import { withChanges } from "../ApplyAll.ts"
import { authorOf, isSuspended, newestFirst } from "../RowMapping.ts"
import type { ApiKeyRow, SessionRow } from "../Rows.ts"
import { type Step, Store } from "../Store.ts"
import { filterRows, referred, type Table, type Tables, withNew, withRow } from "../Tables.ts"

const oldestFirst = Order.mapInput(Order.number, ({ key }: ApiKeyRow) => key.id)

const later = (before: Option.Option<DateTime.Utc>, at: DateTime.Utc): DateTime.Utc =>
  Option.match(before, { onNone: () => at, onSome: (used) => DateTime.max(used, at) })

/** A repeated hash is a defect, as by a unique index. */
const refuseTwin = <Row>(table: Table<string, Row>, hash: string) => {
  if (HashMap.has(table.rows, hash)) throw new Error("a hash names one credential")
}

const isChosen = (userId: UserId, choice: KeyChoice) => (row: ApiKeyRow) =>
  row.userId === userId &&
  ("hash" in choice
    ? row.hash === choice.hash || Option.exists(row.previous, ({ hash }) => hash === choice.hash)
    : row.key.id === choice.id)

const identifySession = (tables: Tables, hash: string, now: DateTime.Utc): Option.Option<Identified> =>
  HashMap.get(tables.sessions.rows, hash).pipe(
    Option.filter(({ expiresAt }) => DateTime.greaterThan(expiresAt, now)),
    Option.map(({ expiresAt, id, userId }) => ({
      user: {
        ...authorOf(tables, userId),
        suspended: isSuspended(referred(tables.users, userId), now),
        credential: sessionCredential(id, Option.some(expiresAt))
      },
      lastUsedAt: Option.none()
    }))
  )

/** The key of a secret, with the end of the secret: that of the key, or an earlier one of a secret before a rotation. */
const keyOfSecret = (tables: Tables, hash: string) =>
  Option.orElse(
    Option.map(HashMap.get(tables.apiKeys.rows, hash), (row) => ({
      row,
      secretId: row.secretId,
      expiresAt: row.key.expiresAt
    })),
    () =>
      Array.findFirst(HashMap.values(tables.apiKeys.rows), (row) =>
        Option.map(
          Option.filter(row.previous, (previous) => previous.hash === hash),
          ({ expiresAt, secretId }) => ({
            row,
            secretId,
            expiresAt: Option.some(
              Option.match(row.key.expiresAt, {
                onNone: () => expiresAt,
                onSome: (end) => DateTime.min(end, expiresAt)
              })
            )
          })
        )
      )
  )

const identifyKey = (tables: Tables, hash: string, now: DateTime.Utc): Option.Option<Identified> =>
  keyOfSecret(tables, hash).pipe(
    Option.filter(({ expiresAt }) => !Option.exists(expiresAt, (at) => DateTime.lessThanOrEqualTo(at, now))),
    Option.map(({ expiresAt, row: { budgetId, key, userId }, secretId }) => ({
      user: {
        ...authorOf(tables, userId),
        suspended: false,
        credential: {
          kind: "apiKey" as const,
          id: key.id,
          secretId,
          expiresAt,
          scopes: key.scopes,
          agent: key.agent,
          budget: Option.map(key.dailyWrites, (dailyWrites) => ({
            id: Option.getOrElse(budgetId, () => key.id),
            dailyWrites
          }))
        }
      },
      lastUsedAt: key.lastUsedAt
    }))
  )

/** Adds a session, and removes the expired ones of its member. */
const addSession = (tables: Tables, session: SessionToAdd): Tables => {
  const { createdAt, hash, userId } = session
  referred(tables.users, userId)
  const sessions = filterRows(
    tables.sessions,
    (other) => other.userId !== userId || DateTime.greaterThanOrEqualTo(other.expiresAt, createdAt)
  )
  refuseTwin(sessions, hash)
  return { ...tables, sessions: withNew(sessions, hash, { ...session, id: SessionId.make(sessions.lastId + 1) }) }
}

const addKey = (tables: Tables, { budgetId, hash, userId, ...added }: ApiKeyToAdd): Step<ApiKey> => {
  referred(tables.users, userId)
  refuseTwin(tables.apiKeys, hash)
  const id = ApiKeyId.make(tables.apiKeys.lastId + 1)
  const key = { ...added, id, lastUsedAt: Option.none() }
  const row = { userId, hash, secretId: id, budgetId, previous: Option.none(), key }
  return [Effect.succeed(key), { ...tables, apiKeys: withNew(tables.apiKeys, hash, row) }]
}

const noteUse = (tables: Tables, id: number, at: DateTime.Utc): Tables =>
  Option.match(
    HashMap.findFirst(tables.apiKeys.rows, ({ key }) => key.id === id),
    {
      onNone: () => tables,
      onSome: ([hash, row]) => {
        const lastUsedAt = Option.some(later(row.key.lastUsedAt, at))
        return { ...tables, apiKeys: withRow(tables.apiKeys, hash, { ...row, key: { ...row.key, lastUsedAt } }) }
      }
    }
  )

const validSessions = (tables: Tables, userId: UserId, now: DateTime.Utc): ReadonlyArray<SessionRow> =>
  Array.filter(
    HashMap.values(tables.sessions.rows),
    (session) => session.userId === userId && DateTime.greaterThan(session.expiresAt, now)
  )

const endSessions = (
  tables: Tables,
  userId: UserId,
  choice: SessionChoice,
  now: DateTime.Utc
): Step<ReadonlyArray<SessionId>> => {
  const ended = validSessions(tables, userId, now).flatMap(({ id }) =>
    ("id" in choice ? id === choice.id : id !== choice.except) ? [id] : []
  )
  const sessions = filterRows(tables.sessions, ({ id }) => !ended.includes(id))
  return [Effect.succeed(Array.sort(ended, Order.number)), { ...tables, sessions }]
}

const rotateKey = (
  tables: Tables,
  userId: UserId,
  id: ApiKeyId,
  { hash, prefix, previousExpiresAt }: Rotation
): Step<RotatedKey, ApiKeyNotFound> =>
  Option.match(HashMap.findFirst(tables.apiKeys.rows, isChosen(userId, { id })), {
    onNone: () => [Effect.fail(new ApiKeyNotFound()), tables],
    onSome: ([, row]) => {
      refuseTwin(tables.apiKeys, hash)
      const key = { ...row.key, prefix }
      const previous = Option.map(previousExpiresAt, (expiresAt) => ({
        hash: row.hash,
        secretId: row.secretId,
        expiresAt
      }))
      const apiKeys = withNew(
        filterRows(tables.apiKeys, (other) => other.hash !== row.hash),
        hash,
        { ...row, key, hash, secretId: tables.apiKeys.lastId + 1, previous }
      )
      const before = Array.map(Array.fromOption(row.previous), ({ secretId }) => secretId)
      const endedSecrets = Option.isSome(previous) ? before : [...before, row.secretId]
      return [Effect.succeed({ key, endedSecrets }), { ...tables, apiKeys }]
    }
  })

const endPreviousSecrets = (tables: Tables, now: DateTime.Utc): Step<ReadonlyArray<SequencedChange>> => {
  const ending = HashMap.filter(tables.apiKeys.rows, ({ previous }) =>
    Option.exists(previous, ({ expiresAt }) => DateTime.lessThanOrEqualTo(expiresAt, now))
  )
  const ended = HashMap.toValues(ending).flatMap(({ previous, userId }) =>
    Array.map(Array.fromOption(previous), ({ secretId }) => ({ kind: "api_key_secret" as const, id: secretId, userId }))
  )
  const [after, sequenced] = withChanges(tables, ended)
  const rows = HashMap.map(after.apiKeys.rows, (row) =>
    HashMap.has(ending, row.hash) ? { ...row, previous: Option.none() } : row
  )
  return [Effect.succeed(sequenced), { ...after, apiKeys: { ...after.apiKeys, rows } }]
}

const takeWrite = (tables: Tables, { dailyWrites, id }: WriteBudget, day: string): Step<Option.Option<number>> => {
  const last = Option.getOrElse(HashMap.get(tables.apiKeyWrites, id), () => ({ day, writes: 0 }))
  const writes = day > last.day ? 1 : last.writes + 1
  if (writes > dailyWrites) return [Effect.succeedNone, tables]
  const counted = { day: day > last.day ? day : last.day, writes }
  return [Effect.succeedSome(writes), { ...tables, apiKeyWrites: HashMap.set(tables.apiKeyWrites, id, counted) }]
}

const revokeKey = (tables: Tables, userId: UserId, choice: KeyChoice): Step<ApiKeyId, ApiKeyNotFound> =>
  Option.match(HashMap.findFirst(tables.apiKeys.rows, isChosen(userId, choice)), {
    onNone: () => [Effect.fail(new ApiKeyNotFound()), tables],
    onSome: ([, { hash, key }]) => [
      Effect.succeed(key.id),
      { ...tables, apiKeys: filterRows(tables.apiKeys, (row) => row.hash !== hash) }
    ]
  })

const revokeKeys = (tables: Tables, userId: UserId): Step<ReadonlyArray<ApiKeyId>> => {
  const revoked = Array.filter(HashMap.values(tables.apiKeys.rows), (row) => row.userId === userId)
  const ids = Array.map(Array.sort(revoked, oldestFirst), ({ key }) => key.id)
  return [Effect.succeed(ids), { ...tables, apiKeys: filterRows(tables.apiKeys, (row) => row.userId !== userId) }]
}

/** True while a credential that was identified before would be identified again. */
const isValid = (tables: Tables, { credential, id }: Pick<SignedInUser, "id" | "credential">, now: DateTime.Utc) => {
  const identify = credential.kind === "session" ? identifySession : identifyKey
  const rows = credential.kind === "session" ? tables.sessions.rows : tables.apiKeys.rows
  const hashes = Array.fromIterable(HashMap.entries<string, SessionRow | ApiKeyRow>(rows)).flatMap(([hash, row]) =>
    row.userId !== id ? [] : [hash, ...("previous" in row ? Option.toArray(row.previous).map((one) => one.hash) : [])]
  )
  if (isSuspended(referred(tables.users, id), now)) return false
  return hashes.some((hash) =>
    Option.exists(
      identify(tables, hash, now),
      ({ user }) => user.credential.id === credential.id && user.credential.secretId === credential.secretId
    )
  )
}

const randomText = Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 36), 40), (digits) =>
  digits.map((digit) => digit.toString(36)).join("")
)

const make = Effect.map(Effect.all([Store, randomText]), ([store, secret]) =>
  CredentialsRepo.of({
    addSession: (session) => store.update((tables) => addSession(tables, session)),
    addKey: (key) => store.write((tables) => addKey(tables, key)),
    keysOf: (userId) =>
      Effect.map(store.tables, ({ apiKeys }) => {
        const own = HashMap.filter(apiKeys.rows, (row) => row.userId === userId)
        return Array.map(Array.sort(HashMap.values(own), oldestFirst), ({ key }) => key)
      }),
    identify: (kind, hash, now) =>
      Effect.map(store.tables, (tables) =>
        kind === "session"
          ? identifySession(tables, hash, now)
          : Option.filter(
              identifyKey(tables, hash, now),
              ({ user }) => !isSuspended(referred(tables.users, user.id), now)
            )
      ),
    keyUsed: (id, at) => store.update((tables) => noteUse(tables, id, at)),
    sessionsOf: (userId, now) =>
      Effect.map(store.tables, (tables) =>
        Array.map(Array.sort(validSessions(tables, userId, now), newestFirst), ({ createdAt, expiresAt, id }) => ({
          id,
          createdAt,
          expiresAt
        }))
      ),
    endSessions: (userId, choice, now) => store.write((tables) => endSessions(tables, userId, choice, now)),
    rotateKey: (userId, id, rotation) => store.write((tables) => rotateKey(tables, userId, id, rotation)),
    endPreviousSecrets: (now) => store.write((tables) => endPreviousSecrets(tables, now)),
    takeWrite: (budget, day) => store.write((tables) => takeWrite(tables, budget, day)),
    forgetWrites: (day) =>
      store.update((tables) => ({
        ...tables,
        apiKeyWrites: HashMap.filter(tables.apiKeyWrites, (last) => last.day >= day)
      })),
    revokeAll: (userId, now) =>
      Effect.all({
        sessions: store.write((tables) => endSessions(tables, userId, { except: null }, now)),
        keys: store.write((tables) => revokeKeys(tables, userId))
      }),
    revokeKey: (userId, choice) => store.write((tables) => revokeKey(tables, userId, choice)),
    endingsOf: (users, now) =>
      Effect.map(store.tables, (tables) =>
        users
          .filter((user) => !isValid(tables, user, now))
          .map(({ credential, id: userId }) => endingChange({ ...credential, userId }))
      ),
    installationSecret: Effect.succeed(Redacted.make(secret))
  })
)

/** Sessions and API keys in memory. */
export const layer = Layer.effect(CredentialsRepo, make)
