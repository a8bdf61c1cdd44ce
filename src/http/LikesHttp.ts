import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Likes } from "../services/Likes.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"

/** REST's likes. */
export const layer = HttpApiBuilder.group(CommunityApi, "likes", (handlers) =>
  Effect.flatMap(Likes, (likes) =>
    known(
      handlers
        .handle("get", ({ path }) => wire(likes.of(path.id)))
        .handle("toggle", ({ path }) => wire(likes.toggle(path.id)))
    )
  )
)
