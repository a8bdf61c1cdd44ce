import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { FollowPage, FollowState, FollowType, maxFollows } from "../../domain/follows/Follow.ts"
import { SignedIn } from "../Access.ts"
import { UserPath } from "../accounts/UsersApi.ts"
import { DiseasePath } from "../diseases/DiseasesApi.ts"
import { createdAt, disease, Example, pageWith } from "../document/Samples.ts"
import { ShowsPosts } from "../Keeps.ts"
import { PostPath } from "../posts/PostsApi.ts"
import { optional, pageQuery } from "../Query.ts"
import { Conflict, NotFound } from "../WireErrors.ts"

const most = `A member follows at most ${maxFollows.toLocaleString("en")} posts, diseases and members together.`

/** The endpoint that begins to follow a target; it says what notifies the member from then on. */
const follow = <const Name extends string, Path extends Schema.Schema.Any>(
  name: Name,
  noun: string,
  path: `/${string}`,
  schema: Path & HttpApiEndpoint.HttpApiEndpoint.ValidatePath<Path>,
  notified: string
) =>
  HttpApiEndpoint.put(name, path)
    .setPath(schema)
    .addSuccess(FollowState)
    .addError(Schema.Union(NotFound.wire, Conflict.wire))
    .annotate(OpenApi.Summary, `Follow a ${noun}`)
    .annotate(OpenApi.Description, `${notified} ${most}`)
    .annotate(Example, { response: { following: true } })

/** The endpoint that ends a follow. */
const unfollow = <const Name extends string, Path extends Schema.Schema.Any>(
  name: Name,
  noun: string,
  path: `/${string}`,
  schema: Path & HttpApiEndpoint.HttpApiEndpoint.ValidatePath<Path>
) =>
  HttpApiEndpoint.del(name, path)
    .setPath(schema)
    .addSuccess(FollowState)
    .addError(NotFound.wire)
    .annotate(OpenApi.Summary, `Stop following a ${noun}`)
    .annotate(OpenApi.Description, "Nothing changes where you do not follow it.")
    .annotate(Example, { response: { following: false } })

/** Follows of posts, diseases and members (contract, Follows and mail). */
export class FollowsApi extends HttpApiGroup.make("follows")
  .add(follow("followPost", "post", "/posts/:id/follow", PostPath, "Comments on it notify you from now on (`reply`)."))
  .add(unfollow("unfollowPost", "post", "/posts/:id/follow", PostPath))
  .add(
    follow(
      "followDisease",
      "disease",
      "/diseases/:id/follow",
      DiseasePath,
      "New posts about it or about one of its subtypes notify you from now on (`new_post`)."
    )
  )
  .add(unfollow("unfollowDisease", "disease", "/diseases/:id/follow", DiseasePath))
  .add(
    follow(
      "followUser",
      "member",
      "/users/:id/follow",
      UserPath,
      "New posts of the member notify you from now on (`new_post`)."
    )
  )
  .add(unfollow("unfollowUser", "member", "/users/:id/follow", UserPath))
  .add(
    HttpApiEndpoint.get("list", "/users/me/follows")
      .annotate(ShowsPosts, true)
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
