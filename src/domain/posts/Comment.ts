import { Effect, Schema } from "effect"
import { Role } from "../accounts/Role.ts"
import { Author } from "../accounts/User.ts"
import { CommentId, PostId } from "../Ids.ts"
import { Page } from "../Page.ts"
import { requiredText } from "../Text.ts"
import { EditedAt, hiddenFields } from "./Revision.ts"

export const Comment = Schema.Struct({
  id: CommentId,
  postId: PostId,
  content: Schema.String.annotations({ description: "Filtered Markdown." }),
  contentHtml: Schema.String.annotations({ description: "The same as sanitised HTML." }),
  author: Author,
  authorRole: Role,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  editedAt: EditedAt,
  ...hiddenFields
}).annotations({ identifier: "Comment", description: "A comment on a post." })
export type Comment = typeof Comment.Type

/** The number of comments that come with a post. */
export const commentsShown = 100

/** The maximum number of bytes of the comments of one response, as JSON; members of a comment besides its texts count as 1,000. */
export const maxCommentsBytes = 990_000
export const otherCommentBytes = 1_000

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** The number of comments, from the first on, that one response may hold: at least one. */
export const countFitting = (comments: ReadonlyArray<Pick<Comment, "content" | "contentHtml">>): number => {
  let bytes = 0
  const end = comments.findIndex(({ content, contentHtml }) => {
    bytes += jsonBytes(content) + jsonBytes(contentHtml) + otherCommentBytes
    return bytes > maxCommentsBytes
  })
  return end === -1 ? comments.length : Math.max(1, end)
}

export const CommentsShown = Schema.Array(Comment)

const encode = Schema.encode(CommentsShown)

export const encodeComments = (comments: ReadonlyArray<Comment>) => Effect.orDie(encode(comments))

export const CommentPage = Page(Comment)
export type CommentPage = typeof CommentPage.Type

/** The maximum number of characters of a comment as it is typed. */
export const maxCommentCharacters = 5000

export const NewComment = Schema.Struct({
  content: requiredText(maxCommentCharacters).annotations({
    description: "Markdown (GFM), up to 5000 characters.",
    examples: ["Thank you, this is the first time I feel understood."]
  })
}).annotations({ identifier: "NewComment", description: "A comment to add." })
export type NewComment = typeof NewComment.Type

/** The service checks the length, since the stored text is accepted again at any length (contract, Filtering). */
export const CommentChange = Schema.Struct({
  content: requiredText(Number.POSITIVE_INFINITY).annotations({
    description: "Markdown (GFM), up to 5000 characters.",
    examples: ["Thank you, and to all others who answered."],
    jsonSchema: { type: "string", minLength: 1, maxLength: maxCommentCharacters }
  })
}).annotations({ identifier: "CommentChange", description: "The new text of a comment." })
export type CommentChange = typeof CommentChange.Type

export const CommentRemoved = Schema.Struct({ deleted: Schema.Literal(true), id: CommentId }).annotations({
  identifier: "CommentRemoved"
})
export type CommentRemoved = typeof CommentRemoved.Type

export class CommentNotFound extends Schema.TaggedError<CommentNotFound>()("CommentNotFound", { id: CommentId }) {
  override readonly message = `there is no comment ${this.id} (any more): look for it among the comments of its post`
}
