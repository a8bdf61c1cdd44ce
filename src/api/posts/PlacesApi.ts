import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { maxPlaces, NewPlace, Place } from "../../domain/posts/Place.ts"
import { SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { comment, Example, post } from "../document/Samples.ts"
import { NotFound } from "../WireErrors.ts"
import { PostPath } from "./PostsApi.ts"

/** How far members have read threads (contract, Conversations). */
export class PlacesApi extends HttpApiGroup.make("places")
  .add(
    HttpApiEndpoint.put("set", "/posts/:id/place")
      .setPath(PostPath)
      .setPayload(body(NewPlace))
      .addSuccess(Place)
      .addError(NotFound.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Set your place in a thread")
      .annotate(
        OpenApi.Description,
        `Pages show what others wrote after it as new, and set it when you open the thread. The places of the ${maxPlaces} threads ` +
          "visited last are kept. A comment of another post, or a hidden one, is 400."
      )
      .annotate(Example, { request: { commentId: comment.id }, response: { postId: post.id, commentId: comment.id } })
  )
  .annotateContext(OpenApi.annotations({ title: "Places", description: "How far you have read threads." }))
  .prefix("/api") {}
