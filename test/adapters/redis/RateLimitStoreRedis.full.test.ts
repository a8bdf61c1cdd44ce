import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Context, Duration, Effect, FiberRef, HashSet, Layer, Logger, Metric, Redacted } from "effect"
import { answerLimit } from "../../../src/adapters/redis/RedisCounts.ts"
import { rateLimitTakes, redisLost } from "../../../src/metrics/Metrics.ts"
import { RateLimitStore } from "../../../src/ports/RateLimitStore.ts"
import { silentProxy } from "../../process/SilentProxy.ts"
import { countedIn, longTimeout } from "../../support/redis/CountingStores.ts"
import { ownPrefix, redisServer, redisUrl } from "../../support/redis/RedisServer.ts"
import { until } from "../../support/Waiting.ts"

const minute = 60_000

/** A store by a URL, the lines of its log, and takes of one from one bucket. */
const storeAt = (url: string, { prefix = "test:", answerLimit = longTimeout } = {}) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
    const built = Layer.build(countedIn({ url: Redacted.make(url), prefix }, answerLimit))
    const services = yield* Effect.locally(built, FiberRef.currentLoggers, HashSet.make(logger))
    const store = Context.get(services, RateLimitStore)
    const take = (key: string, limit: number) =>
      Effect.map(store.take(minute, [{ key, limit }]), ({ allowed }) => allowed)
    /** True if the next take is counted by this process. */
    const counted = Effect.map(Metric.value(rateLimitTakes.process), ({ count }) => count)
    const before = Effect.zipLeft(counted, take("anything", 1_000_000))
    const isAlone = Effect.zipWith(before, counted, (before, after) => after > before)
    return { store, take, lines, isAlone, isLost: until(isAlone), isBack: until(Effect.negate(isAlone)) }
  })

const countAllowed = (takes: ReadonlyArray<Effect.Effect<boolean, unknown>>) =>
  Effect.map(
    Effect.all(takes, { concurrency: "unbounded" }),
    (results) => results.filter((isAllowed) => isAllowed).length
  )

const remembered = Effect.map(Metric.value(rateLimitTakes.remembered), ({ count }) => count)

/** The faults of a Redis that takes no counts, and the way back. */
const faults: Readonly<
  Record<string, readonly [ReadonlyArray<ReadonlyArray<string>>, ReadonlyArray<ReadonlyArray<string>>, RegExp]>
> = {
  "has no memory left": [
    [["CONFIG", "SET", "maxmemory", "1"]],
    [["CONFIG", "SET", "maxmemory", "0"]],
    /OOM command not allowed/
  ],
  "has become a replica": [
    [["REPLICAOF", "127.0.0.1", "1"]],
    [["REPLICAOF", "NO", "ONE"]],
    /READONLY|MASTERDOWN|LOADING/
  ],
  "cannot save to its disk": [
    [["CONFIG", "SET", "dir", "/proc"], ["CONFIG", "SET", "save", "1 1"], ["SET", "changed", "1"], ["BGSAVE"]],
    [["CONFIG", "SET", "stop-writes-on-bgsave-error", "no"]],
    /MISCONF/
  ],
  "denies the command": [
    [["ACL", "SETUSER", "default", "-eval", "-evalsha"]],
    [["ACL", "SETUSER", "default", "+eval", "+evalsha"]],
    /NOPERM/
  ]
}

