import { Effect, Option, Redacted, Schema } from "effect"
import { Login, PasskeyLogin, type SignedIn } from "../../../../domain/accounts/Account.ts"
import { Accounts } from "../../../../services/accounts/Accounts.ts"
import { type SessionStart, SignIn } from "../../../../services/accounts/SignIn.ts"
import { nextPath } from "../../Browser.ts"
import { Done } from "../../Components.tsx"
import { Field, Form } from "../../Form.tsx"
import { CodeField, PasskeyButton, PasswordField } from "../../PasswordField.tsx"
import { action, forAnyone, forMembers, form, given } from "../../Route.ts"
import { passkeyIn, TypedCode } from "../../StepUp.ts"
import { useWebRequest, type Values, type View, valueOf, type WebRequest } from "../../WebRequest.ts"

/** Where a reader goes on after signing in. */
export const nextOf = ({ form: { values }, query }: WebRequest): string => {
  const next = valueOf(values, "next") || query["next"]
  return typeof next === "string" ? nextPath(next) : "/"
}

export const Next = () => <input type="hidden" name="next" value={nextOf(useWebRequest())} />

export const isKept = (values: Values) => valueOf(values, "keep") !== ""
export const sessionStart = ({ form: { values }, language }: WebRequest): SessionStart => ({
  kind: "browser",
  isKept: isKept(values),
  language
})

/** The box by which a browser keeps the session; on, unless a form was sent without it. */
export const Keep = () => {
  const { form, t } = useWebRequest()
  return (
    <div class="choice">
      <input
        type="checkbox"
        id="field-keep"
        name="keep"
        value="yes"
        checked={form.problem === undefined || isKept(form.values)}
        aria-describedby="field-keep-hint"
      />
      <label for="field-keep">{t.account.keep}</label>
      <p class="hint" id="field-keep-hint">
        {t.account.keepHint}
      </p>
    </div>
  )
}

/** The paths of these pages. */
export const ways = {
  signIn: "/sign-in",
  code: "/sign-in/code",
  passkey: "/sign-in/passkey",
  register: "/register",
  forgot: "/forgot-password"
}

/** The page that lists what stays valid after a password was reset. */
export const accessPath = "/settings/access"

export const withNext = (path: string, request: WebRequest) => {
  const next = nextOf(request)
  return next === "/" ? path : `${path}${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`
}

const SignInForms = () => {
  const request = useWebRequest()
  const { t } = request
  return (
    <div class="narrow">
      <h1>{t.account.signIn}</h1>
      {nextOf(request) === "/" || request.query["done"] === "reset" ? null : <p>{t.account.membersOnly}</p>}
      {request.query["done"] === "reset" ? <Done>{t.account.passwordReset}</Done> : null}
      {request.query["done"] === "late" ? (
        <p class="problem" role="status">
          {t.factors.tooLate}
        </p>
      ) : null}
      <Form action={ways.signIn} fields={{ email: t.account.email, password: t.account.password }}>
        <Next />
        <Field name="email" type="email" autocomplete="username webauthn" />
        <PasswordField name="password" />
        <Keep />
        <button>{t.account.signIn}</button>
        <PasskeyButton into="response" label={t.factors.signIn} to={ways.passkey} />
      </Form>
      <ul class="links">
        <li>
          <a href={withNext(ways.register, request)}>{t.account.noAccount}</a>
        </li>
        <li>
          <a href={ways.forgot}>{t.account.forgot}</a>
        </li>
      </ul>
    </div>
  )
}

const signInView = ({ t }: WebRequest): View => ({
  title: t.account.signIn,
  canonical: ways.signIn,
  body: <SignInForms />
})

/** The hidden fields that carry the first step on to the second. */
const FromBefore = ({ step }: { readonly step: string }) => {
  const { values } = useWebRequest().form
  return (
    <>
      <Next />
      <input type="hidden" name="step" value={step} />
      {isKept(values) ? <input type="hidden" name="keep" value="yes" /> : null}
    </>
  )
}

