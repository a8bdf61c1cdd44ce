import { Effect } from "effect"
import { CommunitySettings } from "../../../../../src/services/CommunitySettings.ts"
import { unique } from "../../../../contracts/newRows.ts"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { joinAdmin } from "../../../../support/Given.ts"
import { join } from "../../../../support/Members.ts"
import { onlyWebhook, body as webhookBody } from "../../../../support/rows/OnlyWebhook.ts"
import { creationOptions, enableApp, oldSession, passkeysPath, register, secondFactorPath } from "./Given.ts"

/** A member with a factor of each kind, whose session is old. */
export const makeScene = Effect.gen(function* () {
  const [maria, device, bob] = [yield* joinAdmin, newAuthenticator(), yield* join()]
  const { headers } = yield* register(maria, device)
  yield* register(maria, newAuthenticator())
  const { recoveryCodes } = yield* enableApp(maria)
  const webhook = yield* onlyWebhook
  const { agentsReadMembers, audiences } = yield* Effect.flatMap(CommunitySettings, (settings) => settings.present)
  const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "full" } })
  const registration = newAuthenticator().makeRegistration(yield* creationOptions(maria))
  const [passkey, code] = [headers["location"] ?? "", recoveryCodes[0]]
  return {
    maria,
    bob,
    device,
    key,
    registration,
    passkey,
    code,
    webhook,
    agentsReadMembers,
    audiences,
    old: yield* oldSession(maria)
  }
})

export type Scene = Effect.Effect.Success<typeof makeScene>
type Method = "POST" | "PATCH" | "DELETE" | "PUT"

export interface Row {
  readonly method: Method
  readonly path: string
  readonly body?: object
  /** The name of the password in the body. */
  readonly password?: string
  /** The status without a proof: 400 where the schema demands one. */
  readonly without: 403 | 400
  /** The status with a key of the member and the password. */
  readonly withKey: 403 | 200
}

const newEmail = () => `${unique()}@example.org`

const newPassword = "zebras wear their stripes"

/** A row; most are 403 without a proof, and done with a key and the password. */
const row = (method: Method, path: string, given: Partial<Row> = {}): Row => ({
  ...{ method, path, without: 403, withKey: 200 },
  ...given
})

/** The endpoints that demand a fresh sign-in or a proof, or a proof always, by their names. */
export const demanding: Readonly<Record<string, (scene: Scene) => Row>> = {
  "POST /api/auth/passkeys": ({ registration }) =>
    row("POST", passkeysPath, { body: { response: registration }, withKey: 403 }),
  "DELETE /api/auth/passkeys/:id": ({ passkey }) => row("DELETE", passkey, { withKey: 403 }),
  "POST /api/auth/second-factor": () => row("POST", secondFactorPath, { withKey: 403 }),
  "DELETE /api/auth/second-factor": ({ code }) => row("DELETE", secondFactorPath, { body: { code }, withKey: 403 }),
  "POST /api/auth/second-factor/recovery-codes": ({ code }) =>
    row("POST", `${secondFactorPath}/recovery-codes`, { body: { code }, withKey: 403 }),
  "POST /api/auth/password": () =>
    row("POST", "/api/auth/password", { body: { newPassword }, password: "oldPassword", without: 400 }),
  "PATCH /api/users/me": () => row("PATCH", "/api/users/me", { body: { email: newEmail() }, without: 400 }),
  "PATCH /api/users/:id": ({ maria }) =>
    row("PATCH", `/api/users/${maria.user.id}`, { body: { email: newEmail() }, without: 400 }),
  "PATCH /api/users/:id role": ({ bob }) =>
    row("PATCH", `/api/users/${bob.user.id}`, { body: { role: "moderator" }, withKey: 403 }),
  "PATCH /api/community": ({ agentsReadMembers }) =>
    row("PATCH", "/api/community", { body: { agentsReadMembers: !agentsReadMembers } }),
  "PATCH /api/community audiences": ({ audiences }) =>
    row("PATCH", "/api/community", { body: { audiences: !audiences } }),
  "POST /api/webhooks": () => row("POST", "/api/webhooks", { body: webhookBody }),
  "PATCH /api/webhooks/:id": ({ webhook: { id } }) => row("PATCH", `/api/webhooks/${id}`, { body: { enabled: false } }),
  "DELETE /api/webhooks/:id": ({ webhook: { id } }) => row("DELETE", `/api/webhooks/${id}`),
  "POST /api/users/:id/password-link": ({ bob }) => row("POST", `/api/users/${bob.user.id}/password-link`),
  "DELETE /api/users/me": () => row("DELETE", "/api/users/me", { body: { posts: "delete" }, without: 400 })
}

