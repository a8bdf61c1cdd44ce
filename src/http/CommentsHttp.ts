import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Comments } from "../services/Comments.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"
import { located } from "./RequestRecord.ts"

/** REST's comments. */
export const layer = HttpApiBuilder.group(CommunityApi, "comments", (handlers) =>
  Effect.flatMap(Comments, (comments) =>
    known(
      handlers
        .handle("list", ({ path, urlParams }) => wire(comments.list(path.id, urlParams)))
        .handle("create", ({ path, payload }) =>
          // A comment alone is nowhere to be read.
          located(wire(comments.create(path.id, payload)), ({ postId }) => `/api/posts/${postId}/comments`)
        )
    )
  )
)
