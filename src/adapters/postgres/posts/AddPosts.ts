import { Option, Schema } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { Author, DiseaseName } from "../../../domain/accounts/User.ts"
import { UnknownDiseases } from "../../../domain/diseases/Disease.ts"
import { PostId } from "../../../domain/Ids.ts"
import type { PostDetail } from "../../../domain/posts/Post.ts"
import type { PostToAdd } from "../../../ports/PostsRepo.ts"
import { contentVector, titleVector } from "../SearchVector.ts"

/** The batch statement that adds posts. A new post has no views, replies or likes, so these are not read back. */
export const addPosts = {
  name: "add_posts" as const,
  encode: ({ authorId, authorKind, category, content, createdAt, diseaseId, title }: PostToAdd) => ({
    userId: authorId,
    byAgent: authorKind === "agent",
    title,
    content: content.content,
    html: content.html,
    excerpt: content.excerpt,
    category,
    diseaseId: Option.getOrNull(diseaseId),
    search: `${titleVector(title)} ${contentVector(content.text)}`,
    at: createdAt
  }),
  answer: Schema.Struct({
    item: Schema.Int,
    id: PostId,
    author: Author,
    disease: Schema.OptionFromNullOr(DiseaseName)
  }),
  result: (
    { category, content, createdAt, diseaseId, title }: PostToAdd,
    {
      author,
      disease,
      id
    }: {
      readonly author: Author
      readonly disease: Option.Option<typeof DiseaseName.Type>
      readonly id: PostId
    }
  ): PostDetail => ({
    id,
    title,
    excerpt: content.excerpt,
    category,
    diseaseId,
    disease,
    author,
    authorRole: author.role,
    viewCount: 0,
    replyCount: 0,
    likeCount: 0,
    createdAt,
    updatedAt: createdAt,
    editedAt: Option.none(),
    locked: false,
    content: content.content,
    contentHtml: content.html,
    liked: Option.some(false)
  }),
  refusal: ({ diseaseId }: PostToAdd, refused: string | undefined) =>
    refused === "gone" ? new NotSignedIn() : new UnknownDiseases({ field: "diseaseId", ids: Option.toArray(diseaseId) })
}
