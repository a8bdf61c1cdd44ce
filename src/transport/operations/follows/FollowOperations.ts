import { Follows } from "../../../services/follows/Follows.ts"
import { operations } from "../../http/HandlerRegistry.ts"

export const followOperations = operations("follows", Follows, (follows) => ({
  followPost: ({ path }) => follows.followPost(path.id),
  unfollowPost: ({ path }) => follows.unfollowPost(path.id),
  followDisease: ({ path }) => follows.followDisease(path.id),
  unfollowDisease: ({ path }) => follows.unfollowDisease(path.id),
  followUser: ({ path }) => follows.followUser(path.id),
  unfollowUser: ({ path }) => follows.unfollowUser(path.id),
  list: ({ urlParams }) => follows.list(urlParams)
}))