/** The second step of somebody whose password is right, and whose account needs a code. */
const Code = ({ step }: { readonly step: string }) => {
  const { t } = useWebRequest()
  return (
    <div class="narrow">
      <h1>{t.factors.codeTitle}</h1>
      <p>{t.factors.codeLead}</p>
      <Form action={ways.code} fields={{ code: t.factors.code }}>
        <FromBefore step={step} />
        <CodeField isOfApp />
        <button>{t.account.signIn}</button>
      </Form>
      <details class="ask">
        <summary>{t.factors.noPhone}</summary>
        <form method="post" action={ways.code} noValidate>
          <FromBefore step={step} />
          <div class="field">
            <label for="recovery-code">{t.factors.recoveryCode}</label>
            <p class="hint" id="recovery-code-hint">
              {t.factors.recoveryCodeHint}
            </p>
            <input
              id="recovery-code"
              name="code"
              autocomplete="off"
              autocapitalize="characters"
              spellcheck={false}
              aria-describedby="recovery-code-hint"
            />
          </div>
          <button class="second">{t.account.signIn}</button>
        </form>
      </details>
    </div>
  )
}

const codeView = ({ t }: WebRequest, step: string): View => ({
  title: t.factors.codeTitle,
  body: <Code step={step} />
})

/** Somebody who is signed in has nothing to do at these pages. */
export const unlessSignedIn = <A,>(request: WebRequest, view: A) =>
  Effect.succeed(Option.isSome(request.viewer) ? { location: nextOf(request) } : view)

/** Begins the route of a form for those who are not signed in. */
export const entry = { ...forAnyone, limits: ["auth" as const] }

export const NextQuery = Schema.Struct({ next: given })

const toSignIn = (request: WebRequest) => Effect.succeed({ location: withNext(ways.signIn, request) })

const signedIn = (request: WebRequest, { token }: SignedIn) => ({
  location: nextOf(request),
  session: { token, isKept: isKept(request.form.values) }
})

const CodeOfStep = Schema.Struct({ code: TypedCode, step: Schema.Redacted(Schema.String) })

export const routes = Effect.map(Effect.all([Accounts, SignIn]), ([accounts, signIn]) => [
  ...form({
    ...entry,
    path: ways.signIn,
    querySchema: NextQuery,
    payloadSchema: Login,
    payloadOf: ({ email, password }) => ({ email, password }),
    show: (request) => unlessSignedIn(request, signInView(request)),
    send: (request, payload) =>
      signIn.login(payload, sessionStart(request)).pipe(
        Effect.map((session) => signedIn(request, session)),
        Effect.catchTag("SecondFactorNeeded", (needed) =>
          Option.match(needed.step, {
            onNone: () => needed,
            onSome: (step) => Effect.succeed(codeView(request, Redacted.value(step)))
          })
        )
      )
  }),
  ...form({
    ...entry,
    path: ways.code,
    querySchema: NextQuery,
    payloadSchema: CodeOfStep,
    show: toSignIn,
    send: (request, payload) =>
      signIn.secondStep(payload, sessionStart(request)).pipe(
        Effect.map((session) => signedIn(request, session)),
        Effect.catchTag("SignInStepOver", () =>
          Effect.succeed({ location: withNext(`${ways.signIn}?done=late`, request) })
        )
      ),
    again: (request) => Effect.succeed(codeView(request, valueOf(request.form.values, "step")))
  }),
  ...form({
    ...entry,
    path: ways.passkey,
    querySchema: NextQuery,
    payloadSchema: PasskeyLogin,
    payloadOf: (values) => ({ response: passkeyIn(values, "response") }),
    show: toSignIn,
    send: (request, payload) =>
      Effect.map(signIn.passkeyLogin(payload, sessionStart(request)), (session) => signedIn(request, session)),
    again: (request) => Effect.succeed(signInView(request))
  }),
  action({
    ...forMembers,
    path: "/sign-out",
    isOpenToSuspended: true,
    send: () => Effect.as(accounts.logout, { location: "/", session: "end" as const })
  })
])
