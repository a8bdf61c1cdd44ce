import type { LikeToggled } from "../../../domain/posts/Like.ts"
import type { ListedPost, Post, PostDetail, PostPage } from "../../../domain/posts/Post.ts"
import { textOfHtml } from "../../../text/PlainText.ts"
import { costOf, lineOf } from "./Cut.ts"
import { fenceNote, untrusted } from "./Fence.ts"
import { counted, dayOf, lines, pageLine, type Walked } from "./Lines.ts"

/** What a post of a list may cost beside its numbers, so that twenty stay within 1,200 tokens. */
const textTokens = 31
const titleTokens = 16
const nameTokens = 8

/** Title, author and beginning, on a line each; `shown` instead of the beginning where something else tells more. */
export const postText = ({ author, excerpt, title }: typeof Post.Encoded, shown = excerpt): string => {
  const head = lineOf(title, titleTokens)
  const name = lineOf(author.username, nameTokens)
  const rest = textTokens - costOf(head) - costOf(name)
  return lines(head, `${name}: ${lineOf(shown, rest)}`)
}

/** Where a search was found in a post, as plain text. */
const foundText = ({ highlight }: typeof ListedPost.Encoded): string | undefined =>
  typeof highlight?.text === "string" ? textOfHtml(highlight.text) : undefined

/** The numbers of a post, in the order that `legend` tells. */
export const postNumbers = (post: typeof Post.Encoded): string => {
  const { category, createdAt, diseaseId, id, likeCount, replyCount, viewCount } = post
  const disease = diseaseId === null ? "" : ` d${diseaseId}`
  return `#${id} ${category} ${dayOf(createdAt)} ${replyCount}/${likeCount}/${viewCount}${disease}`
}

/** What the numbers of a post and the lines below them are. */
export const legend =
  "Each: #postId category date replies/likes/views dDiseaseId; then title, author: beginning or what matched. get_post reads one."

/** A page of posts. */
export const postsText = ({ data, pagination, suggestion }: typeof PostPage.Encoded, asked: Walked): string => {
  const more = pagination.totalExact === false ? " There are more: search for more words, or narrow by disease." : ""
  const head = `${pageLine(pagination, asked, "post")}${more}`
  if (data.length === 0) return lines(head, "Nothing here: try fewer words, or another filter.")
  const instead =
    suggestion === undefined ? [] : ["Nothing held what you typed. Found for this instead:", untrusted(suggestion)]
  return lines(
    head,
    legend,
    fenceNote,
    ...instead,
    ...data.flatMap((post) => [postNumbers(post), untrusted(postText(post, foundText(post)))])
  )
}

/** A post that was just published. */
export const publishedText = ({ category, disease, id }: typeof PostDetail.Encoded): string =>
  `Published as post ${id} (${category}${disease === null ? "" : `, disease ${disease.id}`}). get_post reads it with its comments.`

/** What a toggle led to. */
export const likeText = ({ likeCount, liked }: typeof LikeToggled.Encoded, postId: number): string =>
  `${liked ? `You like post ${postId} now` : `You took your like of post ${postId} back`}: ${counted(likeCount, "like")}.`
