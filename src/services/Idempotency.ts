import { Clock, Context, DateTime, Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { inBackground } from "../concurrency/BackgroundTasks.ts"
import { makeKeyedSemaphore } from "../concurrency/KeyedSemaphore.ts"
import type { SignedInUser } from "../domain/accounts/CurrentUser.ts"
import { Blocked } from "../domain/BatchResult.ts"
import { answerLimits, IdempotencyConflict, keptHours, twinTimeoutMillis } from "../domain/Idempotency.ts"
import { TooManyRequests } from "../domain/Limits.ts"
import { PostReader, visitor } from "../domain/posts/Audience.ts"
import { type StorageEffect, Unavailable } from "../domain/Unavailable.ts"
import {
  AlreadyRecorded,
  AnswersFull,
  type ClaimRefusal,
  IdempotencyRepo,
  type KeyToClaim,
  type RecordedAnswer
} from "../ports/IdempotencyRepo.ts"
import { PostsRepo } from "../ports/posts/PostsRepo.ts"
import { Secrets } from "../ports/Secrets.ts"
import { KeyedHash } from "./accounts/KeyedHash.ts"
import { type Claim, claiming, KeyRefused, keptSince, type WriteAnswer } from "./Claims.ts"
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
  /**
   * The keys of a member are their own, whichever credential they are sent with. Where posts are not for everyone, one
   * that reads as a visitor gets no answer of one that reads more.
   */
  readonly caller: Pick<SignedInUser, "id">
  /** All that one request has in common with its repetitions, and with no other. */
  readonly request: string
}

/** An answer, and whether an earlier request made the write. */
export interface KeyedAnswer extends WriteAnswer, Pick<RecordedAnswer, "isWhole"> {
  readonly isReplayed: boolean
}

type Encode = AnswerCodec<unknown>["encode"]

/** Encodes the result of a write as the answer that is stored, and gives the caller what the answer means. */
export interface AnswerCodec<A, E = never> {
  /** `result` is the result of the write's transaction, or of its item in a batch. */
  readonly encode: (result: unknown) => WriteAnswer
  readonly decode: (answer: KeyedAnswer) => Effect.Effect<A, E>
}

/**
 * Makes each write with an Idempotency-Key once (contract, idempotency; decision 0014). The answer is stored by the
 * transaction that makes the effect: by the request's outermost one (`writing` of `Writing.ts`), or by its batch's
 * (`publishingBatcher`). So even a crash never leaves an effect without its record, and the first answer is replayed by
 * any instance for `keptHours`. A failure leaves no record.
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

/** The stored response of a write whose record is too long as JSON: its id alone. */
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
  const attempt = attempting(repo, yield* Secrets, yield* KeyedHash, yield* PostsRepo)
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

interface Replayable extends Pick<KeyedWrite, "request"> {
  readonly readsAsVisitor: boolean
  /** See `fingerprintOf`. */
  readonly fingerprint: string
}

/** A body as it is kept: one that is too long is reduced to its id. */
const keptBody = (body: string): Pick<RecordedAnswer, "body" | "isWhole"> => {
  const isWhole = new TextEncoder().encode(body).length <= answerLimits.bodyBytes
  return { isWhole, body: isWhole ? body : encodeId(decodeId(body)) }
}

/**
 * Makes a write, unless it has been made. It fails with `Blocked` while its key is in use elsewhere.
 */
