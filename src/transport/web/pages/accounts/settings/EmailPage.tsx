import { Effect, Option, Schema } from "effect"
import { UserChange } from "../../../../../domain/accounts/User.ts"
import { EmailConfirmation } from "../../../../../domain/mail/Mail.ts"
import { Users } from "../../../../../services/accounts/Users.ts"
import { AccountLinks } from "../../../../../services/mail/AccountLinks.ts"
import { OutgoingMail } from "../../../../../services/mail/OutgoingMail.ts"
import { Field, Form } from "../../../Form.tsx"
import { OwnProof } from "../../../PasswordField.tsx"
import { action, forAnyone, forMembersOnly, given } from "../../../Route.ts"
import { proofIn, typedProof } from "../../../StepUp.ts"
import { useWebRequest } from "../../../WebRequest.ts"
import { saved, settingsForm } from "./SettingsForm.tsx"

/** The button of the link in the new mailbox. */
const Confirmation = ({ token }: { readonly token: string }) => (
  <Form action="/settings/email/confirm">
    <p>{useWebRequest().t.settings.confirmEmailLead}</p>
    <input type="hidden" name="token" value={token} />
    <button>{useWebRequest().t.settings.confirmEmail}</button>
  </Form>
)

/** The email address of a member, and the confirmation of a new one. */
export const routes = Effect.map(Effect.all([Users, AccountLinks, OutgoingMail]), ([users, links, mail]) => [
  ...settingsForm({
    ...forMembersOnly,
    page: "email",
    querySchema: Schema.Struct({ token: given }),
    payloadSchema: UserChange,
    payloadOf: ({ email, ...values }) => ({ email, ...proofIn(values) }),
    show: ({ parameters: { token }, t }) =>
      Effect.map(users.me, (me) =>
        token !== undefined ? (
          <Confirmation token={token} />
        ) : (
          <>
            <p>
              {t.settings.emailNow} <strong>{Option.getOrElse(me.email, () => "")}</strong>
            </p>
            <Form action="/settings/email" fields={{ email: t.settings.newEmail, password: t.settings.oldPassword }}>
              <Field name="email" type="email" autocomplete="email" />
              <OwnProof name="password" />
              <button>{t.writing.save}</button>
            </Form>
          </>
        )
      ),
    send: ({ form: { values } }, payload) =>
      Effect.as(
        Effect.zipRight(typedProof(values), users.changeMe(payload)),
        mail.isOn ? { location: "/settings/email?done=sent" } : saved("email")
      )
  }),
  action({
    ...forAnyone,
    path: "/settings/email/confirm",
    payloadSchema: EmailConfirmation,
    limits: ["auth"],
    isOpenToSuspended: true,
    send: (_, payload) => Effect.as(links.confirmEmail(payload), saved("email"))
  })
])
