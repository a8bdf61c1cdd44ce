import { isEveryday } from "./ContentWords.ts"
import type { MatchedOn } from "./Disease.ts"
import type { DiseaseId } from "./Ids.ts"
import { foldText } from "./SearchText.ts"

/** What the names of diseases are compared and sorted by. */
export const nameKey = (text: string): string => foldText(text).trim().replace(/\s+/g, " ")

/** A name that a disease goes by, found by its key. */
export interface DiseaseNaming {
  readonly key: string
  readonly diseaseId: DiseaseId
  /** What the disease is called. */
  readonly disease: string
  /** The name that was found, as it is stored, and of which kind it is. */
  readonly name: string
  readonly kind: Extract<MatchedOn["field"], "name" | "synonym" | "abbreviation">
}

/** A run of words of a text, which may be a name. */
export interface NameCandidate {
  /** Its first word, and the one behind its last. */
  readonly from: number
  readonly to: number
  /** As it is written, without punctuation at its ends. */
  readonly written: string
  /** The keys that a name it may be is stored under. */
  readonly keys: ReadonlyArray<string>
}

/** The longest name that is looked for, and how much of a text is looked through: each word begins eight candidates. */
const maxNameWords = 8
const maxNameCharacters = 120
const maxTextWords = 1_000

const punctuationAtEnds = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu
const trimmed = (text: string) => text.replace(punctuationAtEnds, "")

/** "Marfan's syndrome" is "Marfan syndrome" too, and "MFS's" is "MFS". */
const withoutPossessives = (text: string) => text.replace(/'s(?= |$)/gi, "")

/** Typographic quotes and hyphens are the typewriter's, as the catalogue writes them; Markdown's emphasis is no text. */
const plain = (text: string) =>
  text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2013]/g, "-")
    .replace(/[*_~`]+/g, "")

/** The words of a text, as many as are looked through. */
export const nameWords = (text: string): ReadonlyArray<string> =>
  plain(text)
    .split(/[\s\u2014\u2026]+/)
    .filter((word) => word !== "")
    .slice(0, maxTextWords)

/** Every run of words of a text that may be a name of a disease. */
export const nameCandidates = (text: string): ReadonlyArray<NameCandidate> => {
  const words = nameWords(text).map((written) => ({ written, key: nameKey(written) }))
  return words.flatMap((_, from) =>
    words.slice(from, from + maxNameWords).flatMap((_, length): ReadonlyArray<NameCandidate> => {
      const to = from + length + 1
      const run = words.slice(from, to)
      const whole = run.map(({ key }) => key).join(" ")
      if (whole.length > maxNameCharacters) return []
      const key = trimmed(whole)
      if (key === "") return []
      const written = trimmed(run.map(({ written }) => written).join(" "))
      // A name may end in punctuation of its own, as in "type (1)".
      return [{ from, to, written, keys: Array.from(new Set([key, withoutPossessives(key), whole])) }]
    })
  )
}

/** Whether a text is all in capitals, so that capitals tell nothing. */
const isShouted = (text: string) => !/\p{Ll}/u.test(text)

/** A run of words that names diseases: its first word, and the one behind its last. */
export interface Mention {
  readonly from: number
  readonly to: number
  readonly ids: ReadonlyArray<DiseaseId>
}

/**
 * Where diseases are named, in the order of the text; `names` are those of its candidates' keys, and `counts` says
 * whether one stands for its disease as it is written here. The longest name wins over those inside it: "neonatal Marfan
 * syndrome" does not speak of Marfan syndrome.
 */
const mentionsBy = (
  candidates: ReadonlyArray<NameCandidate>,
  names: ReadonlyArray<DiseaseNaming>,
  counts: (name: DiseaseNaming, written: string) => boolean
): ReadonlyArray<Mention> => {
  const byKey = new Map<string, ReadonlyArray<DiseaseNaming>>()
  for (const name of names) byKey.set(name.key, [...(byKey.get(name.key) ?? []), name])
  const mentions = candidates.flatMap(({ from, keys, to, written }): ReadonlyArray<Mention> => {
    const named = keys
      .flatMap((key) => byKey.get(key) ?? [])
      .filter((name) => counts(name, withoutPossessives(written)))
    return named.length === 0 ? [] : [{ from, to, ids: named.map(({ diseaseId }) => diseaseId) }]
  })
  const isInside = (inner: Mention) =>
    mentions.some(({ from, to }) => from <= inner.from && inner.to <= to && inner.to - inner.from < to - from)
  return mentions.filter((mention) => !isInside(mention))
}

/** Whether an abbreviation is written as one. */
const inCapitals = (name: string, written: string) => written === name || written === name.toUpperCase()

/**
 * The diseases that a text names, in the order of their first mention; `names` are those of its candidates' keys.
 * An abbreviation counts where the text has it in capitals as a word of its own, since folded it is often an everyday
 * word ("als", "as"); one that is such a word counts for nothing in a text that is all in capitals.
 */
export const diseasesNamed = (
  text: string,
  candidates: ReadonlyArray<NameCandidate>,
  names: ReadonlyArray<DiseaseNaming>
): ReadonlyArray<DiseaseId> => {
  const shouted = isShouted(text)
  const mentions = mentionsBy(
    candidates,
    names,
    ({ kind, name }, written) =>
      kind !== "abbreviation" || (inCapitals(name, written) && !(shouted && isEveryday(name)))
  )
  return Array.from(new Set(mentions.flatMap(({ ids }) => ids)))
}

/** The shortest abbreviation that is taken for one in small letters. */
const minSmallAbbreviation = 3

/** Whether an abbreviation tells enough to be looked for in texts, where capitals make no difference. */
export const isTelling = (abbreviation: string): boolean =>
  Array.from(abbreviation).length >= minSmallAbbreviation && !isEveryday(abbreviation)

/**
 * Where a search names diseases. A search is short and about something, and typed in small letters: so an abbreviation
 * counts in these too, unless it is an everyday word or shorter than three letters.
 */
export const diseasesSearched = (
  candidates: ReadonlyArray<NameCandidate>,
  names: ReadonlyArray<DiseaseNaming>
): ReadonlyArray<Mention> =>
  mentionsBy(
    candidates,
    names,
    ({ kind, name }, written) => kind !== "abbreviation" || isTelling(name) || inCapitals(name, written)
  )
