import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { Posts } from "../services/Posts.ts"
import { wire } from "./Errors.ts"

/** REST's posts. */
export const layer = HttpApiBuilder.group(CommunityApi, "posts", (handlers) =>
  Effect.map(Posts, (posts) =>
    handlers
      .handle("list", ({ urlParams }) => wire(posts.list(urlParams)))
      .handle("get", ({ path, request }) => wire(request.method === "HEAD" ? posts.peek(path.id) : posts.view(path.id)))
      .handle("create", ({ payload }) => wire(posts.create(payload)))
      .handle("update", ({ path, payload }) => wire(posts.change(path.id, payload)))
      .handle("remove", ({ path }) => wire(posts.remove(path.id)))
  )
)
