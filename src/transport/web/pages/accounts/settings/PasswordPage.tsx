import { Effect } from "effect"
import { passwordChange } from "../../../../../domain/accounts/Account.ts"
import { knownNames } from "../../../../../domain/accounts/Password.ts"
import { AccountSecurity } from "../../../../../services/accounts/AccountSecurity.ts"
import { CommonPasswords } from "../../../../../services/accounts/factors/CommonPasswords.ts"
import { Users } from "../../../../../services/accounts/Users.ts"
import { Form } from "../../../Form.tsx"
import { PasskeyButton, PasswordField } from "../../../PasswordField.tsx"
import { forMembersOnly } from "../../../Route.ts"
import { proofIn, TypedPassword } from "../../../StepUp.ts"
import { saved, settingsForm } from "./SettingsForm.tsx"

/** A member's password. */
export const routes = Effect.map(Effect.all([AccountSecurity, CommonPasswords, Users]), ([security, common, users]) =>
  settingsForm({
    ...forMembersOnly,
    page: "password",
    payloadSchema: passwordChange(TypedPassword),
    payloadOf: (values) => ({ ...proofIn(values, "oldPassword"), newPassword: values["newPassword"] }),
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
            <PasskeyButton into="passkey" label={t.factors.use} />
            <button>{t.account.setPassword}</button>
          </Form>
          <p>
            {t.factors.saferThanPassword} <a href="/settings/security">{t.settings.pages.security}</a>
          </p>
        </>
      ),
    send: (_, payload) =>
      Effect.flatMap(users.me, (user) => common.refuse(payload.newPassword, knownNames(user), "newPassword")).pipe(
        Effect.zipRight(security.changePassword(payload)),
        Effect.as(saved("password"))
      )
  })
)
