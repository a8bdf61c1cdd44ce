import { textOfHtml } from "@rare-disease-community/text/Html"
import { Array, Order } from "effect"
import { unknownLanguage } from "../../../domain/Language.ts"
import type { Comment } from "../../../domain/posts/Comment.ts"
import type { LikeToggled } from "../../../domain/posts/Like.ts"
import type { ListedPost, PostDetail, PostPage, PostRemoved, PostWithComments } from "../../../domain/posts/Post.ts"
import type { SimilarDiscussions } from "../../../domain/posts/Similar.ts"
import {
  authorMarks,
  authorName,
  beginningOf,
  costOf,
  fenceNote,
  foundPageLine,
  type ListQuery,
  lineOf,
  lines,
  minuteOf,
  quantity,
  untrusted
} from "./Lines.ts"

/** The maximum number of tokens of a listed post besides its numbers: twenty posts stay within 1,200 tokens. */
const textTokens = 24

/** The maximum number of tokens of the title of a listed post. */
const titleTokens = 16

/** The maximum number of tokens of the author or the disease of a listed post. */
const nameTokens = 8

/** The maximum number of tokens of the words that a partial match lacks. */
const missingTokens = 8

/**
 * The title, and the author with the beginning of the post, or with `shown` instead; then the words that a hit lacks. A
 * hit in a comment is not the author's.
 */
const postText = (post: typeof ListedPost.Encoded, shown = post.excerpt): string => {
  const { author, commentAuthor, missing = [], title } = post
  const head = lineOf(title, titleTokens)
  const name =
    commentAuthor === undefined
      ? authorName(author, nameTokens)
      : `in a comment of ${lineOf(commentAuthor.username, nameTokens)}`
  const last = missing.length === 0 ? undefined : lineOf(`without: ${missing.join(", ")}`, missingTokens)
  const rest = textTokens - costOf(head) - costOf(name) - costOf(last ?? "")
  return lines(head, `${name}: ${lineOf(shown, rest)}`, last)
}

/** The hit of a search in a post, as plain text. */
const hitText = ({ highlight }: typeof ListedPost.Encoded): string | undefined =>
  typeof highlight?.text === "string" ? textOfHtml(highlight.text) : undefined

/** The language of a text that is not English. */
const languageMark = (language: string): string =>
  language === "en" || language === unknownLanguage ? "" : ` ${language}`

/** The numbers of a post, in the order of `legend`. */
const postNumbers = (post: typeof ListedPost.Encoded): string => {
  const { author, category, createdAt, diseaseId, id, language, likeCount, related, replyCount, viewCount } = post
  const disease = diseaseId === null ? "" : `${related ? " related" : ""} d${diseaseId}`
  return `#${id} ${category} ${minuteOf(createdAt)} ${replyCount}/${likeCount}/${viewCount}${disease}${languageMark(language)}${authorMarks(author)}`
}

/** Explains the numbers of a post and the lines below them. */
const legend =
  "Each: #postId category date replies/likes/views dDiseaseId; then title, author: beginning or what matched. get_post reads one."

export const postsText = (
  { data, hint, pagination, suggestion }: typeof PostPage.Encoded,
  query: ListQuery
): string => {
  const head = foundPageLine(pagination, query, "post", "search for more words, or narrow by disease")
  if (data.length === 0 && pagination.total > 0) return lines(head, `The last page is ${pagination.totalPages}.`)
  if (data.length === 0) return lines(head, hint ?? "Nothing here: try another filter.")
  const corrected =
    suggestion === undefined ? [] : ["Nothing held what you typed. Found for this instead:", untrusted(suggestion)]
  return lines(
    head,
    legend,
    fenceNote,
    ...corrected,
    ...(data.some(({ partial }) => partial)
      ? ["No post has all of these words. The nearest, with what each lacks:"]
      : []),
    ...data.flatMap((post) => [postNumbers(post), untrusted(postText(post, hitText(post)))])
  )
}

export const publishedText = ({ category, disease, hidden, id }: typeof PostDetail.Encoded): string =>
  `${hidden ? "Saved, and hidden until a moderator has seen it," : "Published"} as post ${id} (${category}${disease === null ? "" : `, disease ${disease.id}`}). get_post reads it with its comments.`

