import { Option, Schema } from "effect"
import { UnknownDiseases } from "../domain/Disease.ts"
import { PostId } from "../domain/Ids.ts"
import type { PostDetail } from "../domain/Post.ts"
import { Author, DiseaseName } from "../domain/User.ts"
import type { PostToAdd } from "../repositories/PostsRepo.ts"
import { contentVector, titleVector } from "./SearchVector.ts"

/** How posts are added: nobody has viewed, answered or liked a new one. */
export const postsAdded = {
  name: "add_posts" as const,
  sent: ({ authorId, category, content, createdAt, diseaseId, title }: PostToAdd) => ({
    authorId,
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
      readonly author: typeof Author.Type
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
    content: content.content,
    contentHtml: content.html,
    liked: Option.some(false)
  }),
  refusal: ({ diseaseId }: PostToAdd) => new UnknownDiseases({ field: "diseaseId", ids: Option.toArray(diseaseId) })
}
