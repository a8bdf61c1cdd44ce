import { Array, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { Blocked } from "../../domain/BatchResult.ts"
import { type AnswersOfMember, answerLimits, hasRoomFor } from "../../domain/Idempotency.ts"
import type { UserId } from "../../domain/Ids.ts"
import {
  AlreadyRecorded,
  AnswersFull,
  type ClaimRefusal,
  type IdempotencyRecord,
  IdempotencyRepo
} from "../../ports/IdempotencyRepo.ts"
import { type Step, Store } from "./Store.ts"
import type { Tables } from "./Tables.ts"

const oldestFirst = Order.mapInput(DateTime.Order, ({ createdAt }: IdempotencyRecord) => createdAt)

const isKept =
  (keptSince: DateTime.Utc) =>
  ({ createdAt }: IdempotencyRecord) =>
    DateTime.greaterThanOrEqualTo(createdAt, keptSince)

/** The answers that a member has, and the oldest of them. */
const answersOf = (userId: UserId, { idempotency }: Tables, keptSince: DateTime.Utc) => {
  const own = Array.filter(
    HashMap.values(idempotency),
    (record) => record.userId === userId && isKept(keptSince)(record)
  )
  const bytes = own.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
  const oldest = Array.isNonEmptyArray(own) ? Array.min(own, oldestFirst).createdAt : keptSince
  return { answers: own.length, bytes, oldest } satisfies AnswersOfMember & { oldest: DateTime.Utc }
}

const make = Effect.gen(function* () {
  const store = yield* Store

  return IdempotencyRepo.of({
    claimAll: (keys, keptSince) =>
      Effect.map(store.tables, (tables) => {
        const claimed = new Map<UserId, number>()
        return keys.map(({ keyHash, userId }): Option.Option<ClaimRefusal> => {
          const record = Option.filter(HashMap.get(tables.idempotency, keyHash), isKept(keptSince))
          if (Option.isSome(record)) return Option.some(new AlreadyRecorded({ record: record.value }))
          const more = (claimed.get(userId) ?? 0) + 1
          claimed.set(userId, more)
          const kept = answersOf(userId, tables, keptSince)
          return hasRoomFor(more, kept) ? Option.none() : Option.some(new AnswersFull({ oldest: kept.oldest }))
        })
      }),

    addAll: (records, keptSince) =>
      store.write((before): Step<void> => {
        const hasAnswer = ({ keyHash }: IdempotencyRecord) =>
          Option.exists(HashMap.get(before.idempotency, keyHash), isKept(keptSince))
        if (records.some(hasAnswer)) return [Effect.dieMessage("an Idempotency-Key has an answer"), before]
        const added = HashMap.fromIterable(records.map((record) => [record.keyHash, record] as const))
        const after = { ...before, idempotency: HashMap.union(before.idempotency, added) }
        for (const userId of new Set(records.map((record) => record.userId))) {
          const { answers, bytes } = answersOf(userId, after, keptSince)
          if (answers > answerLimits.answers || bytes > answerLimits.bytes) {
            return [Effect.die(new Blocked({ by: `answers ${userId}` })), before]
          }
        }
        return [Effect.void, after]
      }),

    sweep: (before, limit) =>
      store.write((tables): Step<number> => {
        const isOld = ({ createdAt }: IdempotencyRecord) => DateTime.lessThan(createdAt, before)
        const old = Array.sort(Array.filter(HashMap.values(tables.idempotency), isOld), oldestFirst).slice(0, limit)
        const idempotency = HashMap.removeMany(
          tables.idempotency,
          old.map(({ keyHash }) => keyHash)
        )
        return [Effect.succeed(old.length), { ...tables, idempotency }]
      })
  })
})

/** Answers of writes with an Idempotency-Key in memory. */
export const layer = Layer.effect(IdempotencyRepo, make)
