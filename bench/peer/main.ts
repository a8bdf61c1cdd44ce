import fastify from "fastify"
import { signedIn, viewer } from "./Caller.ts"
import { rendered } from "./Markdown.ts"
import { mcp } from "./Mcp.ts"
import * as Notifications from "./Notifications.ts"
import * as Posts from "./Posts.ts"
import * as Reads from "./Reads.ts"
import * as Replies from "./Replies.ts"

/**
 * The hot operations of the community as a good engineer writes them in an afternoon: Fastify and `pg`, prepared
 * statements, one process. Neither rate limits nor ETags, no worker threads, no replay of missed events.
 */
const app = fastify({ bodyLimit: 256 * 1_024 })

const page = { page: { type: "integer", minimum: 1, default: 1 }, limit: { type: "integer", minimum: 1, default: 20 } }
const id = { params: { type: "object", properties: { id: { type: "integer", minimum: 1 } } } }
const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength })
const category = { type: "string", enum: ["topic", "experience", "question"] }

interface WithId {
  readonly Params: { readonly id: number }
}

app.setErrorHandler((error, _, reply) => {
  const status =
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500
  return reply.code(status).send({ error: status < 500 && error instanceof Error ? error.message : "internal error" })
})

app.get("/ready", () => ({ ready: true }))

const listQuery = {
  type: "object",
  properties: {
    ...page,
    sort: { type: "string", enum: ["date", "views", "replies"] },
    category,
    diseaseId: { type: "integer" },
    search: { type: "string" }
  }
}
app.get<{ Querystring: Posts.ListQuery }>("/api/posts", { schema: { querystring: listQuery } }, ({ query }) =>
  Posts.list({ ...query, limit: Math.min(query.limit, 100) })
)

app.get<WithId>("/api/posts/:id", { schema: id }, async (request) => {
  const caller = await viewer(request)
  return Posts.view(request.params.id, caller?.id)
})

const newPost = {
  type: "object",
  required: ["title", "content"],
  properties: {
    title: text(200),
    content: text(20_000),
    category: { ...category, default: "topic" },
    diseaseId: { type: "integer", nullable: true }
  }
}
app.post<{ Body: Posts.NewPost }>("/api/posts", { schema: { body: newPost } }, async (request, reply) => {
  const caller = await signedIn(request)
  return reply.code(201).send(await Posts.create(caller.id, request.body, rendered(request.body.content)))
})

const newComment = { type: "object", required: ["content"], properties: { content: text(5_000) } }
app.post<WithId & { Body: { readonly content: string } }>(
  "/api/posts/:id/comments",
  { schema: { ...id, body: newComment } },
  async (request, reply) => {
    const caller = await signedIn(request)
    return reply.code(201).send(await Replies.comment(caller, request.params.id, request.body.content))
  }
)

app.post<WithId>("/api/posts/:id/like", { schema: id }, async (request) =>
  Replies.toggle(await signedIn(request), request.params.id)
)

const diseaseQuery = { type: "object", required: ["search"], properties: { ...page, search: { type: "string" } } }
app.get<{ Querystring: { readonly page: number; readonly limit: number; readonly search: string } }>(
  "/api/diseases",
  { schema: { querystring: diseaseQuery } },
  ({ query }) => Reads.diseases(query.search, query.page, Math.min(query.limit, 100))
)

app.get("/api/stats", () => Reads.stats())

app.get<WithId>("/api/users/:id", { schema: id }, async (request) =>
  Reads.user(request.params.id, await signedIn(request))
)

const inboxQuery = {
  type: "object",
  properties: {
    unreadOnly: { type: "boolean", default: false },
    limit: { type: "integer", minimum: 1, default: 20 },
    offset: { type: "integer", minimum: 0, default: 0 }
  }
}
app.get<{ Querystring: Notifications.InboxQuery }>(
  "/api/notifications",
  { schema: { querystring: inboxQuery } },
  async (request) => {
    const caller = await signedIn(request)
    return Notifications.inbox(caller.id, { ...request.query, limit: Math.min(request.query.limit, 100) })
  }
)

app.get("/api/notifications/stream", async (request, reply) => {
  const caller = await signedIn(request)
  reply.hijack()
  await Notifications.follow(caller.id, reply.raw)
})

mcp(app)

await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) })
process.once("SIGTERM", () => process.exit(0))
