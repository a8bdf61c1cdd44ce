import { Effect, Layer } from "effect"
import type { PostId } from "../../../../domain/Ids.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { Likes } from "../../../../services/posts/Likes.ts"
import { Places } from "../../../../services/posts/Places.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { Revisions } from "../../../../services/posts/Revisions.ts"
import { Translations } from "../../../../services/posts/Translations.ts"
import { tagsOfPost, tagsOfPosts } from "../../../wire/CacheTags.ts"
import { jsonText } from "../../../wire/EntityTag.ts"
import { RequestContext } from "../../../wire/RequestContext.ts"
import { countedViews, viewsOfList, withCacheTags } from "../../../wire/Tagged.ts"
import { handlers, withLocation } from "../../HandlerRegistry.ts"

/** A post in its encoded form, so that no schema runs. A hidden post has no cache tags, and is not cached. */
const readPost = (posts: typeof Posts.Service, id: PostId) =>
  Effect.flatMap(RequestContext, ({ countsView }) =>
    Effect.map(
      withCacheTags(
        posts.read(id, { countsView }),
        ({ value }) => (value.hidden ? [] : tagsOfPost(id)),
        (viewed) => [countedViews(viewed)]
      ),
      (tagged) => tagged.map(({ value }) => jsonText(JSON.stringify(value)))
    )
  )

const posts = handlers("posts", Effect.all([Posts, Revisions, Translations]), ([posts, revisions, translations]) => ({
  list: ({ urlParams }) => withCacheTags(posts.list(urlParams), tagsOfPosts(urlParams), viewsOfList),
  get: ({ path }) => readPost(posts, path.id),
  create: withLocation(
    ({ payload }) => posts.create(payload),
    ({ id }) => `/api/posts/${id}`
  ),
  update: ({ path, payload }) => posts.change(path.id, payload),
  revisions: ({ path }) => revisions.ofPost(path.id),
  translation: ({ path, urlParams }) => translations.ofPost(path.id, urlParams.to),
  remove: ({ path }) => posts.remove(path.id)
}))

/** No endpoint reads a single comment. */
const locationOfComment = ({ postId }: { readonly postId: number }) => `/api/posts/${postId}/comments`

const comments = handlers(
  "comments",
  Effect.all([Comments, Likes, Revisions, Translations]),
  ([comments, likes, revisions, translations]) => ({
    list: ({ path, urlParams }) => withCacheTags(comments.list(path.id, urlParams), () => tagsOfPost(path.id)),
    create: withLocation(({ path, payload }) => comments.create(path.id, payload), locationOfComment),
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

const places = handlers("places", Places, ({ set }) => ({ set: ({ path, payload }) => set(path.id, payload) }))

const likes = handlers("likes", Likes, (likes) => ({
  get: ({ path }) => likes.of(path.id),
  toggle: ({ path }) => likes.toggle(path.id),
  give: ({ path }) => likes.set(path.id, true),
  take: ({ path }) => likes.set(path.id, false)
}))

export const layer = Layer.mergeAll(posts, comments, places, likes)
