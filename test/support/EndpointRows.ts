import { Effect, type Redacted } from "effect"
import { unique } from "../contracts/newRows.ts"
import { beginSession, initialize, stream } from "../transport/mcp/Requests.ts"
import { authRows } from "./rows/AuthRows.ts"
import { nobody, type Row, type World } from "./rows/World.ts"

/** Every endpoint of REST by group and name. Called by the author of the post. */
export const rows: Readonly<Record<string, (world: World) => Row>> = {
  ...authRows,
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
  "posts.update": ({ bob, post }) => {
    const path = `/api/posts/${post.id}`
    const body = { title: unique() }
    return {
      status: 200,
      ask: { path, body },
      fails: {
        400: { path, body: { category: "x" } },
        403: { path, body, as: bob.token },
        404: { path: `/api/posts/${nobody}`, body }
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
  "comments.create": ({ post }) => {
    const path = `/api/posts/${post.id}/comments`
    const body = { content: unique() }
    return {
      status: 201,
      ask: { path, body },
      fails: { 400: { path, body: {} }, 404: { path: `/api/posts/${nobody}/comments`, body } }
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
  "likes.toggle": ({ post }) => ({
    status: 200,
    ask: { path: `/api/posts/${post.id}/like` },
    fails: { 404: { path: `/api/posts/${nobody}/like` } }
  }),
  "likes.give": ({ post }) => ({
    status: 200,
    ask: { path: `/api/posts/${post.id}/like` },
    fails: { 404: { path: `/api/posts/${nobody}/like` } }
  }),
  "likes.take": ({ post }) => ({
    status: 200,
    ask: { path: `/api/posts/${post.id}/like` },
    fails: { 404: { path: `/api/posts/${nobody}/like` } }
  }),
  "news.list": () => ({
    status: 200,
    ask: { path: "/api/news" },
    fails: { 400: { path: "/api/news?category=topic" } }
  }),
  "news.get": () => ({ status: 200, ask: { path: "/api/news/1" }, fails: { 404: { path: `/api/news/${nobody}` } } }),
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
  "users.list": () => ({
    status: 200,
    ask: { path: "/api/users" },
    fails: { 400: { path: "/api/users?role=x" }, 403: { path: "/api/users?search=maria" } }
  }),
  "users.me": () => ({ status: 200, ask: { path: "/api/users/me" }, fails: {} }),
  "users.updateMe": ({ bob }) => {
    const path = "/api/users/me"
    return {
      status: 200,
      ask: { path, body: { bio: "me" } },
      fails: {
        400: { path, body: { diseaseIds: [nobody] } },
        403: { path, body: { role: "expert" } },
        409: { path, body: { username: bob.user.username } }
      }
    }
  },
  "users.get": ({ bob }) => ({
    status: 200,
    ask: { path: `/api/users/${bob.user.id}` },
    fails: { 404: { path: `/api/users/${nobody}` } }
  }),
  "users.update": ({ bob, maria }) => {
    const path = `/api/users/${maria.user.id}`
    return {
      status: 200,
      ask: { path, body: { bio: "me" } },
      fails: {
        400: { path, body: { diseaseIds: [nobody] } },
        403: { path, body: { bio: "me" }, as: bob.token },
        404: { path: `/api/users/${nobody}`, body: {} },
        409: { path, body: { username: bob.user.username } }
      }
    }
  },
  "users.verify": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/verification`
    const body = { as: "a nurse" }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: { as: "" } },
        403: { path, body },
        404: { path: `/api/users/${nobody}/verification`, body }
      }
    }
  },
  "users.unverify": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/verification`
    return {
      status: 200,
      ask: { path, as: admin.token },
      fails: { 403: { path }, 404: { path: `/api/users/${nobody}/verification` } }
    }
  },
  "users.revokeCredentials": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/credentials`
    const body = { reason: "taken over" }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: {}, as: admin.token },
        403: { path, body },
        404: { path: `/api/users/${nobody}/credentials`, body }
      }
    }
  },
  "users.suspend": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/suspension`
    const body = { reason: "spam" }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: { ...body, until: "2020-01-01T00:00:00Z" }, as: admin.token },
        403: { path, body },
        404: { path: `/api/users/${nobody}/suspension`, body }
      }
    }
  },
  "users.unsuspend": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/suspension`
    return {
      status: 200,
      ask: { path, as: admin.token },
      fails: { 403: { path }, 404: { path: `/api/users/${nobody}/suspension` } }
    }
  },
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
