import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { News } from "../services/News.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"

/** REST's news. */
export const layer = HttpApiBuilder.group(CommunityApi, "news", (handlers) =>
  Effect.flatMap(News, (news) =>
    known(
      handlers
        .handle("list", ({ urlParams }) => wire(news.list(urlParams)))
        .handle("get", ({ path }) => wire(news.get(path.id)))
    )
  )
)
