import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Done, Login, PasswordChange, Registration, SignedIn as Session } from "../../domain/accounts/Account.ts"
import {
  ApiKeyChoice,
  ApiKeyList,
  CreatedApiKey,
  KeyRotation,
  maxApiKeys,
  NewApiKey,
  RotatedApiKey
} from "../../domain/accounts/ApiKey.ts"
import { SessionList, SessionsEnded, SessionsToEnd, sessionSeconds } from "../../domain/accounts/Session.ts"
import { ApiKeyId } from "../../domain/Ids.ts"
import { EmailConfirmation, ForgottenPassword, mailsToAddress, PasswordReset } from "../../domain/mail/Mail.ts"
import { inWords } from "../../domain/Text.ts"
import {
  Addressed,
  Anyone,
  CountsAs,
  IgnoresIdempotencyKey,
  OpenToSuspended,
  OptionalBody,
  SignedIn
} from "../Access.ts"
import { body } from "../Body.ts"
import { createdAt, Example, signedIn } from "../document/Samples.ts"
import { decimal } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"

const token = "rds_5uM1Pz0qVw3XyZaBcDeFgHiJkLmNoPqRsTuVwX"

const forgotPassword = HttpApiEndpoint.post("forgotPassword", "/auth/password/forgot")
  .setPayload(body(ForgottenPassword))
  .addSuccess(Done, { status: 202 })
  .addError(Forbidden.wire)
  .middleware(Anyone)
  .annotate(CountsAs, ["auth"])
  .annotate(OpenToSuspended, true)
  .annotate(OpenApi.Summary, "Ask for a mail after a forgotten password")
  .annotate(
    OpenApi.Description,
    "Sends a link to the email of the account. The answer is the same for every email, known or not. At most " +
      `${inWords(mailsToAddress.maxActs)} mails an hour are sent to one email. Where the server sends no mail: 403.`
  )
  .annotate(Example, { request: { email: "maria@example.org" }, response: { success: true } })

const resetPassword = HttpApiEndpoint.post("resetPassword", "/auth/password/reset")
  .setPayload(body(PasswordReset))
  .addSuccess(Done)
  .addError(Forbidden.wire)
  .middleware(Anyone)
  .middleware(Addressed)
  .annotate(CountsAs, ["auth"])
  .annotate(OpenToSuspended, true)
  .annotate(OpenApi.Summary, "Reset a forgotten password")
  .annotate(
    OpenApi.Description,
    "Sets the password by the `token` of the link in the mail, or of the link that an admin made, which works once, within an hour, and only as the newest one: " +
      "else 400. Ends all sessions, but no API key."
  )
  .annotate(Example, { request: { token, password: "zebras wear their stripes" }, response: { success: true } })

const confirmEmail = HttpApiEndpoint.post("confirmEmail", "/auth/email/confirm")
  .setPayload(body(EmailConfirmation))
  .addSuccess(Done)
  .addError(Schema.Union(Forbidden.wire, Conflict.wire))
  .middleware(Anyone)
  .annotate(CountsAs, ["auth"])
  .annotate(OpenToSuspended, true)
  .annotate(OpenApi.Summary, "Confirm a new email")
  .annotate(
    OpenApi.Description,
    "Changes the email by the `token` of the link in the mail that `PATCH /api/users/me` sent to the new address. The link " +
      "works once, within an hour, and only as the newest one: else 400. The former address gets a mail. An email that somebody " +
      "else has taken since is 409."
  )
  .annotate(Example, { request: { token }, response: { success: true } })

const key = {
  id: 5,
  name: "my agent",
  createdAt,
  scopes: ["read", "write", "notifications"],
  expiresAt: null,
  agent: true,
  dailyWrites: 200
}

const createdKey = {
  ...key,
  key: "rdc_8sK2mQv0xTnB4cWz7LhJp5RyD1fGaEo3uX9iYtbqN6",
  usage: "Send the header Authorization: ApiKey rdc_… with each request."
}

const createApiKey = HttpApiEndpoint.post("createApiKey", "/auth/apikeys")
  .setPayload(body(NewApiKey))
  .addSuccess(CreatedApiKey, { status: 201 })
  .addError(Schema.Union(Forbidden.wire, Conflict.wire))
  .middleware(SignedIn)
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OpenApi.Summary, "Create an API key")
  .annotate(
    OpenApi.Description,
    "A long-lived key for an agent. Only this response contains the key; `usage` shows how to send it, and names its " +
      "permissions. A request that needs a scope which the key lacks is 403 and names the scope. `dailyWrites` counts " +
      "requests that need `write`, over REST, MCP and RPC; beyond it is 429 until midnight UTC. A key makes no key that may do more than " +
      `itself (403), and shares its daily budget with those that it makes. A member may have ${maxApiKeys} keys; one more is 409.`
  )
  .annotate(Example, { request: { name: "my agent", agent: true, dailyWrites: 200 }, response: createdKey })

const listApiKeys = HttpApiEndpoint.get("listApiKeys", "/auth/apikeys")
  .addSuccess(ApiKeyList)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "List your API keys")
  .annotate(OpenApi.Description, "Your keys, oldest first, without their secrets.")
  .annotate(Example, { response: { data: [{ ...key, prefix: "rdc_8sK2", lastUsedAt: null }] } })

export const ApiKeyPath = Schema.Struct({ id: decimal(ApiKeyId) })

