import { Effect } from "effect"
import type { PostId } from "../../../domain/Ids.ts"
import { requireScopeFor } from "../../../services/posts/Audiences.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { Revisions } from "../../../services/posts/Revisions.ts"
import { Translations } from "../../../services/posts/Translations.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"
import { tagsOfPost, tagsOfPosts } from "../../wire/CacheTags.ts"
import { jsonText } from "../../wire/EntityTag.ts"
import { RequestContext } from "../../wire/RequestContext.ts"
import { countedViews, viewsOfList, withCacheTags } from "../../wire/Tagged.ts"

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

export const postOperations = operations(
  "posts",
  Effect.all([Posts, Revisions, Translations]),
  ([posts, revisions, translations]) => ({
    list: ({ urlParams }) =>
      Effect.zipRight(
        requireScopeFor(urlParams.audience),
        withCacheTags(posts.list(urlParams), tagsOfPosts(urlParams), viewsOfList)
      ),
    get: ({ path }) => readPost(posts, path.id),
    create: withLocation(
      ({ payload }) => posts.create(payload),
      ({ id }) => `/api/posts/${id}`
    ),
    update: ({ path, payload }) => posts.change(path.id, payload),
    revisions: ({ path }) => revisions.ofPost(path.id),
    translation: ({ path, urlParams }) => translations.ofPost(path.id, urlParams.to),
    remove: ({ path }) => posts.remove(path.id)
  })
)
