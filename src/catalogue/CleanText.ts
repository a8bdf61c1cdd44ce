/** A text as it can be stored and shown: on one line, without control characters and halves of characters. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f\u00a0\s]+/g, " ")
    .trim()

/** The same text, held by itself: a part that is cut out of a text may hold the whole of it in memory. */
export const ownText = (text: string): string => `${text} `.slice(0, -1)
