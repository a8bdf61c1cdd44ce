import { Array, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { AlreadyRecorded, type IdempotencyRecord, IdempotencyRepo } from "../../ports/idempotency/IdempotencyRepo.ts"
import { type Step, Store } from "./Store.ts"

const oldestFirst = Order.mapInput(DateTime.Order, ({ createdAt }: IdempotencyRecord) => createdAt)

const make = Effect.gen(function* () {
  const store = yield* Store

  return IdempotencyRepo.of({
    claimAll: (keyHashes, keptSince) =>
      Effect.map(store.tables, ({ idempotency }) =>
        keyHashes.map((keyHash) =>
          HashMap.get(idempotency, keyHash).pipe(
            Option.filter(({ createdAt }) => DateTime.greaterThanOrEqualTo(createdAt, keptSince)),
            Option.map((record) => new AlreadyRecorded({ record }))
          )
        )
      ),

    addAll: (records, keptSince) =>
      store.write((tables): Step<void> => {
        const isKept = ({ keyHash }: IdempotencyRecord) =>
          Option.exists(HashMap.get(tables.idempotency, keyHash), ({ createdAt }) =>
            DateTime.greaterThanOrEqualTo(createdAt, keptSince)
          )
        if (records.some(isKept)) return [Effect.dieMessage("an Idempotency-Key has a record"), tables]
        const added = HashMap.fromIterable(records.map((record) => [record.keyHash, record] as const))
        return [Effect.void, { ...tables, idempotency: HashMap.union(tables.idempotency, added) }]
      }),

    sweep: (before, limit) =>
      store.write((tables): Step<number> => {
        const old = Array.sort(
          Array.filter(HashMap.values(tables.idempotency), ({ createdAt }) => DateTime.lessThan(createdAt, before)),
          oldestFirst
        ).slice(0, limit)
        const idempotency = HashMap.removeMany(
          tables.idempotency,
          old.map(({ keyHash }) => keyHash)
        )
        return [Effect.succeed(old.length), { ...tables, idempotency }]
      })
  })
})

/** Records of writes with an Idempotency-Key in memory. */
export const layer = Layer.effect(IdempotencyRepo, make)
