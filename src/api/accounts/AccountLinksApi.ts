import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { Done } from "../../domain/accounts/Account.ts"
import { EmailConfirmation, ForgottenPassword, PasswordReset } from "../../domain/mail/Mail.ts"
import { Addressed, Anyone, CountsAs, OpenToSuspended } from "../Access.ts"
import { Example } from "../document/Example.ts"
import { Conflict, Forbidden } from "../WireErrors.ts"

// The endpoints of the links that members get by mail. They are in the group `auth`.

const token = "rds_5uM1Pz0qVw3XyZaBcDeFgHiJkLmNoPqRsTuVwX"

export const forgotPassword = HttpApiEndpoint.post("forgotPassword", "/auth/password/forgot")
  .setPayload(ForgottenPassword)
  .addSuccess(Done, { status: 202 })
  .addError(Forbidden.wire)
  .middleware(Anyone)
  .annotate(CountsAs, ["auth"])
  .annotate(OpenToSuspended, true)
  .annotate(OpenApi.Summary, "Ask for a mail after a forgotten password")
  .annotate(
    OpenApi.Description,
    "Sends a link to the email of the account. The answer is the same for every email, known or not. At most five mails an " +
      "hour are sent to one email. Where the server sends no mail: 403."
  )
  .annotate(Example, { request: { email: "maria@example.org" }, response: { success: true } })

export const resetPassword = HttpApiEndpoint.post("resetPassword", "/auth/password/reset")
  .setPayload(PasswordReset)
  .addSuccess(Done)
  .addError(Forbidden.wire)
  .middleware(Anyone)
  .middleware(Addressed)
  .annotate(CountsAs, ["auth"])
  .annotate(OpenToSuspended, true)
  .annotate(OpenApi.Summary, "Reset a forgotten password")
  .annotate(
    OpenApi.Description,
    "Sets the password by the `token` of the link in the mail, which works once, within an hour, and only as the newest one: " +
      "else 400. Ends all sessions, but no API key."
  )
  .annotate(Example, { request: { token, password: "zebras wear their stripes" }, response: { success: true } })

export const confirmEmail = HttpApiEndpoint.post("confirmEmail", "/auth/email/confirm")
  .setPayload(EmailConfirmation)
  .addSuccess(Done)
  .addError(Forbidden.wire)
  .addError(Conflict.wire)
  .middleware(Anyone)
  .annotate(CountsAs, ["auth"])
  .annotate(OpenToSuspended, true)
  .annotate(OpenApi.Summary, "Confirm a new email")
  .annotate(
    OpenApi.Description,
    "Changes the email by the `token` of the link in the mail that `PATCH /api/users/me` sent to the new address. The link " +
      "works once, within an hour, and only as the newest one: else 400. The former address is told. An email that somebody " +
      "else has taken since is 409."
  )
  .annotate(Example, { request: { token }, response: { success: true } })
