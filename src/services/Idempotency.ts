import {
  Cause,
  Clock,
  Context,
  DateTime,
  Deferred,
  Effect,
  FiberId,
  Layer,
  Option,
  Redacted,
  Schedule,
  Schema
} from "effect"
import { inBackground } from "../concurrency/BackgroundTasks.ts"
import type { SignedInUser } from "../domain/accounts/CurrentUser.ts"
import { Blocked } from "../domain/BatchResult.ts"
import { answerLimits, IdempotencyConflict, keptHours, twinTimeoutMillis } from "../domain/Idempotency.ts"
import { TooManyRequests } from "../domain/Limits.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import {
  AlreadyRecorded,
  AnswersFull,
  type ClaimRefusal,
  CurrentClaim,
  type IdempotencyClaim,
  type IdempotencyRecord,
  IdempotencyRepo,
  type KeyToClaim,
  type RecordedAnswer
} from "../ports/IdempotencyRepo.ts"
import { Secrets } from "../ports/Secrets.ts"
import { type KeyedHash, makeKeyedHash } from "./accounts/KeyedHash.ts"
import { seconds } from "./RateLimits.ts"
import { retriesUntil } from "./Writing.ts"

const blockedRetries = retriesUntil(twinTimeoutMillis)

/** The interval at which old answers to requests with an Idempotency-Key are deleted. */
const sweepInterval = "10 minutes"
const sweepEvery = Schedule.andThen(Schedule.once, Schedule.spaced(sweepInterval))

/**
 * One statement deletes at most this many stored answers to repeated requests, so that it holds its locks for a short
 * time.
 */
const maxSweptAtOnce = 1_000

export interface KeyedWrite {
  readonly key: Redacted.Redacted
  /** The keys of a member are their own, whichever credential they are sent with. */
  readonly caller: Pick<SignedInUser, "id">
  /** All that one request has in common with its repetitions, and with no other. */
  readonly request: string
}

/** The answer of a write; `body` is the JSON of a record. */
export interface WriteAnswer extends Pick<RecordedAnswer, "status" | "location" | "body"> {}

/** An answer, and whether an earlier request made the write. */
export interface KeyedAnswer extends WriteAnswer, Pick<RecordedAnswer, "isWhole"> {
  readonly isReplayed: boolean
}

/** Encodes the result of a write as the answer that is stored, and gives the caller what the answer means. */
export interface AnswerCodec<A, E = never> {
  /** `result` is the result of the write's transaction, or of its item in a batch. */
  readonly encode: (result: unknown) => WriteAnswer
  readonly decode: (answer: KeyedAnswer) => Effect.Effect<A, E>
}

/**
 * Makes each write with an Idempotency-Key once (contract, idempotency; decision 0014). The answer is stored by the
 * transaction that makes the effect: by the request's outermost transaction (`Transaction.atomically`), or by its
 * batch's (`PublishingBatcher`). So even a crash never leaves an effect without its record, and the first answer is
 * replayed by any instance for `keptHours`. A failure leaves no record.
 */
export class Idempotency extends Context.Tag("services/Idempotency")<
  Idempotency,
  {
    /**
     * Makes a write, or gives the answer of the one that was made. The answer is the encoded result of the transaction
     * or batch of `write`, whatever `write` makes of that result. A request whose twin is running waits for it. Fails
     * with `IdempotencyConflict` for a key of another request, and when the twin runs for more than 10 seconds; and
     * with `TooManyRequests` when as many answers of the caller are kept as may be (`answerLimits`).
     */
    readonly once: <A, E1, E, R>(
      keyed: KeyedWrite,
      codec: AnswerCodec<A, E1>,
      write: Effect.Effect<unknown, E, R>
    ) => StorageEffect<A, E | E1 | IdempotencyConflict | TooManyRequests, R>
  }
>() {
  static readonly layer = Layer.scoped(Idempotency, Effect.gen(make))
}

