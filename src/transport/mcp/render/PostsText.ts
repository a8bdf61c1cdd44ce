import type { LikeToggled } from "../../../domain/posts/Like.ts"
import type { ListedPost, Post, PostDetail, PostPage, PostRemoved } from "../../../domain/posts/Post.ts"
import type { SimilarDiscussions } from "../../../domain/posts/Similar.ts"
import { textOfHtml } from "../../../text/PlainText.ts"
import {
  authorMarks,
  authorName,
  costOf,
  dayOf,
  fenceNote,
  type ListQuery,
  lineOf,
  lines,
  pageLine,
  quantity,
  untrusted
} from "./Lines.ts"

/** The most tokens of a listed post beside its numbers: twenty posts stay within 1,200 tokens. */
const textTokens = 31
const titleTokens = 16
const nameTokens = 8

/** The title, and the author with the beginning of the post, or with `shown` instead. */
export const postText = ({ author, excerpt, title }: typeof Post.Encoded, shown = excerpt): string => {
  const head = lineOf(title, titleTokens)
  const name = authorName(author, nameTokens)
  const rest = textTokens - costOf(head) - costOf(name)
  return lines(head, `${name}: ${lineOf(shown, rest)}`)
}

/** The hit of a search in a post, as plain text. */
const hitText = ({ highlight }: typeof ListedPost.Encoded): string | undefined =>
  typeof highlight?.text === "string" ? textOfHtml(highlight.text) : undefined

/** The numbers of a post, in the order of `legend`. */
export const postNumbers = (post: typeof Post.Encoded): string => {
  const { author, category, createdAt, diseaseId, id, likeCount, replyCount, viewCount } = post
  const disease = diseaseId === null ? "" : ` d${diseaseId}`
  return `#${id} ${category} ${dayOf(createdAt)} ${replyCount}/${likeCount}/${viewCount}${disease}${authorMarks(author)}`
}

/** Explains the numbers of a post and the lines below them. */
export const legend =
  "Each: #postId category date replies/likes/views dDiseaseId; then title, author: beginning or what matched. get_post reads one."

export const postsText = (
  { data, hint, pagination, suggestion }: typeof PostPage.Encoded,
  query: ListQuery
): string => {
  const more = pagination.totalExact === false ? " There are more: search for more words, or narrow by disease." : ""
  const head = `${pageLine(pagination, query, "post")}${more}`
  if (data.length === 0) return lines(head, hint ?? "Nothing here: try another filter.")
  const corrected =
    suggestion === undefined ? [] : ["Nothing held what you typed. Found for this instead:", untrusted(suggestion)]
  return lines(
    head,
    legend,
    fenceNote,
    ...corrected,
    ...(data.some(({ partial }) => partial) ? ["No post has all of these words. These have most of them:"] : []),
    ...data.flatMap((post) => [postNumbers(post), untrusted(postText(post, hitText(post)))])
  )
}

export const publishedText = ({ category, disease, hidden, id }: typeof PostDetail.Encoded): string =>
  `${hidden ? "Hidden until a moderator has seen it: you see it" : "Published"} as post ${id} (${category}${disease === null ? "" : `, disease ${disease.id}`}). get_post reads it with its comments.`

export const likeText = ({ likeCount, liked }: typeof LikeToggled.Encoded, postId: number): string =>
  `${liked ? `You like post ${postId} now` : `You do not like post ${postId} now`}: ${quantity(likeCount, "like")}.`

/** Asks a person, whom no fence helps: the title is quoted as one short line. */
export const deletionQuestion = ({ id, replyCount, title }: PostDetail): string =>
  `Delete post ${id}, "${lineOf(title, titleTokens)}", with its ${quantity(replyCount, "comment")}, for ever?`

export const removedText = ({ id }: typeof PostRemoved.Encoded): string =>
  `Post ${id} was deleted, with its comments and likes.`

const reasonsTokens = 30

/** Similar discussions. The reasons hold words of members, so they stand inside the fence. */
export const similarText = ({ data }: typeof SimilarDiscussions.Encoded): string =>
  data.length === 0
    ? "Nothing like it has been discussed. create_post starts a thread."
    : lines(
        "The most alike first, with a score from 0 to 1; the last line in a fence tells why.",
        legend,
        fenceNote,
        ...data.flatMap(({ post, reasons, score }) => [
          `${postNumbers(post)} score ${score}`,
          untrusted(lines(postText(post), lineOf(reasons.join("; "), reasonsTokens)))
        ])
      )
