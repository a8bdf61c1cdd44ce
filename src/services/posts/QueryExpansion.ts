import { Effect } from "effect"
import { DiseasesRepo } from "../../ports/DiseasesRepo.ts"
import { diseasesSearched, isDiscriminative, type Mention } from "../../search/posts/DiseaseNaming.ts"
import { nameCandidates } from "../../search/posts/NameCandidates.ts"
import type { SearchPart } from "../../search/posts/PostQuery.ts"
import { isQuestionWord } from "../../text/ContentWords.ts"
import { phraseOf, type Term } from "../../text/Lexemes.ts"
import type { SearchQuery, SearchToken } from "../../text/SearchQuery.ts"

/** The diseases that a search may name at one place, and the names of each that are searched for. */
const maxDiseases = 8
const maxNames = 20

/**
 * Makes the function that expands a search of posts or news into its alternatives: word by word, and, when the search names
 * a disease, also with all its names and all posts filed under it. Words that connect the others in a question are left out.
 */
export const searchAlternatives = Effect.map(DiseasesRepo, (diseases) => {
  const diseasePart = Effect.fnUntraced(function* (mention: Mention, wanted: ReadonlyArray<SearchToken>) {
    const diseaseIds = Array.from(new Set(mention.ids)).slice(0, maxDiseases)
    const { items } = yield* diseases.findByIds(diseaseIds)
    const typed = wanted.slice(mention.from, mention.to)
    const names = items.flatMap(({ name, synonyms }) => [name, ...synonyms])
    const written = phraseOf(typed.map(({ written }) => written).join(" "), false)
    const words = typed.flatMap(({ terms }) => terms).reduce((sum, term) => sum + wordsOf(term), 0)
    return { terms: [...written, ...namePhrases(names)], diseaseIds, words } satisfies SearchPart
  })

  return Effect.fnUntraced(function* (query: SearchQuery) {
    const candidates = nameCandidates(namingText(query))
    const names = yield* diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys))))
    const mentions = withoutOverlaps(diseasesSearched(candidates, names))
    const leftOut = questionWords(query, mentions)
    const plain = query.wanted.flatMap((token, index) => (leftOut.has(index) ? [] : typedParts(token)))
    if (mentions.length === 0) return [plain]
    const named = yield* Effect.forEach(query.wanted, (token, index) => {
      const mention = mentions.find(({ from, to }) => from <= index && index < to)
      if (mention === undefined) return Effect.succeed(leftOut.has(index) ? [] : typedParts(token))
      return mention.from === index
        ? Effect.map(diseasePart(mention, query.wanted), (part) => [part])
        : Effect.succeed([])
    })
    return [plain, named.flat()]
  })
})

const wordsOf = (term: Term): number => (term._tag === "word" ? 1 : term.lexemes.length)

const typedParts = ({ quoted, terms }: SearchToken): ReadonlyArray<SearchPart> =>
  terms.map((term) => ({ terms: [term], diseaseIds: [], words: wordsOf(term), required: quoted }))

/**
 * The places of the words of a search that only connect the others; none if there are no others. The last word may be half
 * typed, so it is left out only beside another.
 */
const questionWords = ({ wanted }: SearchQuery, mentions: ReadonlyArray<Mention>): ReadonlySet<number> => {
  const isNamed = (index: number) => mentions.some(({ from, to }) => from <= index && index < to)
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
