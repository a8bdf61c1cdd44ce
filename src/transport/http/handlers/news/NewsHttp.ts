import { News } from "../../../../services/news/News.ts"
import { tagsOfNews } from "../../../wire/CacheTags.ts"
import { withCacheTags } from "../../../wire/Tagged.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("news", News, (news) => ({
  list: ({ urlParams }) => withCacheTags(news.list(urlParams), tagsOfNews),
  get: ({ path }) => withCacheTags(news.get(path.id), tagsOfNews),
  remove: ({ path }) => news.remove(path.id)
}))