const rotateApiKey = HttpApiEndpoint.post("rotateApiKey", "/auth/apikeys/:id/rotate")
  .setPath(ApiKeyPath)
  .setPayload(body(KeyRotation))
  .addSuccess(RotatedApiKey, { status: 201 })
  .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
  .middleware(SignedIn)
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OptionalBody, true)
  .annotate(OpenApi.Summary, "Rotate an API key")
  .annotate(
    OpenApi.Description,
    "Gives a key of yours a new secret, which only this response contains; all else of it stays. The secret until now is " +
      "valid for `graceSeconds` more (a day, without it or without a body; 0 ends it at once), with the streams that it " +
      "opened. Of three secrets the oldest ends at once. Revoking the key ends all. A key that has expired is 409; a key " +
      "rotates no key that may do more than itself (403)."
  )
  .annotate(Example, {
    request: { graceSeconds: 3600 },
    response: { ...createdKey, previousKeyExpiresAt: "2026-11-20T10:30:00.000Z" }
  })

const revokeApiKey = HttpApiEndpoint.del("revokeApiKey", "/auth/apikeys")
  .setPayload(body(ApiKeyChoice))
  .addSuccess(Done)
  .addError(NotFound.wire)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "Revoke an API key")
  .annotate(OpenApi.Description, "Names the key by its secret or by its id; it opens nothing from then on.")
  .annotate(Example, { request: { id: 5 }, response: { success: true } })

const changePassword = HttpApiEndpoint.post("changePassword", "/auth/password")
  .setPayload(body(PasswordChange))
  .addSuccess(Done)
  .addError(Forbidden.wire)
  .middleware(SignedIn)
  .middleware(Addressed)
  .annotate(CountsAs, ["auth"])
  .annotate(OpenApi.Summary, "Change your password")
  .annotate(
    OpenApi.Description,
    "Ends all your other sessions at once, but no API key: revoke those that you do not trust. A wrong `oldPassword` is " +
      "403 and counts as a failed login. Not for an agent's key (403)."
  )
  .annotate(Example, {
    request: { oldPassword: "correct horse battery staple", newPassword: "zebras wear their stripes" },
    response: { success: true }
  })

const listSessions = HttpApiEndpoint.get("listSessions", "/auth/sessions")
  .addSuccess(SessionList)
  .addError(Forbidden.wire)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "List your sessions")
  .annotate(
    OpenApi.Description,
    "Your valid sessions, newest first; `current` marks the one of the call. Not for an agent's key (403)."
  )
  .annotate(Example, {
    response: {
      data: [
        {
          id: 40,
          kind: "program",
          by: "password",
          createdAt,
          lastUsedAt: createdAt,
          expiresAt: "2026-11-21T09:30:00.000Z",
          current: true
        }
      ]
    }
  })

const endSessions = HttpApiEndpoint.del("endSessions", "/auth/sessions")
  .setPayload(body(SessionsToEnd))
  .addSuccess(SessionsEnded)
  .addError(Schema.Union(Forbidden.wire, NotFound.wire))
  .middleware(SignedIn)
  .annotate(OptionalBody, true)
  .annotate(OpenApi.Summary, "End your sessions")
  .annotate(
    OpenApi.Description,
    "One session by its `id`; without it, or without a body, all but the one of the call, and all for an API key. Their " +
      "connections end at once. Not for an agent's key (403)."
  )
  .annotate(Example, { request: { id: 40 }, response: { success: true, ended: 1 } })

/** Joining, signing in, sessions, the password, and the keys of agents (spec, Authentication endpoints). */
export class AccountsApi extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("register", "/auth/register")
      .setPayload(body(Registration))
      .addSuccess(Session, { status: 201 })
      .addError(Schema.Union(Forbidden.wire, Conflict.wire))
      .middleware(Anyone)
      .middleware(Addressed)
      .annotate(CountsAs, ["auth"])
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Join the community")
      .annotate(
        OpenApi.Description,
        "Creates an account and signs in. `role` may be `user` or `expert`; `admin` is for an admin to give, " +
          "or for the first with the one-time code that the server printed when it started (`adminCode`); the code ends " +
          "when there is an admin. With the `invitation` of an admin somebody joins in its role, while registration is closed " +
          "too; one that is not valid is 403. A taken email or username is 409."
      )
      .annotate(Example, {
        request: { username: "maria_zebra", email: "maria@example.org", password: "correct horse battery staple" },
        response: signedIn
      })
  )
  .add(
    HttpApiEndpoint.post("login", "/auth/login")
      .setPayload(body(Login))
      .addSuccess(Session)
      .middleware(Anyone)
      .middleware(Addressed)
      .annotate(CountsAs, ["auth"])
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Sign in")
      .annotate(
        OpenApi.Description,
        `Answers a token that is valid for ${sessionSeconds / 3_600} hours. A failure does not show if email or password is wrong. ` +
          "After many failed logins an email is closed for an hour to addresses that it was not used from before (429). " +
          "The token of a suspended member opens little: `suspended` of the user says until when."
      )
      .annotate(Example, {
        request: { email: "maria@example.org", password: "correct horse battery staple" },
        response: signedIn
      })
  )
  .add(
    HttpApiEndpoint.post("logout", "/auth/logout")
      .addSuccess(Done)
      .middleware(SignedIn)
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenToSuspended, true)
      .annotate(OpenApi.Summary, "Sign out")
      .annotate(
        OpenApi.Description,
        "Ends the token of the call at once, and no other. An API key has no session to end: 400."
      )
      .annotate(Example, { response: { success: true } })
  )
  .add(changePassword)
  .add(forgotPassword)
  .add(resetPassword)
  .add(confirmEmail)
  .add(listSessions)
  .add(endSessions)
  .add(createApiKey)
  .add(listApiKeys)
  .add(rotateApiKey)
  .add(revokeApiKey)
  .annotateContext(
    OpenApi.annotations({ title: "Authentication", description: "Joining, signing in, and API keys for agents." })
  )
  .prefix("/api") {}
