import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { Likes } from "../../../services/posts/Likes.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "likes", (handlers) =>
  Effect.flatMap(Likes, (likes) =>
    registerHandlers(
      handlers
        .handle("get", ({ path }) => toWireError(likes.of(path.id)))
        .handle("toggle", ({ path }) => toWireError(likes.toggle(path.id)))
        .handle("give", ({ path }) => toWireError(likes.set(path.id, true)))
        .handle("take", ({ path }) => toWireError(likes.set(path.id, false)))
    )
  )
)
