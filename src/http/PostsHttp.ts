import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Posts } from "../services/Posts.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"
import { RequestRecord } from "./RequestRecord.ts"

/** REST's posts. */
export const layer = HttpApiBuilder.group(CommunityApi, "posts", (handlers) =>
  Effect.flatMap(Posts, (posts) =>
    known(
      handlers
        .handle("list", ({ urlParams }) => wire(posts.list(urlParams)))
        .handle("get", ({ path }) =>
          Effect.flatMap(RequestRecord, ({ isHead }) => wire(isHead ? posts.peek(path.id) : posts.view(path.id)))
        )
        .handle("create", ({ payload }) => wire(posts.create(payload)))
        .handle("update", ({ path, payload }) => wire(posts.change(path.id, payload)))
        .handle("remove", ({ path }) => wire(posts.remove(path.id)))
    )
  )
)
