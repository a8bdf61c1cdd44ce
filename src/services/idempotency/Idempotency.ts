import { Cause, Clock, Context, DateTime, Deferred, Effect, FiberId, Layer, Option, Redacted, Schedule } from "effect"
import { inBackground } from "../../concurrency/Background.ts"
import { IdempotencyConflict } from "../../domain/Idempotency.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { IdempotencyCipher, type RecordCipher } from "../../ports/idempotency/IdempotencyCipher.ts"
import { CurrentClaim } from "../../ports/idempotency/IdempotencyClaim.ts"
import {
  AlreadyRecorded,
  IdempotencyRepo,
  KeyBusy,
  type RecordedAnswer
} from "../../ports/idempotency/IdempotencyRepo.ts"
import { Claim, keptSince } from "./IdempotencyClaim.ts"

/** The longest wait for another request with the same key (contract, idempotency). */
const twinTimeoutMillis = 10_000

const busyRetries = Schedule.exponential("5 millis").pipe(
  Schedule.union(Schedule.spaced("250 millis")),
  Schedule.upTo(twinTimeoutMillis)
)

const sweepEvery = Schedule.andThen(Schedule.once, Schedule.spaced("10 minutes"))
const maxSweptAtOnce = 1_000

/** A write with an Idempotency-Key. */
export interface KeyedWrite {
  readonly key: Redacted.Redacted
  /** The member, or the address of an anonymous caller. */
  readonly caller: string
  /** All that one request has in common with its repetitions, and with no other. */
  readonly request: string
  /** True if the request may hold a password. */
  readonly isSecret: boolean
}

/** The answer of a write, as text. */
export interface WriteAnswer {
  readonly text: string
  /** True if an earlier request made the write. */
  readonly isReplayed: boolean
}

/**
 * Makes each write with an Idempotency-Key once (contract, idempotency; decision 0014). The answer is stored by the
 * transaction that makes the effect: by the outermost one of the request (`Transaction.atomically`), or by that of its batch
 * (`ClaimedBatches`). So there is never an effect without its record, whatever crashes, and the first answer is replayed by
 * any instance for `keptHours`. A failure leaves no record.
 */
export class Idempotency extends Context.Tag("services/Idempotency")<
  Idempotency,
  {
    /**
     * Makes a write, or gives the answer of the one that was made. `answerOf` encodes the result of `write`, which has to be
     * the very result of its transaction, or of its item in a batch. A request whose twin is running waits for it. Fails
     * with `IdempotencyConflict` for a key of another request, and when the twin runs for more than 10 seconds.
     */
    readonly once: <A, E, R>(
      keyed: KeyedWrite,
      answerOf: (result: unknown) => string,
      write: Effect.Effect<A, E, R>
    ) => Effect.Effect<WriteAnswer, E | IdempotencyConflict | Unavailable, R>
  }
>() {
  static readonly layer = Layer.scoped(Idempotency, Effect.gen(make))
}

function* make() {
  const repo = yield* IdempotencyRepo
  const attempt = makeAttempt(repo, yield* IdempotencyCipher)
  const alone = makeAlone()
  yield* inBackground("sweeping idempotency records", sweepEvery)(sweepAll(repo))

  return Idempotency.of({
    once: (keyed, answerOf, write) =>
      attempt(keyed, answerOf, write).pipe(
        Effect.retry({ schedule: busyRetries, while: (error) => error instanceof KeyBusy }),
        Effect.catchIf(
          (error) => error instanceof KeyBusy,
          () => new IdempotencyConflict({ reason: "inProgress" })
        ),
        alone(keyed)
      )
  })
}

