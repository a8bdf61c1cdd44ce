import { ClockCache } from "@rare-disease-community/text/ClockCache"
import { Deferred, type Duration, Effect, Layer, Schedule } from "effect"
import { rateLimitTakes, redisLost, update } from "../../metrics/Metrics.ts"
import { type Bucket, type Consumption, type Level, RateLimitStore } from "../../ports/RateLimitStore.ts"
import { command, type SharedRedis } from "./RedisConnection.ts"
import { answerLimit, connect, type RedisCounts, type TakeRequest } from "./RedisCounts.ts"

/** The pause between two attempts to reach Redis. */
const reconnectInterval = "1 second"

/** The maximum number of counters of requests that are remembered as used up. */
const maxRemembered = 100_000

/** The last known state of an exhausted bucket. `endsAt` is in milliseconds of the monotonic clock. */
interface Refusal {
  readonly used: number
  readonly endsAt: number
}

/**
 * The buckets that Redis refused, until their windows end. Within a window the count only grows, so a take that was too
 * much before is too much again, and a flood costs Redis nothing.
 */
const makeRefusals = (now: () => number) => {
  const refusals = new ClockCache<string, Refusal>(maxRemembered)

  const openOf = (key: string, time: number) => {
    const refusal = refusals.get(key)
    if (refusal === undefined || refusal.endsAt > time) return refusal
    refusals.delete(key)
    return undefined
  }

  return {
    note: ({ count, keys, limits }: TakeRequest, { allowed, levels }: Consumption, sentAt: number) => {
      for (const [index, { resetMillis, used }] of levels.entries()) {
        const key = keys[index] ?? ""
        const isRefused = used + (allowed ? 1 : count) > (limits[index] ?? 0)
        if (isRefused) refusals.set(key, { used, endsAt: sentAt + resetMillis })
      }
    },

    /** The refusal of a take that is known to be too much. Buckets without a note count as unused in it. */
    of: ({ count, keys, limits, windowMillis }: TakeRequest): Consumption | undefined => {
      if (refusals.weight === 0) return undefined
      const time = now()
      const known = keys.map((key) => openOf(key, time))
      if (!known.some((refusal, index) => refusal !== undefined && refusal.used + count > (limits[index] ?? 0))) return
      const unused: Level = { used: 0, resetMillis: windowMillis }
      const levels = known.map((refusal) =>
        refusal === undefined ? unused : { used: refusal.used, resetMillis: refusal.endsAt - time }
      )
      return { allowed: false, levels }
    }
  }
}

/** Holds a connection to Redis, and makes it again when it is lost. Returns once the first one is made or refused. */
const keepConnected = Effect.fnUntraced(function* ({ prefix, url }: SharedRedis, maxWait: Duration.Duration) {
  let current: RedisCounts | undefined
  let isLost = false
  const isTried = yield* Deferred.make<void>()
  /** A take that a Redis which takes nothing refuses, such as a replica, or one whose memory is full. */
  const probe: TakeRequest = {
    keys: [`${prefix}probe`],
    windowMillis: 1_000,
    count: 1,
    limits: [Number.MAX_SAFE_INTEGER]
  }

  const establish = (counts: RedisCounts) => {
    current = counts
    update(redisLost, 0)
    const wasLost = isLost
    isLost = false
    return wasLost ? Effect.logInfo("Redis answers again: rate limits are shared between instances") : Effect.void
  }

  const reportLoss = (reason: Error) => {
    current = undefined
    update(redisLost, 1)
    const wasLost = isLost
    isLost = true
    return wasLost
      ? Effect.void
      : Effect.logWarning(`Redis is lost, so each instance counts rate limits for itself: ${reason.message}`)
  }

  const untilLost = Effect.gen(function* () {
    const counts = yield* connect(url, maxWait, () => {
      current = undefined
    })
    yield* Effect.raceFirst(
      command(() => counts.take(probe)),
      counts.lost
    )
    yield* establish(counts)
    yield* Deferred.succeed(isTried, undefined)
    return yield* counts.lost
  })

  yield* Effect.scoped(untilLost).pipe(
    Effect.tapError(reportLoss),
    Effect.tapError(() => Deferred.succeed(isTried, undefined)),
    Effect.retry(Schedule.spaced(reconnectInterval)),
    Effect.interruptible,
    Effect.forkScoped
  )
  yield* Deferred.await(isTried)
  return () => current
})

const nothing = Effect.succeed<Consumption>({ allowed: true, levels: [] })

const make = (redis: SharedRedis, maxWait: Duration.Duration) =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const now = () => Number(clock.unsafeCurrentTimeNanos()) / 1_000_000
    const local = yield* RateLimitStore
    const refusals = makeRefusals(now)
    const currentCounts = yield* keepConnected(redis, maxWait)

    const requestOf = (windowMillis: number, buckets: ReadonlyArray<Bucket>, count: number): TakeRequest => ({
      keys: buckets.map(({ key }) => `${redis.prefix}${windowMillis}:${key}`),
      windowMillis,
      count,
      limits: buckets.map(({ limit }) => limit)
    })

    /** The consumption by Redis, undefined if it does not take. */
    const takeShared = (counts: RedisCounts, take: TakeRequest) =>
      Effect.async<Consumption | undefined>((resume) => {
        const sentAt = now()
        counts.take(take).then(
          (consumption) => {
            refusals.note(take, consumption, sentAt)
            resume(Effect.succeed(consumption))
          },
          () => resume(Effect.succeed(undefined))
        )
      })

    const take = (windowMillis: number, buckets: ReadonlyArray<Bucket>, count = 1) =>
      Effect.suspend(() => {
        if (buckets.length === 0) return nothing
        const request = requestOf(windowMillis, buckets, count)
        const refusal = refusals.of(request)
        if (refusal !== undefined) {
          update(rateLimitTakes.remembered)
          return Effect.succeed(refusal)
        }
        const counts = currentCounts()
        if (counts === undefined) return local.take(windowMillis, buckets, count)
        return Effect.flatMap(takeShared(counts, request), (taken) => {
          if (taken === undefined) return local.take(windowMillis, buckets, count)
          update(rateLimitTakes.redis)
          return Effect.succeed(taken)
        })
      })

    const level = (windowMillis: number, key: string) =>
      Effect.suspend(() => {
        const counts = currentCounts()
        const counted = local.level(windowMillis, key)
        if (counts === undefined) return counted
        const reading = requestOf(windowMillis, [{ key, limit: Number.MAX_SAFE_INTEGER }], 0)
        return Effect.flatMap(takeShared(counts, reading), (consumption) => {
          const [shared] = consumption?.levels ?? []
          return shared === undefined ? counted : Effect.succeed(shared)
        })
      })

    return RateLimitStore.of({ take, level })
  })

/**
 * Counts in Redis, which all instances of a community share. While it is lost, each process counts for itself; a
 * request waits for it for `maxWait` at most, and never fails because of it.
 */
export const layer = (redis: SharedRedis, maxWait: Duration.Duration = answerLimit) =>
  Layer.scoped(RateLimitStore, make(redis, maxWait))
