import { Schema } from "effect"
import { CommentsShown } from "./Comment.ts"
import { DiseaseId, PostId, type UserId } from "./Ids.ts"
import { oneOf } from "./OneOf.ts"
import { Pagination } from "./Page.ts"
import { Role } from "./Role.ts"
import { line, requiredText } from "./Text.ts"
import { Author, DiseaseName } from "./User.ts"

/** What a post is for. */
export const PostCategory = oneOf("topic", "experience", "question").annotations({
  identifier: "PostCategory",
  description: "`topic` (the default), `experience` or `question`."
})
export type PostCategory = typeof PostCategory.Type

/** The order of a list of posts, always descending with the id as tie-break; `relevance` is of a search only. */
export const PostSort = oneOf("relevance", "date", "views", "replies").annotations({ identifier: "PostSort" })
export type PostSort = typeof PostSort.Type

/** The most characters of a post's content (spec, Limits). */
export const maxContentCharacters = 20_000

/** Plain text of one line, up to 200 characters; what parses as an HTML tag is taken out. */
export const Title = line(200).annotations({
  jsonSchema: { type: "string", minLength: 1, maxLength: 200 },
  examples: ["How did you find a specialist?"]
})

/** Markdown (GFM), up to 20000 characters. */
export const Content = requiredText(maxContentCharacters).annotations({
  description: "Markdown (GFM), up to 20000 characters. What is dangerous is cut out; nothing else is changed.",
  examples: ["We waited **six years** for a name. What helped you?"]
})

const count = Schema.Number.pipe(Schema.int())

/** A post in a list. */
export const Post = Schema.Struct({
  id: PostId,
  title: Schema.String,
  excerpt: Schema.String.annotations({ description: "The beginning as plain text, at most 280 characters." }),
  category: PostCategory,
  diseaseId: Schema.OptionFromNullOr(DiseaseId),
  disease: Schema.OptionFromNullOr(DiseaseName),
  author: Author,
  authorRole: Role,
  viewCount: count,
  replyCount: count,
  likeCount: count,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
}).annotations({ identifier: "Post", description: "A post in a list." })
export type Post = typeof Post.Type

/** A post in full; `liked` is there when somebody signed in asks. */
export const PostDetail = Schema.Struct({
  ...Post.fields,
  content: Schema.String.annotations({ description: "Filtered Markdown." }),
  contentHtml: Schema.String.annotations({ description: "The same as sanitised HTML." }),
  liked: Schema.optionalWith(Schema.Boolean, { as: "Option", exact: true })
}).annotations({ identifier: "PostDetail", description: "A post in full; `liked` only when signed in." })
export type PostDetail = typeof PostDetail.Type

/** A post as it is read, with its first comments. */
export const PostWithComments = Schema.Struct({ ...PostDetail.fields, comments: CommentsShown }).annotations({
  identifier: "PostWithComments",
  description: "A post with its first 100 comments, oldest first; `replyCount` tells the rest."
})
export type PostWithComments = typeof PostWithComments.Type

/** Where a search was found in a post, as HTML that is safe to show. */
export const PostHighlight = Schema.Struct({
  title: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String)
}).annotations({
  identifier: "PostHighlight",
  description:
    "What the search matched, as safe HTML: escaped text with `<mark>` around matches. `text` is of the content, or of " +
    "the first comment that matches where the content does not; null where nothing matches."
})
export type PostHighlight = typeof PostHighlight.Type

/** A post in a list; with `highlight` when it was searched for. */
export const ListedPost = Schema.Struct({ ...Post.fields, highlight: Schema.optional(PostHighlight) }).annotations({
  identifier: "ListedPost",
  description: "A post in a list; `highlight` is there when searching."
})
export type ListedPost = typeof ListedPost.Type

/** One page of posts. */
export const PostPage = Schema.Struct({
  data: Schema.Array(ListedPost),
  pagination: Schema.Struct({
    ...Pagination.fields,
    totalExact: Schema.optional(Schema.Boolean).annotations({
      description: "When searching: whether `total` is all there are. A search finds 1,000 posts at most."
    })
  }).annotations({ identifier: "PostPagination", description: "Where this page stands in the whole list." }),
  suggestion: Schema.optional(Schema.String).annotations({
    description: "What was searched for instead, since nothing was found for what was typed."
  })
})
export type PostPage = typeof PostPage.Type

/** What somebody sends to publish a post. */
export const NewPost = Schema.Struct({
  title: Title,
  content: Content,
  category: Schema.optionalWith(PostCategory, { default: () => "topic" as const, nullable: true }),
  diseaseId: Schema.optionalWith(DiseaseId, { as: "Option", nullable: true })
}).annotations({ identifier: "NewPost", description: "A post to publish." })
export type NewPost = typeof NewPost.Type

/**
 * What may change of a post: absent stays, and a null disease is cleared. The length of `content` is the service's to
 * look at, since the stored text sent back is accepted whatever its length (contract, Filtering).
 */
export const PostChange = Schema.Struct({
  title: Schema.optionalWith(Title, { as: "Option", nullable: true }),
  content: Schema.optionalWith(
    requiredText(Number.POSITIVE_INFINITY).annotations({
      jsonSchema: { type: "string", minLength: 1, maxLength: 20000 }
    }),
    { as: "Option", nullable: true }
  ),
  category: Schema.optionalWith(PostCategory, { as: "Option", nullable: true }),
  diseaseId: Schema.optionalWith(Schema.OptionFromNullOr(DiseaseId), { as: "Option", exact: true })
}).annotations({ identifier: "PostChange", description: "What to change; what is absent stays." })
export type PostChange = typeof PostChange.Type

/** What a list of posts is narrowed to, and its order. */
export interface PostFilter {
  readonly authorId?: UserId | undefined
  readonly diseaseId?: DiseaseId | undefined
  /** Whether posts filed under subtypes of the disease count too. */
  readonly includeDescendants?: boolean | undefined
  readonly category?: PostCategory | undefined
  readonly search?: string | undefined
  /** When none is named `relevance` with `search`, else `date`. */
  readonly sort?: PostSort | undefined
}

/** A list without a search cannot be sorted by relevance. */
export class NothingToRank extends Schema.TaggedError<NothingToRank>()("NothingToRank", {}) {
  override get message() {
    return "sort=relevance needs `search`: send one, or sort by date, views or replies"
  }
}

/** The answer to a removal. */
export const PostRemoved = Schema.Struct({ deleted: Schema.Literal(true), id: PostId }).annotations({
  identifier: "PostRemoved"
})
export type PostRemoved = typeof PostRemoved.Type

/** There is no post of this id, or no longer. */
export class PostNotFound extends Schema.TaggedError<PostNotFound>()("PostNotFound", { id: PostId }) {
  override get message() {
    return `there is no post ${this.id}: it may have been deleted`
  }
}
