import { createHash } from "node:crypto"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Deferred, Effect, Exit, Fiber, type Layer, Option } from "effect"
import { Blocked } from "../../src/domain/BatchResult.ts"
import { answerLimits } from "../../src/domain/Idempotency.ts"
import { UserId } from "../../src/domain/Ids.ts"
import {
  AlreadyRecorded,
  AnswersFull,
  type ClaimRefusal,
  type IdempotencyRecord,
  IdempotencyRepo
} from "../../src/ports/IdempotencyRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { moment, unique } from "./newRows.ts"

const hours = (count: number) => DateTime.add(moment, { hours: count })

let lastMember = 1_000_000_000

/** A member without answers. */
const newMember = () => UserId.make(++lastMember)

/** A record under a key of its own, some hours after the moment of the suite. */
const newRecord = (at = 0, userId = newMember()): IdempotencyRecord => {
  const name = unique()
  return {
    keyHash: createHash("sha256").update(name).digest("hex"),
    userId,
    fingerprint: `f${name}`,
    status: 201,
    location: `/api/posts/${name}`,
    body: `{"a":"“${name.repeat(100)}”"}`,
    isWhole: true,
    createdAt: hours(at)
  }
}

const add = (...records: ReadonlyArray<IdempotencyRecord>) =>
  Effect.flatMap(IdempotencyRepo, (repo) => repo.addAll(records, hours(0)))

const claim = (...keys: ReadonlyArray<IdempotencyRecord>) =>
  Effect.flatMap(IdempotencyRepo, (repo) => repo.claimAll(keys, hours(0)))

/** The outcome of a claim: the text of the answer, `free`, or the reason of a refusal. */
const outcome = Option.match({
  onNone: () => "free",
  onSome: (refusal: ClaimRefusal) => (refusal instanceof AlreadyRecorded ? refusal.record.body : refusal._tag)
})

const textOf = ({ body }: IdempotencyRecord) => body

const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.atomically(effect))

