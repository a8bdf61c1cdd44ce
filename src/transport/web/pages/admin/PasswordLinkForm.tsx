import { Effect } from "effect"
import { UserPath } from "../../../../api/accounts/UsersApi.ts"
import type { UserId } from "../../../../domain/Ids.ts"
import type { PasswordLink } from "../../../../domain/mail/Mail.ts"
import { OutgoingMail } from "../../../../services/mail/OutgoingMail.ts"
import { PasswordLinks } from "../../../../services/mail/PasswordLinks.ts"
import { Form } from "../../Form.tsx"
import { OwnProof } from "../../PasswordField.tsx"
import { action, forAdmins } from "../../Route.ts"
import { typedProof } from "../../StepUp.ts"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"
import { LinkOnce } from "./LinkOnce.tsx"
import { makeAgain, type PowerProps } from "./Powers.tsx"
import { adminView } from "./Tabs.tsx"

/** The form of a link by which a member sets a password. */
export const PasswordLinkForm = ({ asks, path }: PowerProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} within="link" fields={{ password: t.moderation.ownPassword }}>
      <h3>{t.admin.newPassword}</h3>
      <p class="hint">{t.admin.newPasswordHint}</p>
      {asks ? <OwnProof name="password" /> : null}
      <button class="second">{t.admin.newPasswordLink}</button>
    </Form>
  )
}

/** The link by which a member sets a password, for the admin to hand over. */
const passwordLinkView = (request: WebRequest<{ readonly id: UserId }>, link: PasswordLink, isMailed: boolean) => {
  const { backToMember, passwordLink, passwordLinkHint, passwordLinkMailed, passwordLinkOnce } = request.t.invitations
  const back = { href: `/admin?member=${request.path.id}`, label: backToMember }
  return adminView(
    request,
    "members",
    <LinkOnce title={passwordLink} lead={passwordLinkOnce} link={link} back={back}>
      <p>{passwordLinkHint}</p>
      {isMailed ? <p>{passwordLinkMailed}</p> : null}
    </LinkOnce>
  )
}

export const routes = Effect.gen(function* () {
  const { create } = yield* PasswordLinks
  const { isOn } = yield* OutgoingMail
  const again = yield* makeAgain
  return [
    action({
      ...forAdmins,
      pathSchema: UserPath,
      path: "/members/:id/password-link",
      send: (request) =>
        Effect.gen(function* () {
          const link = yield* create(request.path.id, yield* typedProof(request.form.values))
          return passwordLinkView(request, link, isOn)
        }),
      again: again(PasswordLinkForm)
    })
  ]
})
