import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { FollowPage, FollowState, FollowType } from "../domain/follows/Follow.ts"
import { SignedIn } from "./Access.ts"
import { DiseasePath } from "./DiseasesApi.ts"
import { Example } from "./document/Example.ts"
import { createdAt, disease, pageWith } from "./document/Samples.ts"
import { PostPath } from "./PostsApi.ts"
import { optional, pageQuery } from "./Query.ts"
import { UserPath } from "./UsersApi.ts"
import { Conflict, NotFound } from "./WireErrors.ts"

const following = { response: { following: true } }
const notFollowing = { response: { following: false } }
const most = "A member follows at most 1,000 posts, diseases and members together."
const nothingChanges = "Nothing changes where you do not follow it."

/** What members follow (contract, Follows and mail). */
export class FollowsApi extends HttpApiGroup.make("follows")
  .add(
    HttpApiEndpoint.put("followPost", "/posts/:id/follow")
      .setPath(PostPath)
      .addSuccess(FollowState)
      .addError(Schema.Union(NotFound.wire, Conflict.wire))
      .annotate(OpenApi.Summary, "Follow a post")
      .annotate(OpenApi.Description, `Comments on it notify you from now on (\`reply\`). ${most}`)
      .annotate(Example, following)
  )
  .add(
    HttpApiEndpoint.del("unfollowPost", "/posts/:id/follow")
      .setPath(PostPath)
      .addSuccess(FollowState)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Stop following a post")
      .annotate(OpenApi.Description, nothingChanges)
      .annotate(Example, notFollowing)
  )
  .add(
    HttpApiEndpoint.put("followDisease", "/diseases/:id/follow")
      .setPath(DiseasePath)
      .addSuccess(FollowState)
      .addError(Schema.Union(NotFound.wire, Conflict.wire))
      .annotate(OpenApi.Summary, "Follow a disease")
      .annotate(
        OpenApi.Description,
        `New posts about it or about one of its subtypes notify you from now on (\`new_post\`). ${most}`
      )
      .annotate(Example, following)
  )
  .add(
    HttpApiEndpoint.del("unfollowDisease", "/diseases/:id/follow")
      .setPath(DiseasePath)
      .addSuccess(FollowState)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Stop following a disease")
      .annotate(OpenApi.Description, nothingChanges)
      .annotate(Example, notFollowing)
  )
  .add(
    HttpApiEndpoint.put("followUser", "/users/:id/follow")
      .setPath(UserPath)
      .addSuccess(FollowState)
      .addError(Schema.Union(NotFound.wire, Conflict.wire))
      .annotate(OpenApi.Summary, "Follow a member")
      .annotate(OpenApi.Description, `New posts of the member notify you from now on (\`new_post\`). ${most}`)
      .annotate(Example, following)
  )
  .add(
    HttpApiEndpoint.del("unfollowUser", "/users/:id/follow")
      .setPath(UserPath)
      .addSuccess(FollowState)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Stop following a member")
      .annotate(OpenApi.Description, nothingChanges)
      .annotate(Example, notFollowing)
  )
  .add(
    HttpApiEndpoint.get("list", "/users/me/follows")
      .setUrlParams(
        Schema.Struct({
          ...pageQuery(),
          type: optional(FollowType, { description: "Only posts, only diseases or only members." })
        })
      )
      .addSuccess(FollowPage)
      .annotate(OpenApi.Summary, "List what you follow")
      .annotate(OpenApi.Description, "One page, the latest first.")
      .annotate(Example, { response: pageWith({ type: "disease", ...disease, followedAt: createdAt }) })
  )
  .middlewareEndpoints(SignedIn)
  .annotateContext(
    OpenApi.annotations({ title: "Follows", description: "Posts, diseases and members that you follow." })
  )
  .prefix("/api") {}
