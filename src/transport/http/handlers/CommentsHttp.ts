import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Comments } from "../../../services/posts/Comments.ts"
import { Revisions } from "../../../services/posts/Revisions.ts"
import { tagsOfPost } from "../../wire/CacheTags.ts"
import { withCacheTags, withLocation } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "comments", (handlers) =>
  Effect.flatMap(Effect.all([Comments, Revisions]), ([comments, revisions]) =>
    registerHandlers(
      handlers
        .handle("list", ({ path, urlParams }) =>
          withCacheTags(toWireError(comments.list(path.id, urlParams)), () => tagsOfPost(path.id))
        )
        .handle("create", ({ path, payload }) =>
          // No endpoint reads a single comment.
          withLocation(toWireError(comments.create(path.id, payload)), ({ postId }) => `/api/posts/${postId}/comments`)
        )
        .handle("update", ({ path, payload }) => toWireError(comments.change(path.id, payload)))
        .handle("revisions", ({ path }) => toWireError(revisions.ofComment(path.id)))
        .handle("remove", ({ path }) => toWireError(comments.remove(path.id)))
    )
  )
)
