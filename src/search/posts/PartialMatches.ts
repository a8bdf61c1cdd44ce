import { isEveryday } from "@rare-disease-community/text/ContentWords"
import type { Term } from "@rare-disease-community/text/Lexemes"
import type { DiseaseId } from "../../domain/Ids.ts"
import type { CommunityWords } from "./CommunityWords.ts"
import type { SearchPart } from "./PostQuery.ts"
import { idfOf } from "./Similarity.ts"

/** The ways to read a search: see `PostQuery.alternatives`. */
export type Alternatives = ReadonlyArray<ReadonlyArray<SearchPart>>

/** Parts of which the words that are half the name of a disease also find the posts filed under it. */
export const withHalfNames = (
  parts: ReadonlyArray<SearchPart>,
  halfNamed: (words: ReadonlyArray<string>) => ReadonlyArray<ReadonlyArray<DiseaseId>>
): ReadonlyArray<SearchPart> => {
  const isWord = ({ diseaseIds, required }: SearchPart) => diseaseIds.length === 0 && required !== true
  const found = halfNamed(parts.map((part) => (isWord(part) ? (part.written ?? "") : "")))
  return parts.map((part, place) => {
    const diseaseIds = found[place] ?? []
    return diseaseIds.length === 0 ? part : { ...part, diseaseIds, isHalfName: true }
  })
}

const textsWith = (term: Term, words: CommunityWords): number =>
  term._tag === "word" ? words.textsWith(term.stem) : Math.min(...term.lexemes.map((lexeme) => words.textsWith(lexeme)))

/**
 * A search for partial matches: each part weighs the more the rarer it is, and everyday words count only among
 * themselves.
 */
export const weighed = (alternatives: Alternatives, words: CommunityWords): Alternatives =>
  alternatives.map((parts) => {
    const content = parts.filter(({ required, written = "" }) => required === true || !isEveryday(written))
    return (content.length === 0 ? parts : content).map((part) => {
      const texts = Math.max(...part.terms.map((term) => textsWith(term, words)))
      return { ...part, isHalfName: false, weight: part.words * idfOf(words.texts, texts) }
    })
  })

/**
 * The words that a post lacks which has these parts, by their places among all parts: of the alternative where it lacks
 * fewest.
 */
export const missingWords = (alternatives: Alternatives, held: ReadonlyArray<number>): ReadonlyArray<string> => {
  const has = new Set(held)
  let before = 0
  const missing = alternatives.map((parts) => {
    const lacking = parts.flatMap(({ written }, nth) =>
      written === undefined || has.has(before + nth) ? [] : [written]
    )
    before += parts.length
    return Array.from(new Set(lacking))
  })
  const [fewest = []] = missing.toSorted((one, other) => one.length - other.length)
  return fewest
}
