import { createHash } from "node:crypto"
import { Deferred, Duration, Effect, type Redacted, type Scope } from "effect"
import type { Redis } from "ioredis"
import { yieldToEventLoop } from "../../concurrency/BatchQueue.ts"
import type { Consumption } from "../../ports/RateLimitStore.ts"
import { open } from "./RedisConnection.ts"

/**
 * Takes `count` from all buckets or from none, on the clock of Redis. KEYS are the buckets. ARGV are the length of the
 * windows in milliseconds, the count, and the limit of each bucket. It returns 1 if it has taken, 0 if not, and for
 * each bucket its count and the milliseconds to the end of its window. A key lives as long as its window. One that
 * would live longer, since the clock was set back, begins again, and so does one whose value is not a count. A count of
 * 0 only looks.
 */
const takeScript = `
local window, count = tonumber(ARGV[1]), tonumber(ARGV[2])
local allowed, states = 1, {}
for index, key in ipairs(KEYS) do
  local reset = redis.call('PTTL', key)
  local used = 0
  local value = reset > 0 and reset <= window and redis.pcall('GET', key)
  if type(value) == 'string' and #value < 16 and value:find('^%d+$') then used = tonumber(value) else reset = window end
  if used + count > tonumber(ARGV[index + 2]) then allowed = 0 end
  states[2 * index - 1], states[2 * index] = used, reset
end
if allowed == 1 and count > 0 then
  for index, key in ipairs(KEYS) do
    local used = states[2 * index - 1]
    if used > 0 then redis.call('INCRBY', key, count) else redis.call('SET', key, count, 'PX', window) end
    states[2 * index - 1] = used + count
  end
end
return {allowed, unpack(states)}
`

/** The name of the script for EVALSHA. */
const takeScriptSha = createHash("sha1").update(takeScript).digest("hex")

/**
 * The longest wait for an answer of Redis. A request that has waited this long is counted by its process, as are all
 * after it.
 */
export const answerLimit = Duration.millis(250)

/** The further wait for an answer of Redis, for a process that was too busy to send or to read. */
const busyMillis = 25

export interface TakeRequest {
  readonly keys: ReadonlyArray<string>
  readonly windowMillis: number
  readonly count: number
  readonly limits: ReadonlyArray<number>
}

export interface RedisCounts {
  /** Fails if Redis does not take; then the connection is lost. */
  readonly take: (take: TakeRequest) => Promise<Consumption>

  /**
   * Fails once the connection is lost: it broke, Redis refused a take, or an answer took too long. Callers must always
   * run it.
   */
  readonly lost: Effect.Effect<never, Error>
}

/** A script that is not known has to be sent: Redis has restarted, or its scripts were flushed. */
const evaluate = (client: Redis, { count, keys, limits, windowMillis }: TakeRequest): Promise<unknown> => {
  const parameters = [keys.length, ...keys, windowMillis, count, ...limits] as const
  return client.evalsha(takeScriptSha, ...parameters).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith("NOSCRIPT")) return client.eval(takeScript, ...parameters)
    throw error
  })
}

const isNumbers = (reply: unknown): reply is ReadonlyArray<number> =>
  Array.isArray(reply) && reply.every((value) => typeof value === "number")

const consumptionOf = (reply: unknown, { keys }: TakeRequest): Consumption => {
  if (!isNumbers(reply) || reply.length !== 1 + 2 * keys.length) throw new Error("the reply is not one of the script")
  const [allowed, ...states] = reply
  const levels = keys.map((_, index) => ({ used: states[2 * index] ?? 0, resetMillis: states[2 * index + 1] ?? 0 }))
  return { allowed: allowed === 1, levels }
}

/**
 * Opens a connection that ends with the scope. `onLoss` is called when it is lost, also if an answer exceeds `limit`.
 */
export const connect = (
  url: Redacted.Redacted,
  limit: Duration.Duration,
  onLoss: () => void
): Effect.Effect<RedisCounts, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const limitMillis = Duration.toMillis(limit)
    const clock = yield* Effect.clock
    const now = () => Number(clock.unsafeCurrentTimeNanos()) / 1_000_000
    const loss = yield* Deferred.make<never, Error>()
    const lose = (reason: Error) => {
      onLoss()
      Deferred.unsafeDone(loss, Effect.fail(reason))
    }
    const client = yield* open(url, lose)
    /** The commands without an answer, oldest first. */
    const waiting = new Set<{ readonly sentAt: number }>()
    const isWaiting = yield* Effect.makeLatch()

    const take = async (take: TakeRequest) => {
      const sent = { sentAt: now() }
      waiting.add(sent)
      isWaiting.unsafeOpen()
      try {
        return consumptionOf(await evaluate(client, take), take)
      } catch (error) {
        lose(error instanceof Error ? error : new Error(String(error)))
        throw error
      } finally {
        waiting.delete(sent)
      }
    }

    /** Waits until the oldest command must have been answered, and fails if it was not. */
    const watch = Effect.suspend(() => {
      const [oldest] = waiting
      if (oldest === undefined) {
        isWaiting.unsafeClose()
        return Effect.void
      }
      const left = oldest.sentAt + limitMillis - now()
      if (left > 0) return Effect.sleep(left)
      const check = Effect.suspend(() =>
        waiting.has(oldest) ? Effect.fail(new Error(`no answer within ${limitMillis} ms`)) : Effect.void
      )
      // A process that was busy for that time first sends waiting commands and reads answers that have arrived.
      return Effect.zipRight(Effect.delay(yieldToEventLoop, busyMillis), check)
    })

    const watched = Effect.forever(Effect.zipRight(isWaiting.await, watch))
    return { take, lost: Effect.raceFirst(Deferred.await(loss), watched) }
  })
