import { JSONSchema, Option, Schema } from "effect"
import { numberRule, rangeRule } from "../domain/Fields.ts"
import { maxPageItems, PageLimit, PageNumber, usualPageItems } from "../domain/Page.ts"
import { maxSearchCharacters, text } from "../domain/Text.ts"

export const valueSchema = (schema: Schema.Schema.Any) => ({
  ...JSONSchema.fromAST(Schema.typeSchema(schema).ast, { definitions: {}, topLevelReferenceStrategy: "skip" })
})

/** A query parameter, which may be given once. */
const Value = Schema.String.annotations({ message: () => ({ message: "must be given once", override: true }) })

/** A number in plain decimal digits, as in paths and queries; `+1`, `01`, `1e3` and the empty text are refused. */
export const decimal = <A, R>(number: Schema.Schema<A, number, R>) =>
  Value.pipe(
    Schema.pattern(/^(0|[1-9]\d{0,15})$/, {
      ...numberRule("must be a number in plain decimal digits"),
      jsonSchema: valueSchema(number)
    }),
    Schema.compose(Schema.NumberFromString),
    Schema.compose(number)
  )

/** An optional query parameter; an empty one counts as absent (contract, Conventions). */
export const optional = <A, I>(
  schema: Schema.Schema<A, I>,
  { description, unset }: { readonly description: string; readonly unset?: string | number | boolean }
) =>
  Schema.optionalToOptional(
    Value.annotations({
      jsonSchema: { ...valueSchema(schema), ...(unset === undefined ? {} : { default: unset }) }
    }),
    Schema.compose(Schema.String, schema, { strict: false }),
    { decode: Option.filter((value) => value !== ""), encode: (value) => value }
  ).annotations({ description })

/** `true` or `false`, also as `1` and `0`. */
export const Yes = Schema.transform(
  Schema.Literal("true", "false", "1", "0").annotations({
    message: () => ({ message: "must be true or false", override: true })
  }),
  Schema.Boolean,
  { strict: true, decode: (text) => text === "true" || text === "1", encode: (yes) => (yes ? "true" : "false") }
)

export const cursorQuery = (instead: "page" | "offset") =>
  optional(Schema.String, {
    description:
      `The \`pagination.nextCursor\` of the page before, instead of \`${instead}\`: continues after its last item, as fast ` +
      "at any depth, even after additions and deletions. Order, filters and search must be the same."
  })

export const pageQuery = (usualItems = usualPageItems) => ({
  page: optional(decimal(PageNumber), { description: "The page, from 1.", unset: 1 }),
  cursor: cursorQuery("page"),
  limit: optional(decimal(PageLimit), {
    description: `Maximum items; above ${maxPageItems} counts as ${maxPageItems}, and \`pagination.limit\` says so.`,
    unset: usualItems
  })
})

export const SearchQuery = text(maxSearchCharacters)

/** The number of rows to skip. */
export const Offset = Schema.Number.pipe(Schema.int(), Schema.between(0, 2_147_483_647, rangeRule(0, 2_147_483_647)))
