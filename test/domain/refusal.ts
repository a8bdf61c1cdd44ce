import { Either, ParseResult, type Schema } from "effect"
import { decodeUnknownEither } from "effect/Schema"

/** Why a schema refuses a value, in the words of its first issue; nothing where it takes it. */
export const refusal = <A, I>(schema: Schema.Schema<A, I>, value: unknown): string | undefined =>
  Either.match(decodeUnknownEither(schema)(value), {
    onLeft: (error) => ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.message,
    onRight: () => undefined
  })
