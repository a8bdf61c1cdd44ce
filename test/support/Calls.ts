import { Effect, Redacted } from "effect"
import { answer, publish } from "./Given.ts"
import { join as joinAs, registration } from "./Members.ts"
import { type Caller, memberOf, People, signIn } from "./People.ts"
import { ask } from "./Raw.ts"
import { factorCalls } from "./rows/FactorRows.ts"
import { type Call, moderationCalls, plain } from "./rows/ModerationCalls.ts"
import { onComment, onPost, ownersPost, translationCalls } from "./rows/PostCalls.ts"
import { pushCalls } from "./rows/PushRows.ts"
import { steeringCalls } from "./rows/SteeringCalls.ts"

const aboutOwner =
  (body?: unknown, suffix = "") =>
  () =>
    Effect.map(People, ({ user }): Call => ({ path: `/api/users/${user.user.id}${suffix}`, body }))

/** A new member, whose credentials no other request needs. */
const aboutNewcomer = (body: unknown, suffix: string) => () =>
  Effect.map(joinAs(), ({ user }): Call => ({ path: `/api/users/${user.id}${suffix}`, body }))

const join = () =>
  Effect.sync((): Call => {
    const { email, username } = registration()
    return { path: "/api/auth/register", body: { username, email, password: "correct horse battery" } }
  })

const login = () =>
  Effect.map(
    People,
    ({ other }): Call => ({
      path: "/api/auth/login",
      body: { email: other.payload.email, password: "correct horse battery" }
    })
  )

const logout = (caller: Caller) =>
  Effect.gen(function* () {
    const path = "/api/auth/logout"
    return caller === "anonymous" ? { path } : { path, as: yield* signIn(yield* memberOf(caller)) }
  })

const revokeOwnKey = (caller: Caller) =>
  Effect.gen(function* () {
    const { client } = yield* memberOf(caller)
    const { id } = yield* client.auth.createApiKey({ payload: { name: "to be revoked" } })
    return { path: "/api/auth/apikeys", body: { id } }
  })

const rotateOwnKey = (caller: Caller) =>
  Effect.gen(function* () {
    const { client } = yield* memberOf(caller)
    const { id } = yield* client.auth.createApiKey({ payload: { name: "to be rotated" } })
    return { path: `/api/auth/apikeys/${id}/rotate` }
  })

/** Another session of the caller's, to be ended. */
const endOtherSession = (caller: Caller) =>
  Effect.gen(function* () {
    const member = yield* memberOf(caller)
    yield* signIn(member)
    const { data } = yield* member.client.auth.listSessions()
    return { path: "/api/auth/sessions", body: { id: data.find(({ current }) => !current)?.id } }
  })

/** A change of the password of a new member of the caller's role, since it ends the sessions of the caller. */
const changeNewPassword = (caller: Caller) =>
  Effect.gen(function* () {
    const path = "/api/auth/password"
    const { payload, token } = yield* joinAs()
    const oldPassword = Redacted.value(payload.password)
    const body = { oldPassword, newPassword: `${oldPassword}!` }
    return caller === "anonymous" ? { path, body } : { path, body, as: token }
  })

/** A new member leaves. */
const leaveAnew = (caller: Caller) =>
  Effect.gen(function* () {
    const path = "/api/users/me"
    const { payload, token } = yield* joinAs()
    const body = { password: Redacted.value(payload.password), posts: "delete" }
    return caller === "anonymous" ? { path, body } : { path, body, as: token }
  })

const toMailOff = (path: string, body: unknown) => () => Effect.succeed<Call>({ path: `/api/auth/${path}`, body })

const aNotification = (caller: Caller) =>
  Effect.gen(function* () {
    const { admin, other } = yield* People
    const post = yield* publish(yield* memberOf(caller))
    yield* answer(caller === "other" ? admin : other, post.id)
    return { path: "/api/notifications", body: {} }
  })

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
}

/** A new MCP session of the caller's, to be ended. */
const endSession = (caller: Caller) =>
  Effect.gen(function* () {
    const { token } = yield* memberOf(caller)
    const { headers } = yield* ask("POST", "/api/mcp", { as: token, body: JSON.stringify(initialize) })
    return { path: "/api/mcp", headers: { "mcp-session-id": String(headers["mcp-session-id"]) } }
  })

