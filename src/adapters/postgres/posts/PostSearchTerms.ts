import type { PostQuery, SearchPart } from "../../../search/posts/PostQuery.ts"
import { allQueries, anyQuery, type Place, termQuery, unorderedQuery } from "../SearchVector.ts"
import type { SearchPartRow } from "./PostSearchConditions.ts"

/** An alternative with one disease part: posts about one of these diseases match if their text matches `rest`. */
export interface DiseaseAlternative {
  readonly diseases: ReadonlyArray<number>
  readonly rest: string | null
}

/** A tsquery for any term of a part. */
export const partQuery = ({ terms }: SearchPart, place: Place = "") =>
  anyQuery(terms.map((term) => termQuery(term, place)))

/** A tsquery for the index: any term of a part, without the order of phrases. */
export const unorderedPartQuery = ({ terms }: SearchPart) => anyQuery(terms.map(unorderedQuery))

/** The parts of all alternatives as tsqueries. */
export const partsOf = ({ alternatives }: PostQuery): ReadonlyArray<SearchPartRow> =>
  alternatives.flatMap((parts, alternative) =>
    parts.map((part) => ({
      alternative,
      anywhere: partQuery(part),
      unordered: unorderedPartQuery(part),
      title: partQuery(part, "A"),
      diseases: part.diseaseIds,
      words: part.words
    }))
  )

/** The alternatives that have one disease part. */
export const diseaseAlternativesOf = ({ alternatives }: PostQuery): ReadonlyArray<DiseaseAlternative> =>
  alternatives.flatMap((parts) => {
    const about = parts.filter(({ diseaseIds }) => diseaseIds.length > 0)
    const rest = parts.filter(({ diseaseIds }) => diseaseIds.length === 0)
    return about.length !== 1
      ? []
      : [
          {
            diseases: about.flatMap(({ diseaseIds }) => diseaseIds),
            rest: rest.length === 0 ? null : allQueries(rest.map((part) => partQuery(part)))
          }
        ]
  })

/** The same search with its last word taken as a whole word instead of a prefix. */
export const wholeWords = (search: PostQuery): PostQuery => ({
  ...search,
  alternatives: search.alternatives.map((parts) =>
    parts.map((part) => ({
      ...part,
      terms: part.terms.map((term) => (term._tag === "word" ? { ...term, prefix: undefined } : term))
    }))
  )
})

/** The number of typed words that the longest alternative covers. */
export const mostWords = (parts: ReadonlyArray<SearchPartRow>) => {
  const words = new Map<number, number>()
  for (const part of parts) words.set(part.alternative, (words.get(part.alternative) ?? 0) + part.words)
  return Math.max(...words.values())
}
