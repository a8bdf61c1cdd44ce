import { Schema } from "effect"

/** The most characters of an Idempotency-Key. */
export const maxKeyCharacters = 255

/** A key by which a client marks the repetitions of one write (contract, idempotency). */
export const IdempotencyKey = Schema.String.pipe(
  Schema.filter((key) => /^[\x20-\x7e]+$/.test(key) && key.length <= maxKeyCharacters, {
    message: () => `must be 1 to ${maxKeyCharacters} printable ASCII characters`
  })
).annotations({ jsonSchema: { minLength: 1, maxLength: maxKeyCharacters, pattern: "^[ -~]+$" } })

/** A write was refused for its Idempotency-Key, and did nothing. */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("IdempotencyConflict", {
  reason: Schema.Literal("otherRequest", "inProgress")
}) {
  override get message() {
    return this.reason === "otherRequest"
      ? "this idempotency key was sent with another request before: make a new key for each write"
      : "another request with this idempotency key is still running: send this one again"
  }
}
