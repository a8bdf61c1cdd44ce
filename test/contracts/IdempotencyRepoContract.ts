import { createHash } from "node:crypto"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Deferred, Effect, Exit, Fiber, type Layer, Option } from "effect"
import {
  AlreadyRecorded,
  type ClaimRefused,
  type IdempotencyRecord,
  IdempotencyRepo,
  KeyBusy
} from "../../src/ports/idempotency/IdempotencyRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { moment, unique } from "./newRows.ts"

const hours = (count: number) => DateTime.add(moment, { hours: count })

/** A record under a key of its own, some hours after the moment of the suite. */
const newRecord = (at = 0): IdempotencyRecord => {
  const name = unique()
  return {
    keyHash: createHash("sha256").update(name).digest("hex"),
    salt: Buffer.from([0, 255, at]),
    fingerprint: Buffer.from(`f${name}`),
    answer: Buffer.from(`a\u0000${name}`.repeat(100)),
    createdAt: hours(at)
  }
}

const add = (...records: ReadonlyArray<IdempotencyRecord>) =>
  Effect.flatMap(IdempotencyRepo, (repo) => repo.addAll(records, hours(0)))

const claim = (...keyHashes: ReadonlyArray<string>) =>
  Effect.flatMap(IdempotencyRepo, (repo) => repo.claimAll(keyHashes, hours(0)))

/** The outcome of a claim: the text of the answer, `busy`, or `free`. */
const outcome = Option.match({
  onNone: () => "free",
  onSome: (refusal: Option.Option.Value<ClaimRefused>) =>
    refusal instanceof KeyBusy ? "busy" : Buffer.from(refusal.record.answer).toString()
})

const textOf = ({ answer }: IdempotencyRecord) => Buffer.from(answer).toString()

const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.atomically(effect))

/** The contract of `IdempotencyRepo`. */
export const idempotencyRepoContract = <E>(adapter: string, storage: Layer.Layer<IdempotencyRepo | Transaction, E>) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: IdempotencyRepo`, (it) => {
    it.effect(
      "IdempotencyRepo.claimAll gives the record of each key that has one, in order, and claims the others",
      () =>
        Effect.gen(function* () {
          const [one, two, none] = [newRecord(), newRecord(), newRecord()]
          yield* atomically(Effect.zipRight(claim(one.keyHash, two.keyHash), add(one, two)))
          const claims = yield* claim(two.keyHash, none.keyHash, one.keyHash)
          deepStrictEqual(claims.map(outcome), [textOf(two), "free", textOf(one)])
          const [first = Option.none()] = claims
          const found = Option.filter(first, (refusal) => refusal instanceof AlreadyRecorded)
          const { answer, fingerprint, salt } = Option.getOrThrow(found).record
          deepStrictEqual(
            [salt, fingerprint, answer].map((bytes) => Array.from(bytes)),
            [two.salt, two.fingerprint, two.answer].map((bytes) => Array.from(bytes))
          )
          deepStrictEqual(yield* claim(), [])
        })
    )

    it.effect("IdempotencyRepo.addAll is undone by a rollback", () =>
      Effect.gen(function* () {
        const record = newRecord()
        yield* Effect.flip(atomically(Effect.zipRight(add(record), Effect.fail("no"))))
        deepStrictEqual((yield* claim(record.keyHash)).map(outcome), ["free"])
      })
    )

    it.effect("IdempotencyRepo.addAll is a defect for a key that has a record, and rolls the transaction back", () =>
      Effect.gen(function* () {
        const [record, other] = [newRecord(), newRecord()]
        yield* add(record)
        const again = yield* Effect.exit(atomically(add(other, { ...record, answer: Buffer.from("another") })))
        assertTrue(Exit.isFailure(again))
        deepStrictEqual((yield* claim(record.keyHash, other.keyHash)).map(outcome), [textOf(record), "free"])
      })
    )

    it.effect("IdempotencyRepo.addAll replaces a record that is too old to count", () =>
      Effect.gen(function* () {
        const old = newRecord(-1)
        yield* add(old)
        deepStrictEqual((yield* claim(old.keyHash)).map(outcome), ["free"])
        const record = { ...newRecord(), keyHash: old.keyHash }
        yield* add(record)
        deepStrictEqual((yield* claim(old.keyHash)).map(outcome), [textOf(record)])
      })
    )

    it.effect("IdempotencyRepo.sweep deletes old records, the oldest first, so many at once", () =>
      Effect.gen(function* () {
        const repo = yield* IdempotencyRepo
        const records = [-800, -900, -700, 5].map(newRecord)
        yield* repo.addAll(records, hours(-10_000))
        const left = Effect.map(
          repo.claimAll(
            records.map(({ keyHash }) => keyHash),
            hours(-10_000)
          ),
          (claims) => claims.map(Option.isSome)
        )
        strictEqual(yield* repo.sweep(hours(-700), 1), 1)
        deepStrictEqual(yield* left, [true, false, true, true])
        strictEqual(yield* repo.sweep(hours(-700), 5), 1)
        deepStrictEqual(yield* left, [false, false, true, true])
        strictEqual(yield* repo.sweep(hours(-700), 5), 0)
      })
    )

    // The other storages run one transaction at a time.
    if (adapter !== "server") return
    it.effect(
      "IdempotencyRepo.claimAll waits for nobody: a key that another transaction holds is busy until its end",
      () =>
        Effect.gen(function* () {
          const [record, other] = [newRecord(), newRecord()]
          const [claimed, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const first = yield* claim(record.keyHash).pipe(
            Effect.zipRight(Deferred.succeed(claimed, undefined)),
            Effect.zipRight(Deferred.await(go)),
            Effect.zipRight(add(record)),
            atomically,
            Effect.fork
          )
          yield* Deferred.await(claimed)
          const keys = [record.keyHash, other.keyHash]
          deepStrictEqual((yield* claim(...keys)).map(outcome), ["busy", "free"])
          deepStrictEqual((yield* atomically(claim(...keys))).map(outcome), ["busy", "free"])
          yield* Deferred.succeed(go, undefined)
          yield* Fiber.join(first)
          deepStrictEqual((yield* atomically(claim(...keys))).map(outcome), [textOf(record), "free"])
        })
    )
  })
