import { at } from "@rare-disease-community/text/arrays/At"
import { nameKey } from "@rare-disease-community/text/Folding"
import { cleanText } from "./CleanText.ts"

export interface Names {
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
}

/** The longest name of a disease: an entry of a database index holds at most 2,700 bytes. */
const maxNameCharacters = 500

/** Words that stay in lower case at the beginning of a name: "von Willebrand disease". */
const particles = new Set("al d da de del della den der di dos du el le ten ter van von".split(" "))

/**
 * Capitalises a name where that is safe: not "von" and the like, and not words such as "mTOR", "p53" or "t-cell", whose
 * lower case has a meaning.
 */
export const capitalised = (name: string): string => {
  const [word = ""] = /^\p{Ll}+/u.exec(name) ?? []
  const next = name.charAt(word.length)
  const isPlain = word.length > 1 && !particles.has(word) && !/[\p{Lu}\p{N}]/u.test(next)
  return isPlain ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** The longest abbreviation of a disease without digits; a longer one is a word in capitals. */
const maxPlainAbbreviation = 9

/** The longest abbreviation of a disease with digits. */
const maxAbbreviation = 12

/** True for a word that consists mostly of capitals and digits: `MFS`, `vEDS`, `22q11DS`, `X-ALD`. */
const isCapitals = (word: string): boolean => {
  const capitals = count(word, /\p{Lu}/gu)
  const digits = count(word, /\d/g)
  const small = count(word, /\p{Ll}/gu)
  const isShort = word.length <= (digits === 0 ? maxPlainAbbreviation : maxAbbreviation)
  return isShort && capitals >= 1 && capitals + digits >= 2 && small <= capitals + digits - 1
}

/** The mark of a type after an abbreviation: `4`, `IIB`, `1A`, `C`. */
const typeMark = /^(\d{1,3}[A-Za-z]{0,2}\d?|[IVX]{1,5}[A-Za-z]?\d?|[A-Z]\d?)$/

/** True for one word of capitals, followed by at most two marks of types. */
export const isAbbreviation = (name: string): boolean => {
  const [first = "", ...marks] = name.split(" ")
  return first.length >= 2 && isCapitals(first) && marks.length <= 2 && marks.every((mark) => typeMark.test(mark))
}

/**
 * True where letters are the initials of a name's words; up to half of them may come from inside the words: "MLD" of
 * "metachromatic leukodystrophy".
 */
const isAcronymOf = (letters: string, name: string): boolean => {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  let word = -1
  let place = 0
  let initials = 0
  for (const letter of letters.toLowerCase()) {
    const initial = words.findIndex((candidate, index) => index > word && candidate.startsWith(letter))
    const inside = word === -1 ? -1 : at(words, word).indexOf(letter, place)
    if (initial !== -1) {
      word = initial
      place = 1
      initials += 1
    } else if (inside !== -1) place = inside + 1
    else return false
  }
  return initials >= 2 && initials * 2 >= letters.length
}

/** OMIM's symbols, such as `PTOS2`, and short words without a vowel. */
const isSymbol = (name: string) => /^\p{L}{2,7}\d{1,2}\p{L}?$/u.test(name) || /^(?=.{2,6}$)[^\P{L}aeiou]+$/iu.test(name)

/**
 * The capitals of an abbreviation that the sources write in lower case: "Ptos2", "Fsnf", or "bor" for
 * "branchio-oto-renal syndrome". Undefined for any other name.
 */
const asAcronym = (name: string, names: ReadonlyArray<string>): string | undefined => {
  if (isSymbol(name)) return name.toUpperCase()
  const [, letters = "", mark = ""] = /^(\p{L}{2,6})((?:[ -]?\d{1,3}[A-Za-z]?| [IVX]+[a-z]?)?)$/u.exec(name) ?? []
  if (letters === "" || !names.some((other) => other.includes(" ") && isAcronymOf(letters, other))) return undefined
  return letters.toUpperCase() + mark
}

/** Names that offend or are out of use: a search finds them, and they are shown last. */
const outdated =
  /retard|\bidioc?y|\bidiot|imbecil|feeble|cretin|mongol|gargoyl|dwarf|midget|hermaphrodit|freak|monster|moron|lunatic|happy puppet|elfin|leprechaun|mermaid|crippl|deaf[- ]?mut|bird[- ]headed|lobster|simian/i

/** Words of French names that some sources list as English synonyms. */
const french = /(?:^| )(?:avec|à|chez|associee|li[eé]e|dysplasie|dystrophie|ataxie|maladie)(?= |$)/i

/** French spells the first syllable of such words with an accent, which capitals often lack: "Epidermolyse". */
const unaccented =
  /^E(?=o\p{Ll}|([bcdfgjklmnpqrstvz])(?!\1)[hlr]?[aeiouyéèœ])(?!\p{L}*(?:sis|ma|us|as|is)\b)(?!mery\b|vans\b|bola\b)/u

/** A French name of a disease with the accent of its first letter. */
export const accented = (name: string): string => name.replace(unaccented, "É")

/** Latin words that sources misspell. */
const spelt = (name: string) => name.replace(/\baquisita\b/gi, "acquisita")

const isOutdated = (name: string): boolean => outdated.test(name)

const capitalsOf = (name: string) => count(name, /\p{Lu}/gu)

/** The spelling to show, among those that differ in case or accents only. */
const bestSpelling = (spellings: ReadonlyArray<string>): string => {
  const [first = ""] = spellings
  const most = spellings.toSorted((one, other) => capitalsOf(other) - capitalsOf(one))[0] ?? first
  return isAbbreviation(most) ? most : first
}

/**
 * The name, synonyms and abbreviations of a disease, from its label and its other names, best first. Names that differ
 * in case, accents or spaces only are merged; outdated ones come last.
 */
export const namesOf = (label: string, others: ReadonlyArray<string>): Names => {
  const name = capitalised(cleanText(label))
  const cleaned = others
    .map((other) => spelt(cleanText(other)))
    .filter((other) => other !== "" && other.length <= maxNameCharacters && !french.test(other))
  const spellings = new Map<string, Array<string>>()
  for (const other of cleaned) spellings.set(nameKey(other), [...(spellings.get(nameKey(other)) ?? []), other])
  const keys = new Set([nameKey(name), ""])
  const synonyms: Array<string> = []
  const abbreviations: Array<string> = []
  for (const [key, spelled] of spellings) {
    const best = bestSpelling(spelled)
    const abbreviation = isAbbreviation(best) ? best : asAcronym(best, [label, ...cleaned])
    if (keys.has(key)) continue
    keys.add(key)
    if (abbreviation === undefined) synonyms.push(capitalised(best))
    else abbreviations.push(abbreviation)
  }
  const isCurrent = (synonym: string) => !isOutdated(synonym)
  return { name, synonyms: [...synonyms.filter(isCurrent), ...synonyms.filter(isOutdated)], abbreviations }
}
