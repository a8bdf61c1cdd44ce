import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Deferred, Effect, Exit, Fiber, Option, TestClock } from "effect"
import { answerLimits, IdempotencyConflict } from "../../../src/domain/Idempotency.ts"
import { TooManyRequests } from "../../../src/domain/Limits.ts"
import { IdempotencyRepo } from "../../../src/ports/IdempotencyRepo.ts"
import { Idempotency, type KeyedAnswer } from "../../../src/services/Idempotency.ts"
import { counting, keyed, once, scene, transactions, Watch } from "./scene.ts"

const conflict = (reason: IdempotencyConflict["reason"]) => new IdempotencyConflict({ reason })

describe("Idempotency.once", () => {
  it.effect("makes a write, and replays its answer", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counting
      deepStrictEqual(yield* once(run), { text: "run 1", isReplayed: false })
      deepStrictEqual(yield* once(run), { text: "run 1", isReplayed: true })
      deepStrictEqual(yield* once(run, { caller: 2 }), { text: "run 2", isReplayed: false })
      deepStrictEqual(yield* once(run, { key: "another" }), { text: "run 3", isReplayed: false })
      deepStrictEqual(yield* Effect.flip(once(run, { request: "POST /api/news" })), conflict("otherRequest"))
      strictEqual(yield* runs, 3)
    }).pipe(scene)
  )

  it.effect("makes a write again after 24 hours, and sweeps the records of others", () =>
    Effect.gen(function* () {
      const { run } = yield* counting
      const repo = yield* IdempotencyRepo
      yield* once(run, { key: "old" })
      yield* once(run)
      yield* TestClock.adjust("24 hours")
      deepStrictEqual(yield* once(run), { text: "run 2", isReplayed: true })
      yield* TestClock.adjust("1 millis")
      deepStrictEqual(yield* once(run), { text: "run 3", isReplayed: false })
      yield* TestClock.adjust("10 minutes")
      strictEqual(yield* repo.sweep(DateTime.subtract(yield* DateTime.now, { hours: 1 }), 10), 0)
      deepStrictEqual(yield* once(run), { text: "run 3", isReplayed: true })
    }).pipe(scene)
  )

  it.effect("keeps no failure: a twin that waited makes the write", () =>
    Effect.gen(function* () {
      const atomically = yield* transactions
      const { run, runs } = yield* counting
      const go = yield* Deferred.make<void>()
      const failing = atomically(Effect.zipRight(run, Effect.fail("no")))
      const first = yield* Effect.fork(once(Effect.zipRight(Deferred.await(go), failing)))
      yield* Effect.yieldNow()
      const twin = yield* Effect.fork(once(run))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(go, undefined)
      strictEqual(yield* Effect.flip(Fiber.join(first)), "no")
      deepStrictEqual(yield* Fiber.join(twin), { text: "run 1", isReplayed: false })
      strictEqual(yield* runs, 1)
    }).pipe(scene)
  )

  it.effect("answers by the record where the write fails after its commit", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counting
      const failing = Effect.zipRight(run, Effect.fail("no"))
      strictEqual((yield* once(failing)).text, "run 1")
      strictEqual((yield* once(failing)).text, "run 1")
      strictEqual(yield* runs, 1)
    }).pipe(scene)
  )

  it.effect("makes a write once for twins at once, which wait for it", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counting
      const answers = yield* Effect.replicateEffect(once(run), 5, { concurrency: "unbounded" })
      deepStrictEqual(
        answers.map(({ text }) => text),
        Array(5).fill("run 1")
      )
      strictEqual(answers.filter(({ isReplayed }) => isReplayed).length, 4)
      strictEqual(yield* runs, 1)
    }).pipe(scene)
  )

  it.effect("fails when a twin runs for more than 10 seconds, and lets other keys pass", () =>
    Effect.gen(function* () {
      const { run } = yield* counting
      const first = yield* Effect.fork(once(Effect.zipRight(Effect.never, run)))
      yield* Effect.yieldNow()
      const twin = yield* Effect.fork(Effect.flip(once(run)))
      deepStrictEqual(yield* once(run, { key: "another" }), { text: "run 1", isReplayed: false })
      yield* TestClock.adjust("9999 millis")
      strictEqual(Option.isNone(yield* Fiber.poll(twin)), true)
      yield* TestClock.adjust("1 millis")
      deepStrictEqual(yield* Fiber.join(twin), conflict("inProgress"))
      yield* Fiber.interrupt(first)
      deepStrictEqual(yield* once(run), { text: "run 2", isReplayed: false })
    }).pipe(scene)
  )

  it.effect("limits the wait for a twin, not the write, and keeps no turn that comes as the wait ends", () =>
    Effect.gen(function* () {
      const { run } = yield* counting
      const failing = (seconds: number, key: string) =>
        Effect.fork(Effect.flip(once(Effect.delay(Effect.fail("no"), `${seconds} seconds`), { key })))
      yield* failing(9, "slow")
      yield* Effect.yieldNow()
      const slow = yield* Effect.fork(once(Effect.delay(run, "11 seconds"), { key: "slow" }))
      yield* TestClock.adjust("20 seconds")
      deepStrictEqual(yield* Fiber.join(slow), { text: "run 1", isReplayed: false })
      yield* failing(10, "tie")
      yield* Effect.yieldNow()
      const twin = yield* Effect.fork(Effect.exit(once(run, { key: "tie" })))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(twin)
      strictEqual((yield* once(run, { key: "tie" })).text, "run 2")
    }).pipe(scene)
  )

  it.effect("waits up to 10 seconds for a twin on another instance, and does not run the write then", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counting
      const watch = yield* Watch
      watch.isHeld = true
      const patient = yield* Effect.fork(once(run))
      yield* TestClock.adjust("9 seconds")
      deepStrictEqual([Option.isNone(yield* Fiber.poll(patient)), yield* runs], [true, 0])
      watch.isHeld = false
      yield* TestClock.adjust("1 second")
      deepStrictEqual(yield* Fiber.join(patient), { text: "run 1", isReplayed: false })
      watch.isHeld = true
      const late = yield* Effect.fork(Effect.flip(once(run, { key: "another" })))
      yield* TestClock.adjust("11 seconds")
      deepStrictEqual(yield* Fiber.join(late), conflict("inProgress"))
    }).pipe(scene)
  )

  it.effect("begins the write again when another instance takes the key before its transaction", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counting
      const watch = yield* Watch
      let tries = 0
      const hold = Effect.sync(() => {
        watch.isHeld = ++tries === 1
      })
      const write = yield* Effect.fork(once(Effect.zipRight(hold, run)))
      yield* TestClock.adjust("1 second")
      deepStrictEqual([tries, yield* runs], [1, 0])
      watch.isHeld = false
      yield* TestClock.adjust("1 second")
      deepStrictEqual(yield* Fiber.join(write), { text: "run 1", isReplayed: false })
      deepStrictEqual([tries, yield* runs], [2, 1])
    }).pipe(scene)
  )

  it.effect("undoes the write when its record cannot be stored", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counting
      const watch = yield* Watch
      watch.isBroken = true
      assertTrue(Exit.isFailure(yield* Effect.exit(once(run))))
      strictEqual(yield* runs, 0)
      watch.isBroken = false
      deepStrictEqual(yield* once(run), { text: "run 1", isReplayed: false })
    }).pipe(scene)
  )

  it.effect("joins the outermost transaction of a write, and no later one", () =>
    Effect.gen(function* () {
      const atomically = yield* transactions
      const { run, runs } = yield* counting
      const nested = atomically(Effect.zipRight(run, run))
      deepStrictEqual(yield* once(Effect.zipLeft(nested, run)), { text: "run 2", isReplayed: false })
      strictEqual(yield* runs, 3)
      deepStrictEqual(yield* once(run), { text: "run 2", isReplayed: true })
    }).pipe(scene)
  )

  it.effect("answers with the result of the transaction, whatever the write makes of it", () =>
    Effect.gen(function* () {
      const { run } = yield* counting
      const write = Effect.as(run, "another")
      deepStrictEqual(
        [yield* once(write), yield* once(write)],
        [
          { text: "run 1", isReplayed: false },
          { text: "run 1", isReplayed: true }
        ]
      )
    }).pipe(scene)
  )

  it.effect("is a defect for a write without a transaction, and for one that goes on without its own", () =>
    Effect.gen(function* () {
      const atomically = yield* transactions
      const { run, runs } = yield* counting
      const rolledBack = Effect.orElseSucceed(atomically(Effect.zipRight(run, Effect.fail("no"))), () => 1)
      const recorded = Effect.gen(function* () {
        const watch = yield* Watch
        watch.isBroken = true
        return yield* Effect.catchAllDefect(run, () => Effect.succeed(1))
      })
      for (const write of [Effect.succeed(1), rolledBack, recorded]) {
        const exit = yield* Effect.exit(once(write))
        assertTrue(Exit.isFailure(exit) && String(exit.cause).includes("made no transaction"))
      }
      strictEqual(yield* runs, 0)
    }).pipe(scene)
  )

  it.effect("stores neither the key nor the request, and of a body over 64 kB the id only", () =>
    Effect.gen(function* () {
      const { added } = yield* Watch
      const atomically = yield* transactions
      const long = `"${"é".repeat(answerLimits.bodyBytes / 2)}"`
      const make = (body: string) =>
        Effect.flatMap(Idempotency, (service) =>
          service.once(
            keyed({ key: `the key ${body.length}`, request: "a password" }),
            {
              encode: (result) => ({ status: 201, location: "/api/posts/31", body: String(result) }),
              decode: Effect.succeed<KeyedAnswer>
            },
            atomically(Effect.succeed(body))
          )
        )
      const fits = `{"id":31,"text":"${"x".repeat(answerLimits.bodyBytes - 19)}"}`
      const answers = [fits, `${fits} `, `{"id":31,"text":${long}}`]
      for (const body of answers) {
        const [first, again] = [yield* make(body), yield* make(body)]
        deepStrictEqual([first.body === body, first.isWhole, first.isReplayed], [true, true, false])
        const replayed = body === fits ? fits : '{"id":31}'
        deepStrictEqual(again, {
          status: 201,
          location: "/api/posts/31",
          body: replayed,
          isWhole: body === fits,
          isReplayed: true
        })
      }
      strictEqual(added.length, answers.length)
      for (const record of added) assertTrue(!/the key|a password/.test(JSON.stringify(record)))
    }).pipe(scene)
  )

  it.effect("keeps 1,000 answers of a member, then refuses until the oldest is 24 hours old; others go on", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counting
      yield* TestClock.adjust("1 hour")
      yield* once(run, { key: "the first" })
      yield* TestClock.adjust("1 hour")
      const [repo, { added }] = yield* Effect.all([IdempotencyRepo, Watch])
      const createdAt = yield* DateTime.now
      const others = Array.from({ length: answerLimits.answers - 6 }, (_, at) => at)
      yield* repo.addAll(
        added.flatMap((record) => others.map((at) => ({ ...record, keyHash: `hash ${at}`, createdAt }))),
        createdAt
      )
      const many = Array.from({ length: 20 }, (_, at) => Effect.exit(once(run, { key: `key ${at}` })))
      const exits = yield* Effect.all(many, { concurrency: "unbounded" })
      strictEqual(exits.filter(Exit.isSuccess).length, 5)
      strictEqual(yield* runs, 6)
      const refused = yield* Effect.flip(once(run, { key: "one more" }))
      assertTrue(refused instanceof TooManyRequests)
      deepStrictEqual([refused.limit, refused.retryAfterSeconds], ["answers", 23 * 3600])
      strictEqual((yield* once(run, { key: "the first" })).isReplayed, true)
      strictEqual((yield* once(run, { caller: 2, key: "one more" })).isReplayed, false)
      yield* TestClock.adjust("23 hours")
      yield* TestClock.adjust("1 millis")
      strictEqual((yield* once(run, { key: "one more" })).isReplayed, false)
    }).pipe(scene)
  )
})
