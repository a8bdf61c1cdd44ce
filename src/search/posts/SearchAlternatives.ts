import type { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { diseasesSearched, isDiscriminative, type Mention } from "@rare-disease-community/names/texts/DiseaseNaming"
import { nameCandidates } from "@rare-disease-community/names/texts/NameCandidates"
import { questionWordsOf } from "@rare-disease-community/text/ContentWords"
import { phraseOf, type Term } from "@rare-disease-community/text/Lexemes"
import type { SearchQuery, SearchToken } from "@rare-disease-community/text/SearchQuery"
import type { SearchPart } from "./PostQuery.ts"

/** The maximum number of places of a search that may name diseases. */
const maxMentions = 4

/** The maximum number of diseases that a search may name at one place. */
const maxDiseases = 8

/** The maximum number of names of a disease that a search for posts or news adds. */
const maxNames = 20

/**
 * Expands a search of posts or news into its alternatives: word by word, and, when the search names a disease, also
 * with all its names and all posts filed under it. Words that connect the others in a question are left out.
 */
export const searchAlternatives = (
  query: SearchQuery,
  diseases: DiseaseIndex
): ReadonlyArray<ReadonlyArray<SearchPart>> => {
  const candidates = nameCandidates(namingText(query))
  const names = Array.from(new Set(candidates.flatMap(({ keys }) => keys))).flatMap((key) => diseases.named(key))
  const mentions = withoutOverlaps(diseasesSearched(candidates, names))
    .slice(0, maxMentions)
    .map((mention) => ({ ...mention, ids: Array.from(new Set(mention.ids)).slice(0, maxDiseases) }))
  const leftOut = questionWords(query, mentions)
  const plain = eachOnce(query.wanted.flatMap((token, index) => (leftOut.has(index) ? [] : typedParts(token))))
  if (mentions.length === 0) return [plain]
  const named = query.wanted.flatMap((token, index) => {
    const mention = mentions.find(({ from, to }) => from <= index && index < to)
    if (mention === undefined) return leftOut.has(index) ? [] : typedParts(token)
    return mention.from === index ? [diseasePart(mention, query.wanted, diseases)] : []
  })
  return [plain, eachOnce(named)]
}

/** The part that stands for the words of a mention. */
const diseasePart = (
  { from, ids: diseaseIds, to }: Mention,
  wanted: ReadonlyArray<SearchToken>,
  diseases: DiseaseIndex
): SearchPart => {
  const typed = wanted.slice(from, to)
  const names = diseaseIds.flatMap((id) => {
    const { abbreviations = [], name, synonyms = [] } = diseases.disease(id) ?? {}
    return [...(name === undefined ? [] : [name]), ...synonyms, ...abbreviations]
  })
  const written = phraseOf(writtenOf(typed), false)
  const words = typed.flatMap(({ terms }) => terms).reduce((sum, term) => sum + wordsOf(term), 0)
  return { terms: [...written, ...namePhrases(names)], diseaseIds, words, written: writtenOf(typed) }
}

/** The parts without those that repeat another: a word that is typed twice is searched once. */
const eachOnce = (parts: ReadonlyArray<SearchPart>): ReadonlyArray<SearchPart> =>
  Array.from(new Map(parts.map((part) => [JSON.stringify(part), part])).values())

const wordsOf = (term: Term): number => (term._tag === "word" ? 1 : term.lexemes.length)

const writtenOf = (tokens: ReadonlyArray<SearchToken>) => tokens.map(({ written }) => written).join(" ")

const typedParts = ({ forms, quoted, terms, written }: SearchToken): ReadonlyArray<SearchPart> =>
  terms.map((term) => ({ terms: [term, ...forms], diseaseIds: [], words: wordsOf(term), required: quoted, written }))

/**
 * The places of words that only connect the others, if any; the last may be half typed, so only together with another.
 */
const questionWords = ({ wanted }: SearchQuery, mentions: ReadonlyArray<Mention>): ReadonlySet<number> => {
  const isNamed = (index: number) => mentions.some(({ from, to }) => from <= index && index < to)
  const isQuestionWord = questionWordsOf(wanted.flatMap(({ quoted, written }) => (quoted ? [] : [written])))
  const places = wanted.flatMap(({ quoted, written }, index) =>
    !quoted && !written.endsWith("*") && isQuestionWord(written) && !isNamed(index) ? [index] : []
  )
  const found = new Set(places.some((index) => index < wanted.length - 1) ? places : [])
  return wanted.some(({ terms }, index) => terms.length > 0 && !found.has(index)) ? found : new Set()
}

/** The search as text, in which names of diseases are looked for; each token is one word of it. */
const namingText = ({ wanted }: SearchQuery): string =>
  wanted.map(({ quoted, written }) => (quoted || /^[*_~`]+$/.test(written) ? "\ufffd" : written)).join(" ")

/** The mentions in their order, without those that overlap an earlier one. */
const withoutOverlaps = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const separate: Array<Mention> = []
  for (const mention of mentions.toSorted((one, other) => one.from - other.from)) {
    if (mention.from >= (separate.at(-1)?.to ?? 0)) separate.push(mention)
  }
  return separate
}

/** The names of a disease as phrases, without abbreviations that are everyday words. */
const namePhrases = (names: ReadonlyArray<string>): ReadonlyArray<Term> =>
  names
    .filter((name) => /\s/.test(name) || isDiscriminative(name))
    .slice(0, maxNames)
    .flatMap((name) => phraseOf(name, false))
