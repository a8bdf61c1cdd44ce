import { memoize } from "./ClockCache.ts"

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
}, 20_000)

/**
 * The form in which a folded word is compared: in American spelling and in the singular, so that "haemophilias" is
 * "hemophilia". It need not be a word.
 */
export const spelling = (word: string): string => (word.length < 5 ? word : singularOf(word))

/** Spellings of a sound and the letter for it, replaced in this order. */
const sounds: ReadonlyArray<readonly [pattern: RegExp, sound: string]> = [
  [/^(?:p(?=[nst])|[gkm](?=n)|w(?=r))/g, ""],
  [/ph/g, "f"],
  [/sch|sh|ch(?=[ei])/g, "$"],
  [/tch|ch|ck|cq/g, "k"],
  [/[ts]io(?=n)/g, "$u"],
  [/sc(?=[eiy])/g, "s"],
  [/c(?=[eiy])/g, "s"],
  [/qu/g, "kv"],
  [/[cq]/g, "k"],
  [/^x/g, "s"],
  [/x/g, "ks"],
  [/z/g, "s"],
  [/dg|g(?=[eiy])/g, "j"],
  [/gh|h/g, ""],
  [/w/g, "v"],
  [/ee|ea|ei|ie|ey|y/g, "i"],
  [/oo|ou/g, "u"],
  [/au|aw|ow/g, "o"],
  [/eu|ew|ue/g, "u"],
  [/ai|ay/g, "e"],
  [/\$/g, "s"],
  [/(.)\1+/g, "$1"],
  [/(?<=..)e$/g, ""]
]

/**
 * The sound of a folded word in American spelling. Spellings that are pronounced alike, such as "fenilketonurea" for
 * "phenylketonuria", have the same sound or a similar one.
 */
export const soundOf = memoize((word) => {
  let text = word
  for (const [pattern, sound] of sounds) text = text.replace(pattern, sound)
  return text
}, 10_000)
