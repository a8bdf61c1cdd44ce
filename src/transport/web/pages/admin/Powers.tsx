import { Effect } from "effect"
import type { ComponentChildren } from "preact"
import { formAgain } from "../../Components.tsx"
import { makeStepUp } from "../../StepUp.ts"
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
  makeStepUp,
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
