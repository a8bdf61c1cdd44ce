import { DateTime, Option, ParseResult, Schema } from "effect"
import { rule } from "./Issues.ts"

const pattern = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** The time of a text such as `2027-01-01T00:00:00Z`; none for any other text, and for a day that its month lacks. */
const timeOf = (text: string): Option.Option<DateTime.Utc> => {
  const [, year, month, day] = pattern.exec(text) ?? []
  // Date takes the 31st of February for a day in March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  return isDay ? DateTime.make(text) : Option.none()
}

const timeRule = rule({ _tag: "Time", message: "must be a time with its offset, such as 2027-01-01T00:00:00Z" })

export const Time = Schema.transformOrFail(Schema.String.annotations(timeRule), Schema.DateTimeUtcFromSelf, {
  strict: true,
  decode: (text, _, ast) =>
    Option.match(timeOf(text), {
      onNone: () => ParseResult.fail(new ParseResult.Type(ast, text)),
      onSome: ParseResult.succeed
    }),
  encode: (time) => ParseResult.succeed(DateTime.formatIso(time))
}).annotations({
  ...timeRule,
  jsonSchema: { type: "string", format: "date-time" },
  examples: [DateTime.unsafeMake("2027-01-01T00:00:00Z")]
})
