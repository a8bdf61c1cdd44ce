import { Effect, Redacted } from "effect"
import { initialize } from "../transport/mcp/Requests.ts"
import { answer, publish } from "./Given.ts"
import { join as joinAs, registration } from "./Members.ts"
import { type Caller, memberOf, People, signIn } from "./People.ts"
import { ask } from "./Raw.ts"
import { factorCalls } from "./rows/FactorRows.ts"
import {
  admins,
  authors,
  type Call,
  everybody,
  members,
  moderationCalls,
  plain,
  plainly
} from "./rows/ModerationCalls.ts"
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

const aNotification = (caller: Caller) =>
  Effect.gen(function* () {
    const { admin, other } = yield* People
    const post = yield* publish(yield* memberOf(caller))
    yield* answer(caller === "other" ? admin : other, post.id)
    return { path: "/api/notifications", body: {} }
  })

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
/** What moderators may read of the texts of others. */
const onRevisions = [401, 200, 403, 403, 200, 200] as const

const placeOnPost = () =>
  Effect.gen(function* () {
    const { user } = yield* People
    const { id, postId } = yield* answer(user, (yield* publish(user)).id)
    return { path: `/api/posts/${postId}/place`, body: { commentId: id } } satisfies Call
  })

/**
 * The authorization matrix: for each endpoint a valid request, and the status for anonymous, the owner, another user,
 * an expert and an admin (spec, Authentication; security, Authorization).
 */
export const calls = {
  "POST /api/auth/register": everybody(join, 201),
  "POST /api/auth/login": everybody(login),
  "POST /api/auth/logout": members(logout),
  "POST /api/auth/apikeys": members(plain("/api/auth/apikeys", { name: "my agent" }), 201),
  "DELETE /api/auth/apikeys": members(revokeOwnKey),
  "POST /api/auth/apikeys/:id/rotate": members(rotateOwnKey, 201),
  "POST /api/auth/password": members(changeNewPassword),
  // This server sends no mail.
  "POST /api/auth/password/forgot": everybody(plain("/api/auth/password/forgot", { email: "a" }), 403),
  "POST /api/auth/password/reset": everybody(
    plain("/api/auth/password/reset", { token: "a", password: "correct horse" }),
    403
  ),
  "POST /api/auth/email/confirm": everybody(plain("/api/auth/email/confirm", { token: "a" }), 403),
  "DELETE /api/auth/sessions": members(endOtherSession),
  ...plainly(
    everybody,
    "GET /feeds/posts.xml",
    "GET /feeds/news.xml",
    "GET /api/posts",
    "GET /api/news",
    "GET /api/diseases",
    "GET /api/stats",
    "GET /health",
    "GET /ready",
    "GET /metrics",
    "GET /api/openapi.json",
    "GET /docs",
    "GET /",
    "GET /.well-known/ai-catalog.json",
    "GET /api/mcp/server-card",
    "GET /llms.txt",
    "GET /skill.md"
  ),
  ...plainly(
    members,
    "GET /api/auth/apikeys",
    "GET /api/auth/sessions",
    "GET /api/users",
    "GET /api/users/me",
    "GET /api/users/me/export",
    "GET /api/users/me/blocks",
    "GET /api/users/me/follows",
    "GET /api/users/me/settings",
    "GET /api/notifications",
    "GET /api/notifications/stream",
    "GET /api/mcp"
  ),
  "GET /feeds/posts/:id.xml": everybody(() =>
    Effect.map(ownersPost, ({ id }): Call => ({ path: `/feeds/posts/${id}.xml` }))
  ),
  "GET /api/posts/:id": everybody(onPost()),
  "POST /api/posts": members(plain("/api/posts", post), 201),
  "PATCH /api/posts/:id": authors(onPost("", { title: "Found one" })),
  "GET /api/posts/:id/revisions": { expected: onRevisions, call: onPost("/revisions") },
  ...translationCalls,
  "DELETE /api/posts/:id": authors(onPost()),
  "GET /api/posts/:id/comments": everybody(onPost("/comments")),
  "POST /api/posts/:id/comments": members(onPost("/comments", { content: "Thank you." }), 201),
  "GET /api/comments/:id": everybody(onComment()),
  "PATCH /api/comments/:id": authors(onComment({ content: "Thanks." })),
  "GET /api/comments/:id/revisions": { expected: onRevisions, call: onComment(undefined, "/revisions") },
  "DELETE /api/comments/:id": authors(onComment()),
  "PUT /api/comments/:id/helped": onHelped,
  "DELETE /api/comments/:id/helped": onHelped,
  "POST /api/comments/:id/like": members(onComment(undefined, "/like")),
  "PUT /api/comments/:id/like": members(onComment(undefined, "/like")),
  "DELETE /api/comments/:id/like": members(onComment(undefined, "/like")),
  "GET /api/posts/:id/like": everybody(onPost("/like")),
  "POST /api/posts/:id/like": members(onPost("/like")),
  "PUT /api/posts/:id/like": members(onPost("/like")),
  "DELETE /api/posts/:id/like": members(onPost("/like")),
  "GET /api/news/:id": everybody(plain("/api/news/1")),
  "GET /api/phenotypes": everybody(plain("/api/phenotypes?search=seizure")),
  "GET /api/phenotypes/:id": everybody(plain("/api/phenotypes/HP:0001250")),
  "GET /api/diseases/:id": everybody(plain("/api/diseases/ORPHA:558")),
  "PATCH /api/users/me": members(plain("/api/users/me", { bio: "Hello." })),
  "GET /api/users/:id": members(aboutOwner()),
  "PATCH /api/users/:id": authors(aboutOwner({ bio: "Hello." })),
  "PUT /api/users/:id/verification": admins(aboutOwner({ as: "a nurse" }, "/verification")),
  "DELETE /api/users/:id/verification": admins(aboutOwner(undefined, "/verification")),
  "DELETE /api/users/:id/credentials": admins(aboutNewcomer({ reason: "taken over" }, "/credentials")),
  "POST /api/users/:id/password-link": admins(aboutNewcomer(undefined, "/password-link"), 201),
  "PUT /api/users/:id/suspension": admins(aboutNewcomer({ reason: "spam" }, "/suspension")),
  "DELETE /api/users/:id/suspension": admins(aboutNewcomer(undefined, "/suspension")),
  "DELETE /api/users/me": members(leaveAnew),
  "PUT /api/users/:id/block": members(aboutNewcomer(undefined, "/block")),
  "DELETE /api/users/:id/block": members(aboutNewcomer(undefined, "/block")),
  ...moderationCalls,
  ...factorCalls,
  ...pushCalls,
  ...steeringCalls,
  "PUT /api/posts/:id/follow": members(onPost("/follow")),
  "PUT /api/posts/:id/place": members(placeOnPost),
  "DELETE /api/posts/:id/follow": members(onPost("/follow")),
  "PUT /api/diseases/:id/follow": members(plain("/api/diseases/ORPHA:558/follow")),
  "DELETE /api/diseases/:id/follow": members(plain("/api/diseases/ORPHA:558/follow")),
  "PUT /api/users/:id/follow": members(aboutNewcomer(undefined, "/follow")),
  "DELETE /api/users/:id/follow": members(aboutNewcomer(undefined, "/follow")),
  "PATCH /api/users/me/settings": members(plain("/api/users/me/settings", { like: true })),
  ...plainly(admins, "GET /api/audit"),
  "PATCH /api/notifications": members(aNotification),
  "POST /api/mcp": members(plain("/api/mcp", initialize)),
  "DELETE /api/mcp": members(endSession),
  "POST /api/rpc": members(callProcedure)
}
