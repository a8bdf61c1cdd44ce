import type { Comment } from "../../../domain/posts/Comment.ts"
import type { PostWithComments } from "../../../domain/posts/Post.ts"
import { authorMarks, authorName, beginningOf, dayOf, fenceNote, lines, quantity, untrusted } from "./Lines.ts"

/** The most comments in the text; `structuredContent` has the whole page. */
const maxComments = 20

/** The most characters of a post in the text, and of all of its comments together. */
const contentCharacters = 6_000
const commentsCharacters = 16_000
const nameTokens = 20

/** The requested page of comments. */
interface ThreadQuery {
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

const commentText = (comment: typeof Comment.Encoded, maxCharacters: number, place: number): string => {
  const { author, content, createdAt, id } = comment
  const { cut, text } = beginningOf(content, maxCharacters)
  return lines(
    `Comment ${id}, ${dayOf(createdAt)}, by user ${author.id}${authorMarks(author)}`,
    untrusted(`${authorName(author, nameTokens)}: ${text}`),
    cut ? `(cut: get_post with limit 1 and page ${place} shows all of it)` : undefined
  )
}

const commentsLine = (total: number, first: number, shown: number, asked: number): string => {
  if (total === 0) return "No comments yet. reply_to_post adds the first."
  if (shown === 0) return `${quantity(total, "comment")}; none on this page.`
  const last = first + shown - 1
  // Long comments may end a page before its limit.
  const limit = Math.min(asked, maxComments) > shown ? shown : maxComments
  const next = last < total ? ` Next: page ${Math.floor(last / limit) + 1} with limit ${limit}.` : ""
  return `Comments ${first} to ${last} of ${total}, oldest first.${next}`
}

/** A post with its comments. Nothing is cut where the limit is one comment. */
export const threadText = (post: typeof PostWithComments.Encoded, { limit = 100, page = 1 }: ThreadQuery): string => {
  const comments = post.comments.slice(0, maxComments)
  const first = (page - 1) * Math.min(limit, 100) + 1
  const { cut, text } = beginningOf(post.content, limit === 1 ? Number.POSITIVE_INFINITY : contentCharacters)
  const each = Math.floor(commentsCharacters / Math.max(comments.length, 1))
  const liked = post.liked === true ? ", you like it" : ""
  const locked = post.locked ? " It is locked: it takes no new comments." : ""
  const hidden = post.hidden
    ? ` It is hidden by decision ${post.decisionId}: only its author and moderators see it.`
    : ""
  return lines(
    `Post ${post.id} (${post.category}), ${dayOf(post.createdAt)}, by user ${post.author.id}${authorMarks(post.author)}; ` +
      `${quantity(post.likeCount, "like")}, ${quantity(post.viewCount, "view")}${liked}.${locked}${hidden}`,
    post.disease === null ? undefined : `Disease ${post.disease.id}: ${post.disease.name}`,
    fenceNote,
    "Title, author and text:",
    untrusted(lines(post.title, authorName(post.author, Number.POSITIVE_INFINITY), " ", text)),
    cut ? "(cut: get_post with limit 1 shows all of it)" : undefined,
    commentsLine(post.replyCount, first, comments.length, limit),
    ...comments.map((comment, index) => commentText(comment, each, first + index))
  )
}

export const repliedText = ({ hidden, id, postId }: typeof Comment.Encoded): string =>
  `Comment ${id} was added to post ${postId}.${hidden ? " It is hidden until a moderator has seen it." : ""}`
