/**
 * A flag of a region: a black flag, two tag letters for the country, one to three tag letters or digits for its part,
 * and the end tag (UTS 51, ED-14a). Only such short sequences stay: longer ones could carry a hidden message.
 */
const flag = "\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{2}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,3}\\u{E007F}"

/** Tag characters, and bidi embeddings, overrides and isolates. */
const formats = "\\u{E0000}-\\u{E007F}\\u202A-\\u202E\\u2066-\\u2069"

/** C0 and C1 controls but tab and line ends. */
const controls = "\\0-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F"

export const flags = new RegExp(flag, "gu")

const format = new RegExp(`${flag}|[${formats}]`, "gu")
const formatOrControl = new RegExp(`${flag}|[${formats}${controls}]`, "gu")

// Nearly no text has such characters. Flags have tag characters, so they pass this first test.
const anyFormat = new RegExp(`[${formats}]`, "u")
const anyFormatOrControl = new RegExp(`[${formats}${controls}]`, "u")

const keptFlag = (found: string): string => (found.startsWith("\u{1F3F4}") ? found : "")

/** Removes tag characters, except in flag emoji, and bidi embeddings, overrides and isolates. */
export const withoutFormats = (text: string): string => (anyFormat.test(text) ? text.replace(format, keptFlag) : text)

/** Removes C0 and C1 controls too, except tab and line ends (contract, Filtering). */
export const withoutInvisible = (text: string): string =>
  anyFormatOrControl.test(text) ? text.replace(formatOrControl, keptFlag) : text

/** Applies `withoutInvisible` to each text of a JSON value; returns the same object if nothing is removed. */
export function jsonWithoutInvisible<Json>(json: Json): Json
export function jsonWithoutInvisible(json: unknown): unknown {
  if (typeof json === "string") return withoutInvisible(json)
  if (Array.isArray(json)) {
    const cleaned = json.map((item: unknown) => jsonWithoutInvisible(item))
    return cleaned.some((item, index) => item !== json[index]) ? cleaned : json
  }
  if (typeof json !== "object" || json === null) return json
  const entries = Object.entries(json)
  const cleaned = entries.map(([name, value]: [string, unknown]) => [name, jsonWithoutInvisible(value)] as const)
  return cleaned.some(([, value], index) => value !== entries[index]?.[1]) ? Object.fromEntries(cleaned) : json
}

/** Applies `withoutInvisible` to each text of a JSON document, in which controls are escaped. */
export const jsonTextWithoutInvisible = (text: string): string =>
  anyFormatOrControl.test(text) || /\\u00[01]|\\[bf]/.test(text)
    ? JSON.stringify(jsonWithoutInvisible(JSON.parse(text)))
    : text

// Models are trained with markup around the parts of a conversation, such as <system>, </tool_result> and <|im_start|>.
// A member's text must not look like it. HTML is cut out of content when it is stored, but code and escaped tags stay.

const opening = /<(?=[a-z/!?|])/gi

/** Replaces each `<` that could begin a tag by `&lt;`, which Markdown shows as `<`. */
export const withoutMarkup = (text: string): string => text.replace(opening, "&lt;")

/** Escapes each such `<` in a JSON document: the text reads otherwise, the values stay the same. */
export const jsonTextWithoutMarkup = (json: string): string => json.replace(opening, "\\u003c")