/** The contract of `IdempotencyRepo`. */
export const idempotencyRepoContract = <E>(adapter: string, storage: Layer.Layer<IdempotencyRepo | Transaction, E>) =>
  layer(storage)(`${adapter}: IdempotencyRepo`, (it) => {
    it.effect(
      "IdempotencyRepo.claimAll gives the record of each key that has one, in order, and claims the others",
      () =>
        Effect.gen(function* () {
          const [one, two, none] = [newRecord(), newRecord(), newRecord()]
          yield* atomically(Effect.zipRight(claim(one, two), add(one, two)))
          const claims = yield* claim(two, none, one)
          deepStrictEqual(claims.map(outcome), [textOf(two), "free", textOf(one)])
          const [first = Option.none()] = claims
          const found = Option.filter(first, (refusal) => refusal instanceof AlreadyRecorded)
          const { body, fingerprint, isWhole, location, status } = Option.getOrThrow(found).record
          deepStrictEqual({ ...two, body, fingerprint, isWhole, location, status }, two)
          deepStrictEqual(yield* claim(), [])
        })
    )

    it.effect("IdempotencyRepo.addAll is undone by a rollback", () =>
      Effect.gen(function* () {
        const record = newRecord()
        yield* Effect.flip(atomically(Effect.zipRight(add(record), Effect.fail("no"))))
        deepStrictEqual((yield* claim(record)).map(outcome), ["free"])
      })
    )

    it.effect("IdempotencyRepo.addAll is a defect for a key that has a record, and rolls the transaction back", () =>
      Effect.gen(function* () {
        const [record, other] = [newRecord(), newRecord()]
        yield* add(record)
        const again = yield* Effect.exit(atomically(add(other, { ...record, body: "another" })))
        assertTrue(Exit.isFailure(again))
        deepStrictEqual((yield* claim(record, other)).map(outcome), [textOf(record), "free"])
      })
    )

    it.effect("IdempotencyRepo.addAll replaces a record that is too old to count", () =>
      Effect.gen(function* () {
        const old = newRecord(-1)
        yield* add(old)
        deepStrictEqual((yield* claim(old)).map(outcome), ["free"])
        const record = { ...newRecord(), keyHash: old.keyHash }
        yield* add(record)
        deepStrictEqual((yield* claim(old)).map(outcome), [textOf(record)])
      })
    )

    it.effect("IdempotencyRepo.sweep deletes old records, the oldest first, up to a number at a time", () =>
      Effect.gen(function* () {
        const repo = yield* IdempotencyRepo
        const records = [-800, -900, -700, 5].map((at) => newRecord(at))
        yield* repo.addAll(records, hours(-10_000))
        const left = Effect.map(repo.claimAll(records, hours(-10_000)), (claims) => claims.map(Option.isSome))
        strictEqual(yield* repo.sweep(hours(-700), 1), 1)
        deepStrictEqual(yield* left, [true, false, true, true])
        strictEqual(yield* repo.sweep(hours(-700), 5), 1)
        deepStrictEqual(yield* left, [false, false, true, true])
        strictEqual(yield* repo.sweep(hours(-700), 5), 0)
      })
    )

    it.effect(
      "IdempotencyRepo.claimAll refuses keys beyond the answers of a member, the earlier ones of the call too",
      () =>
        Effect.gen(function* () {
          const member = newMember()
          const kept = Array.from({ length: answerLimits.answers - 2 }, (_, at) => newRecord(at / 1000, member))
          yield* add(newRecord(-1, member), ...kept)
          const fresh = [newRecord(0, member), newRecord(0, member), newRecord(0), newRecord(0, member)]
          const [known = newRecord()] = kept
          const claims = yield* claim(known, ...fresh)
          deepStrictEqual(claims.map(outcome), [textOf(known), "free", "free", "free", "AnswersFull"])
          const full = Option.filter(claims[4] ?? Option.none(), (refusal) => refusal instanceof AnswersFull)
          deepStrictEqual(
            Option.map(full, ({ oldest }) => oldest),
            Option.some(hours(0))
          )
        })
    )

    it.effect("IdempotencyRepo.claimAll keeps room for an answer of the greatest size", () =>
      Effect.gen(function* () {
        const member = newMember()
        const { bodyBytes, bytes } = answerLimits
        const of = (size: number) => ({ ...newRecord(0, member), body: "é".repeat(size / 2) })
        const large = Array.from({ length: Math.floor(bytes / bodyBytes) - 1 }, () => of(bodyBytes))
        yield* add(...large, of(bytes - (large.length + 1) * bodyBytes))
        const one = of(bodyBytes)
        deepStrictEqual((yield* claim(one, newRecord(0, member))).map(outcome), ["free", "AnswersFull"])
        yield* add(of(2))
        deepStrictEqual((yield* claim(one)).map(outcome), ["AnswersFull"])
      })
    )

    it.effect("IdempotencyRepo.addAll fails and is rolled back where others have taken the room of a member", () =>
      Effect.gen(function* () {
        const member = newMember()
        yield* add(...Array.from({ length: answerLimits.answers - 1 }, () => newRecord(0, member)))
        const [one, two] = [newRecord(0, member), newRecord(0, member)]
        const outcomes = yield* Effect.all(
          [one, two].map((record) => Effect.exit(atomically(Effect.zipRight(claim(record), add(record))))),
          { concurrency: "unbounded" }
        )
        strictEqual(outcomes.filter(Exit.isSuccess).length, 1)
        const beyond = yield* Effect.flip(atomically(add(newRecord(0, member))))
        assertTrue(beyond instanceof Blocked)
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
          const first = yield* claim(record).pipe(
            Effect.zipRight(Deferred.succeed(claimed, undefined)),
            Effect.zipRight(Deferred.await(go)),
            Effect.zipRight(add(record)),
            atomically,
            Effect.fork
          )
          yield* Deferred.await(claimed)
          const keys = [record, other]
          deepStrictEqual((yield* claim(...keys)).map(outcome), ["Blocked", "free"])
          deepStrictEqual((yield* atomically(claim(...keys))).map(outcome), ["Blocked", "free"])
          yield* Deferred.succeed(go, undefined)
          yield* Fiber.join(first)
          deepStrictEqual((yield* atomically(claim(...keys))).map(outcome), [textOf(record), "free"])
        })
    )
  })