describe.skipIf(redisUrl === undefined)("RateLimitStoreRedis", () => {
  it.scopedLive("take admits exactly the limit over all instances", () =>
    Effect.gen(function* () {
      const { shared } = yield* ownPrefix
      const stores = yield* Effect.all(Array.makeBy(3, () => storeAt(redisUrl ?? "", shared)))
      const takes = Array.makeBy(300, (index) => stores[index % 3]?.take("a", 100) ?? Effect.succeed(false))
      strictEqual(yield* countAllowed(takes), 100)
    })
  )

  it.scopedLive("take takes nothing from one bucket if another instance has used up the other", () =>
    Effect.gen(function* () {
      const { shared } = yield* ownPrefix
      const [one, two] = [yield* storeAt(redisUrl ?? "", shared), yield* storeAt(redisUrl ?? "", shared)]
      yield* one.take("narrow", 1)
      const both = [
        { key: "wide", limit: 5 },
        { key: "narrow", limit: 1 }
      ]
      const { allowed, levels } = yield* two.store.take(minute, both)
      deepStrictEqual([allowed, levels.map(({ used }) => used)], [false, [0, 1]])
      deepStrictEqual(yield* two.store.level(minute, "wide"), { used: 0, resetMillis: minute })
    })
  )

  it.scopedLive("take of communities with other prefixes is counted apart", () =>
    Effect.gen(function* () {
      const [mine, other] = [yield* ownPrefix, yield* ownPrefix]
      const one = yield* storeAt(redisUrl ?? "", mine.shared)
      const two = yield* storeAt(redisUrl ?? "", other.shared)
      deepStrictEqual([yield* one.take("a", 1), yield* one.take("a", 1), yield* two.take("a", 1)], [true, false, true])
    })
  )

  it.scopedLive("take leaves keys that expire with their windows, and no others", () =>
    Effect.gen(function* () {
      const { client, keys, shared } = yield* ownPrefix
      const { store, take } = yield* storeAt(redisUrl ?? "", shared)
      yield* take("a", 10)
      yield* take("a", 10)
      yield* store.level(minute, "b")
      const expiries = yield* Effect.forEach(yield* keys, (key) =>
        Effect.map(
          Effect.promise(() => client.pttl(key)),
          (left) => [key.replace(shared.prefix, ""), left] as const
        )
      )
      const lasting = expiries.filter(([key]) => key !== "probe")
      deepStrictEqual(
        lasting.map(([key]) => key),
        ["60000:a"]
      )
      for (const [key, left] of expiries) assertTrue(left > 0 && left <= minute, `${key} ${left}`)
    })
  )

  it.scopedLive("take remembers a bucket that is used up, so that a flood sends Redis nothing", () =>
    Effect.gen(function* () {
      const { client, shared } = yield* ownPrefix
      const { store, take } = yield* storeAt(redisUrl ?? "", shared)
      deepStrictEqual([yield* take("a", 2), yield* take("a", 2)], [true, true])
      yield* Effect.promise(() => client.del(`${shared.prefix}60000:a`)) // Redis would allow it
      const before = yield* remembered
      strictEqual(yield* countAllowed(Array.makeBy(1_000, () => take("a", 2))), 0)
      strictEqual((yield* remembered) - before, 1_000)
      const refused = yield* store.take(minute, [
        { key: "b", limit: 5 },
        { key: "a", limit: 2 }
      ])
      deepStrictEqual([refused.allowed, refused.levels.map(({ used }) => used)], [false, [0, 2]])
      strictEqual(yield* take("b", 1), true)
    })
  )

  it.scopedLive("take resets a window that would last longer than it may, since the clock of Redis was set back", () =>
    Effect.gen(function* () {
      const { client, shared } = yield* ownPrefix
      const { store, take } = yield* storeAt(redisUrl ?? "", shared)
      yield* take("a", 5)
      yield* Effect.promise(() => client.pexpire(`${shared.prefix}60000:a`, 3_600_000))
      const taken = yield* store.take(minute, [{ key: "a", limit: 5 }])
      deepStrictEqual([taken.allowed, taken.levels[0]?.used], [true, 1])
      yield* Effect.promise(() => client.persist(`${shared.prefix}60000:a`))
      const level = yield* store.level(minute, "a")
      deepStrictEqual(level, { used: 0, resetMillis: minute })
    })
  )

  it.scopedLive("take sends the script again when Redis has forgotten it, and counts on", () =>
    Effect.gen(function* () {
      const { command, url } = yield* redisServer
      const { lines, store, take } = yield* storeAt(url)
      yield* take("a", 100)
      yield* command("SCRIPT", "FLUSH")
      strictEqual(yield* countAllowed(Array.makeBy(50, () => take("a", 20))), 19)
      strictEqual((yield* store.level(minute, "a")).used, 20)
      deepStrictEqual(lines, [])
    })
  )

  for (const [fault, [breaking, mending, reason]] of Object.entries(faults)) {
    it.scopedLive(
      `take is counted by the process while Redis ${fault}, with one warning, and shared again after it`,
      () =>
        Effect.gen(function* () {
          const { command, refused, url } = yield* redisServer
          const [one, two] = [yield* storeAt(url), yield* storeAt(url)]
          strictEqual(yield* one.take("a", 10), true)
          yield* Effect.forEach(breaking, ([name = "", ...args]) => command(name, ...args))
          yield* until(
            Effect.gen(function* () {
              yield* one.take("b", 1_000_000)
              return yield* one.isAlone
            })
          )
          strictEqual(yield* countAllowed(Array.makeBy(20, () => one.take("c", 10))), 10)
          strictEqual((yield* Metric.value(redisLost)).value, 1)
          const before = yield* refused
          yield* until(Effect.map(refused, (errors) => errors >= before + 2)) // it has tried again twice
          assertTrue(yield* one.isAlone)
          assertTrue(reason.test(one.lines.join()), one.lines.join())
          strictEqual(one.lines.length, 1)
          yield* two.take("b", 1_000_000)
          yield* Effect.forEach(mending, ([name = "", ...args]) => command(name, ...args))
          yield* one.isBack
          yield* two.isBack
          deepStrictEqual(
            one.lines.map((line) => line.split(" ")[0]),
            ["WARN", "INFO"]
          )
          strictEqual((yield* Metric.value(redisLost)).value, 0)
          const takes = Array.makeBy(20, (index) => (index % 2 === 0 ? one : two).take("d", 10))
          strictEqual(yield* countAllowed(takes), 10)
        })
    )
  }

  it.scopedLive("take never fails or waits for a Redis that is killed, and is shared again once it has restarted", () =>
    Effect.gen(function* () {
      const { kill, start, url } = yield* redisServer
      const [one, two] = [yield* storeAt(url), yield* storeAt(url)]
      const during = Effect.forEach(Array.range(1, 500), () => one.take("a", 1_000_000))
      const killed = Effect.delay(kill, "5 millis")
      const [allowed] = yield* Effect.all([during, killed], { concurrency: 2 })
      assertTrue(allowed.every((isAllowed) => isAllowed))
      yield* Effect.all([one.isLost, two.isLost])
      yield* start
      yield* Effect.all([one.isBack, two.isBack])
      const takes = Array.makeBy(20, (index) => (index % 2 === 0 ? one : two).take("b", 10))
      strictEqual(yield* countAllowed(takes), 10)
      deepStrictEqual(
        [one, two].map(({ lines }) => lines.length),
        [2, 2]
      )
    })
  )

  it.scopedLive("take waits for a silent Redis once, a quarter of a second, and not again until it answers", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const proxy = yield* silentProxy(server.url)
      const { isAlone, isBack, lines, take } = yield* storeAt(proxy.url, { answerLimit })
      for (const silence of [proxy.freeze, proxy.freezeExisting]) {
        yield* take("a", 1_000_000)
        yield* silence
        const [first] = yield* Effect.timed(countAllowed(Array.makeBy(100, () => take("a", 1_000_000))))
        const millis = Duration.toMillis(first)
        assertTrue(millis >= 249, `${millis} ms`)
        if (silence === proxy.freeze) {
          assertTrue(yield* isAlone)
          const before = yield* proxy.accepted
          yield* until(Effect.map(proxy.accepted, (accepted) => accepted > before)) // it has tried to connect again
          // One after the other: if each waited, these would take eight minutes.
          const [later] = yield* Effect.timed(Effect.forEach(Array.range(1, 2_000), () => take("b", 1_000_000)))
          assertTrue(Duration.toMinutes(later) < 4, Duration.format(later))
          strictEqual(lines.length, 1)
          yield* proxy.thaw
        }
        yield* isBack
      }
      deepStrictEqual(
        lines.map((line) => line.split(" ")[0]),
        ["WARN", "INFO", "WARN", "INFO"]
      )
      assertTrue(lines[0]?.endsWith("no answer within 250 ms") === true, lines[0])
    })
  )

  it.scopedLive("a bucket that is used up stays so when Redis is lost", () =>
    Effect.gen(function* () {
      const { kill, url } = yield* redisServer
      const { isLost, take } = yield* storeAt(url)
      deepStrictEqual([yield* take("a", 1), yield* take("a", 1)], [true, false])
      yield* kill
      yield* isLost
      deepStrictEqual([yield* take("a", 1), yield* take("b", 1), yield* take("b", 1)], [false, true, false])
    })
  )

  it.scopedLive(
    "a start waits a second at most for a Redis that cannot be reached, warns, and shares when it can",
    () =>
      Effect.gen(function* () {
        const server = yield* redisServer
        yield* server.kill
        const [time, store] = yield* Effect.timed(storeAt(server.url))
        assertTrue(Duration.toMillis(time) < 5_000)
        deepStrictEqual(
          store.lines.map((line) => /^WARN Redis is lost.*ECONNREFUSED/.test(line)),
          [true]
        )
        deepStrictEqual([yield* store.take("a", 1), yield* store.take("a", 1)], [true, false])
        yield* server.start
        yield* store.isBack
        const silent = yield* silentProxy(server.url)
        yield* silent.freeze
        const [silence] = yield* Effect.timed(storeAt(silent.url, { answerLimit }))
        assertTrue(Duration.toMillis(silence) < 5_000)
      })
  )

  it.scopedLive("a wrong password is a loss like others, and no log shows it", () =>
    Effect.gen(function* () {
      const { command, url } = yield* redisServer
      yield* command("CONFIG", "SET", "requirepass", "secret-of-redis")
      const wrong = yield* storeAt(url.replace("redis://", "redis://:hidden-word@"))
      assertTrue(/^WARN .*WRONGPASS/.test(wrong.lines.join()), wrong.lines.join())
      const none = yield* storeAt(url)
      assertTrue(/^WARN .*NOAUTH/.test(none.lines.join()), none.lines.join())
      const right = yield* storeAt(url.replace("redis://", "redis://default:secret-of-redis@"))
      deepStrictEqual([yield* right.isAlone, right.lines], [false, []])
      strictEqual(/hidden-word/.test([...wrong.lines, ...none.lines].join()), false)
    })
  )
})
