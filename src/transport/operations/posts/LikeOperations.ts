import { Likes } from "../../../services/posts/Likes.ts"
import { operations } from "../../http/HandlerRegistry.ts"

export const likeOperations = operations("likes", Likes, (likes) => ({
  get: ({ path }) => likes.of(path.id),
  toggle: ({ path }) => likes.toggle(path.id),
  give: ({ path }) => likes.set(path.id, true),
  take: ({ path }) => likes.set(path.id, false)
}))
