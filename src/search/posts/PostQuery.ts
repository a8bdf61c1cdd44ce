import type { Term } from "@rare-disease-community/text/Lexemes"
import type { Option } from "effect"
import type { DiseaseId } from "../../domain/Ids.ts"
import type { NewsCategory } from "../../domain/news/News.ts"
import type { CommentAuthor } from "../../domain/posts/Comment.ts"
import type { Post, PostFilter, PostSort } from "../../domain/posts/Post.ts"

/** A part that a post must have: one of the terms in one of its texts, or one of the diseases. */
export interface SearchPart {
  readonly terms: ReadonlyArray<Term>
  /** The post is filed under one of these diseases or their subtypes. */
  readonly diseaseIds: ReadonlyArray<DiseaseId>
  /** True if the words are only a part of the names of these diseases: to be filed under one counts least. */
  readonly isHalfName?: boolean
  /** The number of typed words that it replaces. */
  readonly words: number
  /** The factor of its score; `words` if absent. */
  readonly weight?: number
  /** The words as typed; absent where a post lacks nothing without the part. */
  readonly written?: string
  /** True for a quoted phrase, which each match must have. */
  readonly required?: boolean
}

/** The score of a post that is filed under a disease of the part. */
export const filedScore = ({ isHalfName = false }: SearchPart): number =>
  isHalfName ? placeScores.halfNamed : placeScores.filed

export const weightOf = ({ weight, words }: SearchPart): number => weight ?? words

/** A search of posts, parsed and expanded. */
export interface PostQuery extends Omit<PostFilter, "search" | "sort" | "includeRelated"> {
  /** True for posts about the families of `diseaseId` only, without the disease and its subtypes. */
  readonly isRelated?: boolean | undefined
  /** The ways to read the search, at least one. A post matches one if it has all of its parts, each in any text. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<SearchPart>>
  /**
   * True to find the posts that have the required parts of an alternative and more than half of its words; where there
   * is none, those that have the required parts and any other.
   */
  readonly partial?: boolean
  /** No text of a post may have any of these. */
  readonly unwanted: ReadonlyArray<Term>
  /** The whole search as one phrase, if it is one. */
  readonly whole: Option.Option<Term>
  readonly sort: PostSort
}

/** The score of a part for each of its words, by the best place where it is found. */
export const placeScores = { title: 8, filed: 6, content: 2, comment: 1, halfNamed: 0 } as const

/** Added to each score of a partial match, so that it counts more which parts a post has than where it has them. */
export const partialScore = 6

/** Added if the whole search is a phrase in the title, or for each of its words if it is one in the content. */
export const wholeScores = { title: 1_000, content: 3 } as const

/** A post that was found, with the texts for its snippet. */
export interface SearchedPost {
  readonly post: Post
  readonly related?: true
  readonly contentHtml: string
  /** The first comment that has one of the terms, if a part is missing in the post's own text. */
  readonly comment: Option.Option<{ readonly html: string; readonly author: CommentAuthor }>
  /** The parts that a partial match has, by their places among those of all alternatives, from 0. */
  readonly held?: ReadonlyArray<number> | undefined
}

export interface FoundPosts {
  readonly items: ReadonlyArray<SearchedPost>
  /** The number of matches before these. */
  readonly offset: number
  /** At most `maxPostsFound`. */
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