const callProcedure = () =>
  Effect.succeed<Call>({
    path: "/api/rpc",
    headers: { "content-type": "application/ndjson" },
    body: { _tag: "Request", id: "1", tag: "get_community_stats", payload: {}, headers: [] }
  })

const post = { title: "How did you find a specialist?", content: "We waited **six years**." }

const onHelped = { expected: [401, 400, 403, 403, 403, 403] as const, call: onComment(undefined, "/helped") }
const everybody = [200, 200, 200, 200, 200, 200] as const

/**
 * The authorization matrix: for each endpoint a valid request, and the status for anonymous, the owner, another user,
 * an expert and an admin (spec, Authentication; security, Authorization).
 */
export const calls = {
  "POST /api/auth/register": { expected: [201, 201, 201, 201, 201, 201], call: join },
  "POST /api/auth/login": { expected: [200, 200, 200, 200, 200, 200], call: login },
  "POST /api/auth/logout": { expected: [401, 200, 200, 200, 200, 200], call: logout },
  "POST /api/auth/apikeys": {
    expected: [401, 201, 201, 201, 201, 201],
    call: () => Effect.succeed<Call>({ path: "/api/auth/apikeys", body: { name: "my agent" } })
  },
  "GET /api/auth/apikeys": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/auth/apikeys") },
  "DELETE /api/auth/apikeys": { expected: [401, 200, 200, 200, 200, 200], call: revokeOwnKey },
  "POST /api/auth/apikeys/:id/rotate": { expected: [401, 201, 201, 201, 201, 201], call: rotateOwnKey },
  "POST /api/auth/password": { expected: [401, 200, 200, 200, 200, 200], call: changeNewPassword },
  // This server sends no mail.
  "POST /api/auth/password/forgot": {
    expected: [403, 403, 403, 403, 403, 403],
    call: toMailOff("password/forgot", { email: "a" })
  },
  "POST /api/auth/password/reset": {
    expected: [403, 403, 403, 403, 403, 403],
    call: toMailOff("password/reset", { token: "a", password: "correct horse" })
  },
  "POST /api/auth/email/confirm": {
    expected: [403, 403, 403, 403, 403, 403],
    call: toMailOff("email/confirm", { token: "a" })
  },
  "GET /feeds/posts.xml": { expected: [200, 200, 200, 200, 200, 200], call: plain("/feeds/posts.xml") },
  "GET /feeds/posts/:id.xml": {
    expected: everybody,
    call: () => Effect.map(ownersPost, ({ id }): Call => ({ path: `/feeds/posts/${id}.xml` }))
  },
  "GET /feeds/news.xml": { expected: [200, 200, 200, 200, 200, 200], call: plain("/feeds/news.xml") },
  "GET /api/auth/sessions": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/auth/sessions") },
  "DELETE /api/auth/sessions": { expected: [401, 200, 200, 200, 200, 200], call: endOtherSession },
  "GET /api/posts": { expected: [200, 200, 200, 200, 200, 200], call: plain("/api/posts") },
  "GET /api/posts/:id": { expected: [200, 200, 200, 200, 200, 200], call: onPost() },
  "POST /api/posts": {
    expected: [401, 201, 201, 201, 201, 201],
    call: () => Effect.succeed<Call>({ path: "/api/posts", body: post })
  },
  "PATCH /api/posts/:id": { expected: [401, 200, 403, 403, 403, 200], call: onPost("", { title: "Found one" }) },
  "GET /api/posts/:id/revisions": { expected: [401, 200, 403, 403, 200, 200], call: onPost("/revisions") },
  ...translationCalls,
  "DELETE /api/posts/:id": { expected: [401, 200, 403, 403, 403, 200], call: onPost() },
  "GET /api/posts/:id/comments": { expected: [200, 200, 200, 200, 200, 200], call: onPost("/comments") },
  "POST /api/posts/:id/comments": {
    expected: [401, 201, 201, 201, 201, 201],
    call: onPost("/comments", { content: "Thank you." })
  },
  "GET /api/comments/:id": { expected: [200, 200, 200, 200, 200, 200], call: onComment() },
  "PATCH /api/comments/:id": { expected: [401, 200, 403, 403, 403, 200], call: onComment({ content: "Thanks." }) },
  "GET /api/comments/:id/revisions": {
    expected: [401, 200, 403, 403, 200, 200],
    call: onComment(undefined, "/revisions")
  },
  "DELETE /api/comments/:id": { expected: [401, 200, 403, 403, 403, 200], call: onComment() },
  "PUT /api/comments/:id/helped": onHelped,
  "DELETE /api/comments/:id/helped": onHelped,
  "POST /api/comments/:id/like": { expected: [401, 200, 200, 200, 200, 200], call: onComment(undefined, "/like") },
  "PUT /api/comments/:id/like": { expected: [401, 200, 200, 200, 200, 200], call: onComment(undefined, "/like") },
  "DELETE /api/comments/:id/like": { expected: [401, 200, 200, 200, 200, 200], call: onComment(undefined, "/like") },
  "GET /api/posts/:id/like": { expected: [200, 200, 200, 200, 200, 200], call: onPost("/like") },
  "POST /api/posts/:id/like": { expected: [401, 200, 200, 200, 200, 200], call: onPost("/like") },
  "PUT /api/posts/:id/like": { expected: [401, 200, 200, 200, 200, 200], call: onPost("/like") },
  "DELETE /api/posts/:id/like": { expected: [401, 200, 200, 200, 200, 200], call: onPost("/like") },
  "GET /api/news": { expected: [200, 200, 200, 200, 200, 200], call: plain("/api/news") },
  "GET /api/news/:id": { expected: [200, 200, 200, 200, 200, 200], call: plain("/api/news/1") },
  "GET /api/diseases": { expected: [200, 200, 200, 200, 200, 200], call: plain("/api/diseases") },
  "GET /api/phenotypes": { expected: everybody, call: plain("/api/phenotypes?search=seizure") },
  "GET /api/phenotypes/:id": { expected: everybody, call: plain("/api/phenotypes/HP:0001250") },
  "GET /api/diseases/:id": { expected: [200, 200, 200, 200, 200, 200], call: plain("/api/diseases/ORPHA:558") },
  "GET /api/users": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/users") },
  "GET /api/users/me": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/users/me") },
  "PATCH /api/users/me": {
    expected: [401, 200, 200, 200, 200, 200],
    call: () => Effect.succeed<Call>({ path: "/api/users/me", body: { bio: "Hello." } })
  },
  "GET /api/users/:id": { expected: [401, 200, 200, 200, 200, 200], call: aboutOwner() },
  "PATCH /api/users/:id": { expected: [401, 200, 403, 403, 403, 200], call: aboutOwner({ bio: "Hello." }) },
  "PUT /api/users/:id/verification": {
    expected: [401, 403, 403, 403, 403, 200],
    call: aboutOwner({ as: "a nurse" }, "/verification")
  },
  "DELETE /api/users/:id/verification": {
    expected: [401, 403, 403, 403, 403, 200],
    call: aboutOwner(undefined, "/verification")
  },
  "DELETE /api/users/:id/credentials": {
    expected: [401, 403, 403, 403, 403, 200],
    call: aboutNewcomer({ reason: "taken over" }, "/credentials")
  },
  "POST /api/users/:id/password-link": {
    expected: [401, 403, 403, 403, 403, 201],
    call: aboutNewcomer(undefined, "/password-link")
  },
  "PUT /api/users/:id/suspension": {
    expected: [401, 403, 403, 403, 403, 200],
    call: aboutNewcomer({ reason: "spam" }, "/suspension")
  },
  "DELETE /api/users/:id/suspension": {
    expected: [401, 403, 403, 403, 403, 200],
    call: aboutNewcomer(undefined, "/suspension")
  },
  "GET /api/users/me/export": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/users/me/export") },
  "DELETE /api/users/me": { expected: [401, 200, 200, 200, 200, 200], call: leaveAnew },
  "PUT /api/users/:id/block": { expected: [401, 200, 200, 200, 200, 200], call: aboutNewcomer(undefined, "/block") },
  "DELETE /api/users/:id/block": { expected: [401, 200, 200, 200, 200, 200], call: aboutNewcomer(undefined, "/block") },
  "GET /api/users/me/blocks": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/users/me/blocks") },
  ...moderationCalls,
  ...factorCalls,
  ...pushCalls,
  ...steeringCalls,
  "PUT /api/posts/:id/follow": { expected: [401, 200, 200, 200, 200, 200], call: onPost("/follow") },
  "PUT /api/posts/:id/place": {
    expected: [401, 200, 200, 200, 200, 200],
    call: () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const { id, postId } = yield* answer(user, (yield* publish(user)).id)
        return { path: `/api/posts/${postId}/place`, body: { commentId: id } } satisfies Call
      })
  },
  "DELETE /api/posts/:id/follow": { expected: [401, 200, 200, 200, 200, 200], call: onPost("/follow") },
  "PUT /api/diseases/:id/follow": {
    expected: [401, 200, 200, 200, 200, 200],
    call: plain("/api/diseases/ORPHA:558/follow")
  },
  "DELETE /api/diseases/:id/follow": {
    expected: [401, 200, 200, 200, 200, 200],
    call: plain("/api/diseases/ORPHA:558/follow")
  },
  "PUT /api/users/:id/follow": { expected: [401, 200, 200, 200, 200, 200], call: aboutNewcomer(undefined, "/follow") },
  "DELETE /api/users/:id/follow": {
    expected: [401, 200, 200, 200, 200, 200],
    call: aboutNewcomer(undefined, "/follow")
  },
  "GET /api/users/me/follows": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/users/me/follows") },
  "GET /api/users/me/settings": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/users/me/settings") },
  "PATCH /api/users/me/settings": {
    expected: [401, 200, 200, 200, 200, 200],
    call: () => Effect.succeed<Call>({ path: "/api/users/me/settings", body: { like: true } })
  },
  "GET /api/audit": { expected: [401, 403, 403, 403, 403, 200], call: plain("/api/audit") },
  "GET /api/notifications": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/notifications") },
  "PATCH /api/notifications": { expected: [401, 200, 200, 200, 200, 200], call: aNotification },
  "GET /api/notifications/stream": {
    expected: [401, 200, 200, 200, 200, 200],
    call: plain("/api/notifications/stream")
  },
  "GET /api/mcp": { expected: [401, 200, 200, 200, 200, 200], call: plain("/api/mcp") },
  "POST /api/mcp": {
    expected: [401, 200, 200, 200, 200, 200],
    call: () => Effect.succeed<Call>({ path: "/api/mcp", body: initialize })
  },
  "DELETE /api/mcp": { expected: [401, 200, 200, 200, 200, 200], call: endSession },
  "POST /api/rpc": { expected: [401, 200, 200, 200, 200, 200], call: callProcedure },
  "GET /api/stats": { expected: [200, 200, 200, 200, 200, 200], call: plain("/api/stats") },
  "GET /health": { expected: [200, 200, 200, 200, 200, 200], call: plain("/health") },
  "GET /ready": { expected: [200, 200, 200, 200, 200, 200], call: plain("/ready") },
  "GET /metrics": { expected: [200, 200, 200, 200, 200, 200], call: plain("/metrics") },
  "GET /api/openapi.json": { expected: [200, 200, 200, 200, 200, 200], call: plain("/api/openapi.json") },
  "GET /docs": { expected: [200, 200, 200, 200, 200, 200], call: plain("/docs") },
  "GET /": { expected: [200, 200, 200, 200, 200, 200], call: plain("/") },
  "GET /.well-known/ai-catalog.json": { expected: everybody, call: plain("/.well-known/ai-catalog.json") },
  "GET /api/mcp/server-card": { expected: [200, 200, 200, 200, 200, 200], call: plain("/api/mcp/server-card") },
  "GET /llms.txt": { expected: [200, 200, 200, 200, 200, 200], call: plain("/llms.txt") },
  "GET /skill.md": { expected: [200, 200, 200, 200, 200, 200], call: plain("/skill.md") }
} as const
