import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Done, Login, PasswordChange, Registration, SignedIn as Session } from "../domain/accounts/Account.ts"
import { SessionList, SessionsEnded, SessionsToEnd } from "../domain/accounts/Session.ts"
import {
  Addressed,
  Anyone,
  CountsAs,
  IgnoresIdempotencyKey,
  OpenToSuspended,
  OptionalBody,
  SignedIn
} from "./Access.ts"
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./ApiKeysApi.ts"
import { confirmEmail, forgotPassword, resetPassword } from "./accounts/AccountLinksApi.ts"
import { Example } from "./document/Example.ts"
import { createdAt, signedIn } from "./document/Samples.ts"
import { Conflict, Forbidden, NotFound } from "./WireErrors.ts"

const changePassword = HttpApiEndpoint.post("changePassword", "/auth/password")
  .setPayload(PasswordChange)
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
    response: { data: [{ id: 40, createdAt, expiresAt: "2026-11-21T09:30:00.000Z", current: true }] }
  })

const endSessions = HttpApiEndpoint.del("endSessions", "/auth/sessions")
  .setPayload(SessionsToEnd)
  .addSuccess(SessionsEnded)
  .addError(Forbidden.wire)
  .addError(NotFound.wire)
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
      .setPayload(Registration)
      .addSuccess(Session, { status: 201 })
      .addError(Forbidden.wire)
      .addError(Conflict.wire)
      .middleware(Anyone)
      .middleware(Addressed)
      .annotate(CountsAs, ["auth"])
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Join the community")
      .annotate(
        OpenApi.Description,
        "Creates an account and signs in. `role` may be `user` or `expert`; `admin` is for an admin to give, " +
          "or for the first with the one-time code that the server printed when it started (`adminCode`); the code ends " +
          "when there is an admin. A taken email or username is 409."
      )
      .annotate(Example, {
        request: { username: "maria_zebra", email: "maria@example.org", password: "correct horse battery staple" },
        response: signedIn
      })
  )
  .add(
    HttpApiEndpoint.post("login", "/auth/login")
      .setPayload(Login)
      .addSuccess(Session)
      .middleware(Anyone)
      .middleware(Addressed)
      .annotate(CountsAs, ["auth"])
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Sign in")
      .annotate(
        OpenApi.Description,
        "Answers a token that is valid for 24 hours. A failure does not show if email or password is wrong. " +
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
