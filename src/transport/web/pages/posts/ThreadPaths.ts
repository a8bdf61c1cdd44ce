import { Effect } from "effect"
import { CommentId, PostId } from "../../../../domain/Ids.ts"
import { commentList } from "../../../../domain/Lists.ts"
import { commentsShown } from "../../../../domain/posts/Comment.ts"
import { PhenotypeSearch } from "../../../../services/phenotypes/PhenotypeSearch.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { withParameters } from "../../Browser.ts"
import { nameLanguage } from "../../Components.tsx"
import type { WebRequest } from "../../WebRequest.ts"

/** The number of the page on which a thread has the comment after `before` others. */
export const pageAt = (before: number): number => Math.floor(before / commentsShown) + 1

/** The address of that page. */
export const pathAt = (postId: number, before: number): string => {
  const page = pageAt(before)
  return `/posts/${postId}${page === 1 ? "" : `?page=${page}`}`
}

/** The address of a thread that says that a new text waits for a moderator. */
export const pathOfReview = (postId: number): string => `/posts/${postId}?done=review`

/** The address of a new post, which says that it is published. */
export const pathOfPublished = (postId: number): string => `/posts/${postId}?done=published`

/** What an address says in `done` where this comment has been changed: it is told at the comment. */
export const savedComment = (id: number): string => `saved-${id}`

/** Leads to the head of a thread, which has the lines to call, where its reader has just written a cry for help. */
export const makeWithHelp = Effect.map(
  PhenotypeSearch,
  (signs) =>
    (request: WebRequest, text: string) =>
    ({ location }: { readonly location: string }) =>
      Effect.map(signs.helpLinesFor(text, nameLanguage(request)), (lines) => ({
        location: lines.length === 0 ? location : withParameters(location.replace(/#.*/, ""), { help: 1 })
      }))
)

/** The address of the comments from a cursor of their list on. */
export const pathFrom = (postId: number, cursor: string): string => `/posts/${postId}?cursor=${cursor}`

/**
 * The address of the comments after an id, of which there are `before` up to it: for a page that ends before its limit.
 */
export const pathAfter = (postId: number, before: number, id: number): string => {
  const position = { offset: before, after: { id: CommentId.make(id) } }
  return pathFrom(postId, commentList(PostId.make(postId)).encode(position))
}

/** The element of a comment in its page. */
export const anchorOf = (id: number): string => `comment-${id}`

/** Gives the address of the page that shows a comment. Fails with `CommentNotFound`. */
export const makePathOfComment = Effect.map(Comments, (comments) =>
  Effect.fnUntraced(function* (id: CommentId) {
    const { before, fits, postId } = yield* comments.place(id, commentsShown)
    return fits ? pathAt(postId, before) : pathAfter(postId, before, id - 1)
  })
)
