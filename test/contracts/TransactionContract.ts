import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Deferred, Effect, Fiber, type Layer, Logger, LogLevel, Option } from "effect"
import { ContentRepo } from "../../src/ports/ContentRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { unique } from "./newRows.ts"

const setVersion = (name: string, version = "1") =>
  Effect.flatMap(ContentRepo, (repo) => repo.setVersion(name, version))

const versionOf = (name: string) =>
  Effect.flatMap(ContentRepo, (repo) =>
    Effect.map(
      repo.lockVersion(name),
      Option.getOrElse((): string => "nothing")
    )
  )

/** The contract of `Transaction`. */
export const transactionContract = <E>(adapter: string, storage: Layer.Layer<ContentRepo | Transaction, E>) =>
  layer(storage)(`${adapter}: Transaction`, (it) => {
    it.effect("Transaction.atomically commits all writes, or none when it fails", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const [one, other] = [unique(), unique()]
        const both = Effect.zipRight(setVersion(one), setVersion(other))
        strictEqual(yield* both.pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.flip), "no")
        deepStrictEqual([yield* versionOf(one), yield* versionOf(other)], ["nothing", "nothing"])
        yield* atomically(both)
        deepStrictEqual([yield* versionOf(one), yield* versionOf(other)], ["1", "1"])
      })
    )

    it.effect("Transaction.atomically gives the result of its effect", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        strictEqual(yield* atomically(Effect.as(setVersion(unique()), "done")), "done")
      })
    )

    it.effect("Transaction.atomically rolls back after a defect or an interruption", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const name = unique()
        yield* setVersion(name).pipe(Effect.zipRight(Effect.die("bug")), atomically, Effect.exit)
        yield* setVersion(name).pipe(Effect.zipRight(Effect.interrupt), atomically, Effect.exit)
        strictEqual(yield* versionOf(name), "nothing")
      })
    )

    it.effect(
      "Transaction.atomically rolls back when another fiber interrupts it, and runs no effect after commit",
      () =>
        Effect.gen(function* () {
          const { afterCommit, atomically } = yield* Transaction
          const name = unique()
          const effects: Array<string> = []
          const written = yield* Deferred.make<void>()
          const cut = yield* setVersion(name).pipe(
            Effect.zipRight(afterCommit(Effect.sync(() => void effects.push(name)))),
            Effect.zipRight(Deferred.succeed(written, undefined)),
            Effect.zipRight(Effect.never),
            atomically,
            Effect.fork
          )
          yield* Deferred.await(written)
          yield* Fiber.interrupt(cut)
          strictEqual(yield* versionOf(name), "nothing")
          deepStrictEqual(effects, [])
        })
    )

    it.effect("Transaction.atomically rolls back a failed inner transaction alone", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const [whole, part] = [unique(), unique()]
        const failed = setVersion(part).pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
        yield* atomically(Effect.zipRight(setVersion(whole), failed))
        deepStrictEqual([yield* versionOf(whole), yield* versionOf(part)], ["1", "nothing"])
      })
    )

    it.effect("Transaction.atomically rolls back a successful inner transaction with the outer one", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const name = unique()
        yield* atomically(setVersion(name)).pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
        strictEqual(yield* versionOf(name), "nothing")
      })
    )

    it.effect("Transaction.atomically lets its effect read its own writes", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const name = unique()
        strictEqual(yield* atomically(Effect.zipRight(setVersion(name, "2"), versionOf(name))), "2")
      })
    )

    it.effect(
      "Transaction.afterCommit runs effects after the outermost commit, in order, and none after a rollback",
      () =>
        Effect.gen(function* () {
          const { afterCommit, atomically } = yield* Transaction
          const effects: Array<string> = []
          const afterwards = (word: string) => afterCommit(Effect.sync(() => void effects.push(word)))
          const undone = afterwards("undone").pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
          yield* atomically(
            Effect.gen(function* () {
              yield* afterwards("outer")
              yield* atomically(afterwards("inner"))
              yield* undone
              effects.push("body")
            })
          )
          yield* undone
          yield* afterwards("outside")
          deepStrictEqual(effects, ["body", "outer", "inner", "outside"])
        })
    )

    it.effect("Transaction.afterCommit logs a defect, runs the effects after it, and the write succeeds", () =>
      Effect.gen(function* () {
        const { afterCommit, atomically } = yield* Transaction
        const effects: Array<string> = []
        const broken = afterCommit(Effect.die("a listener throws"))
        const name = unique()
        const written = atomically(
          Effect.zipRight(
            Effect.all([setVersion(name, "3"), broken]),
            afterCommit(Effect.sync(() => effects.push("next")))
          )
        )
        yield* Effect.zipRight(written, broken)
        deepStrictEqual([yield* versionOf(name), effects], ["3", ["next"]])
      }).pipe(Logger.withMinimumLogLevel(LogLevel.None))
    )

    it.effect("Transaction.afterCommit runs effects once others can read the writes", () =>
      Effect.gen(function* () {
        const { afterCommit, atomically } = yield* Transaction
        const name = unique()
        const seen = yield* Deferred.make<string>()
        const look = Effect.flatMap(Effect.fork(Effect.orDie(versionOf(name))), Fiber.join)
        const repo = yield* ContentRepo
        yield* atomically(
          Effect.zipRight(
            setVersion(name),
            afterCommit(Effect.asVoid(Effect.intoDeferred(Effect.provideService(look, ContentRepo, repo), seen)))
          )
        )
        strictEqual(yield* Deferred.await(seen), "1")
      })
    )

    it.effect("Transaction.atomically runs concurrent transactions, each as a whole", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const names = Array.makeBy(20, () => unique())
        const write = (name: string, at: number) =>
          setVersion(name).pipe(
            Effect.zipRight(at % 2 === 0 ? Effect.void : Effect.fail("no")),
            atomically,
            Effect.ignore
          )
        yield* Effect.forEach(names, write, { concurrency: "unbounded", discard: true })
        const expected = names.map((_, at): string => (at % 2 === 0 ? "1" : "nothing"))
        deepStrictEqual(Array.fromIterable(yield* Effect.forEach(names, versionOf)), Array.fromIterable(expected))
      })
    )

    it.effect("Transaction.atomically loses no update of a value that was read under a lock", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const name = unique()
        const addOne = atomically(
          Effect.flatMap(versionOf(name), (version) =>
            setVersion(name, version === "nothing" ? "1" : String(Number(version) + 1))
          )
        )
        yield* Effect.all(
          Array.makeBy(20, () => addOne),
          { concurrency: "unbounded", discard: true }
        )
        strictEqual(yield* versionOf(name), "20")
      })
    )
  })
