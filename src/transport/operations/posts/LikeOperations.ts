import { Likes } from "../../../../services/posts/Likes.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("likes", Likes, (likes) => ({
  get: ({ path }) => likes.of(path.id),
  toggle: ({ path }) => likes.toggle(path.id),
  give: ({ path }) => likes.set(path.id, true),
  take: ({ path }) => likes.set(path.id, false)
}))
