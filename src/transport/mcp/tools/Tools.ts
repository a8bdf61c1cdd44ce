import type { RpcGroup } from "@effect/rpc"
import { Context, Effect, FiberRef, Layer } from "effect"
import * as Rpcs from "../../../api/tools/CommunityTools.ts"
import { ReportContent } from "../../../api/tools/ReportContent.ts"
import { BadRequest } from "../../../api/WireErrors.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { ToolHandlers } from "../../tools/ToolHandlers.ts"
import { type Caller, ToolChoice } from "../Caller.ts"
import type { InputRequired } from "../ClientInput.ts"
import { ProtocolError, repeated } from "../ProtocolError.ts"
import {
  markedText,
  newsItemText,
  newsText,
  notificationsText,
  reportedText,
  statisticsText
} from "../render/CommunityText.ts"
import { foundDiseasesText } from "../render/DiseasesText.ts"
import {
  deletionQuestion,
  likeText,
  postsText,
  publishedText,
  removedText,
  repliedText,
  similarText,
  threadText
} from "../render/PostsText.ts"
import { type McpTool, makeToolCache, type ToolDescription, toolMaker } from "./McpTool.ts"

/** The tools of MCP. */
export class Tools extends Context.Tag("transport/mcp/tools/Tools")<
  Tools,
  {
    /** The entries of `tools/list`, always in the same order. */
    readonly list: ReadonlyArray<ToolDescription>

    /** The entries for clients of sessions: the 13 of the specification. */
    readonly listOfSessions: ReadonlyArray<ToolDescription>

    /**
     * Calls a tool of the `ToolChoice` as the caller. Gives the JSON of its result: the record of the REST twin and a
     * text. Fails where no tool has the name; any other failure is a result with `isError`.
     */
    readonly call: (name: string, input: unknown) => Effect.Effect<string, ProtocolError | InputRequired, Caller>
  }
>() {
  static readonly layer = Layer.effect(Tools, Effect.gen(make))
}

/** A tool for each Rpc of the group: a missing tool does not compile. */
type AllTools = { readonly [R in RpcGroup.Rpcs<typeof Rpcs.CommunityTools> as R["_tag"]]: McpTool }

/** The tools that clients of MCP 2026-07-28 have besides those of the specification. */
const beyondSpecification: ReadonlySet<string> = new Set(["delete_post", "report_content"])

const makeAll = Effect.gen(function* () {
  const handlers = yield* ToolHandlers
  const posts = yield* Posts
  const tool = toolMaker(yield* makeToolCache)

  const tools: AllTools = {
    search_community: tool(Rpcs.SearchCommunity, handlers.search_community, postsText),
    list_posts: tool(Rpcs.ListPosts, handlers.list_posts, postsText),
    get_post: tool(Rpcs.GetPost, handlers.get_post, threadText, {
      document: ({ postId, ...page }) => Effect.map(posts.read(postId, page), ({ value }) => value)
    }),
    create_post: tool(Rpcs.CreatePost, handlers.create_post, publishedText),
    reply_to_post: tool(Rpcs.ReplyToPost, handlers.reply_to_post, repliedText),
    like_post: tool(Rpcs.LikePost, handlers.like_post, (json, { postId }) => likeText(json, postId)),
    delete_post: tool(Rpcs.DeletePost, handlers.delete_post, removedText, {
      confirm: ({ postId }) =>
        posts.getForChange(postId, "deletePost").pipe(
          Effect.map(deletionQuestion),
          // A retry of a deletion that has happened gets the answer of its idempotency key.
          Effect.catchTag("PostNotFound", () => Effect.succeed(undefined))
        )
    }),
    browse_news: tool(Rpcs.BrowseNews, handlers.browse_news, newsText),
    get_news: tool(Rpcs.GetNews, handlers.get_news, newsItemText),
    find_diseases: tool(Rpcs.FindDiseases, handlers.find_diseases, foundDiseasesText),
    get_community_stats: tool(Rpcs.GetCommunityStats, handlers.get_community_stats, statisticsText),
    get_notifications: tool(Rpcs.GetNotifications, handlers.get_notifications, notificationsText),
    mark_notifications_read: tool(Rpcs.MarkNotificationsRead, handlers.mark_notifications_read, markedText),
    find_similar_discussions: tool(Rpcs.FindSimilarDiscussions, handlers.find_similar_discussions, similarText),
    report_content: tool(ReportContent, handlers.report_content, reportedText)
  }
  return new Map(Object.entries(tools))
})

function* make() {
  const tools = yield* makeAll
  const list = Array.from(tools.values(), ({ description }) => description)
  const isTraced = yield* FiberRef.get(FiberRef.currentTracerEnabled)

  /** A call over a stream is not part of a request. */
  const inSpan = (name: string, call: ReturnType<McpTool["call"]>) =>
    isTraced ? Effect.withSpan(call, `tools/call ${name}`, { kind: "server", captureStackTrace: false }) : call

  return Tools.of({
    list,
    listOfSessions: list.filter(({ name }) => !beyondSpecification.has(name)),
    call: (name, input) =>
      Effect.flatMap(ToolChoice, (choice): Effect.Effect<string, ProtocolError | InputRequired, Caller> => {
        const tool = choice === undefined || choice.has(name) ? tools.get(name) : undefined
        return tool === undefined
          ? ProtocolError.of("invalidParams", `there is no tool ${repeated(name)}: tools/list names them`)
          : inSpan(name, tool.call(input))
      })
  })
}

/** Reads `tools` of a URL: names separated by commas. Fails where this server has no tool of a name. */
export const makeToolChoices = Effect.map(Tools, ({ list }) => {
  const known = list.map(({ name }) => name)
  return (tools: string | undefined): Effect.Effect<ReadonlySet<string> | undefined, BadRequest> => {
    if (tools === undefined) return Effect.succeed(undefined)
    const chosen = tools.split(",").map((name) => name.trim())
    return chosen.every((name) => known.includes(name))
      ? Effect.succeed(new Set(chosen))
      : new BadRequest({ message: `tools must name some of ${known.join(", ")}, separated by commas` })
  }
})
