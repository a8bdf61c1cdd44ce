import { Effect, Option, Schema } from "effect"
import { Login, Registration } from "../../../../domain/accounts/Account.ts"
import type { Role } from "../../../../domain/accounts/Role.ts"
import { Accounts, type Beginning } from "../../../../services/accounts/Accounts.ts"
import { FirstAdmin } from "../../../../services/accounts/FirstAdmin.ts"
import { CommunitySettings } from "../../../../services/CommunitySettings.ts"
import { Brand } from "../../Brand.ts"
import { nextPath } from "../../Browser.ts"
import { Done } from "../../Components.tsx"
import { Choices, Field, Form, PasswordField } from "../../Form.tsx"
import { action, forAnyone, forMembers, form, given } from "../../Route.ts"
import { useWebRequest, type Values, valueOf, type WebRequest } from "../../WebRequest.ts"
import { ContactLine } from "../ContactLine.tsx"

/** Where a reader goes on after signing in. */
export const nextOf = ({ form: { values }, query }: WebRequest): string => {
  const next = valueOf(values, "next") || query["next"]
  return typeof next === "string" ? nextPath(next) : "/"
}

export const Next = () => <input type="hidden" name="next" value={nextOf(useWebRequest())} />

const isKept = (values: Values) => valueOf(values, "keep") !== ""
const beginning = ({ form: { values }, language }: WebRequest): Beginning => ({
  kind: "browser",
  isKept: isKept(values),
  language
})

/** The box by which a browser keeps the session; on, unless a form was sent without it. */
const Keep = () => {
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

/** The code that makes the first admin, for whoever sets the server up. */
const AdminCode = () => (
  <Field name="adminCode" hint={useWebRequest().t.account.adminCodeHint} isRequired={false} autocomplete="off" />
)

interface Joining {
  readonly isClosed: boolean
  /** True until somebody is the first admin. */
  readonly wantsAdmin: boolean
  readonly roles: ReadonlyArray<Role>
}

const JoinForm = ({ isClosed, roles, wantsAdmin }: Joining) => {
  const { form: sent, t } = useWebRequest()
  const role = valueOf(sent.values, "role") || roles[0] || "user"
  const choices = [
    { value: "user", label: t.account.roleUser },
    { value: "expert", label: t.account.roleExpert, hint: t.account.roleExpertHint },
    { value: "admin", label: t.layout.roleAdmin }
  ] as const
  return (
    <Form
      action={ways.register}
      fields={{
        username: t.account.username,
        email: t.account.email,
        password: t.account.password,
        role: t.account.role,
        adminCode: t.account.adminCode
      }}
    >
      <Next />
      <Field name="username" hint={t.account.usernameHint} autocomplete="nickname" />
      <Field name="email" type="email" hint={t.account.emailHint} autocomplete="email" />
      <PasswordField name="password" isNew />
      {isClosed ? (
        <AdminCode />
      ) : (
        <>
          <Choices
            name="role"
            value={role}
            choices={choices.filter(({ value }) => value === role || roles.includes(value))}
          />
          {wantsAdmin ? (
            <details open={valueOf(sent.values, "adminCode") !== ""}>
              <summary>{t.account.haveAdminCode}</summary>
              <AdminCode />
            </details>
          ) : null}
        </>
      )}
      <Keep />
      <p class="hint">
        {t.account.agree} <a href="/terms">{t.layout.terms}</a>. {t.account.yourData}{" "}
        <a href="/privacy">{t.layout.privacy}</a>.
      </p>
      <button>{t.account.register}</button>
    </Form>
  )
}

const Register = ({ brand, ...joining }: Joining & { readonly brand: Brand["Type"] }) => {
  const request = useWebRequest()
  const { form: sent, t } = request
  return (
    <div class="narrow">
      <h1>{t.account.register}</h1>
      {joining.isClosed ? (
        <>
          <p class="notice">{t.account.registerClosed}</p>
          <ContactLine brand={brand} />
          {joining.wantsAdmin ? (
            <details open={sent.problem !== undefined}>
              <summary>{t.account.haveAdminCode}</summary>
              <JoinForm {...joining} />
            </details>
          ) : null}
        </>
      ) : (
        <>
          <p class="lead">{t.account.registerLead}</p>
          <JoinForm {...joining} />
        </>
      )}
      <p>
        <a href={withNext(ways.signIn, request)}>{t.account.haveAccount}</a>
      </p>
    </div>
  )
}

/** Somebody who is signed in has nothing to do at these pages. */
const unlessSignedIn = <A,>(request: WebRequest, view: A) =>
  Effect.succeed(Option.isSome(request.viewer) ? { location: nextOf(request) } : view)

const joining = Effect.map(Effect.all([CommunitySettings, FirstAdmin, Accounts]), ([settings, first, { openRoles }]) =>
  Effect.zipWith(
    settings.present,
    first.isOpen,
    ({ registration }, wantsAdmin): Joining => ({ isClosed: registration === "closed", wantsAdmin, roles: openRoles })
  )
)

/** Begins the route of a form for those who are not signed in. */
export const entry = { ...forAnyone, limits: ["auth" as const] }

const NextQuery = Schema.Struct({ next: given })

export const routes = Effect.map(Effect.all([Accounts, joining, Brand]), ([accounts, joining, brand]) => [
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
  ...form({
    ...entry,
    path: ways.register,
    querySchema: NextQuery,
    payloadSchema: Registration,
    payloadOf: (values) => {
      const adminCode = valueOf(values, "adminCode").trim()
      const { email, password, username } = values
      // The code is for the first admin, and makes one.
      return {
        username,
        email,
        password,
        ...(adminCode === "" ? { role: values["role"] } : { role: "admin", adminCode })
      }
    },
    show: (request) =>
      Effect.flatMap(joining, (joining) =>
        unlessSignedIn(request, {
          title: request.t.account.register,
          canonical: ways.register,
          body: <Register {...joining} brand={brand} />
        })
      ),
    send: (request, payload) =>
      Effect.map(accounts.register(payload, beginning(request)), ({ token }) => ({
        location: withNext("/welcome", request),
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
