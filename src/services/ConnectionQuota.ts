import { Context, Effect, Either, Layer, Option } from "effect"
import { streamsPerUser } from "../Config.ts"
import type { SignedInUser } from "../domain/accounts/CurrentUser.ts"
import { TooManyRequests } from "../domain/Limits.ts"

/** The wait that a client is told when it has too many connections: one may end at any time. */
export const retryAfterSeconds = 30

/** The maximum number of connections of a kind that this process holds open. Each costs a socket and some kilobytes. */
export const maxConnections = 20_000

/** Connections that stay open: notification streams, over whichever transport, and MCP sessions. */
export type ConnectionKind = "streams" | "sessions"

/** A member with the credential that opened the connection. */
export type ConnectionHolder = Pick<SignedInUser, "id" | "credential">

/** Counts each member's open connections in this process, by kind (contract, Running it: `STREAMS_PER_USER`). */
export class ConnectionQuota extends Context.Tag("services/ConnectionQuota")<
  ConnectionQuota,
  {
    /**
     * Takes a place for a member, and returns the function that frees it; a second call of the function does nothing.
     * Fails with `TooManyRequests` at the cap of the member or of the process.
     */
    readonly acquire: (kind: ConnectionKind, user: ConnectionHolder) => Either.Either<() => void, TooManyRequests>

    readonly holders: () => ReadonlyArray<ConnectionHolder>
    readonly count: (kind: ConnectionKind) => number
  }
>() {
  static readonly layer = Layer.effect(
    ConnectionQuota,
    Effect.suspend(() => Effect.map(streamsPerUser, make))
  )
}

const make = (maxPerUser: number) => {
  const open = new Map<string, number>()
  const holders = new Set<{ readonly user: ConnectionHolder }>()
  const all: Record<ConnectionKind, number> = { streams: 0, sessions: 0 }

  const acquire = (kind: ConnectionKind, user: ConnectionHolder) => {
    const key = `${kind} ${user.id}`
    const count = open.get(key) ?? 0
    if ((maxPerUser > 0 && count >= maxPerUser) || all[kind] >= maxConnections) {
      return Either.left(new TooManyRequests({ limit: kind, retryAfterSeconds, budget: Option.none() }))
    }
    open.set(key, count + 1)
    all[kind] += 1
    const holder = { user }
    holders.add(holder)
    return Either.right(() => {
      if (!holders.delete(holder)) return
      all[kind] -= 1
      const remaining = (open.get(key) ?? 1) - 1
      if (remaining === 0) open.delete(key)
      else open.set(key, remaining)
    })
  }

  return { acquire, holders: () => Array.from(holders, ({ user }) => user), count: (kind: ConnectionKind) => all[kind] }
}
