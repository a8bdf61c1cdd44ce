import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual, throws } from "@effect/vitest/utils"
import { Context, DateTime, Deferred, Effect, Exit, Fiber, Layer, Option, Redacted, TestClock } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { IdempotencyConflict } from "../../../src/domain/Idempotency.ts"
import { ContentRepo } from "../../../src/ports/ContentRepo.ts"
import { IdempotencyCipher } from "../../../src/ports/idempotency/IdempotencyCipher.ts"
import { IdempotencyRepo, KeyBusy } from "../../../src/ports/idempotency/IdempotencyRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { Idempotency } from "../../../src/services/idempotency/Idempotency.ts"

/** The bytes of the records that were stored, and the repository as it may fail. */
class Watch extends Context.Tag("test/Watch")<
  Watch,
  {
    readonly added: Array<Uint8Array>
    /** True while no record can be stored. */
    isBroken: boolean
    /** True while another instance holds every key. */
    isHeld: boolean
  }
>() {
  static readonly layer = Layer.sync(Watch, () => ({ added: [], isBroken: false, isHeld: false }))
}

const watched = Layer.effect(
  IdempotencyRepo,
  Effect.map(Effect.all([IdempotencyRepo, Watch]), ([repo, watch]) =>
    IdempotencyRepo.of({
      ...repo,
      claimAll: (keyHashes, keptSince) =>
        Effect.suspend(() =>
          watch.isHeld
            ? Effect.succeed(keyHashes.map((keyHash) => Option.some(new KeyBusy({ keyHash }))))
            : repo.claimAll(keyHashes, keptSince)
        ),
      addAll: (records, keptSince) =>
        Effect.suspend(() => {
          for (const { answer, fingerprint, salt } of records) watch.added.push(salt, fingerprint, answer)
          return watch.isBroken ? Effect.dieMessage("the record cannot be stored") : repo.addAll(records, keptSince)
        })
    })
  )
)

const scene = Effect.provide(
  Idempotency.layer.pipe(
    Layer.provideMerge(watched),
    Layer.provideMerge(Layer.mergeAll(Memory.layer, SecretsRandom.layer, Watch.layer))
  )
)

const keyed = (change: { readonly key?: string; readonly caller?: string; readonly request?: string } = {}) => ({
  key: Redacted.make(change.key ?? "a key"),
  caller: change.caller ?? "user 1",
  request: change.request ?? "POST /api/posts",
  isSecret: false
})

/** Counts its runs, in a transaction. */
const counting = Effect.gen(function* () {
  const { atomically } = yield* Transaction
  const repo = yield* ContentRepo
  const runs = Effect.map(repo.lockVersion("runs"), Option.match({ onNone: () => 0, onSome: Number }))
  const run = atomically(
    Effect.tap(
      Effect.map(runs, (count) => count + 1),
      (count) => repo.setVersion("runs", `${count}`)
    )
  )
  return { run, runs }
})

const once = <A, E, R>(write: Effect.Effect<A, E, R>, change: Parameters<typeof keyed>[0] = {}) =>
  Effect.flatMap(Idempotency, (service) => service.once(keyed(change), (result) => `run ${String(result)}`, write))

const conflict = (reason: IdempotencyConflict["reason"]) => new IdempotencyConflict({ reason })

describe("Idempotency.once", () => {
  it.effect("makes a write, and replays its answer", () =>
    Effect.gen(function* () {
      const { run, runs } = yield* counting
      deepStrictEqual(yield* once(run), { text: "run 1", isReplayed: false })
      deepStrictEqual(yield* once(run), { text: "run 1", isReplayed: true })
      deepStrictEqual(yield* once(run, { caller: "user 2" }), { text: "run 2", isReplayed: false })
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
      const { atomically } = yield* Transaction
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

  it.effect("waits up to 10 seconds for a twin on another instance, without running the write meanwhile", () =>
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
      const { atomically } = yield* Transaction
      const { run, runs } = yield* counting
      const nested = atomically(Effect.zipRight(run, run))
      deepStrictEqual(yield* once(Effect.zipLeft(nested, run)), { text: "run 2", isReplayed: false })
      strictEqual(yield* runs, 3)
      deepStrictEqual(yield* once(run), { text: "run 2", isReplayed: true })
    }).pipe(scene)
  )

  it.effect("is a defect for a write whose result is not that of its transaction", () =>
    Effect.gen(function* () {
      const { run } = yield* counting
      const unrecorded = yield* Effect.exit(once(Effect.succeed(1)))
      const another = yield* Effect.exit(once(Effect.as(run, "another")))
      for (const exit of [unrecorded, another]) {
        assertTrue(Exit.isFailure(exit) && String(exit.cause).includes("did not give the result of its transaction"))
      }
    }).pipe(scene)
  )

  it.effect("stores neither the key nor the answer in plain, and nothing twice the same", () =>
    Effect.gen(function* () {
      const { added } = yield* Watch
      const write = Effect.flatMap(Transaction, ({ atomically }) => atomically(Effect.succeed("rdc_secret")))
      for (const caller of ["user 1", "user 2"]) yield* once(write, { key: "the key", caller })
      strictEqual(added.length, 6)
      const stored = added.map((bytes) => Buffer.from(bytes).toString("latin1"))
      for (const text of stored) assertTrue(!/secret|the key|user|posts/.test(text), text)
      strictEqual(new Set(stored).size, 6)
    }).pipe(scene)
  )
})

describe("IdempotencyCipher", () => {
  const cipher = Effect.provide(IdempotencyCipher, SecretsRandom.layer)

  it.effect("decrypts with the same key and salt alone", () =>
    Effect.gen(function* () {
      const { of } = yield* cipher
      const one = of(Redacted.make("one"))
      const sealed = one.encrypt("an answer, \u{1f9ec}")
      strictEqual(of(Redacted.make("one"), one.salt).decrypt(sealed), "an answer, \u{1f9ec}")
      assertTrue(!Buffer.from(one.encrypt("an answer")).equals(Buffer.from(one.encrypt("an answer"))))
      for (const decrypt of [
        () => of(Redacted.make("two"), one.salt).decrypt(sealed),
        () => of(Redacted.make("one")).decrypt(sealed),
        () => one.decrypt(sealed.map((byte, at) => (at === sealed.length - 1 ? byte ^ 1 : byte))),
        () => one.decrypt(sealed.subarray(0, 20))
      ]) {
        throws(decrypt)
      }
    })
  )

  it.effect("gives fingerprints that depend on the key, the salt, the request and the cost", () =>
    Effect.gen(function* () {
      const { isSame, of } = yield* cipher
      const one = of(Redacted.make("one"))
      for (const cost of ["cheap", "costly"] as const) {
        const prints = yield* Effect.all([
          one.fingerprint("a request", cost),
          of(Redacted.make("one"), one.salt).fingerprint("a request", cost),
          one.fingerprint("another request", cost),
          of(Redacted.make("two"), one.salt).fingerprint("a request", cost),
          of(Redacted.make("one")).fingerprint("a request", cost),
          one.fingerprint("a request", cost === "cheap" ? "costly" : "cheap")
        ])
        const [first = Buffer.from("")] = prints
        deepStrictEqual(
          prints.map((print) => isSame(first, print)),
          [true, true, false, false, false, false]
        )
      }
    })
  )
})
