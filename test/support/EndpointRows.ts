import { Effect, type Redacted } from "effect"
import { unique } from "../contracts/newRows.ts"
import { beginSession, initialize, stream } from "../transport/mcp/Requests.ts"
import { authRows } from "./rows/AuthRows.ts"
import { commentRows } from "./rows/CommentRows.ts"
import { factorRows } from "./rows/FactorRows.ts"
import { followRows } from "./rows/FollowRows.ts"
import { moderationRows } from "./rows/ModerationRows.ts"
import { pushRows } from "./rows/PushRows.ts"
import { revisionRows } from "./rows/RevisionRows.ts"
import { userRows } from "./rows/UserRows.ts"
import { webhookRows } from "./rows/WebhookRows.ts"
import { asMember, nobody, type Row, row, rowOf, type World } from "./rows/World.ts"

/** Every endpoint of REST by group and name. Called by the author of the post. */
export const rows: Readonly<Record<string, (world: World) => Row>> = {
  ...authRows,
  ...commentRows,
  ...factorRows,
  ...followRows,
  ...moderationRows,
  ...pushRows,
  ...userRows,
  ...webhookRows,
  ...revisionRows,
  "posts.list": () => row({ path: "/api/posts?sort=date" }, { 400: { path: "/api/posts?sort=up" } }),
  "posts.get": ({ post }) => rowOf({ path: `/api/posts/${post.id}` }),
  "posts.create": () => {
    const body = { title: unique(), content: unique() }
    return row({ path: "/api/posts", body }, { 400: { body: { ...body, diseaseId: nobody } } }, 201)
  },
  "posts.update": ({ bob, post, restricted }) =>
    rowOf(
      { path: `/api/posts/${post.id}`, body: { title: unique() } },
      {
        400: { body: { category: "x" } },
        403: { as: bob.token },
        409: { path: `/api/posts/${restricted.id}`, body: { audience: "everyone" } }
      }
    ),
  "posts.remove": ({ bob, post }) => rowOf({ path: `/api/posts/${post.id}` }, { 403: { as: bob.token } }),
  "comments.list": ({ post }) => {
    const path = `/api/posts/${post.id}/comments`
    return rowOf({ path }, { 400: { path: `${path}?page=0` } })
  },
  "comments.create": ({ blocked, post }) => {
    const body = { content: unique() }
    return rowOf(
      { path: `/api/posts/${post.id}/comments`, body },
      { 400: { body: {} }, 403: { as: blocked.token }, 409: { body: { ...body, audience: "members" } } },
      201
    )
  },
  "comments.update": ({ bob, comment }) =>
    rowOf(
      { path: `/api/comments/${comment.id}`, body: { content: unique() } },
      { 400: { body: {} }, 403: { as: bob.token } }
    ),
  "places.set": ({ comment, post }) =>
    rowOf(
      { path: `/api/posts/${post.id}/place`, body: { commentId: comment.id } },
      { 400: { body: { commentId: nobody } } }
    ),
  "comments.remove": ({ bob, comment }) => rowOf({ path: `/api/comments/${comment.id}` }, { 403: { as: bob.token } }),
  "likes.get": ({ post }) => rowOf({ path: `/api/posts/${post.id}/like` }),
  "likes.toggle": ({ blocked, post }) => rowOf({ path: `/api/posts/${post.id}/like` }, { 403: { as: blocked.token } }),
  "likes.give": ({ blocked, post }) => rowOf({ path: `/api/posts/${post.id}/like` }, { 403: { as: blocked.token } }),
  "likes.take": ({ post }) => rowOf({ path: `/api/posts/${post.id}/like` }),
  "feeds.posts": () =>
    row(
      { path: "/feeds/posts.xml" },
      { 400: { path: "/feeds/posts.xml?category=none" }, 404: { path: `/feeds/posts.xml?diseaseId=${nobody}` } }
    ),
  "feeds.comments": ({ post }) => rowOf({ path: `/feeds/posts/${post.id}.xml` }),
  "feeds.news": () => row({ path: "/feeds/news.xml" }),
  "news.list": () => row({ path: "/api/news" }, { 400: { path: "/api/news?category=topic" } }),
  "news.get": () => rowOf({ path: "/api/news/1" }),
  "news.remove": ({ admin, news }) => rowOf({ path: `/api/news/${news}`, as: admin.token }, { 403: asMember }),
  "diseases.list": () => row({ path: "/api/diseases?search=marfan" }, { 400: { path: "/api/diseases?categories=x" } }),
  "diseases.get": ({ disease }) =>
    row({ path: `/api/diseases/${disease.id}` }, { 404: { path: "/api/diseases/ORPHA:999999" } }),
  "phenotypes.list": () =>
    row({ path: "/api/phenotypes?search=seizure" }, { 400: { path: "/api/phenotypes?limit=0" } }),
  "phenotypes.get": () => row({ path: "/api/phenotypes/HP:0001250" }, { 404: { path: "/api/phenotypes/HP:9999999" } }),
  "audit.list": ({ admin, bob }) =>
    row(
      { path: `/api/audit?userId=${bob.user.id}`, as: admin.token },
      { 400: { path: "/api/audit?action=login" }, 403: asMember }
    ),
  "notifications.list": () => row({ path: "/api/notifications" }, { 400: { path: "/api/notifications?unreadOnly=x" } }),
  "notifications.markRead": () => row({ path: "/api/notifications" }, { 400: { body: { notificationIds: [0] } } }),
  "statistics.get": () => row({ path: "/api/stats" })
}