/** Makes the function that makes a write, unless it has been made. It fails with `KeyBusy` while another instance makes it. */
const makeAttempt = (repo: typeof IdempotencyRepo.Service, ciphers: typeof IdempotencyCipher.Service) => {
  const refusalOf = (keyHash: string) =>
    Effect.map(
      Effect.flatMap(keptSince, (since) => repo.claimAll([keyHash], since)),
      ([refusal = Option.none()]) => refusal
    )

  const replay = Effect.fnUntraced(function* (keyed: KeyedWrite, { answer, fingerprint, salt }: RecordedAnswer) {
    const cipher = ciphers.of(keyed.key, salt)
    if (!ciphers.isSame(fingerprint, yield* fingerprintOf(cipher, keyed))) {
      return yield* new IdempotencyConflict({ reason: "otherRequest" })
    }
    return { text: cipher.decrypt(answer), isReplayed: true }
  })

  const newClaim = Effect.fnUntraced(function* (
    keyHash: string,
    keyed: KeyedWrite,
    answerOf: (result: unknown) => string
  ) {
    const cipher = ciphers.of(keyed.key)
    const fingerprint = yield* fingerprintOf(cipher, keyed)
    const sealed = { keyHash, salt: cipher.salt, fingerprint, createdAt: yield* DateTime.now }
    return new Claim(repo, keyHash, (result) => {
      const text = answerOf(result)
      return { text, record: { ...sealed, answer: cipher.encrypt(text) } }
    })
  })

  /** Answers a write that was not made: by its record where a twin has made it meanwhile. */
  const recover = <E>(
    keyed: KeyedWrite,
    claim: Claim,
    cause: Cause.Cause<E>
  ): Effect.Effect<WriteAnswer, E | KeyBusy | IdempotencyConflict> => {
    for (const defect of Cause.defects(cause)) {
      if (defect instanceof AlreadyRecorded) return replay(keyed, defect.record)
      if (defect instanceof KeyBusy) return defect
    }
    if (!Cause.isFailure(cause)) return Effect.failCause(cause)
    if (claim.isBusy) return new IdempotencyConflict({ reason: "inProgress" })
    return Effect.flatMap(
      Effect.orElseSucceed(refusalOf(claim.keyHash), Option.none),
      (refusal): Effect.Effect<WriteAnswer, E | IdempotencyConflict> =>
        Option.isSome(refusal) && refusal.value instanceof AlreadyRecorded
          ? replay(keyed, refusal.value.record)
          : Effect.failCause(cause)
    )
  }

  return <A, E, R>(
    keyed: KeyedWrite,
    answerOf: (result: unknown) => string,
    write: Effect.Effect<A, E, R>
  ): Effect.Effect<WriteAnswer, E | KeyBusy | IdempotencyConflict | Unavailable, R> =>
    Effect.gen(function* () {
      const keyHash = ciphers.keyHash(keyed.caller, keyed.key)
      const refusal = yield* refusalOf(keyHash)
      if (Option.isSome(refusal)) {
        return yield* refusal.value instanceof KeyBusy ? refusal.value : replay(keyed, refusal.value.record)
      }
      const claim = yield* newClaim(keyHash, keyed, answerOf)
      return yield* Effect.matchCauseEffect(Effect.provideService(write, CurrentClaim, Option.some(claim)), {
        onSuccess: (result) => Effect.map(claim.answerTo(result), (text) => ({ text, isReplayed: false })),
        onFailure: (cause) => recover(keyed, claim, cause)
      })
    })
}

const fingerprintOf = (cipher: RecordCipher, { isSecret, request }: KeyedWrite) =>
  cipher.fingerprint(request, isSecret ? "costly" : "cheap")

/** Makes the function that runs the writes of one caller and key one after the other. */
const makeAlone = () => {
  const running = new Map<string, Deferred.Deferred<void>>()

  /** Waits until no write runs with the key, and takes it. */
  const take = (key: string, until: number): Effect.Effect<Deferred.Deferred<void>, IdempotencyConflict> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const other = running.get(key)
      if (other === undefined) {
        const own = Deferred.unsafeMake<void>(FiberId.none)
        running.set(key, own)
        return Effect.succeed(own)
      }
      const ended = Effect.timeoutFail(Deferred.await(other), {
        duration: Math.max(0, until - now),
        onTimeout: () => new IdempotencyConflict({ reason: "inProgress" })
      })
      return Effect.zipRight(Effect.interruptible(ended), take(key, until))
    })

  return ({ caller, key: secret }: KeyedWrite) => {
    const key = `${caller} ${Redacted.value(secret)}`
    return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | IdempotencyConflict, R> =>
      Effect.acquireUseRelease(
        Effect.flatMap(Clock.currentTimeMillis, (now) => take(key, now + twinTimeoutMillis)),
        () => effect,
        (own) => {
          running.delete(key)
          return Deferred.succeed(own, undefined)
        }
      )
  }
}

/** Deletes the records that count no more. */
const sweepAll = (repo: typeof IdempotencyRepo.Service): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(keptSince, (since) =>
    Effect.asVoid(Effect.repeat(repo.sweep(since, maxSweptAtOnce), { while: (swept) => swept === maxSweptAtOnce }))
  )
