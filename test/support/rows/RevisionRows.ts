import { nobody, type Row, type World } from "./World.ts"

/** The endpoints of revisions and translations. Called by the author of the text. */
export const revisionRows: Readonly<Record<string, (world: World) => Row>> = {
  "posts.revisions": ({ bob, post }) => {
    const path = `/api/posts/${post.id}/revisions`
    return {
      status: 200,
      ask: { path },
      fails: { 403: { path, as: bob.token }, 404: { path: `/api/posts/${nobody}/revisions` } }
    }
  },
  "posts.translation": ({ post }) => {
    const path = `/api/posts/${post.id}/translation`
    return {
      status: 200,
      ask: { path: `${path}?to=de` },
      fails: { 404: { path: `/api/posts/${nobody}/translation?to=de` }, 409: { path: `${path}?to=en` } }
    }
  },
  "comments.translation": ({ comment }) => {
    const path = `/api/comments/${comment.id}/translation`
    return {
      status: 200,
      ask: { path: `${path}?to=de` },
      fails: { 404: { path: `/api/comments/${nobody}/translation?to=de` }, 409: { path: `${path}?to=en` } }
    }
  },
  "comments.revisions": ({ bob, comment }) => {
    const path = `/api/comments/${comment.id}/revisions`
    return {
      status: 200,
      ask: { path },
      fails: { 403: { path, as: bob.token }, 404: { path: `/api/comments/${nobody}/revisions` } }
    }
  }
}
