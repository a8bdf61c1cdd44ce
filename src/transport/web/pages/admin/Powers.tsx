import { Effect } from "effect"
import type { ComponentChildren } from "preact"
import { UserPath } from "../../../../api/accounts/UsersApi.ts"
import type { UserDetail } from "../../../../domain/accounts/User.ts"
import type { UserId } from "../../../../domain/Ids.ts"
import { AccountSecurity } from "../../../../services/accounts/AccountSecurity.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Trail, Who } from "../../Components.tsx"
import type { Asks } from "../../PasswordField.tsx"
import { forAdmins } from "../../Route.ts"
import type { WebRequest } from "../../WebRequest.ts"
import { asAuthor } from "../accounts/MembersPage.tsx"
import { adminView } from "./Tabs.tsx"

/** Begins a form about a member. */
export const ofMember = { ...forAdmins, pathSchema: UserPath }

export const backToMember = (id: number) => ({ location: `/admin?member=${id}&done=saved` })

export interface FormProps {
  readonly path: string
}

/** The form of a power of admins over others. */
export interface PowerProps extends FormProps {
  /** True where the form asks for the password of the admin (`StepUp.ts`). */
  readonly asks: Asks
}

/** A refused form about a member, below the name and the way back. */
export const againAbout = (request: WebRequest, user: UserDetail, form: ComponentChildren) =>
  adminView(
    request,
    "members",
    <>
      <Trail href={`/admin?member=${user.id}`} label={request.t.invitations.backToMember} />
      <h2>
        <Who author={asAuthor(user)} />
      </h2>
      {form}
    </>
  )

/** Shows such a form again by itself, with the member whom it is about. */
export const makeAgain = Effect.map(
  Effect.all([AccountSecurity, Users]),
  ([{ asksProof }, users]) =>
    (Power: (props: PowerProps) => ComponentChildren) =>
    (request: WebRequest<{ readonly id: UserId }>) =>
      Effect.zipWith(users.get(request.path.id), asksProof, (user, asks) =>
        againAbout(request, user, <Power path={request.pathname} asks={asks} />)
      )
)
