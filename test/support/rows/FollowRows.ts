import { type Row, row, rowOf, type World } from "./World.ts"

/** The endpoints of follows and settings. Called by the author of the post. */
export const followRows: Readonly<Record<string, (world: World) => Row>> = {
  "follows.followPost": ({ follower, post }) =>
    rowOf({ path: `/api/posts/${post.id}/follow` }, { 409: { as: follower.token } }),
  "follows.unfollowPost": ({ post }) => rowOf({ path: `/api/posts/${post.id}/follow` }),
  "follows.followDisease": ({ disease, follower }) =>
    row(
      { path: `/api/diseases/${disease.id}/follow` },
      { 404: { path: "/api/diseases/ORPHA:999999/follow" }, 409: { as: follower.token } }
    ),
  "follows.unfollowDisease": ({ disease }) => rowOf({ path: `/api/diseases/${disease.id}/follow` }),
  "follows.followUser": ({ bob, follower, maria }) =>
    rowOf(
      { path: `/api/users/${bob.user.id}/follow` },
      { 400: { path: `/api/users/${maria.user.id}/follow` }, 409: { as: follower.token } }
    ),
  "follows.unfollowUser": ({ bob, maria }) =>
    rowOf({ path: `/api/users/${bob.user.id}/follow` }, { 400: { path: `/api/users/${maria.user.id}/follow` } }),
  "follows.list": () => row({ path: "/api/users/me/follows" }, { 400: { path: "/api/users/me/follows?type=news" } }),
  "settings.get": () => row({ path: "/api/users/me/settings" }),
  "settings.update": () =>
    row({ path: "/api/users/me/settings", body: { like: false } }, { 400: { body: { mail: "hourly" } } })
}
