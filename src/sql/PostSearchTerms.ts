import type { PostSearch, SearchPart } from "../domain/PostSearch.ts"
import type { AskedPart, Survey } from "./PostSurvey.ts"
import { allQueries, anyQuery, type Place, termQuery, wordsQuery } from "./SearchVector.ts"

/** Posts about one of these diseases that hold this in their text. */
export interface Filed {
  readonly diseases: ReadonlyArray<number>
  readonly rest: string | null
}

/** A tsquery for any term of a part. */
export const oneOf = ({ terms }: SearchPart, place: Place = "") => anyQuery(terms.map((term) => termQuery(term, place)))

/** A tsquery for what an index has to hold of a part. */
export const heldOf = ({ terms }: SearchPart) => anyQuery(terms.map(wordsQuery))

/** The parts of all readings as tsqueries. */
export const partsOf = ({ readings }: PostSearch): ReadonlyArray<AskedPart> =>
  readings.flatMap((parts, reading) =>
    parts.map((part) => ({
      reading,
      anywhere: oneOf(part),
      held: heldOf(part),
      title: oneOf(part, "A"),
      diseases: part.diseaseIds,
      words: part.words
    }))
  )

/** What finds posts by the disease that they are filed under, where the rest of a reading stands in their own text. */
export const filedBy = ({ readings }: PostSearch): ReadonlyArray<Filed> =>
  readings.flatMap((parts) => {
    const about = parts.filter(({ diseaseIds }) => diseaseIds.length > 0)
    const rest = parts.filter(({ diseaseIds }) => diseaseIds.length === 0)
    return about.length !== 1
      ? []
      : [
          {
            diseases: about.flatMap(({ diseaseIds }) => diseaseIds),
            rest: rest.length === 0 ? null : allQueries(rest.map((part) => oneOf(part)))
          }
        ]
  })

/** Of each reading of several parts the rarest; the first of those that are as rare. */
export const driversOf = (parts: ReadonlyArray<AskedPart>, rarity: Survey["rarity"]): ReadonlyArray<AskedPart> => {
  const counted = parts.map((part, nth) => ({ part, hits: rarity[nth] ?? 0 }))
  const readings = Array.from(new Set(parts.map(({ reading }) => reading)))
  return readings.flatMap((reading) => {
    const of = counted.filter(({ part }) => part.reading === reading)
    return of.length < 2
      ? []
      : of
          .toSorted((one, other) => one.hits - other.hits)
          .slice(0, 1)
          .map(({ part }) => part)
  })
}

/** The same search, its last word taken for whole. */
export const wholeWords = (search: PostSearch): PostSearch => ({
  ...search,
  readings: search.readings.map((parts) =>
    parts.map((part) => ({
      ...part,
      terms: part.terms.map((term) => (term._tag === "word" ? { ...term, prefix: undefined } : term))
    }))
  )
})

/** How many typed words a reading stands for. */
export const wordsOf = (parts: ReadonlyArray<AskedPart>, reading: number) =>
  parts.reduce((sum, part) => (part.reading === reading ? sum + part.words : sum), 0)
