import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { Done, PasswordChange } from "../domain/accounts/Account.ts"
import { SessionList, SessionsEnded, SessionsToEnd } from "../domain/accounts/Session.ts"
import { Addressed, CountsAs, SignedIn } from "./Access.ts"
import { Example } from "./document/Example.ts"
import { createdAt } from "./document/Samples.ts"
import { Forbidden, NotFound } from "./WireErrors.ts"

export const changePassword = HttpApiEndpoint.post("changePassword", "/auth/password")
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

export const listSessions = HttpApiEndpoint.get("listSessions", "/auth/sessions")
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

export const endSessions = HttpApiEndpoint.del("endSessions", "/auth/sessions")
  .setPayload(SessionsToEnd)
  .addSuccess(SessionsEnded)
  .addError(Forbidden.wire)
  .addError(NotFound.wire)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "End your sessions")
  .annotate(
    OpenApi.Description,
    "One session by its `id`; without it, or without a body, all but the one of the call, and all for an API key. What " +
      "they opened ends at once. Not for an agent's key (403)."
  )
  .annotate(Example, { request: { id: 40 }, response: { success: true, ended: 1 } })
