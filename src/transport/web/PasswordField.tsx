import type { ComponentChildren } from "preact"
import { Field } from "./Form.tsx"
import { useField } from "./FormFields.ts"
import { useWebRequest } from "./WebRequest.ts"

interface PasswordFieldProps {
  readonly name: string
  readonly hint?: string
  readonly isRequired?: boolean
}

/** A password: that of an account, or a new one with the advice for it. */
export const PasswordField = ({ isNew = false, name, ...props }: PasswordFieldProps & { readonly isNew?: boolean }) => {
  const { account } = useWebRequest().t
  return (
    <Field
      name={name}
      type="password"
      {...(isNew ? { hint: account.passwordHint } : {})}
      {...props}
      autocomplete={isNew ? "new-password" : "current-password"}
      after={
        <button type="button" class="plain scripted" aria-pressed="false" data-reveals={useField(name).id}>
          {account.showPassword}
        </button>
      }
    />
  )
}

interface CodeFieldProps {
  readonly hint?: string
  /** True where only the app has the code: a phone shows its digits to type, and no letters. */
  readonly isOfApp?: boolean
}

/** A code of an app, or a recovery code. It is never sent back. */
export const CodeField = ({ hint, isOfApp = false }: CodeFieldProps) => (
  <Field
    name="code"
    value=""
    hint={hint}
    autocomplete="one-time-code"
    {...(isOfApp ? { inputMode: "numeric" as const } : {})}
  />
)

/** The script of the pages that use passkeys. A browser runs it once, however often a page names it. */
export const PasskeyScript = () => <script type="module" src={useWebRequest().passkeyScript}></script>

/** What stands in place of a passkey at an IP address, where it cannot work. */
const PasskeysElsewhere = () => {
  const { passkeys, t } = useWebRequest()
  return (
    <p>
      {t.factors.needName}{" "}
      {passkeys === "nowhere" ? null : <a href={passkeys}>{t.factors.openAt({ address: new URL(passkeys).origin })}</a>}
    </p>
  )
}

/** Shows what offers a passkey, where passkeys work. */
export const WherePasskeysWork = ({ children }: { readonly children: ComponentChildren }) =>
  useWebRequest().passkeys === "here" ? children : <PasskeysElsewhere />

interface PasskeyButtonProps {
  /** The field that gets the answer of the passkey. */
  readonly into: string
  readonly label: string
  /** Where the form is sent then; without it, to its own action. */
  readonly to?: string
}

/** The button that sends a form with a passkey. The script shows it, since only a script can ask for one. */
export const PasskeyButton = ({ into, label, to }: PasskeyButtonProps) => (
  <WherePasskeysWork>
    <div class="passkey" data-passkey={useWebRequest().t.factors.failed} hidden>
      <input type="hidden" name={into} />
      <button type={to === undefined ? "button" : "submit"} class="second" formaction={to}>
        {label}
      </button>
      <p class="fault" role="status"></p>
      <PasskeyScript />
    </div>
  </WherePasskeysWork>
)

/** What a form asks for: nothing, the password alone of who has no passkey, or (`true`) a passkey in its place. */
export type Asks = boolean | "password"

/** The password of whoever is signed in, or in its place a passkey (`StepUp.ts`). */
export const OwnProof = ({ asks = true, ...field }: PasswordFieldProps & { readonly asks?: Asks }) => {
  const { t } = useWebRequest()
  return (
    <>
      <PasswordField {...field} />
      {asks === true ? <PasskeyButton into="passkey" label={t.factors.use} /> : null}
    </>
  )
}
