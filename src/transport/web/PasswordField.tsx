import { Field } from "./Form.tsx"
import { useField } from "./FormFields.ts"
import { useWebRequest } from "./WebRequest.ts"

/** A password: that of an account, or a new one with the advice for it. */
export const PasswordField = ({ isNew = false, name }: { readonly name: string; readonly isNew?: boolean }) => {
  const { account } = useWebRequest().t
  return (
    <Field
      name={name}
      type="password"
      hint={isNew ? account.passwordHint : undefined}
      autocomplete={isNew ? "new-password" : "current-password"}
      after={
        <button type="button" class="plain scripted" aria-pressed="false" data-reveals={useField(name).id}>
          {account.showPassword}
        </button>
      }
    />
  )
}
