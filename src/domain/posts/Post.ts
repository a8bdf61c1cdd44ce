import { maxExcerptCodePoints } from "@rare-disease-community/text/Excerpt"
import { Effect, Schema } from "effect"
import { Role } from "../accounts/CurrentUser.ts"
import { Author, type AuthorKind } from "../accounts/User.ts"
import { DiseaseName } from "../diseases/DiseaseName.ts"
import { count, maybe, named, oneOf, optional, removed } from "../Fields.ts"
import { DiseaseId, PostId, type UserId } from "../Ids.ts"
import { GivenLanguage, type LanguageTag, TextLanguage } from "../Language.ts"
import { FoundPagination } from "../Page.ts"
import { line, requiredText } from "../Text.ts"
import { Audience } from "./Audience.ts"
import { CommentAuthor, CommentsShown, firstComments } from "./Comment.ts"
import { EditedAt, hiddenFields } from "./Revision.ts"

export const PostCategory = oneOf("topic", "experience", "question").annotations({
  identifier: "PostCategory",
  description: "`topic` (the default), `experience` or `question`."
})
export type PostCategory = typeof PostCategory.Type

/** The order of a list of posts, always descending with the id as tie-break; `relevance` is of a search only. */
export const PostSort = oneOf("relevance", "date", "views", "replies").annotations({ identifier: "PostSort" })
export type PostSort = typeof PostSort.Type

/** The longest title (spec, Limits). */
export const maxTitleCharacters = 200

/** The longest content of a post (spec, Limits). */
export const maxContentCharacters = 20_000

/** One line of plain text, from which HTML tags are removed. */
export const Title = line(maxTitleCharacters).annotations({
  jsonSchema: { type: "string", minLength: 1, maxLength: maxTitleCharacters, description: "One line of plain text." },
  examples: ["How did you find a specialist?"]
})

export const Content = requiredText(maxContentCharacters).annotations({
  description:
    `Markdown (GFM), up to ${maxContentCharacters} characters. Dangerous parts are cut out; nothing else is changed. ` +
    "A link to /members/12 mentions that member.",
  examples: ["We waited **six years** for a name. What helped you?"]
})

export const Post = Schema.Struct({
  id: PostId,
  title: Schema.String,
  excerpt: Schema.String.annotations({
    description: `The beginning as plain text, at most ${maxExcerptCodePoints} characters.`
  }),
  language: TextLanguage,
  category: PostCategory,
  diseaseId: Schema.OptionFromNullOr(DiseaseId),
  disease: Schema.OptionFromNullOr(DiseaseName),
  author: Author,
  authorRole: Role,
  viewCount: count,
  replyCount: count,
  likeCount: count,
  helpedCount: count.annotations({ description: "The number of comments that helped the author." }),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  editedAt: EditedAt,
  locked: Schema.Boolean.annotations({ description: "True if new comments are refused." }),
  audience: Audience
}).annotations({ identifier: "Post", description: "A post in a list." })
export type Post = typeof Post.Type

export const PostDetail = Schema.Struct({
  ...Post.fields,
  content: Schema.String.annotations({ description: "Filtered Markdown." }),
  contentHtml: Schema.String.annotations({ description: "The same as sanitised HTML." }),
  liked: maybe(Schema.Boolean),
  ...hiddenFields
}).annotations({ identifier: "PostDetail", description: "A post in full; `liked` only when signed in." })
export type PostDetail = typeof PostDetail.Type

export const PostWithComments = Schema.Struct({ ...PostDetail.fields, comments: CommentsShown }).annotations({
  identifier: "PostWithComments",
  description: `A post with its ${firstComments}, oldest first; \`replyCount\` counts all.`
})
export type PostWithComments = typeof PostWithComments.Type

/**
 * A post with its first comments in its encoded form, with the members in the schema's order: its JSON needs no
 * encoding.
 */
export type PostDocument = typeof PostWithComments.Encoded

const decode = Schema.decode(PostWithComments)
const encode = Schema.encode(PostWithComments)

/** The post of a document. A document that the schema refuses is a defect. */
export const decodePost = (document: PostDocument) => Effect.orDie(decode(document))

export const encodePost = (post: PostWithComments) => Effect.orDie(encode(post))

export const PostHighlight = Schema.Struct({
  title: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String)
}).annotations({
  identifier: "PostHighlight",
  description:
    "The matches of a search as safe HTML: escaped text with `<mark>` around matches. `text` is of the content, or of " +
    "the first comment that matches where the content does not; null where nothing matches."
})
export type PostHighlight = typeof PostHighlight.Type

