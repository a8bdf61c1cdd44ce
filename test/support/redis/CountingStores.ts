import { randomUUID } from "node:crypto"
import { Duration, identity, Layer, Redacted } from "effect"
import * as RateLimitStoreMemory from "../../../src/adapters/node/RateLimitStoreMemory.ts"
import * as RateLimitStoreRedis from "../../../src/adapters/redis/RateLimitStoreRedis.ts"
import type { SharedRedis } from "../../../src/adapters/redis/RedisConnection.ts"
import type * as Services from "../../../src/services/Services.ts"
import { redisUrl } from "./RedisServer.ts"

/** Longer than any machine takes for an answer of Redis: a test in which Redis answers does not depend on its speed. */
export const longTimeout = Duration.hours(1)

/** A store of the counts, for the services of one community. */
interface CountingStore {
  readonly name: string
  readonly counted: () => (services: typeof Services.layer) => typeof Services.layer
}

/** Counts in a Redis, and in this process while it is lost. */
export const countedIn = (redis: SharedRedis, answerLimit?: Duration.Duration) =>
  Layer.provide(RateLimitStoreRedis.layer(redis, answerLimit), RateLimitStoreMemory.layer)

const inRedis = (url: string): CountingStore => ({
  name: "Redis",
  counted: () => Layer.provide(countedIn({ url: Redacted.make(url), prefix: `limits:{${randomUUID()}}:` }, longTimeout))
})

/** The stores that rate limits may be counted in: one counts at once, the other after asking. */
export const countingStores: ReadonlyArray<CountingStore> = [
  { name: "memory", counted: () => identity },
  ...(redisUrl === undefined ? [] : [inRedis(redisUrl)])
]
