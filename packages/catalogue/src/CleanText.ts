/** A text on one line, well-formed and without control characters. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f\u00a0\s]+/g, " ")
    .trim()

/** A copy of a text. A slice keeps the whole text that it was cut from in memory. */
export const copyText = (text: string): string => `${text} `.slice(0, -1)
