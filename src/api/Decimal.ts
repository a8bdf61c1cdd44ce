import { JSONSchema, Schema } from "effect"

/** What the document shows of a text: the value that it stands for. */
export const valueSchema = (schema: Schema.Schema.Any) => ({
  ...JSONSchema.fromAST(Schema.typeSchema(schema).ast, { definitions: {}, topLevelReferenceStrategy: "skip" })
})

/** A number written in plain decimal digits, as paths and queries carry it: `+1`, `01`, `1e3` and the empty text are none. */
export const decimal = <A, R>(number: Schema.Schema<A, number, R>) =>
  Schema.String.pipe(
    Schema.pattern(/^(0|[1-9]\d{0,15})$/, {
      message: () => "must be a number in plain decimal digits",
      jsonSchema: valueSchema(number)
    }),
    Schema.compose(Schema.NumberFromString),
    Schema.compose(number)
  )
