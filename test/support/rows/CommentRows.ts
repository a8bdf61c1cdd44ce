import { type Ask, type Row, rowOf, type World } from "./World.ts"

/** A write without a body at a path below a comment: of another member, on the caller's post. */
const onComment =
  (suffix: string, fails: (world: World) => Readonly<Record<number, Partial<Ask>>>) =>
  (world: World): Row =>
    rowOf({ path: `/api/comments/${world.reported.id}/${suffix}` }, fails(world))

const helped = onComment("helped", ({ bob, comment }) => ({
  400: { path: `/api/comments/${comment.id}/helped` },
  403: { as: bob.token }
}))

const like = onComment("like", ({ blocked, comment }) => ({
  403: { path: `/api/comments/${comment.id}/like`, as: blocked.token }
}))

/** The endpoints of one comment, and of marks and likes. Called by the author of the post. */
export const commentRows: Readonly<Record<string, (world: World) => Row>> = {
  "comments.get": ({ comment }) => rowOf({ path: `/api/comments/${comment.id}` }),
  "comments.markHelped": helped,
  "comments.unmarkHelped": helped,
  "comments.toggleLike": like,
  "comments.like": like,
  "comments.takeLike": onComment("like", () => ({}))
}
