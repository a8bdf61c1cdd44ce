import type { Option } from "effect"
import type { DiseaseId } from "../../domain/Ids.ts"
import type { NewsCategory } from "../../domain/news/News.ts"
import type { Post, PostFilter, PostSort } from "../../domain/posts/Post.ts"
import type { Term } from "../../text/Lexemes.ts"

/** A part that a post must have: one of the terms in one of its texts, or one of the diseases. */
export interface SearchPart {
  readonly terms: ReadonlyArray<Term>
  /** The post is filed under one of these diseases or their subtypes. */
  readonly diseaseIds: ReadonlyArray<DiseaseId>
  /** The number of typed words that it replaces, by which its score is multiplied. */
  readonly words: number
  /** True for a quoted phrase, which each match must have. */
  readonly required?: boolean
}

/** True if the parts that a post has are enough for a partial match: those required, and more than half of all words. */
export const hasMost = (parts: ReadonlyArray<SearchPart>, has: (part: SearchPart, nth: number) => boolean): boolean => {
  const wordsOf = (some: ReadonlyArray<SearchPart>) => some.reduce((sum, { words }) => sum + words, 0)
  const found = parts.filter(has)
  const isRequired = ({ required }: SearchPart) => required === true
  return wordsOf(found) * 2 > wordsOf(parts) && found.filter(isRequired).length === parts.filter(isRequired).length
}

/** A search of posts, parsed and expanded. */
export interface PostQuery extends Omit<PostFilter, "search" | "sort"> {
  /** The ways to read the search, at least one. A post matches one if it has all of its parts, each in any text. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<SearchPart>>
  /** True to find the posts that have most of an alternative (`hasMost`) instead of all of it. */
  readonly partial?: boolean
  /** No text of a post may have any of these. */
  readonly unwanted: ReadonlyArray<Term>
  /** The whole search as one phrase, if it is one. */
  readonly whole: Option.Option<Term>
  readonly sort: PostSort
}

/** The maximum number of posts that one search finds: the newest, and those that match best. */
export const maxFound = 1_000

/** The score of a part for each of its words, by the best place where it is found. */
export const placeScores = { title: 8, filed: 6, content: 2, comment: 1 } as const

/** Added if the whole search is a phrase in the title, or for each of its words if it is one in the content. */
export const wholeScores = { title: 1_000, content: 3 } as const

/** A post that was found, with the texts for its snippet. */
export interface SearchedPost {
  readonly post: Post
  readonly contentHtml: string
  /** The first comment that has one of the terms, if a part is missing in the post's own text. */
  readonly commentHtml: Option.Option<string>
}

export interface FoundPosts {
  readonly items: ReadonlyArray<SearchedPost>
  /** At most `maxFound`. */
  readonly total: number
  /** False if there are more than `total`. */
  readonly exact: boolean
}

export type NewsQuery = Pick<PostQuery, "alternatives" | "unwanted">

export interface NewsListing {
  readonly category?: NewsCategory | undefined
  readonly diseaseId?: DiseaseId | undefined
  /** A search without parts finds nothing. */
  readonly search?: NewsQuery | undefined
}

/** The text of a news item that is searched besides its title. */
export const searchedNewsText = (summary: string, source: string, text: string): string =>
  [summary, source, text].join(" \u00b7 ")