/** The others that concern credentials, or give somebody more than they had, and why they demand nothing. */
export const others: Readonly<Record<string, string>> = {
  "POST /api/auth/register": "begins an account; for a staff role the caller has to have a fresh session (below)",
  "POST /api/auth/login": "is a sign-in",
  "POST /api/auth/logout": "ends the session of the call",
  "POST /api/auth/password/forgot": "sends a mail to the owner of the address",
  "POST /api/auth/password/reset": "has the token of a link as its proof",
  "POST /api/auth/email/confirm": "has the token of a link as its proof",
  "DELETE /api/auth/sessions": "ends sessions",
  "POST /api/auth/apikeys": "gives no more than the credential of the call has, as the seed had it",
  "POST /api/auth/apikeys/:id/rotate": "gives no more than the key has",
  "DELETE /api/auth/apikeys": "ends a key",
  "PUT /api/users/me/verification-request": "changes no credential",
  "DELETE /api/users/me/verification-request": "changes no credential",
  "PATCH /api/users/me/settings": "changes no credential",
  "POST /api/auth/passkeys/login/options": "changes nothing",
  "POST /api/auth/passkeys/login": "is a sign-in",
  "POST /api/auth/passkeys/options": "changes nothing",
  "PATCH /api/auth/passkeys/:id": "changes a name",
  "PUT /api/users/:id/verification": "gives a mark, and no power",
  "POST /api/invitations": "lets people join in roles that give no power",
  "POST /api/mcp": "calls tools, which are below",
  "POST /api/rpc": "calls tools, which are below",
  "PUT /api/auth/second-factor": "goes on from `POST`, which demands a proof, by a code of the secret that it gave"
}

/** The writes by which nobody can do more than before. */
export const givingNothing: ReadonlyArray<string> = [
  "POST /api/posts",
  "PATCH /api/posts/:id",
  "DELETE /api/posts/:id",
  "POST /api/posts/:id/comments",
  "PATCH /api/comments/:id",
  "DELETE /api/comments/:id",
  "PUT /api/comments/:id/helped",
  "DELETE /api/comments/:id/helped",
  "POST /api/comments/:id/like",
  "PUT /api/comments/:id/like",
  "DELETE /api/comments/:id/like",
  "PUT /api/posts/:id/place",
  "POST /api/posts/:id/like",
  "PUT /api/posts/:id/like",
  "DELETE /api/posts/:id/like",
  "POST /api/news",
  "PUT /api/news/:id",
  "DELETE /api/news/:id",
  "POST /api/news/feeds",
  "DELETE /api/news/feeds/:id",
  "DELETE /api/users/:id/verification",
  "DELETE /api/users/:id/credentials",
  "PUT /api/users/:id/suspension",
  "DELETE /api/users/:id/suspension",
  "PUT /api/users/:id/block",
  "DELETE /api/users/:id/block",
  "DELETE /api/verification-requests/:id",
  "DELETE /api/invitations/:id",
  "PUT /api/posts/:id/follow",
  "DELETE /api/posts/:id/follow",
  "PUT /api/diseases/:id/follow",
  "DELETE /api/diseases/:id/follow",
  "PUT /api/users/:id/follow",
  "DELETE /api/users/:id/follow",
  "POST /api/reports",
  "POST /api/decisions",
  "POST /api/decisions/:id/appeal",
  "PATCH /api/decisions/:id/appeal",
  "PATCH /api/notifications",
  "POST /api/push/subscriptions",
  "DELETE /api/push/subscriptions/:id",
  "DELETE /api/mcp"
]

/** The tools that write: none gives anybody more than they had. */
export const toolsGivingNothing: ReadonlyArray<string> = [
  "create_post",
  "reply_to_post",
  "like_post",
  "delete_post",
  "mark_notifications_read",
  "report_content"
]