const accept = "application/json, text/event-stream"

const inSession = (id: string) => ({ accept, "mcp-session-id": id })

const call = (tag: string) => ({ _tag: "Request", id: "1", tag, payload: {}, headers: [] })

/** Two MCP sessions of a member's, one of which has its stream open until the scope ends. */
export const sessionsOf = (as: Redacted.Redacted) =>
  Effect.gen(function* () {
    const [session, streaming] = [yield* beginSession(as), yield* beginSession(as)]
    yield* stream({ as, session: streaming })
    return { session, streaming }
  })
type Sessions = Effect.Effect.Success<ReturnType<typeof sessionsOf>>

/** Every other endpoint: streams, the two protocols, and what operates the server. */
export const otherRows: Readonly<Record<string, (sessions: Sessions) => Row>> = {
  "notificationsStream.open": () => row({ path: "/api/notifications/stream" }),
  "mcp.open": ({ session, streaming }) =>
    row(
      { path: "/api/mcp", headers: inSession(session) },
      {
        404: { headers: inSession("unknown") },
        406: { headers: { ...inSession(session), accept: "text/html" } },
        409: { headers: inSession(streaming) }
      }
    ),
  "mcp.send": () =>
    row(
      { path: "/api/mcp", body: initialize, headers: { accept } },
      { 404: { headers: inSession("unknown") }, 406: { headers: { accept: "text/html" } } }
    ),
  "mcp.end": ({ session }) =>
    row({ path: "/api/mcp", headers: inSession(session) }, { 404: { headers: inSession("unknown") } }),
  "rpc.call": () => row({ path: "/api/rpc", body: call("get_community_stats") }, { 400: { body: [] } }),
  "operation.health": () => row({ path: "/health" }),
  "operation.ready": () => row({ path: "/ready" }),
  "operation.metrics": () => row({ path: "/metrics" }),
  "operation.document": () => row({ path: "/api/openapi.json" }),
  "operation.docs": () => row({ path: "/docs" }),
  "discovery.index": () => row({ path: "/" }),
  "discovery.catalog": () => row({ path: "/.well-known/ai-catalog.json" }),
  "discovery.serverCard": () => row({ path: "/api/mcp/server-card" }),
  "discovery.llms": () => row({ path: "/llms.txt" }),
  "discovery.skill": () => row({ path: "/skill.md" })
}
