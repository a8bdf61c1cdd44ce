import { Array, Effect, Option, Schema } from "effect"
import { CommentPath } from "../../../../api/posts/CommentsApi.ts"
import { PostPath } from "../../../../api/posts/PostsApi.ts"
import { CommentId } from "../../../../domain/Ids.ts"
import { CommentChange, commentsShown, encodeComments, NewComment } from "../../../../domain/posts/Comment.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { ContentFilter } from "../../../../services/posts/ContentFilter.ts"
import { Likes } from "../../../../services/posts/Likes.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { backFrom, withParameters } from "../../Browser.ts"
import { formAgain } from "../../Components.tsx"
import { Area, Form } from "../../Form.tsx"
import { makeOnce } from "../../FormKey.ts"
import { action, forAnyone, forMembers, page } from "../../Route.ts"
import { numberOf, useWebRequest, type Values, type View, valueOf, type WebRequest } from "../../WebRequest.ts"
import { ReplyPage } from "./ReplyForm.tsx"
import { anchorOf, makePathOfComment, makeWithHelp, pathAt, pathOfReview, savedComment } from "./ThreadPaths.ts"

type ReplyRequest = WebRequest<typeof PostPath.Type>

/** The comment that a form replies to, where its reader sees it below the post. */
const makeRepliedTo = Effect.map(
  Comments,
  (comments) =>
    ({ form, path }: ReplyRequest) =>
      Schema.decodeUnknown(CommentId)(numberOf(valueOf(form.values, "replyTo"))).pipe(
        Effect.flatMap((id) => comments.get(id)),
        Effect.filterOrFail(({ postId }) => postId === path.id),
        Effect.flatMap((comment) => encodeComments([comment])),
        Effect.flatMap(Array.head),
        Effect.option
      )
)

/** The form that was sent, by itself: refused, or with its preview. */
const makeReplyAgain = Effect.map(
  Effect.all([ContentFilter, Posts, makeRepliedTo]),
  ([{ content }, posts, repliedTo]) => {
    /** The audience that the writer knows of: where the form was refused since it has become wider, that of now. */
    const audienceOf = ({ form: { problem, values }, path }: ReplyRequest) => {
      const isRefused = problem?.faults.some(({ field }) => field === "audience") === true
      const known = Effect.succeed(valueOf(values, "audience"))
      const present = Effect.map(posts.head(path.id), ({ audience }): string => audience)
      return isRefused ? Effect.orElse(present, () => known) : known
    }
    const again = (request: ReplyRequest, preview?: string) =>
      Effect.map(
        Effect.all([audienceOf(request), repliedTo(request)]),
        ([audience, comment]): View => ({
          title: request.t.writing.writeReply,
          body: (
            <ReplyPage
              id={request.path.id}
              audience={audience}
              repliedTo={Option.getOrUndefined(comment)}
              preview={preview}
            />
          )
        })
      )
    const prepare = (request: ReplyRequest) => {
      const words = valueOf(request.form.values, "content")
      if (words.trim() === "") return again(request)
      return Effect.flatMap(content(words, Effect.succeed([])), ({ html }) => again(request, html))
    }
    return { again: (request: ReplyRequest) => again(request), prepare }
  }
)

const EditForm = ({ path }: { readonly path: string }) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} draft={path} fields={{ content: t.writing.comment }}>
      <Area name="content" />
      <button>{t.writing.save}</button>
    </Form>
  )
}

type PostRequest = WebRequest<typeof PostPath.Type>

interface Text {
  readonly content: string
}

