/** British spelling and what goes with it, as the American: applied in this order to a folded word. */
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

/** English and Latin plurals and their singular, tried in this order: the first that fits is taken. */
const singular: ReadonlyArray<readonly [ending: RegExp, instead: string]> = [
  [/(?<=[a-z]{4})ie$|(?<=[a-z]{2})(?:ies|ys?)$/, "i"],
  [/oses$/, "osis"],
  [/stases$/, "stasis"],
  [/theses$/, "thesis"],
  [/mata$/, "ma"],
  [/(?<=[a-z](?:x|ss|ch|sh|us|is))es$/, ""],
  [/(?<=[a-z]{3}[^sui])s$/, ""]
]

const spelled = new Map<string, string>()
/** Spellings are remembered, since names share most of their words; what people type must not fill the memory. */
const maxSpelled = 100_000

/** A folded word as Americans spell it; what is half typed too. */
export const americanSpelling = (word: string): string => {
  let text = word
  for (const [pattern, spelling] of american) text = text.replace(pattern, spelling)
  return text
}

const spell = (word: string): string => {
  const text = americanSpelling(word)
  for (const [ending, instead] of singular) {
    if (ending.test(text)) return text.replace(ending, instead)
  }
  return text
}

/**
 * The one form that a folded word is compared in: American, and in the singular. "haemophilias" is "hemophilia".
 * It need not be a word; it has to be the same for whatever is the same to a reader.
 */
export const spelling = (word: string): string => {
  if (word.length < 5) return word
  const known = spelled.get(word)
  if (known !== undefined) return known
  const result = spell(word)
  if (spelled.size < maxSpelled) spelled.set(word, result)
  return result
}
