import type { Option } from "effect"
import type { DiseaseId, PostId } from "../../domain/Ids.ts"
import type { Post } from "../../domain/posts/Post.ts"

/** The lexemes of a word (`lexemesOf`); a text has the word if it has one of its lexemes. */
export type WordLexemes = ReadonlyArray<string>

/** Document frequencies of words. */
export interface WordCounts {
  /** The number of posts that were counted. */
  readonly posts: number
  /** For each word the number of posts that have it. */
  readonly withWord: ReadonlyArray<number>
}

/** The number of words that are looked for in comments too. */
export const wordsInComments = 8

/** A word to look for. */
export interface RelatedWord {
  readonly lexemes: WordLexemes
  readonly weight: number
  /** True if few posts have it; of many posts only those with rare words are compared. */
  readonly isRare: boolean
}

/** A name as lexemes that follow one another; a text that has one of `unless` in its place does not match. */
export interface NamePhrase {
  readonly lexemes: WordLexemes
  readonly unless: WordLexemes
}

/** A search for posts with these words and diseases. Weights are whole numbers above 0. */
export interface RelatedRequest {
  /** The greatest weight first. */
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

/** A post that was found, with its matches. */
export interface RelatedPost {
  readonly post: Post
  /** Places of the request's words that the title or the content has, from 0, ascending. */
  readonly inPost: ReadonlyArray<number>
  /** Places of the words that only comments have. */
  readonly inComments: ReadonlyArray<number>
  /** Diseases that the title or the content names, in the order of the request. */
  readonly named: ReadonlyArray<DiseaseId>
}
