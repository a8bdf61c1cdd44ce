import type { Rpc, RpcGroup } from "@effect/rpc"
import { Context, Effect, Layer, ParseResult, Predicate, Schema } from "effect"
import * as Rpcs from "../../api/tools/CommunityTools.ts"
import { ToolMetadata } from "../../api/tools/ToolMetadata.ts"
import type { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { describeIssues } from "../../domain/Issues.ts"
import { jsonWithoutInvisible, withoutInvisible } from "../../text/Invisible.ts"
import { ToolHandlers } from "../tools/ToolHandlers.ts"
import { inputSchema, type ObjectSchema, outputSchema } from "./JsonSchemas.ts"
import { ProtocolError } from "./ProtocolError.ts"
import { foundDiseasesText } from "./render/DiseasesText.ts"
import { newsItemText, newsText } from "./render/NewsText.ts"
import { markedText, notificationsText } from "./render/NotificationsText.ts"
import { likeText, postsText, publishedText } from "./render/PostsText.ts"
import { similarText } from "./render/SimilarText.ts"
import { statisticsText } from "./render/StatisticsText.ts"
import { repliedText, threadText } from "./render/ThreadText.ts"

/** One entry of `tools/list`. */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** The result of `tools/call`: the JSON of the REST twin and a text, or a failure whose text says what to change. */
export interface ToolResult {
  readonly content: ReadonlyArray<{ readonly type: "text"; readonly text: string }>
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: true
}

/** The tools of MCP. */
export class Tools extends Context.Tag("transport/mcp/Tools")<
  Tools,
  {
    /** The entries of `tools/list`. */
    readonly list: ReadonlyArray<ToolDescription>

    /** Calls a tool as the caller. Fails where no tool has the name; any other failure is a result with `isError`. */
    readonly call: (name: string, input: unknown) => Effect.Effect<ToolResult, ProtocolError, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(
    Tools,
    Effect.suspend(() => Effect.map(ToolHandlers, make))
  )
}

interface Tool {
  readonly description: ToolDescription
  readonly call: (input: unknown) => Effect.Effect<ToolResult, never, CurrentUser>
}

type Json = Readonly<Record<string, unknown>>

const contentOf = (text: string) => [{ type: "text" as const, text: withoutInvisible(text) }]

const failureResult = (text: string): ToolResult => ({ content: contentOf(text), isError: true })

/** The most unknown arguments that an error names, and the most characters of each. */
const maxNamed = 5
const maxNameCharacters = 60

/** The error for arguments that a tool does not have; undefined where it has all of them. */
const unknownArguments = (tool: string, known: ReadonlyArray<string>, input: unknown): string | undefined => {
  const unknown = Predicate.isRecord(input) ? Object.keys(input).filter((name) => !known.includes(name)) : []
  if (unknown.length === 0) return undefined
  const names = unknown.slice(0, maxNamed).map((name) => JSON.stringify(name.slice(0, maxNameCharacters)))
  const more = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : ""
  const hint = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`
  return `${tool} has no argument ${names.join(", ")}${more}: ${hint}`
}

/** Makes the tool of an Rpc, whose schemas describe, decode and encode it. `textOf` renders the result for the model. */
const tool = <Name extends string, P, PI, S, SI extends Json, E extends { readonly message: string }, EI>(
  rpc: Rpc.Rpc<Name, Schema.Schema<P, PI>, Schema.Schema<S, SI>, Schema.Schema<E, EI>>,
  run: (payload: P) => Effect.Effect<S, E, CurrentUser>,
  textOf: (json: SI, payload: P) => string
): Tool => {
  const { description, destructive, idempotent, readOnly, title } = Context.unsafeGet(rpc.annotations, ToolMetadata)
  const decode = Schema.decodeUnknown(rpc.payloadSchema)
  const encode = Schema.encode(rpc.successSchema)
  const schema = inputSchema(rpc.payloadSchema)
  const known = Object.keys(schema.properties)
  const decodeKnown = (input: unknown) => {
    const unknown = unknownArguments(rpc._tag, known, input)
    return unknown === undefined
      ? Effect.mapError(decode(input), (error) => ({
          message: describeIssues(ParseResult.ArrayFormatter.formatErrorSync(error))
        }))
      : Effect.fail({ message: unknown })
  }
  return {
    description: {
      name: rpc._tag,
      title,
      description,
      inputSchema: schema,
      outputSchema: outputSchema(rpc.successSchema),
      // `openWorldHint` is false: members write the content, but a tool acts on this community only.
      annotations: {
        title,
        readOnlyHint: readOnly,
        destructiveHint: destructive,
        idempotentHint: idempotent,
        openWorldHint: false
      }
    },
    call: (input) =>
      decodeKnown(input).pipe(
        Effect.flatMap((payload) =>
          run(payload).pipe(
            Effect.flatMap((success) => Effect.orDie(encode(success))),
            // Texts that were stored before the filter took invisible characters out still hold them.
            Effect.map((json) => jsonWithoutInvisible(json)),
            Effect.map((json) => ({ content: contentOf(textOf(json, payload)), structuredContent: json }))
          )
        ),
        Effect.catchAll(({ message }) => Effect.succeed(failureResult(message))),
        Effect.catchAllDefect((defect) =>
          Effect.as(
            Effect.annotateLogs(Effect.logError("a tool failed unexpectedly", defect), { tool: rpc._tag }),
            failureResult("internal error: this is no fault of your arguments")
          )
        )
      )
  }
}

/** A tool for each Rpc of the group: a missing tool does not compile. */
type AllTools = { readonly [R in RpcGroup.Rpcs<typeof Rpcs.CommunityTools> as R["_tag"]]: Tool }

const make = (handlers: ToolHandlers["Type"]) => {
  const all: AllTools = {
    search_community: tool(Rpcs.SearchCommunity, handlers.search_community, postsText),
    list_posts: tool(Rpcs.ListPosts, handlers.list_posts, postsText),
    get_post: tool(Rpcs.GetPost, handlers.get_post, threadText),
    create_post: tool(Rpcs.CreatePost, handlers.create_post, publishedText),
    reply_to_post: tool(Rpcs.ReplyToPost, handlers.reply_to_post, repliedText),
    like_post: tool(Rpcs.LikePost, handlers.like_post, (json, { postId }) => likeText(json, postId)),
    browse_news: tool(Rpcs.BrowseNews, handlers.browse_news, newsText),
    get_news: tool(Rpcs.GetNews, handlers.get_news, newsItemText),
    find_diseases: tool(Rpcs.FindDiseases, handlers.find_diseases, foundDiseasesText),
    get_community_stats: tool(Rpcs.GetCommunityStats, handlers.get_community_stats, statisticsText),
    get_notifications: tool(Rpcs.GetNotifications, handlers.get_notifications, notificationsText),
    mark_notifications_read: tool(Rpcs.MarkNotificationsRead, handlers.mark_notifications_read, markedText),
    find_similar_discussions: tool(Rpcs.FindSimilarDiscussions, handlers.find_similar_discussions, similarText)
  }
  const byName = new Map(Object.entries(all))

  return Tools.of({
    list: Array.from(byName.values(), ({ description }) => description),
    call: (name, input) => {
      const tool = byName.get(name)
      return tool === undefined
        ? Effect.fail(
            ProtocolError.of("invalidParams", `there is no tool ${name.slice(0, 100)}: tools/list names them`)
          )
        : tool.call(input)
    }
  })
}
