import type { Writable } from "node:stream"
import { Effect, Exit, Runtime, Schema, Scope } from "effect"
import { decimal } from "../../../../api/Query.ts"
import { Forbidden } from "../../../../api/WireErrors.ts"
import { wholeNumber } from "../../../../domain/Fields.ts"
import { PostId } from "../../../../domain/Ids.ts"
import { jsonInOneLine } from "../../../../domain/OneLine.ts"
import { encodeComments } from "../../../../domain/posts/Comment.ts"
import { CommentFeed } from "../../../../services/posts/CommentFeed.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { begun, CurrentExchange } from "../../../http/Exchanges.ts"
import { NotificationStreams } from "../../../sse/NotificationStreams.ts"
import { streamHead } from "../../../wire/ResponseWriter.ts"
import { type BlockedIds, BlockedMembers, makeBlockedBy } from "../../BlockedText.tsx"
import { isSameOrigin, makeIsHttps } from "../../Browser.ts"
import { renderFor } from "../../Layout.tsx"
import { forMembers, page } from "../../Route.ts"
import { withoutMarks } from "../../texts/EnglishMarks.ts"
import type { WebRequest } from "../../WebRequest.ts"
import { CommentItem, isOf } from "../posts/CommentView.tsx"

/** The thread that a page shows, and its newest comment; 0 for a page without comments. */
const Watched = Schema.Struct({
  postId: Schema.optional(decimal(PostId)),
  after: Schema.optional(decimal(wholeNumber(0, 2_147_483_647)))
})

/** A thread that a reader has open: the last comment that they have, and what they see of the next ones. */
interface Thread {
  readonly postId: PostId
  readonly after: number
  readonly blocked: BlockedIds
  readonly mayMark: boolean
}

const foreignPage = new Forbidden({ message: "only pages of this site may listen here" })

/**
 * Sends the new comments of a thread on an open stream until the stream closes. Each has the buttons that it has in the
 * thread, and a link to the comment that it answers. Where some are left out, `resync` names the post, by which a page
 * knows it from the `resync` of notifications.
 */
const makeSendComments = Effect.gen(function* () {
  const feed = yield* CommentFeed
  const runtime = yield* Effect.runtime()
  const run = Runtime.runFork(runtime)

  return (out: Writable, { after, blocked, mayMark, postId }: Thread, request: WebRequest) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const write = (event: string, data: unknown) => {
        if (out.destroyed || out.writableEnded) return
        out.write(`event: ${event}\ndata: ${jsonInOneLine(JSON.stringify(data))}\n\n`)
      }
      const wake = yield* feed
        .follow(postId, after, {
          isBlocked: () => out.writableNeedDrain,
          send: (comments) => {
            for (const comment of Effect.runSync(encodeComments(comments))) {
              const item = (
                <BlockedMembers.Provider value={blocked}>
                  <CommentItem comment={comment} mayMark={mayMark} />
                </BlockedMembers.Provider>
              )
              const html = renderFor(request, item)
              const said = withoutMarks(request.t.reading.newComment({ name: comment.author.username }))
              write("comment", { id: comment.id, html, said })
            }
          },
          resync: () => write("resync", { postId })
        })
        .pipe(Scope.extend(scope))
      const close = () => void run(Scope.close(scope, Exit.void))
      out.on("drain", wake).once("close", close)
      if (out.destroyed) close()
    })
})

/** The stream of a page: the member's notifications, and with `postId` the comments of a thread (contract, Pages). */
export const routes = Effect.gen(function* () {
  const streams = yield* NotificationStreams
  const comments = yield* CommentFeed
  const posts = yield* Posts
  const isHttps = yield* makeIsHttps
  const blockedBy = yield* makeBlockedBy
  const sendComments = yield* makeSendComments

  /** An unknown or hidden post is 404, as in the list of its comments. */
  const threadOf = (webRequest: WebRequest, postId: PostId, last: number | undefined) =>
    Effect.gen(function* () {
      const after = yield* comments.startAfter(postId, last)
      const { author } = yield* posts.head(postId)
      return { postId, after, blocked: yield* blockedBy(webRequest), mayMark: isOf(webRequest.viewer, author) }
    })

  const live = page({
    ...forMembers,
    path: "/live",
    kind: "script",
    querySchema: Watched,
    scope: "notifications",
    show: (webRequest) =>
      Effect.gen(function* () {
        const exchange = yield* CurrentExchange
        const { request, state } = exchange
        if (!isSameOrigin(request.headers, isHttps(request))) return yield* foreignPage
        const { after, postId } = webRequest.parameters
        const thread = postId === undefined ? undefined : yield* threadOf(webRequest, postId, after)
        let out: Writable | undefined
        const begin = () => {
          out = state.isHead ? undefined : exchange.beginEndlessStream()
          return out
        }
        // No notification is replayed: the first event has their number, and `thread` knows the position in the thread.
        yield* streams.open(undefined, begin)
        if (state.isHead) return streamHead()
        if (out === undefined) return yield* Effect.interrupt // the client has gone
        if (thread !== undefined) yield* sendComments(out, thread, webRequest)
        return begun
      })
  })
  return [live]
})
