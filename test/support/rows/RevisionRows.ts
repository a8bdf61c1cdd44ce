import { type Row, rowOf, type World } from "./World.ts"

const revisions = (path: string, { bob }: World) => rowOf({ path: `${path}/revisions` }, { 403: { as: bob.token } })

const translation = (path: string) =>
  rowOf({ path: `${path}/translation?to=de` }, { 409: { path: `${path}/translation?to=en` } })

/** The endpoints of revisions and translations. Called by the author of the text. */
export const revisionRows: Readonly<Record<string, (world: World) => Row>> = {
  "posts.revisions": (world) => revisions(`/api/posts/${world.post.id}`, world),
  "posts.translation": ({ post }) => translation(`/api/posts/${post.id}`),
  "comments.translation": ({ comment }) => translation(`/api/comments/${comment.id}`),
  "comments.revisions": (world) => revisions(`/api/comments/${world.comment.id}`, world)
}
