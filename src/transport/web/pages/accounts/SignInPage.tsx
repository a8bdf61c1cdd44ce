import { Effect, Option, Schema } from "effect"
import { Login } from "../../../../domain/accounts/Account.ts"
import { Accounts } from "../../../../services/accounts/Accounts.ts"
import type { Beginning } from "../../../../services/accounts/SignIn.ts"
import { nextPath } from "../../Browser.ts"
import { Done } from "../../Components.tsx"
import { Field, Form } from "../../Form.tsx"
import { PasswordField } from "../../PasswordField.tsx"
import { action, forAnyone, forMembers, form, given } from "../../Route.ts"
import { useWebRequest, type Values, valueOf, type WebRequest } from "../../WebRequest.ts"

/** Where a reader goes on after signing in. */
export const nextOf = ({ form: { values }, query }: WebRequest): string => {
  const next = valueOf(values, "next") || query["next"]
  return typeof next === "string" ? nextPath(next) : "/"
}

export const Next = () => <input type="hidden" name="next" value={nextOf(useWebRequest())} />

export const isKept = (values: Values) => valueOf(values, "keep") !== ""
export const beginning = ({ form: { values }, language }: WebRequest): Beginning => ({
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
export const ways = { signIn: "/sign-in", register: "/register", forgot: "/forgot-password" }

export const withNext = (path: string, request: WebRequest) => {
  const next = nextOf(request)
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`
}

const SignIn = () => {
  const request = useWebRequest()
  const { t } = request
  return (
    <div class="narrow">
      <h1>{t.account.signIn}</h1>
      {nextOf(request) === "/" ? null : <p>{t.account.membersOnly}</p>}
      {request.query["done"] === "reset" ? <Done>{t.account.passwordReset}</Done> : null}
      <Form action={ways.signIn} fields={{ email: t.account.email, password: t.account.password }}>
        <Next />
        <Field name="email" type="email" autocomplete="username" />
        <PasswordField name="password" />
        <Keep />
        <button>{t.account.signIn}</button>
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

/** Somebody who is signed in has nothing to do at these pages. */
export const unlessSignedIn = <A,>(request: WebRequest, view: A) =>
  Effect.succeed(Option.isSome(request.viewer) ? { location: nextOf(request) } : view)

/** Begins the route of a form for those who are not signed in. */
export const entry = { ...forAnyone, limits: ["auth" as const] }

export const NextQuery = Schema.Struct({ next: given })

export const routes = Effect.map(Accounts, (accounts) => [
  ...form({
    ...entry,
    path: ways.signIn,
    querySchema: NextQuery,
    payloadSchema: Login,
    show: (request) =>
      unlessSignedIn(request, { title: request.t.account.signIn, canonical: ways.signIn, body: <SignIn /> }),
    send: (request, payload) =>
      Effect.map(accounts.login(payload, beginning(request)), ({ token }) => ({
        location: nextOf(request),
        session: { token, isKept: isKept(request.form.values) }
      }))
  }),
  action({
    ...forMembers,
    path: "/sign-out",
    isOpenToSuspended: true,
    send: () => Effect.as(accounts.logout, { location: "/", session: "end" as const })
  })
])
