import { JSONSchema, Schema } from "effect"

/** The JSON Schema of the value that a text encodes. */
export const valueSchema = (schema: Schema.Schema.Any) => ({
  ...JSONSchema.fromAST(Schema.typeSchema(schema).ast, { definitions: {}, topLevelReferenceStrategy: "skip" })
})

/** A number in plain decimal digits, as in paths and queries; `+1`, `01`, `1e3` and the empty text are refused. */
export const decimal = <A, R>(number: Schema.Schema<A, number, R>) =>
  Schema.String.pipe(
    Schema.pattern(/^(0|[1-9]\d{0,15})$/, {
      message: () => "must be a number in plain decimal digits",
      jsonSchema: valueSchema(number)
    }),
    Schema.compose(Schema.NumberFromString),
    Schema.compose(number)
  )
