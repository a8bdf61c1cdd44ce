import { Array, DateTime, Effect, Option, Order } from "effect"
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
import { inMemory } from "./Store.ts"
import type { Tables } from "./Tables.ts"

const oldestFirst = Order.mapInput(DateTime.Order, ({ createdAt }: IdempotencyRecord) => createdAt)

const isKept =
  (keptSince: DateTime.Utc) =>
  ({ createdAt }: IdempotencyRecord) =>
    DateTime.greaterThanOrEqualTo(createdAt, keptSince)

/** The answers that a member has, and the oldest of them. */
const answersOf = (userId: UserId, { idempotency }: Tables, keptSince: DateTime.Utc) => {
  const own = idempotency.where((record) => record.userId === userId && isKept(keptSince)(record)).sort(oldestFirst)
  const bytes = own.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
  const oldest = own[0]?.createdAt ?? keptSince
  return { answers: own.length, bytes, oldest } satisfies AnswersOfMember & { oldest: DateTime.Utc }
}

export const layer = inMemory(IdempotencyRepo, ({ read, transact, write }) => ({
  claimAll: (keys, keptSince) =>
    read((tables) => {
      const claimed = new Map<UserId, number>()
      return keys.map(({ keyHash, userId }): Option.Option<ClaimRefusal> => {
        const record = Option.filter(tables.idempotency.find(keyHash), isKept(keptSince))
        if (Option.isSome(record)) return Option.some(new AlreadyRecorded({ record: record.value }))
        const more = (claimed.get(userId) ?? 0) + 1
        claimed.set(userId, more)
        const kept = answersOf(userId, tables, keptSince)
        return hasRoomFor(more, kept) ? Option.none() : Option.some(new AnswersFull({ oldest: kept.oldest }))
      })
    }),

  addAll: (records, keptSince) =>
    transact(
      Effect.flatten(
        write((tables) => {
          const { idempotency } = tables
          if (records.some(({ keyHash }) => Option.exists(idempotency.find(keyHash), isKept(keptSince)))) {
            return Effect.dieMessage("an Idempotency-Key has an answer")
          }
          for (const record of records) idempotency.set(record.keyHash, record)
          const full = records.find(({ userId }) => {
            const { answers, bytes } = answersOf(userId, tables, keptSince)
            return answers > answerLimits.answers || bytes > answerLimits.bytes
          })
          return full === undefined ? Effect.void : new Blocked({ by: `answers ${full.userId}` })
        })
      )
    ),

  sweep: (before, limit) =>
    write(({ idempotency }) => {
      const old = Array.sort(
        idempotency.where(({ createdAt }) => DateTime.lessThan(createdAt, before)),
        oldestFirst
      ).slice(0, limit)
      for (const { keyHash } of old) idempotency.delete(keyHash)
      return old.length
    })
}))
