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
import { nobody, type Row, type World } from "./rows/World.ts"

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
  "posts.list": () => ({
    status: 200,
    ask: { path: "/api/posts?sort=date" },
    fails: { 400: { path: "/api/posts?sort=up" } }
  }),
  "posts.get": ({ post }) => ({
    status: 200,
    ask: { path: `/api/posts/${post.id}` },
    fails: { 404: { path: `/api/posts/${nobody}` } }
  }),
  "posts.create": () => {
    const path = "/api/posts"
    const body = { title: unique(), content: unique() }
    return { status: 201, ask: { path, body }, fails: { 400: { path, body: { ...body, diseaseId: nobody } } } }
  },
  "posts.update": ({ bob, post, restricted }) => {
    const path = `/api/posts/${post.id}`
    const body = { title: unique() }
    return {
      status: 200,
      ask: { path, body },
      fails: {
        400: { path, body: { category: "x" } },
        403: { path, body, as: bob.token },
        404: { path: `/api/posts/${nobody}`, body },
        409: { path: `/api/posts/${restricted.id}`, body: { audience: "everyone" } }
      }
    }
  },
  "posts.remove": ({ bob, post }) => {
    const path = `/api/posts/${post.id}`
    return {
      status: 200,
      ask: { path },
      fails: { 403: { path, as: bob.token }, 404: { path: `/api/posts/${nobody}` } }
    }
  },
  "comments.list": ({ post }) => {
    const path = `/api/posts/${post.id}/comments`
    return {
      status: 200,
      ask: { path },
      fails: { 400: { path: `${path}?page=0` }, 404: { path: `/api/posts/${nobody}/comments` } }
    }
  },
  "comments.create": ({ blocked, post }) => {
    const path = `/api/posts/${post.id}/comments`
    const body = { content: unique() }
    return {
      status: 201,
      ask: { path, body },
      fails: {
        400: { path, body: {} },
        403: { path, body, as: blocked.token },
        404: { path: `/api/posts/${nobody}/comments`, body },
        409: { path, body: { ...body, audience: "members" } }
      }
    }
  },
  "comments.update": ({ bob, comment }) => {
    const path = `/api/comments/${comment.id}`
    const body = { content: unique() }
    return {
      status: 200,
      ask: { path, body },
      fails: {
        400: { path, body: {} },
        403: { path, body, as: bob.token },
        404: { path: `/api/comments/${nobody}`, body }
      }
    }
  },
  "places.set": ({ comment, post }) => {
    const path = `/api/posts/${post.id}/place`
    const body = { commentId: comment.id }
    return {
      status: 200,
      ask: { path, body },
      fails: {
        400: { path, body: { commentId: nobody } },
        404: { path: `/api/posts/${nobody}/place`, body }
      }
    }
  },
  "comments.remove": ({ bob, comment }) => {
    const path = `/api/comments/${comment.id}`
    return {
      status: 200,
      ask: { path },
      fails: { 403: { path, as: bob.token }, 404: { path: `/api/comments/${nobody}` } }
    }
  },
  "likes.get": ({ post }) => ({
    status: 200,
    ask: { path: `/api/posts/${post.id}/like` },
    fails: { 404: { path: `/api/posts/${nobody}/like` } }
  }),
  "likes.toggle": ({ blocked, post }) => {
    const path = `/api/posts/${post.id}/like`
    return {
      status: 200,
      ask: { path },
      fails: { 403: { path, as: blocked.token }, 404: { path: `/api/posts/${nobody}/like` } }
    }
  },
  "likes.give": ({ blocked, post }) => {
    const path = `/api/posts/${post.id}/like`
    return {
      status: 200,
      ask: { path },
      fails: { 403: { path, as: blocked.token }, 404: { path: `/api/posts/${nobody}/like` } }
    }
  },
  "likes.take": ({ post }) => ({
    status: 200,
    ask: { path: `/api/posts/${post.id}/like` },
    fails: { 404: { path: `/api/posts/${nobody}/like` } }
  }),
  "feeds.posts": () => ({
    status: 200,
    ask: { path: "/feeds/posts.xml" },
    fails: {
      400: { path: "/feeds/posts.xml?category=none" },
      404: { path: `/feeds/posts.xml?diseaseId=${nobody}` }
    }
  }),
  "feeds.comments": ({ post }) => ({
    status: 200,
    ask: { path: `/feeds/posts/${post.id}.xml` },
    fails: { 404: { path: `/feeds/posts/${nobody}.xml` } }
  }),
  "feeds.news": () => ({ status: 200, ask: { path: "/feeds/news.xml" }, fails: {} }),
  "news.list": () => ({
    status: 200,
    ask: { path: "/api/news" },
    fails: { 400: { path: "/api/news?category=topic" } }
  }),
  "news.get": () => ({ status: 200, ask: { path: "/api/news/1" }, fails: { 404: { path: `/api/news/${nobody}` } } }),
  "news.remove": ({ admin, news }) => ({
    status: 200,
    ask: { path: `/api/news/${news}`, as: admin.token },
    fails: { 403: { path: `/api/news/${news}` }, 404: { path: `/api/news/${nobody}`, as: admin.token } }
  }),
  "diseases.list": () => ({
    status: 200,
    ask: { path: "/api/diseases?search=marfan" },
    fails: { 400: { path: "/api/diseases?categories=x" } }
  }),
  "diseases.get": ({ disease }) => ({
    status: 200,
    ask: { path: `/api/diseases/${disease.id}` },
    fails: { 404: { path: "/api/diseases/ORPHA:999999" } }
  }),
  "phenotypes.list": () => ({
    status: 200,
    ask: { path: "/api/phenotypes?search=seizure" },
    fails: { 400: { path: "/api/phenotypes?limit=0" } }
  }),
  "phenotypes.get": () => ({
    status: 200,
    ask: { path: "/api/phenotypes/HP:0001250" },
    fails: { 404: { path: "/api/phenotypes/HP:9999999" } }
  }),
  "audit.list": ({ admin, bob }) => {
    const path = `/api/audit?userId=${bob.user.id}`
    return {
      status: 200,
      ask: { path, as: admin.token },
      fails: { 400: { path: "/api/audit?action=login", as: admin.token }, 403: { path } }
    }
  },
  "notifications.list": () => ({
    status: 200,
    ask: { path: "/api/notifications" },
    fails: { 400: { path: "/api/notifications?unreadOnly=x" } }
  }),
  "notifications.markRead": () => {
    const path = "/api/notifications"
    return { status: 200, ask: { path }, fails: { 400: { path, body: { notificationIds: Array.of(0) } } } }
  },
  "statistics.get": () => ({ status: 200, ask: { path: "/api/stats" }, fails: {} })
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
  "notificationsStream.open": () => ({
    status: 200,
    ask: { path: "/api/notifications/stream" },
    fails: {}
  }),
  "mcp.open": ({ session, streaming }) => {
    const path = "/api/mcp"
    return {
      status: 200,
      ask: { path, headers: inSession(session) },
      fails: {
        404: { path, headers: inSession("unknown") },
        406: { path, headers: { ...inSession(session), accept: "text/html" } },
        409: { path, headers: inSession(streaming) }
      }
    }
  },
  "mcp.send": () => {
    const path = "/api/mcp"
    return {
      status: 200,
      ask: { path, body: initialize, headers: { accept } },
      fails: {
        404: { path, body: initialize, headers: inSession("unknown") },
        406: { path, body: initialize, headers: { accept: "text/html" } }
      }
    }
  },
  "mcp.end": ({ session }) => {
    const path = "/api/mcp"
    return {
      status: 200,
      ask: { path, headers: inSession(session) },
      fails: { 404: { path, headers: inSession("unknown") } }
    }
  },
  "rpc.call": () => ({
    status: 200,
    ask: { path: "/api/rpc", body: call("get_community_stats") },
    fails: { 400: { path: "/api/rpc", body: [] } }
  }),
  "operation.health": () => ({ status: 200, ask: { path: "/health" }, fails: {} }),
  "operation.ready": () => ({ status: 200, ask: { path: "/ready" }, fails: {} }),
  "operation.metrics": () => ({ status: 200, ask: { path: "/metrics" }, fails: {} }),
  "operation.document": () => ({ status: 200, ask: { path: "/api/openapi.json" }, fails: {} }),
  "operation.docs": () => ({ status: 200, ask: { path: "/docs" }, fails: {} }),
  "discovery.index": () => ({ status: 200, ask: { path: "/" }, fails: {} }),
  "discovery.catalog": () => ({ status: 200, ask: { path: "/.well-known/ai-catalog.json" }, fails: {} }),
  "discovery.serverCard": () => ({ status: 200, ask: { path: "/api/mcp/server-card" }, fails: {} }),
  "discovery.llms": () => ({ status: 200, ask: { path: "/llms.txt" }, fails: {} }),
  "discovery.skill": () => ({ status: 200, ask: { path: "/skill.md" }, fails: {} })
}
