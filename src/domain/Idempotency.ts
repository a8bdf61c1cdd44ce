import { Schema } from "effect"

/** The maximum number of characters of an Idempotency-Key. */
export const maxKeyCharacters = 255

/** A key by which a client marks the repetitions of one write (contract, Conventions). */
export const IdempotencyKey = Schema.String.pipe(
  Schema.filter((key) => /^[\x20-\x7e]+$/.test(key) && key.length <= maxKeyCharacters, {
    message: () => `must be 1 to ${maxKeyCharacters} printable ASCII characters`
  })
).annotations({ jsonSchema: { minLength: 1, maxLength: maxKeyCharacters, pattern: "^[ -~]+$" } })

/** The answers to requests with an Idempotency-Key are kept for this long (contract, Conventions). */
export const keptHours = 24

/** The longest wait for another request with the same key (contract, Conventions). */
export const twinTimeoutMillis = 10_000

export const answerLimits = {
  /** The maximum number of answers to writes that are kept of a member. */
  answers: 1_000,
  /** @internal The maximum number of bytes of the answers that are kept of a member. */
  bytes: 20_000_000,
  /** @internal The longest body of an answer that is kept whole. */
  bodyBytes: 64_000
} as const

export interface AnswersOfMember {
  readonly answers: number
  readonly bytes: number
}

/** True if a member may get some more answers, each of the greatest size. */
export const hasRoomFor = (more: number, { answers, bytes }: AnswersOfMember): boolean =>
  answers + more <= answerLimits.answers && bytes + more * answerLimits.bodyBytes <= answerLimits.bytes

const messages = {
  otherRequest: () =>
    "this idempotency key was sent with another request before, which was made: to retry that one, send it unchanged; for " +
    "another write, make a new key",
  inProgress: () => "another request with this idempotency key is still running: send this one again",
  tooLongToReplay: (id: number | undefined) =>
    `this was done by an earlier call with this idempotency key, with the id ${id}; the answer was too long to be kept: read it by that id`
}

/** A write was refused for its Idempotency-Key, and did nothing; an earlier call may have made it. */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("IdempotencyConflict", {
  reason: Schema.Literal("otherRequest", "inProgress", "tooLongToReplay"),
  /** The id of the record that the earlier call made, where its answer was too long to be kept. */
  id: Schema.optional(Schema.Int)
}) {
  override readonly message = messages[this.reason](this.id)
}
