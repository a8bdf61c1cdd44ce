import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { News } from "../../../services/news/News.ts"
import { tagsOfNews } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

export const layer = HttpApiBuilder.group(CommunityApi, "news", (handlers) =>
  Effect.flatMap(News, (news) =>
    registerHandlers(
      handlers
        .handle("list", ({ urlParams }) => withCacheTags(toWireError(news.list(urlParams)), tagsOfNews))
        .handle("get", ({ path }) => withCacheTags(toWireError(news.get(path.id)), tagsOfNews))
    )
  )
)
