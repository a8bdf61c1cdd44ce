import { Effect, Option, Schema } from "effect"
import { Role } from "../accounts/CurrentUser.ts"
import { Author } from "../accounts/User.ts"
import { count, maybe, optional, removed } from "../Fields.ts"
import { CommentId, PostId, UserId } from "../Ids.ts"
import { GivenLanguage, TextLanguage } from "../Language.ts"
import { Page } from "../Page.ts"
import { requiredText } from "../Text.ts"
import { Audience } from "./Audience.ts"
import { EditedAt, hiddenFields, maxTextsBytes, maxTextsSize } from "./Revision.ts"

/** The author of a comment that is referred to. */
export const CommentAuthor = Schema.Struct({ id: UserId, username: Schema.String })
export type CommentAuthor = typeof CommentAuthor.Type

export const RepliedTo = Schema.Struct({
  id: CommentId,
  author: CommentAuthor
}).annotations({ identifier: "RepliedToComment", description: "The comment that another one of its post replies to." })
export type RepliedTo = typeof RepliedTo.Type

export const Comment = Schema.Struct({
  id: CommentId,
  postId: PostId,
  content: Schema.String.annotations({ description: "Filtered Markdown." }),
  contentHtml: Schema.String.annotations({ description: "The same as sanitised HTML." }),
  language: TextLanguage,
  author: Author,
  authorRole: Role,
  replyTo: Schema.OptionFromNullOr(RepliedTo).annotations({
    description: "The comment that it replies to; null where there is none, or it is not there any more."
  }),
  likeCount: count,
  liked: maybe(Schema.Boolean).annotations({ description: "Only when signed in." }),
  helped: Schema.Boolean.annotations({ description: "True if the author of the post says that it helped." }),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  editedAt: EditedAt,
  ...hiddenFields
}).annotations({ identifier: "Comment", description: "A comment on a post." })
export type Comment = typeof Comment.Type

/** A comment in a list of those of its author: how it begins, and the post that it is on. */
export const CommentOfMember = Schema.Struct({
  id: CommentId,
  postTitle: Schema.String,
  excerpt: Schema.String,
  language: TextLanguage,
  createdAt: Schema.DateTimeUtc
})
export type CommentOfMember = typeof CommentOfMember.Type

/** The number of comments that come with a post. */
export const commentsShown = 100

/** The comments that come with a post, in words. */
export const firstComments = `first ${commentsShown} comments (at most ${maxTextsSize} of them)`

/** @internal The bytes that the members of a comment besides its texts count as. */
export const otherCommentBytes = 1_000

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** The number of comments, from the first on, that one response may hold: at least one. */
export const countFitting = (comments: ReadonlyArray<Pick<Comment, "content" | "contentHtml">>): number => {
  let bytes = 0
  const end = comments.findIndex(({ content, contentHtml }) => {
    bytes += jsonBytes(content) + jsonBytes(contentHtml) + otherCommentBytes
    return bytes > maxTextsBytes
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
    description: `Markdown (GFM), up to ${maxCommentCharacters} characters. A link to /members/12 mentions that member.`,
    examples: ["Thank you, this is the first time I feel understood."]
  }),
  replyTo: optional(CommentId.annotations({ description: "The comment of the same post that it replies to." })),
  audience: optional(
    Audience.annotations({
      description: "The `audience` of the post when this was written: 409 where the post has more readers since."
    })
  ),
  language: GivenLanguage
}).annotations({ identifier: "NewComment", description: "A comment to add." })
export type NewComment = typeof NewComment.Type

/** The service checks the length, since the stored text is accepted again at any length (contract, Filtering). */
export const CommentChange = Schema.Struct({
  content: optional(
    requiredText(Number.POSITIVE_INFINITY).annotations({
      description: `Markdown (GFM), up to ${maxCommentCharacters} characters.`,
      examples: ["Thank you, and to all others who answered."],
      jsonSchema: { type: "string", minLength: 1, maxLength: maxCommentCharacters }
    })
  ),
  language: GivenLanguage
})
  .pipe(
    Schema.filter(
      ({ content, language }) =>
        Option.isSome(content) || language !== undefined || { path: ["content"], message: "is required, or language" }
    )
  )
  .annotations({ identifier: "CommentChange", description: "The new text of a comment, its language, or both." })
export type CommentChange = typeof CommentChange.Type

export const CommentRemoved = removed("CommentRemoved", CommentId)
export type CommentRemoved = typeof CommentRemoved.Type

export class CommentNotFound extends Schema.TaggedError<CommentNotFound>()("CommentNotFound", { id: CommentId }) {
  override readonly message = `there is no comment ${this.id} (any more): look for it among the comments of its post`
}

export const HelpedState = Schema.Struct({ helped: Schema.Boolean }).annotations({
  identifier: "HelpedState",
  description: "Whether the comment is marked as one that helped now."
})
export type HelpedState = typeof HelpedState.Type

export class HelpingOneself extends Schema.TaggedError<HelpingOneself>()("HelpingOneself", {}) {
  override readonly message = "your own comment cannot be the one that helped you: mark one of another member"
}

/** `replyTo` is not a visible comment of this post. */
export class UnknownReplyTo extends Schema.TaggedError<UnknownReplyTo>()("UnknownReplyTo", {
  replyTo: CommentId,
  postId: PostId
}) {
  readonly field = "replyTo"

  override readonly message =
    `there is no comment ${this.replyTo} on post ${this.postId} (any more): send one of its comments as replyTo, or none`
}
