import { Effect } from "effect"
import { PasswordChange } from "../../../../../domain/accounts/Account.ts"
import { AccountSecurity } from "../../../../../services/accounts/AccountSecurity.ts"
import { Form } from "../../../Form.tsx"
import { PasswordField } from "../../../PasswordField.tsx"
import { forMembersOnly } from "../../../Route.ts"
import { saved, settingsForm } from "./SettingsForm.tsx"

/** A member's password. */
export const routes = Effect.map(AccountSecurity, (security) =>
  settingsForm({
    ...forMembersOnly,
    page: "password",
    payloadSchema: PasswordChange,
    limits: ["auth"],
    show: ({ t }) =>
      Effect.succeed(
        <>
          <p>{t.settings.passwordLead}</p>
          <Form
            action="/settings/password"
            fields={{ oldPassword: t.settings.oldPassword, newPassword: t.account.newPassword }}
          >
            <PasswordField name="oldPassword" />
            <PasswordField name="newPassword" isNew />
            <button>{t.account.setPassword}</button>
          </Form>
        </>
      ),
    send: (_, payload) => Effect.as(security.changePassword(payload), saved("password"))
  })
)
