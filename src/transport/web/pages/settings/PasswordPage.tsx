import { Effect } from "effect"
import { PasswordChange } from "../../../../domain/accounts/Account.ts"
import { AccountSecurity } from "../../../../services/accounts/AccountSecurity.ts"
import { Form, PasswordField } from "../../Form.tsx"
import { forMembers } from "../../Route.ts"
import { saved, settingsForm } from "./SettingsForm.tsx"

/** A member's password. */
export const routes = Effect.map(AccountSecurity, (security) =>
  settingsForm({
    ...forMembers,
    page: "password",
    payloadSchema: PasswordChange,
    limits: ["auth"],
    show: ({ t }) =>
      Effect.succeed(
        <>
          <p>{t.settings.passwordLead}</p>
          <Form action="/settings/password">
            <PasswordField name="oldPassword" label={t.settings.oldPassword} />
            <PasswordField name="newPassword" label={t.account.newPassword} isNew />
            <button>{t.account.setPassword}</button>
          </Form>
        </>
      ),
    send: (_, payload) => Effect.as(security.changePassword(payload), saved("password"))
  })
)
