import { Effect } from "effect"
import { Comments } from "../../../services/posts/Comments.ts"
import { Likes } from "../../../services/posts/Likes.ts"
import { Revisions } from "../../../services/posts/Revisions.ts"
import { Translations } from "../../../services/posts/Translations.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"
import { tagsOfPost } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/Tagged.ts"

const locationOfComment = ({ id }: { readonly id: number }) => `/api/comments/${id}`

export const commentOperations = operations(
  "comments",
  Effect.all([Comments, Likes, Revisions, Translations]),
  ([comments, likes, revisions, translations]) => ({
    list: ({ path, urlParams }) => withCacheTags(comments.list(path.id, urlParams), () => tagsOfPost(path.id)),
    create: withLocation(({ path, payload }) => comments.create(path.id, payload), locationOfComment),
    get: ({ path }) => withCacheTags(comments.get(path.id), ({ postId }) => tagsOfPost(postId)),
    update: ({ path, payload }) => comments.change(path.id, payload),
    revisions: ({ path }) => revisions.ofComment(path.id),
    translation: ({ path, urlParams }) => translations.ofComment(path.id, urlParams.to),
    markHelped: ({ path }) => comments.setHelped(path.id, true),
    unmarkHelped: ({ path }) => comments.setHelped(path.id, false),
    toggleLike: ({ path }) => likes.toggleComment(path.id),
    like: ({ path }) => likes.setComment(path.id, true),
    takeLike: ({ path }) => likes.setComment(path.id, false),
    remove: ({ path }) => comments.remove(path.id)
  })
)