export const ListedPost = Schema.Struct({
  ...Post.fields,
  highlight: Schema.optional(PostHighlight),
  related: Schema.optional(Schema.Literal(true)).annotations({
    description: "With `includeRelated`: true if it is about a group of the disease or another of its forms."
  }),
  foundInComment: Schema.optional(Schema.Literal(true)).annotations({
    description: "When searching: true if `highlight.text` is of a comment, whose author may be another member."
  }),
  commentAuthor: Schema.optional(CommentAuthor).annotations({
    description: "With `foundInComment`: who wrote that comment."
  }),
  partial: Schema.optional(Schema.Literal(true)).annotations({
    description: "When searching: true on each post if no post has all words. These have most words, or else any."
  }),
  missing: Schema.optional(Schema.Array(Schema.String)).annotations({
    description: "With `partial`: the words of the search that the post lacks."
  })
}).annotations(named("ListedPost", "A post in a list; `highlight` is there when searching."))
export type ListedPost = typeof ListedPost.Type

/** The maximum number of posts that one search finds: the newest, and those that match best. */
export const maxPostsFound = 1_000

export const PostPage = Schema.Struct({
  data: Schema.Array(ListedPost),
  pagination: FoundPagination,
  suggestion: Schema.optional(Schema.String).annotations({
    description:
      "The search that was made instead, since nothing was found for the one that was typed: its words are corrected by those of " +
      "the community and of the names of diseases."
  }),
  hint: Schema.optional(Schema.String).annotations({ description: "What to try, if a search found nothing." })
})
export type PostPage = typeof PostPage.Type

export const NewPost = Schema.Struct({
  title: Title,
  content: Content,
  category: Schema.optionalWith(PostCategory, { default: () => "topic" as const, nullable: true }),
  audience: Schema.optionalWith(Audience, { nullable: true }),
  diseaseId: optional(DiseaseId.annotations({ description: "The disease that it is about." })),
  language: GivenLanguage
}).annotations({ identifier: "NewPost", description: "A post to publish." })
export type NewPost = typeof NewPost.Type

/** Null clears a disease. The service checks the length of `content`: the stored text is accepted at any length. */
export const PostChange = Schema.Struct({
  title: optional(Title),
  content: optional(
    requiredText(Number.POSITIVE_INFINITY).annotations({
      jsonSchema: { type: "string", minLength: 1, maxLength: maxContentCharacters }
    })
  ),
  category: optional(PostCategory),
  audience: optional(Audience),
  diseaseId: maybe(Schema.OptionFromNullOr(DiseaseId)),
  language: GivenLanguage
}).annotations({ identifier: "PostChange", description: "Changes of a post; absent fields stay." })
export type PostChange = typeof PostChange.Type

export interface PostFilter {
  readonly authorId?: UserId | undefined
  readonly authorKind?: AuthorKind | undefined
  readonly diseaseId?: DiseaseId | undefined
  /** True to include posts filed under subtypes of the disease. */
  readonly includeDescendants?: boolean | undefined
  /**
   * True to add, after the posts about the disease and its subtypes, those about the rest of its families
   * (`maxFamilySubtypes`).
   */
  readonly includeRelated?: boolean | undefined
  readonly category?: PostCategory | undefined
  readonly audience?: Audience | undefined
  readonly language?: LanguageTag | undefined
  /** False for posts of which no comment helped and none is by a verified member; true for the others. */
  readonly answered?: boolean | undefined
  readonly search?: string | undefined
  /** By default `relevance` with `search`, else `date`. */
  readonly sort?: PostSort | undefined
}

/** The questions of which no answer helped yet, and none is by a verified member. */
export const waiting = { category: "question", answered: false } as const satisfies PostFilter

export class NothingToRank extends Schema.TaggedError<NothingToRank>()("NothingToRank", {}) {
  override readonly message = "sort=relevance needs `search`: send one, or sort by date, views or replies"
}

export const PostRemoved = removed("PostRemoved", PostId)
export type PostRemoved = typeof PostRemoved.Type

export class PostNotFound extends Schema.TaggedError<PostNotFound>()("PostNotFound", { id: PostId }) {
  override readonly message =
    `there is no post ${this.id} (any more): look for it with search (search_community, /api/posts?search=)`
}