/** Makes the redirects to the pages that show comments. */
const makeRedirects = Effect.map(
  Effect.all([Comments, makePathOfComment, makeWithHelp]),
  ([comments, pathOf, withHelp]) => {
    const to = ({ id }: { readonly id: CommentId }) =>
      Effect.map(pathOf(id), (path) => ({ location: `${path}#${anchorOf(id)}` }))

    const toDecision = ({ id }: { readonly id: CommentId }) =>
      Effect.map(comments.hidden(id), ({ decisionId }) => ({ location: `/decisions/${decisionId}` }))

    /** The address of a comment; for the author of a hidden one, and for moderators, its decision. */
    const toFound = (id: CommentId) => Effect.catchTag(to({ id }), "CommentNotFound", toDecision)

    /** The address of a comment that was just written; its thread, if the comment waits or is gone already. */
    const toNew = (
      request: PostRequest,
      { content }: Text,
      { hidden, id }: { readonly hidden?: boolean | undefined; readonly id: number }
    ) => {
      const shown = Effect.catchTag(to({ id: CommentId.make(id) }), "CommentNotFound", () =>
        Effect.succeed({ location: pathAt(request.path.id, 0) })
      )
      const waiting = Effect.succeed({ location: pathOfReview(request.path.id) })
      return Effect.flatMap(hidden === true ? waiting : shown, withHelp(request, content))
    }

    const toChanged = (request: WebRequest, { content, id }: Text & { readonly id: CommentId }) =>
      Effect.flatMap(pathOf(id), (path) =>
        withHelp(request, content)({ location: `${withParameters(path, { done: savedComment(id) })}#${anchorOf(id)}` })
      )

    return { toChanged, toFound, toNew }
  }
)

const ReplyQuery = Schema.Struct({ quote: Schema.optional(Schema.String) })

/** The form that replies to a comment, with the words of it that were selected. */
const makeReply = Effect.map(Effect.all([Comments, Posts]), ([comments, posts]) =>
  Effect.fnUntraced(function* ({
    parameters,
    path: { id },
    t
  }: WebRequest<typeof CommentPath.Type, typeof ReplyQuery.Type>) {
    const comment = yield* comments.get(id)
    const [repliedTo] = yield* encodeComments([comment])
    const { audience } = yield* posts.head(comment.postId)
    return {
      title: t.writing.writeReply,
      body: <ReplyPage id={comment.postId} audience={audience} repliedTo={repliedTo} quote={parameters.quote} />
    }
  })
)

/** The values of the form, of which programs may leave out all but the content. */
const replyOf = ({ audience, replyTo, ...values }: Values) => ({
  ...values,
  ...(replyTo === undefined ? {} : { replyTo: Number(replyTo) }),
  ...(audience === undefined || audience === "" ? {} : { audience })
})

/** The pages that lead to a comment, reply to it and change it. */
export const routes = Effect.gen(function* () {
  const comments = yield* Comments
  const likes = yield* Likes
  const once = yield* makeOnce
  const { toChanged, toFound, toNew } = yield* makeRedirects
  const ofComment = { ...forMembers, pathSchema: CommentPath }
  return [
    page({
      ...forAnyone,
      path: "/comments/:id",
      pathSchema: CommentPath,
      show: ({ path }) => toFound(path.id)
    }),
    action({
      ...forMembers,
      path: "/posts/:id/comments",
      pathSchema: PostPath,
      payloadSchema: NewComment,
      payloadOf: replyOf,
      limits: ["write", "comment"],
      ...(yield* makeReplyAgain),
      send: (request, payload) =>
        Effect.flatMap(once(request, comments.create(request.path.id, payload)), (written) =>
          toNew(request, payload, written)
        )
    }),
    page({
      ...ofComment,
      path: "/comments/:id/reply",
      isForJoining: true,
      querySchema: ReplyQuery,
      show: yield* makeReply
    }),
    action({
      ...ofComment,
      path: "/comments/:id/like",
      send: (request) =>
        Effect.as(likes.setComment(request.path.id, request.form.values["like"] !== "no"), {
          location: backFrom(request)
        })
    }),
    action({
      ...ofComment,
      path: "/comments/:id/helped",
      send: (request) =>
        Effect.as(comments.setHelped(request.path.id, request.form.values["helped"] !== "no"), {
          location: backFrom(request)
        })
    }),
    action({
      ...ofComment,
      path: "/comments/:id/edit",
      payloadSchema: CommentChange,
      send: (request, payload) =>
        Effect.flatMap(comments.change(request.path.id, payload), (comment) => toChanged(request, comment)),
      again: formAgain((t) => t.writing.editComment, EditForm)
    }),
    action({
      ...ofComment,
      path: "/comments/:id/delete",
      // The page of the comment before it: its own page may have no other one.
      send: ({ path: { id } }) =>
        Effect.gen(function* () {
          const { before, postId } = yield* comments.place(id, commentsShown)
          yield* comments.remove(id)
          return { location: withParameters(pathAt(postId, Math.max(0, before - 1)), { done: "removed" }) }
        })
    })
  ]
})