const attempting = (
  repo: typeof IdempotencyRepo.Service,
  { digest }: typeof Secrets.Service,
  keyedHash: typeof KeyedHash.Service,
  { restrictedExists }: typeof PostsRepo.Service
) => {
  const refusalOf = (key: KeyToClaim) =>
    Effect.map(
      Effect.flatMap(keptSince, (since) => repo.claimAll([key], since)),
      ([refusal = Option.none()]) => refusal
    )

  /** Tells a request from others, and one by a credential that reads as a visitor from the same one by another. */
  const fingerprintOf = (request: string, readsAsVisitor: boolean) =>
    keyedHash.of("request", readsAsVisitor ? `${request}\nreads as a visitor` : request)

  const claimOf = Effect.fnUntraced(function* ({ caller, key, request }: KeyedWrite, encode: Encode) {
    const userId = caller.id
    const keyHash = digest(JSON.stringify([userId, Redacted.value(key)]))
    const readsAsVisitor = (yield* PostReader) === visitor
    const fingerprint = yield* fingerprintOf(request, readsAsVisitor)
    const createdAt = yield* DateTime.now
    const answerOf: Claim["answerOf"] = (result) => {
      const answer = encode(result)
      return { answer, record: { keyHash, userId, fingerprint, createdAt, ...answer, ...keptBody(answer.body) } }
    }
    return { keyHash, userId, request, readsAsVisitor, fingerprint, answerOf }
  })

  const answerRefused = Effect.fnUntraced(function* (claim: Replayable, refusal: ClaimRefusal) {
    if (refusal instanceof Blocked) return yield* refusal
    if (refusal instanceof AnswersFull) return yield* tooMany(yield* DateTime.now, refusal)
    const { body, fingerprint, isWhole, location, status } = refusal.record
    const isSame = fingerprint === claim.fingerprint || (yield* isByOtherReader(claim, fingerprint))
    if (!isSame) return yield* new IdempotencyConflict({ reason: "otherRequest" })
    return { body, isWhole, location, status, isReplayed: true }
  })

  /**
   * True for the same request by a credential that reads otherwise. One that reads as a visitor gets no answer of
   * another where posts are not for everyone: it may hold one.
   */
  const isByOtherReader = Effect.fnUntraced(function* ({ readsAsVisitor, request }: Replayable, fingerprint: string) {
    if (fingerprint !== (yield* fingerprintOf(request, !readsAsVisitor))) return false
    return !readsAsVisitor || !(yield* restrictedExists)
  })

  /** Answers a write that failed: by its record where a twin has made it, or where its commit was not heard of. */
  const recover = Effect.fnUntraced(function* <E>(claim: KeyToClaim & Replayable, error: E) {
    if (error instanceof KeyRefused) return yield* answerRefused(claim, error.refusal)
    const refusal = Option.getOrUndefined(yield* Effect.orElseSucceed(refusalOf(claim), Option.none))
    if (refusal instanceof AlreadyRecorded) return yield* answerRefused(claim, refusal)
    // A batch has waited for the key as long as it waits for a lock.
    const isInProgress = refusal instanceof Blocked && error instanceof Unavailable
    return yield* Effect.fail(isInProgress ? new IdempotencyConflict({ reason: "inProgress" }) : error)
  })

  return Effect.fnUntraced(function* <A, E, R>(keyed: KeyedWrite, encode: Encode, write: Effect.Effect<A, E, R>) {
    const claim = yield* claimOf(keyed, encode)
    const refusal = yield* refusalOf(claim)
    if (Option.isSome(refusal)) return yield* answerRefused(claim, refusal.value)
    return yield* Effect.matchEffect(claiming(claim, write), {
      onSuccess: Option.match({
        onNone: () => Effect.dieMessage("a write with an Idempotency-Key made no transaction"),
        onSome: (answer) => Effect.succeed<KeyedAnswer>({ ...answer, isWhole: true, isReplayed: false })
      }),
      onFailure: (error) => recover(claim, error)
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
  const turns = makeKeyedSemaphore(1)
  return ({ caller, key }: KeyedWrite) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        turns(
          `${caller.id} ${Redacted.value(key)}`,
          now + twinTimeoutMillis,
          () => new IdempotencyConflict({ reason: "inProgress" })
        )(effect)
      )
}

const sweepAll = (repo: typeof IdempotencyRepo.Service): StorageEffect<void> =>
  Effect.flatMap(keptSince, (since) =>
    Effect.asVoid(Effect.repeat(repo.sweep(since, maxSweptAtOnce), { while: (swept) => swept === maxSweptAtOnce }))
  )
