import { Follows } from "../../../../services/follows/Follows.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("follows", Follows, (follows) => ({
  followPost: ({ path }) => follows.followPost(path.id),
  unfollowPost: ({ path }) => follows.unfollowPost(path.id),
  followDisease: ({ path }) => follows.followDisease(path.id),
  unfollowDisease: ({ path }) => follows.unfollowDisease(path.id),
  followUser: ({ path }) => follows.followUser(path.id),
  unfollowUser: ({ path }) => follows.unfollowUser(path.id),
  list: ({ urlParams }) => follows.list(urlParams)
}))