export const likeText = ({ likeCount, liked }: typeof LikeToggled.Encoded, postId: number): string =>
  `${liked ? `You like post ${postId} now` : `You do not like post ${postId} now`}: ${quantity(likeCount, "like")}.`

/** Asks a person, whom no fence helps: the title is quoted as one short line. */
export const deletionQuestion = ({ id, replyCount, title }: PostDetail): string =>
  `Delete post ${id}, "${lineOf(title, titleTokens)}", with its ${quantity(replyCount, "comment")}, for ever?`

export const removedText = ({ id }: typeof PostRemoved.Encoded): string =>
  `Post ${id} was deleted, with its comments and likes.`

/** The maximum number of tokens of the reasons why a post is similar. */
const reasonsTokens = 30

/** Similar discussions. The reasons hold words of members, so they are inside the fence. */
export const similarText = ({ data }: typeof SimilarDiscussions.Encoded): string =>
  data.length === 0
    ? "Nothing like it has been discussed. create_post starts a thread."
    : lines(
        "The most alike first, with a score from 0 to 1; the last line in a fence says why.",
        legend,
        fenceNote,
        ...data.flatMap(({ post, reasons, score }) => [
          `${postNumbers(post)} score ${score}`,
          untrusted(lines(postText(post), lineOf(reasons.join("; "), reasonsTokens)))
        ])
      )

/** The maximum number of comments in the text of a tool; `structuredContent` has the whole page. */
const maxComments = 20

/** The maximum number of characters of a post in the text. */
const contentCharacters = 6_000

/** The maximum number of characters of all comments of a post together. */
const commentsCharacters = 16_000

/** The maximum number of tokens of a name in a thread. */
const threadNameTokens = 20

/** The requested page of comments. */
interface ThreadQuery {
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

const commentText = (comment: typeof Comment.Encoded, maxCharacters: number, place: number): string => {
  const { author, content, createdAt, helped, id, language, likeCount, replyTo } = comment
  const { cut, text } = beginningOf(content, maxCharacters)
  return lines(
    `Comment ${id}${replyTo === null ? "" : ` to ${replyTo.id}`}${helped ? ", helped" : ""}${likeCount === 0 ? "" : `, ${quantity(likeCount, "like")}`}, ${minuteOf(createdAt)}, by user ${author.id}${authorMarks(author)}${languageMark(language)}`,
    untrusted(`${authorName(author, threadNameTokens)}: ${text}`),
    cut ? `(cut: get_post with limit 1 and page ${place} shows all of it)` : undefined
  )
}

const isHelped = ({ helped }: typeof Comment.Encoded): boolean => helped

const helpedFirst = Order.mapInput(Order.reverse(Order.boolean), isHelped)

const commentsLine = (total: number, first: number, shown: number, hasHelped: boolean): string => {
  if (total === 0) return "No comments yet. reply_to_post adds the first."
  if (shown === 0) return `${quantity(total, "comment")}; none on this page.`
  const last = first + shown - 1
  // The text shows `maxComments` at most, and long comments may end a page before its limit.
  const next = last < total ? ` Next: page ${Math.floor(last / shown) + 1} with limit ${shown}.` : ""
  return `Comments ${first} to ${last} of ${total}, ${hasHelped ? "those of this page that helped first, then " : ""}oldest first.${next}`
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
    `Post ${post.id} (${post.category}), ${minuteOf(post.createdAt)}, by user ${post.author.id}${authorMarks(post.author)}${languageMark(post.language)}; ` +
      `${quantity(post.likeCount, "like")}, ${quantity(post.viewCount, "view")}${liked}.${locked}${hidden}`,
    post.disease === null ? undefined : `Disease ${post.disease.id}: ${post.disease.name}`,
    fenceNote,
    "Title, author and text:",
    untrusted(lines(post.title, authorName(post.author, Number.POSITIVE_INFINITY), " ", text)),
    cut ? "(cut: get_post with limit 1 shows all of it)" : undefined,
    commentsLine(post.replyCount, first, comments.length, comments.some(isHelped)),
    ...Array.sort(comments, helpedFirst).map((comment) => commentText(comment, each, first + comments.indexOf(comment)))
  )
}

export const repliedText = ({ hidden, id, postId }: typeof Comment.Encoded): string =>
  `Comment ${id} was added to post ${postId}.${hidden ? " It is hidden until a moderator has seen it." : ""}`
