import type { Rpc, RpcGroup } from "@effect/rpc"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import * as Rpcs from "../../api/tools/CommunityTools.ts"
import { ReportContent } from "../../api/tools/ReportContent.ts"
import { ToolMetadata } from "../../api/tools/Tool.ts"
import { CurrentUser, type MissingScope, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { PageRequest } from "../../domain/Page.ts"
import { decodePost, type PostFilter } from "../../domain/posts/Post.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { requireScope } from "../../services/accounts/Policy.ts"
import { Diseases } from "../../services/diseases/Diseases.ts"
import { answerCodec, Idempotency } from "../../services/Idempotency.ts"
import { Reports } from "../../services/moderation/Reports.ts"
import { News } from "../../services/news/News.ts"
import { Notifications } from "../../services/notifications/Notifications.ts"
import { requireScopeFor } from "../../services/posts/Audiences.ts"
import { Comments } from "../../services/posts/Comments.ts"
import { Likes } from "../../services/posts/Likes.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { Similar } from "../../services/posts/Similar.ts"
import { RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { Statistics } from "../../services/Statistics.ts"
import { WriteBudgets } from "../../services/WriteBudgets.ts"

type Tools = RpcGroup.Rpcs<typeof Rpcs.CommunityTools>

/** Calls a tool as the caller, if its credential permits, and counts it first, as its REST twin is counted. */
export interface ToolHandler<P, A, E> {
  (payload: P): Effect.Effect<A, E, CurrentUser>
  /** Fails unless the credential of the caller has the scope of the tool. */
  readonly permit: Effect.Effect<void, MissingScope, CurrentUser>
  /** Counts a call, for callers of `uncounted`. */
  readonly count: Effect.Effect<void, TooManyRequests | Unavailable, CurrentUser>
  readonly uncounted: (payload: P) => Effect.Effect<A, E, CurrentUser>
  /** True where the result may depend on the caller: a cache gives it to no other. */
  readonly readsCaller: boolean
}

/** A handler for each tool: a missing handler does not compile. */
type Handlers = {
  readonly [R in Tools as R["_tag"]]: ToolHandler<Rpc.Payload<R>, Rpc.Success<R>, Rpc.Error<R>>
}

/** The handlers of the tools, for MCP and RPC. Each calls one method of a service, and counts as its REST twin. */
export class ToolHandlers extends Context.Tag("transport/tools/ToolHandlers")<ToolHandlers, Handlers>() {
  static readonly layer = Layer.effect(ToolHandlers, Effect.gen(make))
}

interface Annotated {
  readonly annotations: Context.Context<never>
}

/** Provides the caller as the viewer: tools are for signed-in callers only. */
const asViewer = <A, E, R>(effect: Effect.Effect<A, E, R | Viewer>) =>
  Effect.flatMap(CurrentUser, (user) => Effect.provideService(effect, Viewer, Option.some(user)))

/** Counts the calls of tools, in the limits and budgets of their callers. */
const makeCounting = Effect.gen(function* () {
  const limits = yield* RateLimits
  const budgets = yield* WriteBudgets

  return <P, A, E>(
    tool: Annotated,
    uncounted: (payload: P) => Effect.Effect<A, E, CurrentUser>,
    readsCaller = true
  ): ToolHandler<P, A, E | MissingScope | TooManyRequests | Unavailable> => {
    const { needsScope, scopes } = Context.unsafeGet(tool.annotations, ToolMetadata).facts
    const permit = needsScope === "any" ? Effect.void : requireScope(needsScope)
    const admitted = Effect.flatMap(CurrentUser, (user) => limits.admit(scopes, subjectOf(user)))
    const count =
      needsScope === "write" ? Effect.zipRight(admitted, Effect.flatMap(CurrentUser, budgets.spend)) : admitted
    const call = (payload: P) => Effect.zipRight(Effect.zipRight(permit, count), uncounted(payload))
    return Object.assign(call, { permit, count, uncounted, readsCaller })
  }
})

function* make() {
  const counting = yield* makeCounting
  const posts = yield* Posts
  const comments = yield* Comments
  const likes = yield* Likes
  const news = yield* News
  const diseases = yield* Diseases
  const statistics = yield* Statistics
  const notifications = yield* Notifications
  const similar = yield* Similar
  const reports = yield* Reports
  const idempotent = yield* makeIdempotentTool

  const list = (request: PageRequest & PostFilter) =>
    Effect.zipRight(asViewer(requireScopeFor(request.audience)), posts.list(request))

  /** Handles a tool whose result is the same for all: a handler that needs `CurrentUser` does not compile. */
  const forAll = <P, A, E>(tool: Annotated, uncounted: (payload: P) => Effect.Effect<A, E>) =>
    counting(tool, uncounted, false)

  const writing = <P extends Keyed, PI extends Keyed, A, AI, E>(
    tool: Annotated & WritingTool<P, PI, A, AI>,
    write: (payload: P) => Effect.Effect<A, E, CurrentUser>
  ) => counting(tool, idempotent(tool, write))

  return ToolHandlers.of({
    search_community: counting(Rpcs.SearchCommunity, ({ query, ...request }) =>
      Effect.catchTag(list({ ...request, search: query }), "NothingToRank", Effect.die)
    ),
    list_posts: counting(Rpcs.ListPosts, list),
    get_post: counting(Rpcs.GetPost, ({ postId, ...page }) =>
      Effect.flatMap(asViewer(posts.read(postId, page)), ({ value }) => decodePost(value))
    ),
    create_post: writing(Rpcs.CreatePost, posts.create),
    reply_to_post: writing(Rpcs.ReplyToPost, ({ postId, ...comment }) => comments.create(postId, comment)),
    like_post: writing(Rpcs.LikePost, ({ liked, postId }) =>
      liked === undefined ? likes.toggle(postId) : likes.set(postId, liked)
    ),
    delete_post: writing(Rpcs.DeletePost, ({ postId }) => posts.remove(postId)),
    browse_news: forAll(Rpcs.BrowseNews, news.list),
    get_news: forAll(Rpcs.GetNews, ({ newsId }) => news.get(newsId)),
    find_diseases: forAll(Rpcs.FindDiseases, diseases.find),
    get_community_stats: forAll(Rpcs.GetCommunityStats, () => statistics.now),
    get_notifications: counting(Rpcs.GetNotifications, notifications.list),
    mark_notifications_read: writing(Rpcs.MarkNotificationsRead, ({ notificationIds }) =>
      notifications.markRead({ notificationIds: Option.fromNullable(notificationIds) })
    ),
    find_similar_discussions: counting(Rpcs.FindSimilarDiscussions, ({ limit, postId, text }) =>
      similar.to({
        limit: Option.fromNullable(limit),
        postId: Option.fromNullable(postId),
        text: Option.fromNullable(text)
      })
    ),
    report_content: writing(ReportContent, reports.send)
  })
}

interface Keyed {
  readonly idempotencyKey?: string | null | undefined
}

interface WritingTool<P, PI, A, AI> {
  readonly _tag: string
  readonly payloadSchema: Schema.Schema<P, PI>
  readonly successSchema: Schema.Schema<A, AI>
}

/** Makes the calls of a tool answer a repeated `idempotencyKey` with the result that they recorded, for MCP and RPC. */
const makeIdempotentTool = Effect.map(
  Idempotency,
  ({ once }) =>
    <P extends Keyed, PI extends Keyed, A, AI, E>(
      { _tag, payloadSchema, successSchema }: WritingTool<P, PI, A, AI>,
      write: (payload: P) => Effect.Effect<A, E, CurrentUser>
    ) => {
      const encode = Schema.encodeSync(payloadSchema)
      const codec = answerCodec(successSchema)

      const requestOf = (payload: P) => {
        const { idempotencyKey: _, ...request } = encode(payload)
        return `${_tag} ${JSON.stringify(request)}`
      }

      return Effect.fnUntraced(function* (payload: P) {
        const key = payload.idempotencyKey ?? undefined
        if (key === undefined) return yield* write(payload)
        const call = { key: Redacted.make(key), caller: yield* CurrentUser, request: requestOf(payload) }
        return yield* once(call, codec, write(payload))
      })
    }
)