/** What is kept of a record whose JSON is too long. */
const RecordId = Schema.parseJson(Schema.Struct({ id: Schema.optionalWith(Schema.Int, { exact: true }) }))
const [decodeId, encodeId] = [Schema.decodeSync(RecordId), Schema.encodeSync(RecordId)]

/** The codec of results of a schema. An answer of which the id alone was kept is a conflict. */
export const answerCodec = <A, I>(schema: Schema.Schema<A, I>): AnswerCodec<A, IdempotencyConflict> => {
  const json = Schema.parseJson(schema)
  const encode = Schema.encodeUnknownSync(json)
  const decode = Schema.decode(json)
  return {
    encode: (result) => ({ status: 200, location: null, body: encode(result) }),
    decode: ({ body, isWhole }) =>
      isWhole ? Effect.orDie(decode(body)) : new IdempotencyConflict({ reason: "tooLongToReplay", ...decodeId(body) })
  }
}

function* make() {
  const repo = yield* IdempotencyRepo
  const attempt = makeAttempt(repo, yield* Secrets, yield* makeKeyedHash)
  const inTurn = makeInTurn()
  yield* inBackground("sweeping idempotency records", sweepEvery)(sweepAll(repo))

  return Idempotency.of({
    once: (keyed, codec, write) =>
      attempt(keyed, codec.encode, write).pipe(
        Effect.retry({ schedule: blockedRetries, while: (error) => error instanceof Blocked }),
        Effect.catchIf(
          (error) => error instanceof Blocked,
          () => new IdempotencyConflict({ reason: "inProgress" })
        ),
        inTurn(keyed),
        Effect.flatMap(codec.decode)
      )
  })
}

/** The time since which answers count. */
export const keptSince = Effect.map(DateTime.now, (now) => DateTime.subtract(now, { hours: keptHours }))

/** A body as it is kept: one that is too long is reduced to its id. */
const keptBody = (body: string): Pick<RecordedAnswer, "body" | "isWhole"> => {
  const isWhole = new TextEncoder().encode(body).length <= answerLimits.bodyBytes
  return { isWhole, body: isWhole ? body : encodeId(decodeId(body)) }
}

type Identity = Omit<IdempotencyRecord, keyof WriteAnswer | "isWhole">

interface Claim extends IdempotencyClaim, Identity {
  /** The answer that was stored. A write without a transaction, which stored none, is a defect. */
  readonly stored: Effect.Effect<KeyedAnswer>
}

const makeClaim = (
  repo: typeof IdempotencyRepo.Service,
  identity: Identity,
  encode: AnswerCodec<unknown>["encode"]
): Claim => {
  let recorded: WriteAnswer | undefined

  const recordOf = (result: unknown): IdempotencyRecord => {
    const answer = encode(result)
    recorded = answer
    return { ...identity, ...answer, ...keptBody(answer.body) }
  }

  const claim: Claim = {
    ...identity,
    isCommitted: false,
    isBusy: false,
    recordOf,
    // A refusal passes through the write as a defect, since the write's own errors have no place for it: `recover`
    // takes it out again. Nothing between the two catches defects.
    join: (effect) =>
      Effect.flatMap(keptSince, (since) =>
        Effect.flatMap(repo.claimAll([identity], since), ([refusal = Option.none()]) =>
          Option.isSome(refusal)
            ? Effect.die(refusal.value)
            : Effect.tap(effect, (result) => repo.addAll([recordOf(result)], since))
        )
      ),
    stored: Effect.suspend(() =>
      claim.isCommitted && recorded !== undefined
        ? Effect.succeed({ ...recorded, isWhole: true, isReplayed: false })
        : Effect.dieMessage("a write with an Idempotency-Key made no transaction")
    )
  }
  return claim
}

const isRefusal = (error: unknown): error is ClaimRefusal =>
  error instanceof Blocked || error instanceof AlreadyRecorded || error instanceof AnswersFull

