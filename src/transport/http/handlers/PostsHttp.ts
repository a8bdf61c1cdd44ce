import { HttpApiBuilder, type HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import type { Viewer } from "../../../domain/accounts/CurrentUser.ts"
import type { PostId } from "../../../domain/Ids.ts"
import type { PostDocument, PostNotFound, PostWithComments } from "../../../domain/posts/Post.ts"
import type { Unavailable } from "../../../domain/Unavailable.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { Revisions } from "../../../services/posts/Revisions.ts"
import type { Viewed } from "../../../services/posts/ViewCounter.ts"
import { tagsOfPost, tagsOfPosts } from "../../wire/CacheTags.ts"
import { jsonText } from "../../wire/EntityTag.ts"
import {
  RequestContext,
  type VolatileField,
  viewsOf,
  viewsOfList,
  withCacheTags,
  withLocation
} from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

/** A cached post goes on counting: each response is a view. */
const countedViews = ({ hold, value }: Viewed<PostDocument>): VolatileField => ({
  ...viewsOf(value),
  acquire: () =>
    Option.map(hold(), (counter) => ({ value: () => counter.increment(), release: () => counter.release() }))
})

/**
 * A post in its encoded form, so that no schema runs. A HEAD counts no view. A hidden post has no cache tags, and is not
 * cached.
 */
const readPost = (
  posts: typeof Posts.Service,
  id: PostId,
  isHead: boolean
): Effect.Effect<PostWithComments | HttpServerResponse.HttpServerResponse, PostNotFound | Unavailable, Viewer> => {
  const tags = ({ hidden }: Pick<PostDocument, "hidden">) => (hidden ? [] : tagsOfPost(id))
  return isHead
    ? withCacheTags(posts.getWithoutCounting(id), tags, (post) => [viewsOf(post)])
    : Effect.map(
        withCacheTags(
          posts.openDocument(id),
          ({ value }) => tags(value),
          (viewed) => [countedViews(viewed)]
        ),
        ({ value }) => jsonText(JSON.stringify(value))
      )
}

export const layer = HttpApiBuilder.group(CommunityApi, "posts", (handlers) =>
  Effect.flatMap(Effect.all([Posts, Revisions]), ([posts, revisions]) =>
    registerHandlers(
      handlers
        .handle("list", ({ urlParams }) =>
          withCacheTags(toWireError(posts.list(urlParams)), tagsOfPosts(urlParams), viewsOfList)
        )
        .handle("get", ({ path }) =>
          Effect.flatMap(RequestContext, ({ isHead }) => toWireError(readPost(posts, path.id, isHead)))
        )
        .handle("create", ({ payload }) =>
          withLocation(toWireError(posts.create(payload)), ({ id }) => `/api/posts/${id}`)
        )
        .handle("update", ({ path, payload }) => toWireError(posts.change(path.id, payload)))
        .handle("revisions", ({ path }) => toWireError(revisions.ofPost(path.id)))
        .handle("remove", ({ path }) => toWireError(posts.remove(path.id)))
    )
  )
)
