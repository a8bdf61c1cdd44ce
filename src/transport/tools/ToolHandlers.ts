import type { Rpc, RpcGroup } from "@effect/rpc"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import * as Rpcs from "../../api/tools/CommunityTools.ts"
import { ReportContent } from "../../api/tools/ReportContent.ts"
import { ToolMetadata } from "../../api/tools/Tool.ts"
import { CurrentUser, type MissingScope, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import { decodePost } from "../../domain/posts/Post.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { requireScope } from "../../services/accounts/Policy.ts"
import { Diseases } from "../../services/diseases/Diseases.ts"
import { answerCodec, Idempotency } from "../../services/Idempotency.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { Similar } from "../../services/posts/Similar.ts"
import { RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { WriteBudgets } from "../../services/WriteBudgets.ts"
import { reportOperations } from "../operations/moderation/ReportOperations.ts"
import { newsOperations } from "../operations/news/NewsOperations.ts"
import { notificationOperations } from "../operations/notifications/NotificationOperations.ts"
import { commentOperations } from "../operations/posts/CommentOperations.ts"
import { likeOperations } from "../operations/posts/LikeOperations.ts"
import { postOperations } from "../operations/posts/PostOperations.ts"
import { statisticsOperations } from "../operations/StatisticsOperations.ts"
import { tagsOfFound } from "../wire/CacheTags.ts"
import { type Tagged, tagged, withCacheTags } from "../wire/Tagged.ts"

type Tools = RpcGroup.Rpcs<typeof Rpcs.CommunityTools>

/** Calls a tool as the caller, if its credential permits, and counts it first, as its endpoint is counted. */
export interface ToolHandler<P, A, E> {
  (payload: P): Effect.Effect<A, E, CurrentUser>
  /** Fails unless the credential of the caller has the scope of the tool. */
  readonly permit: Effect.Effect<void, MissingScope, CurrentUser>
  /** Counts a call, for callers of `run`. */
  readonly count: Effect.Effect<void, TooManyRequests | Unavailable, CurrentUser>
  /** The operation alone: its result with the tags by which it may be cached. */
  readonly run: (payload: P) => Effect.Effect<Tagged<A>, E, CurrentUser>
  /** True where the result may depend on the caller: a cache gives it to no other. */
  readonly readsCaller: boolean
}

/** A handler for each tool: a missing handler does not compile. */
type Handlers = {
  readonly [R in Tools as R["_tag"]]: ToolHandler<Rpc.Payload<R>, Rpc.Success<R>, Rpc.Error<R>>
}

/** The handlers of the tools, for MCP and RPC. Each calls the operation of its endpoint, and counts as that. */
export class ToolHandlers extends Context.Tag("transport/tools/ToolHandlers")<ToolHandlers, Handlers>() {
  static readonly layer = Layer.effect(ToolHandlers, Effect.gen(make))
}

interface Annotated {
  readonly annotations: Context.Context<never>
}

/** Gives the result of an operation, tagged or not. */
type Run<P, A, E, R> = (payload: P) => Effect.Effect<A | Tagged<A>, E, R>

/** Counts the calls of tools, in the limits and budgets of their callers. */
const makeCounting = Effect.gen(function* () {
  const limits = yield* RateLimits
  const budgets = yield* WriteBudgets

  return <P, A, E>(
    tool: Annotated,
    operation: Run<P, A, E, CurrentUser | Viewer>,
    readsCaller = true
  ): ToolHandler<P, A, E | MissingScope | TooManyRequests | Unavailable> => {
    const { needsScope, scopes } = Context.unsafeGet(tool.annotations, ToolMetadata).facts
    const permit = needsScope === "any" ? Effect.void : requireScope(needsScope)
    const admitted = Effect.flatMap(CurrentUser, (user) => limits.admit(scopes, subjectOf(user)))
    const count =
      needsScope === "write" ? Effect.zipRight(admitted, Effect.flatMap(CurrentUser, budgets.spend)) : admitted
    // Tools are for signed-in callers only.
    const run = (payload: P) =>
      Effect.flatMap(CurrentUser, (user) =>
        Effect.map(Effect.provideService(operation(payload), Viewer, Option.some(user)), tagged)
      )
    const call = (payload: P) =>
      Effect.map(Effect.zipRight(Effect.zipRight(permit, count), run(payload)), ({ value }) => value)
    return Object.assign(call, { permit, count, run, readsCaller })
  }
})

function* make() {
  const counting = yield* makeCounting
  const posts = yield* postOperations.made
  const comments = yield* commentOperations.made
  const likes = yield* likeOperations.made
  const news = yield* newsOperations.made
  const statistics = yield* statisticsOperations.made
  const notifications = yield* notificationOperations.made
  const reports = yield* reportOperations.made
  const { read } = yield* Posts
  const diseases = yield* Diseases
  const similar = yield* Similar
  const idempotent = yield* makeIdempotentTool

  /** Handles a tool whose result is the same for all: an operation that needs its caller does not compile. */
  const forAll = <P, A, E>(tool: Annotated, operation: Run<P, A, E, never>) => counting(tool, operation, false)

  const writing = <P extends Keyed, PI extends Keyed, A, AI, E>(
    tool: Annotated & WritingTool<P, PI, A, AI>,
    write: (payload: P) => Effect.Effect<A, E, CurrentUser>
  ) => counting(tool, idempotent(tool, write))

  return ToolHandlers.of({
    search_community: counting(Rpcs.SearchCommunity, ({ query, ...urlParams }) =>
      Effect.catchTag(posts.list({ urlParams: { ...urlParams, search: query } }), "NothingToRank", Effect.die)
    ),
    list_posts: counting(Rpcs.ListPosts, (urlParams) => posts.list({ urlParams })),
    get_post: counting(Rpcs.GetPost, ({ postId, ...page }) =>
      Effect.flatMap(read(postId, page), ({ value }) => decodePost(value))
    ),
    create_post: writing(Rpcs.CreatePost, (payload) => posts.create({ payload })),
    reply_to_post: writing(Rpcs.ReplyToPost, ({ postId: id, ...payload }) =>
      comments.create({ path: { id }, payload })
    ),
    like_post: writing(Rpcs.LikePost, ({ liked, postId: id }) => {
      const set = liked === true ? likes.give : likes.take
      return (liked === undefined ? likes.toggle : set)({ path: { id } })
    }),
    delete_post: writing(Rpcs.DeletePost, ({ postId: id }) => posts.remove({ path: { id } })),
    browse_news: forAll(Rpcs.BrowseNews, (urlParams) => news.list({ urlParams })),
    get_news: forAll(Rpcs.GetNews, ({ newsId: id }) => news.get({ path: { id } })),
    find_diseases: forAll(Rpcs.FindDiseases, (request) =>
      withCacheTags(diseases.find(request), (found) => tagsOfFound(found, request.search))
    ),
    get_community_stats: forAll(Rpcs.GetCommunityStats, statistics.get),
    get_notifications: counting(Rpcs.GetNotifications, (urlParams) => notifications.list({ urlParams })),
    mark_notifications_read: writing(Rpcs.MarkNotificationsRead, ({ notificationIds }) =>
      notifications.markRead({ payload: { notificationIds: Option.fromNullable(notificationIds) } })
    ),
    find_similar_discussions: counting(Rpcs.FindSimilarDiscussions, ({ limit, postId, text }) =>
      similar.to({
        limit: Option.fromNullable(limit),
        postId: Option.fromNullable(postId),
        text: Option.fromNullable(text)
      })
    ),
    report_content: writing(ReportContent, (payload) => reports.send({ payload }))
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
