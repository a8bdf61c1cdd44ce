import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { News } from "../services/News.ts"
import { wire } from "./Errors.ts"

/** REST's news. */
export const layer = HttpApiBuilder.group(CommunityApi, "news", (handlers) =>
  Effect.map(News, (news) =>
    handlers
      .handle("list", ({ urlParams }) => wire(news.list(urlParams)))
      .handle("get", ({ path }) => wire(news.get(path.id)))
  )
)
