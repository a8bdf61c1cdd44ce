/** The longest excerpt of a text in records (contract, Records). */
export const maxExcerptCodePoints = 280

/**
 * The cut at the end of an excerpt moves back by at most this much to the end of a word; a longer word is cut through.
 */
const maxCutWordCodePoints = 40

/** The beginning of a plain text, which ends in "…" after a whole word where it was cut. */
export const excerptOf = (text: string, maxCodePoints = maxExcerptCodePoints): string => {
  // A code point has at most two units, so this prefix shows whether there are too many.
  const points = Array.from(text.slice(0, 2 * maxCodePoints + 2))
  if (points.length <= maxCodePoints) return points.join("")
  const kept = points.slice(0, maxCodePoints - 1)
  const end = points[kept.length] === " " ? kept.length : kept.lastIndexOf(" ")
  const words = kept.slice(0, end >= kept.length - maxCutWordCodePoints ? end : kept.length)
  return `${words.join("").trimEnd()}…`
}
