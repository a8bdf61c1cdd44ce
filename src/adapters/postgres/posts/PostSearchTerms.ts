import { Option } from "effect"
import { filedScore, type PostQuery, placeScores, type SearchPart, weightOf } from "../../../search/posts/PostQuery.ts"
import { allQueries, anyQuery, type TextPart, termQuery, unorderedQuery } from "../SearchVector.ts"

export const partQuery = ({ terms }: SearchPart, within: TextPart = "") =>
  anyQuery(terms.map((term) => termQuery(term, within)))

/** A tsquery for the index: any term of a part, without the order of phrases. */
const unorderedPartQuery = ({ terms }: SearchPart) => anyQuery(terms.map(unorderedQuery))

/** The same part with a half-typed word taken as a whole one. */
const wholePart = (part: SearchPart): SearchPart => ({
  ...part,
  terms: part.terms.map((term) => (term._tag === "word" ? { ...term, prefix: undefined } : term))
})

/** The same search with its last word taken as a whole word instead of a prefix. */
export const wholeWords = (search: PostQuery): PostQuery => ({
  ...search,
  alternatives: search.alternatives.map((parts) => parts.map(wholePart))
})

const wholeQuery = (part: SearchPart) => unorderedPartQuery(wholePart(part))

/** The parts of all alternatives as tsqueries; see `SearchPart`. */
const partsOf = ({ alternatives }: PostQuery) =>
  alternatives.flatMap((parts, alternative) =>
    parts.map((part) => ({
      alternative,
      anywhere: partQuery(part),
      /** Without the order of phrases, for the index. */
      unordered: unorderedPartQuery(part),
      /** Without prefixes too, which cost more. */
      whole: wholeQuery(part),
      title: partQuery(part, "A"),
      diseases: part.diseaseIds,
      filed: filedScore(part),
      words: part.words,
      weight: weightOf(part),
      required: part.required === true
    }))
  )

/** A search as tsqueries. */
export const searchRowOf = (search: PostQuery) => {
  const { alternatives, partial = false, unwanted, whole, ...filter } = search
  const inOne = (queryOf: (part: SearchPart) => string) =>
    anyQuery(alternatives.map((parts) => allQueries(parts.map(queryOf))))
  const parts = partsOf(search)
  const phrase = (within: TextPart) => Option.getOrNull(Option.map(whole, (term) => termQuery(term, within)))
  return {
    filter,
    /** The query that one text has to match on its own. */
    inOne: inOne((part) => partQuery(part)),
    unorderedInOne: inOne(unorderedPartQuery),
    wholeInOne: inOne(wholeQuery),
    /** Any part, for the comment that a snippet is taken from. */
    snippet: anyQuery(parts.map(({ anywhere }) => anywhere)),
    /** The whole search as a phrase in a title, and in a content; null if it is not one. */
    wholeTitle: phrase("A"),
    wholeContent: phrase("D"),
    unwanted: unwanted.length === 0 ? undefined : anyQuery(unwanted.map((term) => termQuery(term))),
    partial,
    parts
  }
}
export type SearchRow = ReturnType<typeof searchRowOf>

/**
 * The alternatives that have one disease part, or several for the same diseases: posts about one of these match if
 * their text matches `rest`, and have this score at least.
 */
export const diseaseAlternativesOf = ({ alternatives }: PostQuery) =>
  alternatives.flatMap((parts) => {
    const about = parts.filter(({ diseaseIds }) => diseaseIds.length > 0)
    const rest = parts.filter(({ diseaseIds }) => diseaseIds.length === 0)
    const [first] = about
    if (first === undefined || about.some(({ diseaseIds }) => diseaseIds.join() !== first.diseaseIds.join())) return []
    return [
      {
        diseases: first.diseaseIds,
        rest: rest.length === 0 ? null : allQueries(rest.map((part) => partQuery(part))),
        score: filedScore(first) * wordsOf(about) + placeScores.content * wordsOf(rest)
      }
    ]
  })

const wordsOf = (parts: ReadonlyArray<Pick<SearchPart, "words">>) => parts.reduce((sum, { words }) => sum + words, 0)

/** The number of typed words that the longest alternative covers. */
export const mostWords = (parts: SearchRow["parts"]) =>
  Math.max(...parts.map(({ alternative }) => wordsOf(parts.filter((part) => part.alternative === alternative))))
