import { Effect } from "effect"
import type { ComponentChildren } from "preact"
import { AccountSecurity } from "../../../../services/accounts/AccountSecurity.ts"
import { formAgain } from "../../Components.tsx"
import type { WebRequest } from "../../WebRequest.ts"

export interface FormProps {
  readonly path: string
}

/** The form of a power of admins over others. */
export interface PowerProps extends FormProps {
  /** True where the form asks for the password of the admin (`StepUp.ts`). */
  readonly asks: boolean
}

/** Shows such a form again by itself. */
export const makeAgain = Effect.map(
  AccountSecurity,
  ({ asksPassword }) =>
    (Power: (props: PowerProps) => ComponentChildren) =>
    (request: WebRequest) =>
      Effect.flatMap(asksPassword, (asks) =>
        formAgain(
          (t) => t.layout.admin,
          ({ path }) => <Power path={path} asks={asks} />
        )(request)
      )
)
