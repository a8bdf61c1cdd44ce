import { ParseResult, Predicate, Schema, SchemaAST } from "effect"
import { choiceOf, rule } from "./Issues.ts"

/** One of the listed words. The message for any other value has the list and the beginning of the value. */
export const oneOf = <const Words extends readonly [string, ...ReadonlyArray<string>]>(...words: Words) =>
  Schema.Literal(...words).annotations(rule(choiceOf(words)))

/** The annotations of a schema that refuses values that are not numbers of its kind. */
export const numberRule = (message: string) => rule({ _tag: "Number", message })

/** The annotations of a schema that refuses numbers out of its bounds. */
export const rangeRule = (min: number, max: number) =>
  rule({ _tag: "Range", message: `must be from ${min} to ${max}`, min, max })

/** A number as it is sent: a whole one within bounds. */
export const wholeNumber = (min: number, max: number) =>
  Schema.Number.annotations(numberRule("must be a number")).pipe(
    Schema.int(numberRule("must be a whole number")),
    Schema.between(min, max, rangeRule(min, max))
  )

const LaterWord = Schema.String.pipe(Schema.brand("LaterWord"))

/**
 * A word of a stored record: one of these, or one of a later version, which shares the database or serves this client.
 * It is passed on. The OpenAPI document lists the words beside any other text, so that generated clients know them and
 * take others, too.
 */
export const openTo = <Word extends string>(words: Schema.Schema<Word> & { readonly literals: ReadonlyArray<Word> }) =>
  Schema.Union(words, LaterWord).annotations({
    jsonSchema: {
      anyOf: [{ type: "string", enum: words.literals }, { type: "string" }],
      description: `${words.literals.map((word) => `\`${word}\``).join(", ")}; later versions may have others.`
    }
  })

/** A number as it is answered. */
export const count = Schema.Number.pipe(Schema.int())

// What is absent has three forms: a body leaves a field out or sends null (`optional`), JSON of our own statements
// leaves it out (`maybe`, `exactOptional`), and a column of a row is null (`Schema.OptionFromNullOr`).

/** A field of a body that may be absent or null. */
export const optional = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.optionalWith(schema, { as: "Option", nullable: true })

/** A field of an answer that may be absent, as an option. */
export const maybe = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.optionalWith(schema, { as: "Option", exact: true })

/** A field of an answer that may be absent. */
export const exactOptional = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optionalWith(schema, { exact: true })

/** The annotations of a named schema of the OpenAPI document. */
export const named = (identifier: string, description: string) => ({ identifier, description })

/** The answer to a request that removes a record. */
export const removed = <Id extends Schema.Schema.Any>(identifier: string, id: Id) =>
  Schema.Struct({ deleted: Schema.Literal(true), id }).annotations({ identifier })

/**
 * A schema of records that this program makes itself, thousands for one answer: they are encoded as they are, since
 * checking and copying them takes longer than finding them. Clients decode them by the schema, and documents show it.
 */
export const encodedAsMade = <A>(schema: Schema.Schema<A>) => {
  const isMade = (record: unknown): record is A => Predicate.isReadonlyRecord(record)
  return Schema.declare<A, A, readonly []>(
    [],
    {
      decode: () => ParseResult.decodeUnknown(schema),
      encode: () => (record, _, ast) =>
        isMade(record) ? ParseResult.succeed(record) : ParseResult.fail(new ParseResult.Type(ast, record))
    },
    { [SchemaAST.SurrogateAnnotationId]: schema.ast }
  )
}
