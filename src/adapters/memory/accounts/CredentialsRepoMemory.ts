import { Array, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { ApiKeyNotFound } from "../../../domain/accounts/Account.ts"
import { ApiKeyId, type UserId } from "../../../domain/Ids.ts"
import { CredentialsRepo, type Identified, type KeyChoice } from "../../../ports/CredentialsRepo.ts"
import { authorOf } from "../RowMapping.ts"
import type { ApiKeyRow } from "../Rows.ts"
import type { Step, Table, Tables } from "../Store.ts"
import { keeping, referred, Store, withNew, withRow } from "../Store.ts"

const oldestFirst = Order.mapInput(Order.number, ({ key }: ApiKeyRow) => key.id)

const later = (before: Option.Option<DateTime.Utc>, at: DateTime.Utc): DateTime.Utc =>
  Option.match(before, { onNone: () => at, onSome: (used) => DateTime.max(used, at) })

/** A hash that stands there already is a defect, as the unique index makes it one. */
const refuseTwin = <Row>(table: Table<string, Row>, hash: string) => {
  if (HashMap.has(table.rows, hash)) throw new Error("a hash names one credential")
}

const chosen = (userId: UserId, choice: KeyChoice) => (row: ApiKeyRow) =>
  row.userId === userId && ("hash" in choice ? row.hash === choice.hash : row.key.id === choice.id)

const identifiedSession = (tables: Tables, hash: string, now: DateTime.Utc): Option.Option<Identified> =>
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

const identifiedKey = (tables: Tables, hash: string): Option.Option<Identified> =>
  Option.map(HashMap.get(tables.apiKeys.rows, hash), ({ key: { id, lastUsedAt }, userId }) => ({
    user: { ...authorOf(tables, userId), credential: { kind: "apiKey" as const, id, expiresAt: Option.none() } },
    lastUsedAt
  }))

const make = Effect.gen(function* () {
  const store = yield* Store

  return CredentialsRepo.of({
    addSession: (session) =>
      store.write((tables): Step<void> => {
        const { createdAt, hash, userId } = session
        referred(tables.users, userId)
        const sessions = keeping(
          tables.sessions,
          (other) => other.userId !== userId || DateTime.greaterThanOrEqualTo(other.expiresAt, createdAt)
        )
        refuseTwin(sessions, hash)
        const row = { ...session, id: sessions.lastId + 1 }
        return [Effect.void, { ...tables, sessions: withNew(sessions, hash, row) }]
      }),

    addKey: ({ createdAt, hash, name, prefix, userId }) =>
      store.write((tables) => {
        referred(tables.users, userId)
        refuseTwin(tables.apiKeys, hash)
        const id = ApiKeyId.make(tables.apiKeys.lastId + 1)
        const key = { id, name, prefix, createdAt, lastUsedAt: Option.none() }
        return [Effect.succeed(key), { ...tables, apiKeys: withNew(tables.apiKeys, hash, { userId, hash, key }) }]
      }),

    keysOf: (userId) =>
      Effect.map(store.tables, ({ apiKeys }) => {
        const own = HashMap.filter(apiKeys.rows, (row) => row.userId === userId)
        return Array.map(Array.sort(HashMap.values(own), oldestFirst), ({ key }) => key)
      }),

    identify: (kind, hash, now) =>
      Effect.map(store.tables, (tables) =>
        kind === "session" ? identifiedSession(tables, hash, now) : identifiedKey(tables, hash)
      ),

    keyUsed: (id, at) =>
      store.write((tables): Step<void> => {
        const used = HashMap.findFirst(tables.apiKeys.rows, ({ key }) => key.id === id)
        if (Option.isNone(used)) return [Effect.void, tables]
        const [hash, row] = used.value
        const touched = { ...row, key: { ...row.key, lastUsedAt: Option.some(later(row.key.lastUsedAt, at)) } }
        return [Effect.void, { ...tables, apiKeys: withRow(tables.apiKeys, hash, touched) }]
      }),

    endSession: (id) =>
      store.write(
        (tables): Step<void> => [
          Effect.void,
          { ...tables, sessions: keeping(tables.sessions, (session) => session.id !== id) }
        ]
      ),

    revokeKey: (userId, choice) =>
      store.write((tables): Step<ApiKeyId, ApiKeyNotFound> => {
        const revoked = HashMap.findFirst(tables.apiKeys.rows, chosen(userId, choice))
        if (Option.isNone(revoked)) return [Effect.fail(new ApiKeyNotFound()), tables]
        const [, { hash, key }] = revoked.value
        return [Effect.succeed(key.id), { ...tables, apiKeys: keeping(tables.apiKeys, (row) => row.hash !== hash) }]
      })
  })
})

/** Sessions and API keys in memory. */
export const layer = Layer.effect(CredentialsRepo, make)
