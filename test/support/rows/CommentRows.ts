import { nobody, type Row, type World } from "./World.ts"

/** A write without a body at a path below a comment: of another member, on the caller's post. */
const onComment =
  (suffix: string, refused: (world: World) => Row["fails"]) =>
  (world: World): Row => ({
    status: 200,
    ask: { path: `/api/comments/${world.reported.id}/${suffix}` },
    fails: { ...refused(world), 404: { path: `/api/comments/${nobody}/${suffix}` } }
  })

const helped = onComment("helped", ({ bob, comment, reported }) => ({
  400: { path: `/api/comments/${comment.id}/helped` },
  403: { path: `/api/comments/${reported.id}/helped`, as: bob.token }
}))

const like = onComment("like", ({ blocked, comment }) => ({
  403: { path: `/api/comments/${comment.id}/like`, as: blocked.token }
}))

/** The endpoints of one comment, and of marks and likes. Called by the author of the post. */
export const commentRows: Readonly<Record<string, (world: World) => Row>> = {
  "comments.get": ({ comment }) => ({
    status: 200,
    ask: { path: `/api/comments/${comment.id}` },
    fails: { 404: { path: `/api/comments/${nobody}` } }
  }),
  "comments.markHelped": helped,
  "comments.unmarkHelped": helped,
  "comments.toggleLike": like,
  "comments.like": like,
  "comments.takeLike": onComment("like", () => ({}))
}
