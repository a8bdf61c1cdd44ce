import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Deferred, Effect, Fiber, type Layer, Option } from "effect"
import { ContentRepo } from "../../src/ports/ContentRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { unique } from "./newRows.ts"

const keep = (name: string, version = "1") => Effect.flatMap(ContentRepo, (repo) => repo.setVersion(name, version))

const kept = (name: string) =>
  Effect.flatMap(ContentRepo, (repo) =>
    Effect.map(
      repo.lockVersion(name),
      Option.getOrElse((): string => "nothing")
    )
  )

/** The contract of `Transaction`. */
export const transactionContract = <E>(adapter: string, storage: Layer.Layer<ContentRepo | Transaction, E>) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: Transaction`, (it) => {
    it.effect("Transaction.atomically commits all writes, or none when it fails", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const [one, other] = [unique(), unique()]
        const both = Effect.zipRight(keep(one), keep(other))
        strictEqual(yield* both.pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.flip), "no")
        deepStrictEqual([yield* kept(one), yield* kept(other)], ["nothing", "nothing"])
        yield* atomically(both)
        deepStrictEqual([yield* kept(one), yield* kept(other)], ["1", "1"])
      })
    )

    it.effect("Transaction.atomically gives the result of its effect", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        strictEqual(yield* atomically(Effect.as(keep(unique()), "done")), "done")
      })
    )

    it.effect("Transaction.atomically rolls back after a defect or an interruption", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const name = unique()
        yield* keep(name).pipe(Effect.zipRight(Effect.die("bug")), atomically, Effect.exit)
        yield* keep(name).pipe(Effect.zipRight(Effect.interrupt), atomically, Effect.exit)
        strictEqual(yield* kept(name), "nothing")
      })
    )

    it.effect(
      "Transaction.atomically rolls back when another fiber interrupts it, and runs no effect after commit",
      () =>
        Effect.gen(function* () {
          const { afterCommit, atomically } = yield* Transaction
          const name = unique()
          const told: Array<string> = []
          const written = yield* Deferred.make<void>()
          const cut = yield* keep(name).pipe(
            Effect.zipRight(afterCommit(Effect.sync(() => void told.push(name)))),
            Effect.zipRight(Deferred.succeed(written, undefined)),
            Effect.zipRight(Effect.never),
            atomically,
            Effect.fork
          )
          yield* Deferred.await(written)
          yield* Fiber.interrupt(cut)
          strictEqual(yield* kept(name), "nothing")
          deepStrictEqual(told, [])
        })
    )

    it.effect("Transaction.atomically rolls back a failed inner transaction alone", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const [whole, part] = [unique(), unique()]
        const failed = keep(part).pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
        yield* atomically(Effect.zipRight(keep(whole), failed))
        deepStrictEqual([yield* kept(whole), yield* kept(part)], ["1", "nothing"])
      })
    )

    it.effect("Transaction.atomically rolls back a successful inner transaction with the outer one", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const name = unique()
        yield* atomically(keep(name)).pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
        strictEqual(yield* kept(name), "nothing")
      })
    )

    it.effect("Transaction.atomically lets its effect read its own writes", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const name = unique()
        strictEqual(yield* atomically(Effect.zipRight(keep(name, "2"), kept(name))), "2")
      })
    )

    it.effect(
      "Transaction.afterCommit runs effects after the outermost commit, in order, and none after a rollback",
      () =>
        Effect.gen(function* () {
          const { afterCommit, atomically } = yield* Transaction
          const told: Array<string> = []
          const tell = (word: string) => afterCommit(Effect.sync(() => void told.push(word)))
          const undone = tell("undone").pipe(Effect.zipRight(Effect.fail("no")), atomically, Effect.ignore)
          yield* atomically(
            Effect.gen(function* () {
              yield* tell("outer")
              yield* atomically(tell("inner"))
              yield* undone
              told.push("body")
            })
          )
          yield* undone
          yield* tell("outside")
          deepStrictEqual(told, ["body", "outer", "inner", "outside"])
        })
    )

    it.effect("Transaction.afterCommit runs effects once others can read the writes", () =>
      Effect.gen(function* () {
        const { afterCommit, atomically } = yield* Transaction
        const name = unique()
        const seen = yield* Deferred.make<string>()
        const look = Effect.flatMap(Effect.fork(Effect.orDie(kept(name))), Fiber.join)
        const repo = yield* ContentRepo
        yield* atomically(
          Effect.zipRight(
            keep(name),
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
          keep(name).pipe(Effect.zipRight(at % 2 === 0 ? Effect.void : Effect.fail("no")), atomically, Effect.ignore)
        yield* Effect.forEach(names, write, { concurrency: "unbounded", discard: true })
        const expected = names.map((_, at): string => (at % 2 === 0 ? "1" : "nothing"))
        deepStrictEqual(Array.fromIterable(yield* Effect.forEach(names, kept)), Array.fromIterable(expected))
      })
    )

    it.effect("Transaction.atomically loses no update of a value that was read under a lock", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const name = unique()
        const addOne = atomically(
          Effect.flatMap(kept(name), (version) => keep(name, version === "nothing" ? "1" : String(Number(version) + 1)))
        )
        yield* Effect.all(
          Array.makeBy(20, () => addOne),
          { concurrency: "unbounded", discard: true }
        )
        strictEqual(yield* kept(name), "20")
      })
    )
  })
