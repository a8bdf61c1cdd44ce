import { Schema } from "effect"

const countries = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })

/** True for a code in use: the canonical form of a former one, or of `UK`, is another; that of nobody has no name. */
const isCountry = (code: string): boolean =>
  /^(?!Q[M-Z]|X[^K]|ZZ)[A-Z]{2}$/.test(code) &&
  new Intl.Locale(`und-${code}`).region === code &&
  countries.of(code) !== undefined

/** A country of whom to turn to, in a file of the operator. */
export const Country = Schema.String.pipe(
  Schema.filter(isCountry, {
    message: () => "must be a country in two capital letters (ISO 3166-1), such as GB, or EU for the European Union"
  })
)

/** An address that pages link to. */
export const Address = Schema.String.pipe(
  Schema.pattern(/^https?:\/\/[^\s"<>]+$/, { message: () => "must be an address with http or https" })
)

/** A number that a phone can dial. */
export const Phone = Schema.String.pipe(
  Schema.pattern(/^(?=.*\d)[\d +*#]+$/, { message: () => "must be the number of a phone: digits, spaces, +, * and #" })
)
