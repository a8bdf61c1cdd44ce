import { Either, ParseResult, type Schema } from "effect"
import { decodeUnknownEither } from "effect/Schema"

/** The message of the first issue with which a schema refuses a value; undefined if the schema accepts it. */
export const refusal = <A, I>(schema: Schema.Schema<A, I>, value: unknown): string | undefined =>
  Either.match(decodeUnknownEither(schema)(value), {
    onLeft: (error) => ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.message,
    onRight: () => undefined
  })
