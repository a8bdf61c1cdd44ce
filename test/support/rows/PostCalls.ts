import { Effect } from "effect"
import { answer, publish } from "../Given.ts"
import { People } from "../People.ts"
import { type Call, everybody } from "./ModerationCalls.ts"

/** A post of the owner's, new for each request, since some of them delete it. */
export const ownersPost = Effect.flatMap(People, ({ user }) => publish(user))

/** A call about that post. */
export const onPost =
  (suffix = "", body?: unknown) =>
  () =>
    Effect.map(ownersPost, ({ id }): Call => ({ path: `/api/posts/${id}${suffix}`, body }))

/** A comment of the owner's on a new post, new for each request. */
export const onComment =
  (body?: unknown, suffix = "") =>
  () =>
    Effect.gen(function* () {
      const { user } = yield* People
      const { id } = yield* answer(user, (yield* publish(user)).id)
      return { path: `/api/comments/${id}${suffix}`, body } satisfies Call
    })

/** Of a server that translates nothing. */
export const translationCalls = {
  "GET /api/posts/:id/translation": everybody(onPost("/translation?to=de"), 403),
  "GET /api/comments/:id/translation": everybody(onComment(undefined, "/translation?to=de"), 403)
}
