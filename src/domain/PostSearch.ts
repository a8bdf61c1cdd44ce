import type { Option } from "effect"
import type { DiseaseId, UserId } from "./Ids.ts"
import type { Post, PostCategory, PostSort } from "./Post.ts"
import type { Term } from "./SearchText.ts"

/** One thing that a post must have: one of these terms in one of its texts, or to be about one of these diseases. */
export interface SearchPart {
  readonly terms: ReadonlyArray<Term>
  /** The post is filed under one of these or of their subtypes. */
  readonly diseaseIds: ReadonlyArray<DiseaseId>
  /** How many typed words it stands for: what a match of it weighs. */
  readonly words: number
}

/** What posts are searched by. */
export interface PostSearch {
  /** Ways to read what was typed, one at least; a post is found by having every part of one, each part anywhere. */
  readonly readings: ReadonlyArray<ReadonlyArray<SearchPart>>
  /** What no text of the post may hold. */
  readonly unwanted: ReadonlyArray<Term>
  /** The whole of what was typed as one phrase, if it is one. */
  readonly whole: Option.Option<Term>
  readonly authorId?: UserId | undefined
  readonly diseaseId?: DiseaseId | undefined
  readonly includeDescendants?: boolean | undefined
  readonly category?: PostCategory | undefined
  readonly sort: PostSort
}

/** The most posts that one search finds; where there are more, these are the newest and those that match best. */
export const maxFound = 1_000

/** What each part of a search counts, by the best place where it is found, times its words. */
export const placeScores = { title: 8, filed: 6, content: 2, comment: 1 } as const

/** What is added where the whole of what was typed stands as one phrase in the title, or for each word in the content. */
export const wholeScores = { title: 1_000, content: 3 } as const

/** A post that was found, with the texts that a snippet is taken from. */
export interface SearchedPost {
  readonly post: Post
  readonly contentHtml: string
  /** The first of its comments that holds one of the terms, where its own text holds none of some part. */
  readonly commentHtml: Option.Option<string>
}

/** One page of what was found. */
export interface FoundPosts {
  readonly items: ReadonlyArray<SearchedPost>
  /** At most `maxFound`. */
  readonly total: number
  /** Whether that is all there are. */
  readonly exact: boolean
}
