import { Array, HashMap, Option, Order } from "effect"
import type { DiseaseId } from "../../../domain/Ids.ts"
import { countedPosts } from "../../../ports/PostsRepo.ts"
import {
  type NamePhrase,
  type RelatedPost,
  type RelatedRequest,
  type WordCounts,
  type WordLexemes,
  wordsInComments
} from "../../../search/posts/RelatedPosts.ts"
import { commentsOf, newestFirst, postOf } from "../RowMapping.ts"
import type { PostRow } from "../Rows.ts"
import type { Tables } from "../Tables.ts"
import { matches, type SearchIndex } from "./SearchIndex.ts"

interface Candidate extends Omit<RelatedPost, "post"> {
  readonly row: PostRow
  readonly weight: number
}

const bestFirst: Order.Order<Candidate> = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ weight }: Candidate) => weight),
  Order.mapInput(newestFirst, ({ row }: Candidate) => row)
)

const hasWord = (index: SearchIndex, lexemes: WordLexemes) => lexemes.some((lexeme) => index.has(lexeme))

const isNamed = (index: SearchIndex, phrases: ReadonlyArray<NamePhrase>) =>
  phrases.some(
    ({ lexemes, unless }) => matches([index], [{ _tag: "phrase", lexemes, prefix: false }]) && !hasWord(index, unless)
  )

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, number) => sum + number, 0)

const candidateOf = (tables: Tables, row: PostRow, request: RelatedRequest): Candidate => {
  const comments = commentsOf(tables, row).map(({ index }) => index)
  const inPost = request.words.flatMap(({ lexemes }, place) => (hasWord(row.index, lexemes) ? [place] : []))
  const inComments = request.words
    .slice(0, wordsInComments)
    .flatMap(({ lexemes }, place) =>
      !inPost.includes(place) && comments.some((index) => hasWord(index, lexemes)) ? [place] : []
    )
  const named = request.named.filter(({ phrases }) => isNamed(row.index, phrases))
  const filed = request.filed.filter(({ diseaseId }) => Option.contains(row.diseaseId, diseaseId))
  const words = [...inPost, ...inComments].map((place) => request.words[place]?.weight ?? 0)
  const weight = sum(words) + Math.max(0, ...[...filed, ...named].map(({ weight }) => weight))
  return { row, weight, inPost, inComments, named: named.map(({ diseaseId }): DiseaseId => diseaseId) }
}

/** Finds related posts among all: see `PostsRepo.related`. */
export const relatedPosts = (tables: Tables, request: RelatedRequest): ReadonlyArray<RelatedPost> => {
  const rows = Array.fromIterable(HashMap.values(tables.posts.rows)).filter(
    ({ id }) => !Option.contains(request.except, id)
  )
  const candidates = rows.map((row) => candidateOf(tables, row, request)).filter(({ weight }) => weight > 0)
  return Array.sort(candidates, bestFirst)
    .slice(0, request.limit)
    .map(({ row, inComments, inPost, named }) => ({ post: postOf(tables, row), inPost, inComments, named }))
}

/** Counts the posts that hold each word: see `PostsRepo.wordCounts`. */
export const wordCounts = (tables: Tables, words: ReadonlyArray<WordLexemes>): WordCounts => {
  const rows = Array.sort(HashMap.values(tables.posts.rows), newestFirst).slice(0, countedPosts)
  return {
    posts: rows.length,
    withWord: words.map((lexemes) => rows.filter(({ index }) => hasWord(index, lexemes)).length)
  }
}
