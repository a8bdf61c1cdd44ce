import { Schema } from "effect"

const shown = (value: unknown) => (typeof value === "string" ? `"${value.slice(0, 40).toWellFormed()}"` : typeof value)

const listed = (values: ReadonlyArray<string>) =>
  values.length < 2 ? values.join() : `${values.slice(0, -1).join(", ")} or ${values[values.length - 1]}`

/** One of the listed words. The message for any other value has the list and the beginning of the value. */
export const oneOf = <const Words extends readonly [string, ...ReadonlyArray<string>]>(...words: Words) =>
  Schema.Literal(...words).annotations({
    message: ({ actual }) => ({ message: `must be ${listed(words)}; you sent ${shown(actual)}`, override: true })
  })
