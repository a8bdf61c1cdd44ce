import { HttpApiBuilder, type HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import type { Viewer } from "../domain/CurrentUser.ts"
import type { PostId } from "../domain/Ids.ts"
import type { PostNotFound, PostWithComments } from "../domain/Post.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Posts } from "../services/Posts.ts"
import { jsonText } from "./EntityTag.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"
import { type Learnt, located, RequestRecord } from "./RequestRecord.ts"

/** A post as its document tells it, which is JSON already. */
const read = (
  posts: typeof Posts.Service,
  id: PostId,
  record: Learnt
): Effect.Effect<PostWithComments | HttpServerResponse.HttpServerResponse, PostNotFound | Unavailable, Viewer> =>
  record.isHead
    ? posts.peek(id)
    : Effect.map(posts.open(id), ({ hold, value: { after, before }, views }) => {
        record.renewed = {
          before,
          after,
          hold: () =>
            Option.map(hold(), (tally) => ({ part: () => String(tally.count()), release: () => tally.release() }))
        }
        return jsonText(`${before}${views}${after}`)
      })

/** REST's posts. */
export const layer = HttpApiBuilder.group(CommunityApi, "posts", (handlers) =>
  Effect.flatMap(Posts, (posts) =>
    known(
      handlers
        .handle("list", ({ urlParams }) => wire(posts.list(urlParams)))
        .handle("get", ({ path }) => Effect.flatMap(RequestRecord, (record) => wire(read(posts, path.id, record))))
        .handle("create", ({ payload }) => located(wire(posts.create(payload)), ({ id }) => `/api/posts/${id}`))
        .handle("update", ({ path, payload }) => wire(posts.change(path.id, payload)))
        .handle("remove", ({ path }) => wire(posts.remove(path.id)))
    )
  )
)
