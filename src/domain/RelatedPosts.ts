import type { Option } from "effect"
import type { DiseaseId, PostId } from "./Ids.ts"
import type { Post } from "./Post.ts"

/** A word that posts are compared by: it stands where one of its lexemes does (`lexemesOf`, `domain/SearchText.ts`). */
export type WordLexemes = ReadonlyArray<string>

/** How common words are. */
export interface WordCounts {
  /** How many posts were looked through, and in how many of them each of the words stands. */
  readonly posts: number
  readonly withWord: ReadonlyArray<number>
}

/** How many words are looked for in comments too. */
export const wordsInComments = 8

/** A word to look for. */
export interface RelatedWord {
  readonly lexemes: WordLexemes
  readonly weight: number
  /** Whether few posts have it: of a great many, those that have rare words are looked at. */
  readonly isRare: boolean
}

/** A name written out: lexemes that follow one another. It is not meant where one of `unless` stands. */
export interface NamePhrase {
  readonly lexemes: WordLexemes
  readonly unless: WordLexemes
}

/** What posts are looked for by: what stands in them, and what they are about. Weights are whole and above 0. */
export interface RelatedRequest {
  /** The weightiest first. */
  readonly words: ReadonlyArray<RelatedWord>
  /** Diseases that posts are filed under. */
  readonly filed: ReadonlyArray<{ readonly diseaseId: DiseaseId; readonly weight: number }>
  /** Diseases that posts name. */
  readonly named: ReadonlyArray<{
    readonly diseaseId: DiseaseId
    readonly phrases: ReadonlyArray<NamePhrase>
    readonly weight: number
  }>
  readonly except: Option.Option<PostId>
  readonly limit: number
}

/** A post, and what it has of what was asked for: places of the request's words from 0, ascending, and diseases. */
export interface RelatedPost {
  readonly post: Post
  /** Words that stand in its title or content, and those that stand in comments only. */
  readonly inPost: ReadonlyArray<number>
  readonly inComments: ReadonlyArray<number>
  /** Diseases that its title or content names, in the order in which they were asked for. */
  readonly named: ReadonlyArray<DiseaseId>
}