/**
 * Makes a write, unless it has been made. It fails with `Blocked` while its key is in use
 * elsewhere.
 */
const makeAttempt = (
  repo: typeof IdempotencyRepo.Service,
  { digest }: typeof Secrets.Service,
  keyedHash: KeyedHash
) => {
  const refusalOf = (key: KeyToClaim) =>
    Effect.map(
      Effect.flatMap(keptSince, (since) => repo.claimAll([key], since)),
      ([refusal = Option.none()]) => refusal
    )

  const answerRefused = Effect.fnUntraced(function* (fingerprint: string, refusal: ClaimRefusal) {
    if (refusal instanceof Blocked) return yield* refusal
    if (refusal instanceof AnswersFull) return yield* tooMany(yield* DateTime.now, refusal)
    const { body, isWhole, location, status } = refusal.record
    if (fingerprint !== refusal.record.fingerprint) return yield* new IdempotencyConflict({ reason: "otherRequest" })
    return { body, isWhole, location, status, isReplayed: true }
  })

  /** Answers a write that failed: by its record where a twin has made it. */
  const recover = <E>(
    claim: Claim,
    cause: Cause.Cause<E>
  ): Effect.Effect<KeyedAnswer, E | Blocked | IdempotencyConflict | TooManyRequests> => {
    for (const defect of Cause.defects(cause)) if (isRefusal(defect)) return answerRefused(claim.fingerprint, defect)
    if (!Cause.isFailure(cause)) return Effect.failCause(cause)
    if (claim.isBusy) return new IdempotencyConflict({ reason: "inProgress" })
    return Effect.flatMap(
      Effect.orElseSucceed(refusalOf(claim), Option.none),
      (refusal): Effect.Effect<KeyedAnswer, E | Blocked | IdempotencyConflict | TooManyRequests> =>
        Option.isSome(refusal) && refusal.value instanceof AlreadyRecorded
          ? answerRefused(claim.fingerprint, refusal.value)
          : Effect.failCause(cause)
    )
  }

  return <A, E, R>(
    keyed: KeyedWrite,
    encode: AnswerCodec<unknown>["encode"],
    write: Effect.Effect<A, E, R>
  ): StorageEffect<KeyedAnswer, E | Blocked | IdempotencyConflict | TooManyRequests, R> =>
    Effect.gen(function* () {
      const userId = keyed.caller.id
      const keyHash = digest(JSON.stringify([userId, Redacted.value(keyed.key)]))
      const fingerprint = yield* keyedHash("request", keyed.request)
      const claim = makeClaim(repo, { keyHash, userId, fingerprint, createdAt: yield* DateTime.now }, encode)
      const refusal = yield* refusalOf(claim)
      if (Option.isSome(refusal)) return yield* answerRefused(fingerprint, refusal.value)
      return yield* Effect.matchCauseEffect(Effect.provideService(write, CurrentClaim, Option.some(claim)), {
        onSuccess: () => claim.stored,
        onFailure: (cause) => recover(claim, cause)
      })
    })
}

/** There is room again when the oldest answer is no longer kept. */
const tooMany = (now: DateTime.Utc, { oldest }: AnswersFull) => {
  const retryAfterSeconds = seconds(DateTime.distance(now, DateTime.add(oldest, { hours: keptHours })))
  return new TooManyRequests({ limit: "answers", retryAfterSeconds, budget: Option.none() })
}

/** Runs the writes of one caller and key one after the other. */
const makeInTurn = () => {
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
    const key = `${caller.id} ${Redacted.value(secret)}`
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

const sweepAll = (repo: typeof IdempotencyRepo.Service): StorageEffect<void> =>
  Effect.flatMap(keptSince, (since) =>
    Effect.asVoid(Effect.repeat(repo.sweep(since, maxSweptAtOnce), { while: (swept) => swept === maxSweptAtOnce }))
  )
