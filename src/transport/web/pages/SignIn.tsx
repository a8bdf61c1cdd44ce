import { Effect, Option } from "effect"
import { Accounts } from "../../../services/accounts/Accounts.ts"
import { AccountLinks } from "../../../services/mail/AccountLinks.ts"
import { OutgoingMail } from "../../../services/mail/OutgoingMail.ts"
import { toWireError } from "../../http/Errors.ts"
import { nextPath } from "../Browser.ts"
import { Choices, Field, Form, PasswordField, Summary } from "../Form.tsx"
import { Done } from "../Pieces.tsx"
import { action, form, type Visit, valueOf } from "../Visit.ts"

/** Where a reader goes on after signing in. */
const nextOf = ({ form: { values }, query }: Visit): string => {
  const given = valueOf(values, "next") || query["next"]
  return typeof given === "string" ? nextPath(given) : "/"
}

const Next = ({ visit }: { readonly visit: Visit }) => <input type="hidden" name="next" value={nextOf(visit)} />

const ways = { signIn: "/sign-in", register: "/register", forgot: "/forgot-password" }

const withNext = (path: string, visit: Visit) => {
  const next = nextOf(visit)
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`
}

const SignIn = ({ hasMail, visit }: { readonly visit: Visit; readonly hasMail: boolean }) => {
  const { form: sent, t } = visit
  return (
    <div class="narrow">
      <h1>{t.account.signIn}</h1>
      {visit.query["done"] === "reset" ? <Done>{t.account.passwordReset}</Done> : null}
      <Summary
        visit={visit}
        fields={[
          ["email", t.account.email],
          ["password", t.account.password]
        ]}
      />
      <Form action={ways.signIn}>
        <Next visit={visit} />
        <Field form={sent} name="email" type="email" label={t.account.email} autocomplete="username" />
        <PasswordField visit={visit} />
        <button>{t.account.signIn}</button>
      </Form>
      <ul class="links">
        <li>
          <a href={withNext(ways.register, visit)}>{t.account.noAccount}</a>
        </li>
        {hasMail ? (
          <li>
            <a href={ways.forgot}>{t.account.forgot}</a>
          </li>
        ) : null}
      </ul>
    </div>
  )
}

/** Shown to whoever sets the server up: the code makes the first admin. */
const AdminCode = ({ visit: { form: sent, t } }: { readonly visit: Visit }) => (
  <details open={valueOf(sent.values, "adminCode") !== ""}>
    <summary>{t.account.haveAdminCode}</summary>
    <Field
      form={sent}
      name="adminCode"
      label={t.account.adminCode}
      hint={t.account.adminCodeHint}
      isRequired={false}
      autocomplete="off"
    />
  </details>
)

const Register = ({ visit }: { readonly visit: Visit }) => {
  const { form: sent, t } = visit
  const role = valueOf(sent.values, "role") || "user"
  return (
    <div class="narrow">
      <h1>{t.account.register}</h1>
      <p class="lead">{t.account.registerLead}</p>
      <Summary
        visit={visit}
        fields={[
          ["username", t.account.username],
          ["email", t.account.email],
          ["password", t.account.password],
          ["role", t.account.role],
          ["adminCode", t.account.adminCode]
        ]}
      />
      <Form action={ways.register}>
        <Next visit={visit} />
        <Field
          form={sent}
          name="username"
          label={t.account.username}
          hint={t.account.usernameHint}
          autocomplete="nickname"
        />
        <Field
          form={sent}
          name="email"
          type="email"
          label={t.account.email}
          hint={t.account.emailHint}
          autocomplete="email"
        />
        <PasswordField visit={visit} isNew />
        <Choices
          form={sent}
          name="role"
          label={t.account.role}
          value={role}
          choices={[
            { value: "user", label: t.account.roleUser },
            { value: "expert", label: t.account.roleExpert, hint: t.account.roleExpertHint },
            ...(role === "admin" ? [{ value: "admin", label: t.frame.roleAdmin }] : [])
          ]}
        />
        <AdminCode visit={visit} />
        <p class="hint">
          {t.account.agree} <a href="/terms">{t.frame.terms}</a>, <a href="/privacy">{t.frame.privacy}</a>.
        </p>
        <button>{t.account.register}</button>
      </Form>
      <p>
        <a href={withNext(ways.signIn, visit)}>{t.account.haveAccount}</a>
      </p>
    </div>
  )
}

/** Somebody who is signed in has nothing to do at these pages. */
const unlessSignedIn = <A,>(visit: Visit, view: A) =>
  Effect.succeed(Option.isSome(visit.viewer) ? { location: nextOf(visit) } : view)

const entering = Effect.map(Effect.all([Accounts, OutgoingMail]), ([accounts, mail]) => [
  ...form({
    path: ways.signIn,
    twin: "auth.login",
    needsSignIn: false,
    payload: ({ email, password }) => ({ email, password }),
    show: (visit) =>
      unlessSignedIn(visit, {
        title: visit.t.account.signIn,
        canonical: ways.signIn,
        body: <SignIn hasMail={mail.isOn} visit={visit} />
      }),
    send: (visit, payload) =>
      Effect.map(toWireError(accounts.login(payload)), ({ token }) => ({ location: nextOf(visit), session: { token } }))
  }),
  ...form({
    path: ways.register,
    twin: "auth.register",
    needsSignIn: false,
    payload: (values) => {
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
    show: (visit) =>
      unlessSignedIn(visit, {
        title: visit.t.account.register,
        canonical: ways.register,
        body: <Register visit={visit} />
      }),
    send: (visit, payload) =>
      Effect.map(toWireError(accounts.register(payload)), ({ token }) => ({
        location: nextOf(visit) === "/" ? "/help?done=joined" : nextOf(visit),
        session: { token }
      }))
  }),
  action({
    path: "/sign-out",
    twin: "auth.logout",
    send: () => Effect.as(toWireError(accounts.logout), { location: "/", session: "end" as const })
  })
])

const passwords = Effect.map(Effect.all([AccountLinks, OutgoingMail]), ([links, mail]) => [
  ...form({
    path: ways.forgot,
    twin: "auth.forgotPassword",
    needsSignIn: false,
    payload: ({ email }) => ({ email }),
    show: (visit) => {
      const { form: sent, query, t } = visit
      const body = (
        <div class="narrow">
          <h1>{t.account.forgot}</h1>
          {query["done"] === "sent" ? <Done>{t.account.linkSent}</Done> : null}
          {!mail.isOn ? (
            <p>{t.account.noMail}</p>
          ) : (
            <>
              <Summary visit={visit} fields={[["email", t.account.email]]} />
              <Form action={ways.forgot}>
                <Field
                  form={sent}
                  name="email"
                  type="email"
                  label={t.account.email}
                  hint={t.account.forgotHint}
                  autocomplete="email"
                />
                <button>{t.account.sendLink}</button>
              </Form>
            </>
          )}
        </div>
      )
      return Effect.succeed({ title: t.account.forgot, body })
    },
    send: (_, payload) =>
      Effect.as(toWireError(links.forgotPassword(payload)), { location: `${ways.forgot}?done=sent` })
  }),
  ...form({
    path: "/reset-password",
    twin: "auth.resetPassword",
    needsSignIn: false,
    payload: ({ password, token }) => ({ token, password }),
    show: (visit) => {
      const { form: sent, query, t } = visit
      const given = query["token"]
      const token = valueOf(sent.values, "token") || (typeof given === "string" ? given : "")
      const body = (
        <div class="narrow">
          <h1>{t.account.newPassword}</h1>
          <Summary visit={visit} fields={[["password", t.account.newPassword]]} />
          <Form action="/reset-password">
            <input type="hidden" name="token" value={token} />
            <PasswordField visit={visit} label={t.account.newPassword} isNew />
            <button>{t.account.setPassword}</button>
          </Form>
        </div>
      )
      return Effect.succeed({ title: t.account.newPassword, body })
    },
    send: (_, payload) => Effect.as(toWireError(links.resetPassword(payload)), { location: "/sign-in?done=reset" })
  })
])

export const routes = Effect.map(Effect.all([entering, passwords]), (both) => both.flat())
