import { memoize } from "../concurrency/ClockCache.ts"

/** British spellings as American ones, replaced in this order. */
const american: ReadonlyArray<readonly [pattern: RegExp, spelling: string]> = [
  [/ae/g, "e"],
  [/oe/g, "e"],
  [/our(?=$|s$|ed$|ing|al|ation|ful|less|able|ite)/g, "or"],
  [/sulph/g, "sulf"],
  [/([a-z]{3})is(?=e$|es$|ed$|ing$|ation|er$|ers$)/g, "$1iz"],
  [/yse(?=$|s$|d$)/g, "yze"],
  [/tre$/g, "ter"],
  [/bre$/g, "ber"],
  [/tres$/g, "ters"],
  [/bres$/g, "bers"],
  [/leuc(?=o)/g, "leuk"],
  [/ogue(?=$|s$)/g, "og"],
  [/(?<=[aeio])ll(?=ed$|ing$|er$|ers$)/g, "l"],
  [/ence(?=$|s$|d$)/g, "ense"],
  [/^grey/g, "gray"],
  [/^age(?=ing$)/g, "ag"],
  [/^(neuron)e(?=$|s$)/g, "$1"],
  [/^disc(?=$|s$)/g, "disk"]
]

/** Endings of English and Latin plurals and of their singular; the first that fits is replaced. */
const singular: ReadonlyArray<readonly [ending: RegExp, instead: string]> = [
  [/(?<=[a-z]{4})ie$|(?<=[a-z]{2})(?:ies|ys?)$/, "i"],
  [/oses$/, "osis"],
  [/stases$/, "stasis"],
  [/theses$/, "thesis"],
  [/mata$/, "ma"],
  [/(?<=[a-z](?:x|ss|ch|sh|us|is))es$/, ""],
  [/(?<=[a-z]{3}[^sui])s$/, ""]
]

/** The American spelling of a folded word, or of its beginning. */
export const americanSpelling = (word: string): string => {
  let text = word
  for (const [pattern, spelling] of american) text = text.replace(pattern, spelling)
  return text
}

const singularOf = memoize((word) => {
  const text = americanSpelling(word)
  for (const [ending, instead] of singular) {
    if (ending.test(text)) return text.replace(ending, instead)
  }
  return text
}, 100_000)

/**
 * The form in which a folded word is compared: in American spelling and in the singular, so that "haemophilias" is
 * "hemophilia". It need not be a word.
 */
export const spelling = (word: string): string => (word.length < 5 ? word : singularOf(word))
