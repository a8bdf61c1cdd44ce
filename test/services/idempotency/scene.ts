import { Context, Effect, Layer, Option, Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { Blocked } from "../../../src/domain/BatchResult.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { ContentRepo } from "../../../src/ports/ContentRepo.ts"
import { type IdempotencyRecord, IdempotencyRepo } from "../../../src/ports/IdempotencyRepo.ts"
import { KeyedHash } from "../../../src/services/accounts/KeyedHash.ts"
import { claimedTransactions, withClaim } from "../../../src/services/Claims.ts"
import { Idempotency, type KeyedAnswer } from "../../../src/services/Idempotency.ts"

/** The records that were stored, and the repository as it may fail. */
export class Watch extends Context.Tag("test/Watch")<
  Watch,
  {
    readonly added: Array<IdempotencyRecord>
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
      claimAll: (keys, keptSince) =>
        Effect.suspend(() =>
          watch.isHeld
            ? Effect.succeed(keys.map(({ keyHash }) => Option.some(new Blocked({ by: keyHash }))))
            : repo.claimAll(keys, keptSince)
        ),
      addAll: (records, keptSince) =>
        Effect.suspend(() => {
          watch.added.push(...records)
          return watch.isBroken ? Effect.dieMessage("the record cannot be stored") : repo.addAll(records, keptSince)
        })
    })
  )
)

export const scene = Effect.provide(
  Idempotency.layer.pipe(
    Layer.provide(KeyedHash.layer),
    Layer.provideMerge(watched),
    Layer.provideMerge(Layer.mergeAll(Memory.layer, SecretsRandom.layer, Watch.layer))
  )
)

export const keyed = (change: { readonly key?: string; readonly caller?: number; readonly request?: string } = {}) => ({
  key: Redacted.make(change.key ?? "a key"),
  caller: { id: UserId.make(change.caller ?? 1) },
  request: change.request ?? "POST /api/posts"
})

/** Runs a transaction as the writes of services do, but for `lockRetry`. */
export const transactions = Effect.map(
  claimedTransactions,
  (transact) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      withClaim((claim) => transact(effect, claim))
)

/** Counts its runs, in a transaction. */
export const counting = Effect.gen(function* () {
  const atomically = yield* transactions
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

const runCodec = {
  encode: (result: unknown) => ({ status: 200, location: null, body: `run ${String(result)}` }),
  decode: ({ body, isReplayed }: KeyedAnswer) => Effect.succeed({ text: body, isReplayed })
}

export const once = <A, E, R>(write: Effect.Effect<A, E, R>, change: Parameters<typeof keyed>[0] = {}) =>
  Effect.flatMap(Idempotency, (service) => service.once(keyed(change), runCodec, write))
