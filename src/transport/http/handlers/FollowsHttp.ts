import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Follows } from "../../../services/follows/Follows.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "follows", (handlers) =>
  Effect.flatMap(Follows, (follows) =>
    registerHandlers(
      handlers
        .handle("followPost", ({ path }) => toWireError(follows.followPost(path.id)))
        .handle("unfollowPost", ({ path }) => toWireError(follows.unfollowPost(path.id)))
        .handle("followDisease", ({ path }) => toWireError(follows.followDisease(path.id)))
        .handle("unfollowDisease", ({ path }) => toWireError(follows.unfollowDisease(path.id)))
        .handle("followUser", ({ path }) => toWireError(follows.followUser(path.id)))
        .handle("unfollowUser", ({ path }) => toWireError(follows.unfollowUser(path.id)))
        .handle("list", ({ urlParams }) => toWireError(follows.list(urlParams)))
    )
  )
)
