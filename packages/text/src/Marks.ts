/** The most marks in a row of Unicode's stream-safe text format (UAX 15, section 13). No language needs more. */
export const maxMarks = 30

const furtherMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, "gu")

/** No character below the first combining mark is one. */
const withoutMarks = /^[\0-\u02ff]*$/

/**
 * Cuts off the marks of a character beyond `maxMarks`: normalization takes a time that rises with the square of their
 * number. Idempotent.
 */
export const streamSafe = (text: string): string =>
  text.length <= maxMarks || withoutMarks.test(text) ? text : text.replace(furtherMarks, "$1")
