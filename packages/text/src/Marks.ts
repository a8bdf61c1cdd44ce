/** The most marks in a row of Unicode's stream-safe text format (UAX 15, section 13). No language needs more. */
export const maxMarks = 30

const furtherMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, "gu")

/** Characters that are no marks, as most texts have: Latin letters, punctuation, and those of Chinese and Japanese. */
const withoutMarks = /^[\0-\u02ff\u2000-\u20cf\u3000-\u3029\u3030-\u3098\u309b-\ua66e\uac00-\ud7ff\uff00-\uffef]*$/

/**
 * Cuts off the marks of a character beyond `maxMarks`: normalization takes a time that rises with the square of their
 * number. Idempotent.
 */
export const streamSafe = (text: string): string =>
  text.length <= maxMarks || withoutMarks.test(text) ? text : text.replace(furtherMarks, "$1")
