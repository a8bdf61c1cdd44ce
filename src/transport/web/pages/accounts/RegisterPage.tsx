import { Effect, Option, Redacted, Schema } from "effect"
import { Registration } from "../../../../domain/accounts/Account.ts"
import type { Role } from "../../../../domain/accounts/CurrentUser.ts"
import { Accounts } from "../../../../services/accounts/Accounts.ts"
import { FirstAdmin } from "../../../../services/accounts/FirstAdmin.ts"
import { CommonPasswords } from "../../../../services/accounts/factors/CommonPasswords.ts"
import { Invitations } from "../../../../services/accounts/Invitations.ts"
import { CommunitySettings } from "../../../../services/CommunitySettings.ts"
import { Brand } from "../../Brand.ts"
import { Choices, Field, Form } from "../../Form.tsx"
import { PasswordField } from "../../PasswordField.tsx"
import { form, given } from "../../Route.ts"
import { useWebRequest, valueOf, type WebRequest } from "../../WebRequest.ts"
import { ContactLine } from "../ContactLine.tsx"
import { entry, isKept, Keep, Next, NextQuery, sessionStart, unlessSignedIn, ways, withNext } from "./SignInPage.tsx"

/** The code that makes the first admin, for whoever sets the server up. */
const AdminCode = () => (
  <Field name="adminCode" hint={useWebRequest().t.account.adminCodeHint} isRequired={false} autocomplete="off" />
)

interface Joining {
  readonly isClosed: boolean
  /** True until somebody is the first admin. */
  readonly wantsAdmin: boolean
  readonly roles: ReadonlyArray<Role>
  /** The invitation that came with the link; `valid` is its role. */
  readonly invitation: Option.Option<{ readonly secret: string; readonly valid: Option.Option<Role> }>
}

/** The role of a valid invitation. */
const invitedAs = ({ invitation }: Joining) => Option.flatMap(invitation, ({ valid }) => valid)

/** The questions beside the account: the role, and the code of the first admin; none for invited people. */
const Standing = (joining: Joining) => {
  const { isClosed, roles, wantsAdmin } = joining
  const { form: sent, t } = useWebRequest()
  if (Option.isSome(invitedAs(joining))) return null
  if (isClosed) return <AdminCode />
  const role = valueOf(sent.values, "role") || roles[0] || "user"
  const choices = [
    { value: "user", label: t.account.roleUser },
    { value: "expert", label: t.account.roleExpert, hint: t.account.roleExpertHint },
    { value: "admin", label: t.layout.roleAdmin }
  ] as const
  return (
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
  )
}

const JoinForm = (joining: Joining) => {
  const { t } = useWebRequest()
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
      {Option.isSome(invitedAs(joining)) && Option.isSome(joining.invitation) ? (
        <input type="hidden" name="invitation" value={joining.invitation.value.secret} />
      ) : null}
      <Field name="username" hint={t.account.usernameHint} autocomplete="nickname" />
      <Field name="email" type="email" hint={t.account.emailHint} autocomplete="email" />
      <PasswordField name="password" isNew />
      <Standing {...joining} />
      <Keep />
      <p class="hint">
        {t.account.agree} <a href="/terms">{t.layout.terms}</a>. {t.account.yourData}{" "}
        <a href="/privacy">{t.layout.privacy}</a>.
      </p>
      <button>{t.account.register}</button>
    </Form>
  )
}

/** Says who may join: whoever was invited, nobody else, or everybody. */
const Lead = (joining: Joining) => {
  const { t } = useWebRequest()
  const invited = invitedAs(joining)
  if (Option.isNone(invited)) return joining.isClosed ? null : <p class="lead">{t.account.registerLead}</p>
  return (
    <>
      <p class="lead">{t.invitations.invited}</p>
      {joining.isClosed ? <p>{t.invitations.onlyInvited}</p> : null}
      {invited.value === "expert" ? <p>{t.invitations.asExpert}</p> : null}
    </>
  )
}

const Register = ({ brand, ...joining }: Joining & { readonly brand: Brand["Type"] }) => {
  const request = useWebRequest()
  const { form: sent, t } = request
  const isInvalid = Option.isSome(joining.invitation) && Option.isNone(invitedAs(joining))
  const isShut = joining.isClosed && Option.isNone(invitedAs(joining))
  const haveAccount = (
    <p>
      <a href={withNext(ways.signIn, request)}>{t.account.haveAccount}</a>
    </p>
  )
  return (
    <div class="narrow">
      <h1>{t.account.register}</h1>
      {isInvalid ? <p class="notice">{t.invitations.invalid}</p> : null}
      {isShut ? (
        <>
          {isInvalid ? null : <p class="notice">{t.account.registerClosed}</p>}
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
          <Lead {...joining} />
          {haveAccount}
          <JoinForm {...joining} />
        </>
      )}
      {isShut ? haveAccount : null}
    </div>
  )
}

const makeShownJoining = Effect.gen(function* () {
  const [settings, first] = [yield* CommunitySettings, yield* FirstAdmin]
  const { openRoles: roles } = yield* Accounts
  const { find } = yield* Invitations

  /** The invitation of the link, or of the form that was sent. */
  const invitationOf = ({ form: { values }, query }: WebRequest) => {
    const given = valueOf(values, "invitation") || query["invitation"]
    const secret = typeof given === "string" ? given : ""
    if (secret === "") return Effect.succeedNone
    const role = Effect.map(find(Redacted.make(secret)), ({ role }) => Option.some<Role>(role))
    const valid = Effect.catchTag(role, "NotAllowed", () => Effect.succeedNone)
    return Effect.map(valid, (valid) => Option.some({ secret, valid }))
  }

  return Effect.fnUntraced(function* (request: WebRequest) {
    const isClosed = (yield* settings.present).registration === "closed"
    const joining: Joining = {
      isClosed,
      wantsAdmin: yield* first.isOpen,
      roles,
      invitation: yield* invitationOf(request)
    }
    return joining
  })
})

const needs = Effect.all([Accounts, makeShownJoining, Brand, CommonPasswords])

/** The page to join. */
export const routes = Effect.map(needs, ([accounts, joiningOf, brand, common]) =>
  form({
    ...entry,
    path: ways.register,
    querySchema: Schema.Struct({ ...NextQuery.fields, invitation: given }),
    payloadSchema: Registration,
    payloadOf: (values) => {
      const adminCode = valueOf(values, "adminCode").trim()
      const { email, password, username } = values
      const invitation = valueOf(values, "invitation")
      // The code is for the first admin, and makes one.
      return {
        username,
        email,
        password,
        ...(invitation === "" ? {} : { invitation }),
        ...(adminCode === "" ? { role: values["role"] } : { role: "admin", adminCode })
      }
    },
    show: (request) =>
      Effect.flatMap(joiningOf(request), (joining) =>
        unlessSignedIn(request, {
          title: request.t.account.register,
          canonical: ways.register,
          body: <Register {...joining} brand={brand} />
        })
      ),
    send: (request, payload) =>
      common.refuse(payload.password, payload).pipe(
        Effect.zipRight(accounts.register(payload, sessionStart(request))),
        Effect.map(({ token, user }) => ({
          location: user.role === "admin" ? "/admin/setup" : withNext("/welcome", request),
          session: { token, isKept: isKept(request.form.values) }
        }))
      )
  })
)
