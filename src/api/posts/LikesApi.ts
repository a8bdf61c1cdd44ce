import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Likes, LikeToggled } from "../../domain/posts/Like.ts"
import { Anyone, SignedIn } from "../Access.ts"
import { Example } from "../document/Samples.ts"
import { ShowsPosts } from "../Keeps.ts"
import { Forbidden, NotFound } from "../WireErrors.ts"
import { PostPath } from "./PostsApi.ts"

/** Likes of posts (spec, Post endpoints). */
export class LikesApi extends HttpApiGroup.make("likes")
  .add(
    HttpApiEndpoint.get("get", "/posts/:id/like")
      .annotate(ShowsPosts, true)
      .setPath(PostPath)
      .addSuccess(Likes)
      .addError(NotFound.wire)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Count the likes of a post")
      .annotate(OpenApi.Description, "The number of likes; `liked` is the caller's own, when signed in.")
      .annotate(Example, { response: { likeCount: 4, liked: true } })
  )
  .add(
    HttpApiEndpoint.post("toggle", "/posts/:id/like")
      .setPath(PostPath)
      .addSuccess(LikeToggled)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Like a post, or take the like back")
      .annotate(
        OpenApi.Description,
        "Toggles the caller's like. The first like notifies the author, unless it is the caller; later ones do not. " +
          "A like of somebody whom the author blocks is 403."
      )
      .annotate(Example, { response: { liked: true, likeCount: 5 } })
  )
  .add(
    HttpApiEndpoint.put("give", "/posts/:id/like")
      .setPath(PostPath)
      .addSuccess(LikeToggled)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Like a post")
      .annotate(OpenApi.Description, "The caller likes the post from now on. Nothing changes where that is so already.")
      .annotate(Example, { response: { liked: true, likeCount: 5 } })
  )
  .add(
    HttpApiEndpoint.del("take", "/posts/:id/like")
      .setPath(PostPath)
      .addSuccess(LikeToggled)
      .addError(NotFound.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Take a like back")
      .annotate(
        OpenApi.Description,
        "The caller does not like the post from now on. Nothing changes where that is so already."
      )
      .annotate(Example, { response: { liked: false, likeCount: 4 } })
  )
  .annotateContext(OpenApi.annotations({ title: "Likes", description: "Likes of posts." }))
  .prefix("/api") {}
