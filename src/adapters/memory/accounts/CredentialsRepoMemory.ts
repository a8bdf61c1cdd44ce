import { Array, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { type ApiKey, ApiKeyNotFound } from "../../../domain/accounts/Account.ts"
import { ApiKeyId, type UserId } from "../../../domain/Ids.ts"
import {
  type ApiKeyToAdd,
  CredentialsRepo,
  type Identified,
  type KeyChoice,
  type SessionToAdd
} from "../../../ports/CredentialsRepo.ts"
import { authorOf } from "../RowMapping.ts"
import type { ApiKeyRow } from "../Rows.ts"
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
  row.userId === userId && ("hash" in choice ? row.hash === choice.hash : row.key.id === choice.id)

const identifySession = (tables: Tables, hash: string, now: DateTime.Utc): Option.Option<Identified> =>
  HashMap.get(tables.sessions.rows, hash).pipe(
    Option.filter(({ expiresAt }) => DateTime.greaterThan(expiresAt, now)),
    Option.map(({ expiresAt, id, userId }) => ({
      user: {
        ...authorOf(tables, userId),
        credential: { kind: "session" as const, id, expiresAt: Option.some(expiresAt) }
      },
      lastUsedAt: Option.none()
    }))
  )

const identifyKey = (tables: Tables, hash: string): Option.Option<Identified> =>
  Option.map(HashMap.get(tables.apiKeys.rows, hash), ({ key: { id, lastUsedAt }, userId }) => ({
    user: { ...authorOf(tables, userId), credential: { kind: "apiKey" as const, id, expiresAt: Option.none() } },
    lastUsedAt
  }))

/** Adds a session, and removes the expired ones of its member. */
const addSession = (tables: Tables, session: SessionToAdd): Tables => {
  const { createdAt, hash, userId } = session
  referred(tables.users, userId)
  const sessions = filterRows(
    tables.sessions,
    (other) => other.userId !== userId || DateTime.greaterThanOrEqualTo(other.expiresAt, createdAt)
  )
  refuseTwin(sessions, hash)
  return { ...tables, sessions: withNew(sessions, hash, { ...session, id: sessions.lastId + 1 }) }
}

const addKey = (tables: Tables, { createdAt, hash, name, prefix, userId }: ApiKeyToAdd): Step<ApiKey> => {
  referred(tables.users, userId)
  refuseTwin(tables.apiKeys, hash)
  const id = ApiKeyId.make(tables.apiKeys.lastId + 1)
  const key = { id, name, prefix, createdAt, lastUsedAt: Option.none() }
  return [Effect.succeed(key), { ...tables, apiKeys: withNew(tables.apiKeys, hash, { userId, hash, key }) }]
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

const revokeKey = (tables: Tables, userId: UserId, choice: KeyChoice): Step<ApiKeyId, ApiKeyNotFound> =>
  Option.match(HashMap.findFirst(tables.apiKeys.rows, isChosen(userId, choice)), {
    onNone: () => [Effect.fail(new ApiKeyNotFound()), tables],
    onSome: ([, { hash, key }]) => [
      Effect.succeed(key.id),
      { ...tables, apiKeys: filterRows(tables.apiKeys, (row) => row.hash !== hash) }
    ]
  })

const make = Effect.map(Store, (store) =>
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
        kind === "session" ? identifySession(tables, hash, now) : identifyKey(tables, hash)
      ),
    keyUsed: (id, at) => store.update((tables) => noteUse(tables, id, at)),
    endSession: (id) =>
      store.update((tables) => ({ ...tables, sessions: filterRows(tables.sessions, (session) => session.id !== id) })),
    revokeKey: (userId, choice) => store.write((tables) => revokeKey(tables, userId, choice))
  })
)

/** Sessions and API keys in memory. */
export const layer = Layer.effect(CredentialsRepo, make)
