import { nobody, type Row, type World } from "./World.ts"

/** The endpoints of follows and settings. Called by the author of the post. */
export const followRows: Readonly<Record<string, (world: World) => Row>> = {
  "follows.followPost": ({ follower, post }) => {
    const path = `/api/posts/${post.id}/follow`
    return {
      status: 200,
      ask: { path },
      fails: { 404: { path: `/api/posts/${nobody}/follow` }, 409: { path, as: follower.token } }
    }
  },
  "follows.unfollowPost": ({ post }) => ({
    status: 200,
    ask: { path: `/api/posts/${post.id}/follow` },
    fails: { 404: { path: `/api/posts/${nobody}/follow` } }
  }),
  "follows.followDisease": ({ disease, follower }) => {
    const path = `/api/diseases/${disease.id}/follow`
    return {
      status: 200,
      ask: { path },
      fails: { 404: { path: "/api/diseases/ORPHA:999999/follow" }, 409: { path, as: follower.token } }
    }
  },
  "follows.unfollowDisease": ({ disease }) => ({
    status: 200,
    ask: { path: `/api/diseases/${disease.id}/follow` },
    fails: { 404: { path: `/api/diseases/${nobody}/follow` } }
  }),
  "follows.followUser": ({ bob, follower, maria }) => {
    const path = `/api/users/${bob.user.id}/follow`
    return {
      status: 200,
      ask: { path },
      fails: {
        400: { path: `/api/users/${maria.user.id}/follow` },
        404: { path: `/api/users/${nobody}/follow` },
        409: { path, as: follower.token }
      }
    }
  },
  "follows.unfollowUser": ({ bob, maria }) => ({
    status: 200,
    ask: { path: `/api/users/${bob.user.id}/follow` },
    fails: {
      400: { path: `/api/users/${maria.user.id}/follow` },
      404: { path: `/api/users/${nobody}/follow` }
    }
  }),
  "follows.list": () => ({
    status: 200,
    ask: { path: "/api/users/me/follows" },
    fails: { 400: { path: "/api/users/me/follows?type=news" } }
  }),
  "settings.get": () => ({ status: 200, ask: { path: "/api/users/me/settings" }, fails: {} }),
  "settings.update": () => {
    const path = "/api/users/me/settings"
    return { status: 200, ask: { path, body: { like: false } }, fails: { 400: { path, body: { mail: "hourly" } } } }
  }
}
