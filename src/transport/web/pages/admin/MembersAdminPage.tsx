import { Effect, Option, Schema } from "effect"
import { UserPath, UserQuery } from "../../../../api/accounts/UsersApi.ts"
import { decimal, optional, pageQuery } from "../../../../api/Query.ts"
import { Role } from "../../../../domain/accounts/Role.ts"
import { CredentialsRevocation } from "../../../../domain/accounts/Suspension.ts"
import { NewVerification, UserChange, type UserDetail, type UserPage } from "../../../../domain/accounts/User.ts"
import {
  type ListedVerificationRequest,
  VerificationRefusal,
  type VerificationRequestPage
} from "../../../../domain/accounts/VerificationRequest.ts"
import { UserId, VerificationRequestId } from "../../../../domain/Ids.ts"
import { AccountSecurity } from "../../../../services/accounts/AccountSecurity.ts"
import { Suspensions } from "../../../../services/accounts/Suspensions.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { VerificationRequests } from "../../../../services/accounts/VerificationRequests.ts"
import { Trail, When, Who } from "../../Components.tsx"
import { Act, choicesOf, Field, Form, Menu } from "../../Form.tsx"
import { PagedList } from "../../Lists.tsx"
import { OwnProof } from "../../PasswordField.tsx"
import { action, forAdmins, page } from "../../Route.ts"
import { typedProof } from "../../StepUp.ts"
import { numberOf, useWebRequest, valueOf, type WebRequest } from "../../WebRequest.ts"
import { asAuthor, MemberList } from "../accounts/MembersPage.tsx"
import { PasswordLinkForm } from "./PasswordLinkForm.tsx"
import { againAbout, type FormProps, makeAgain, type PowerProps } from "./Powers.tsx"
import { adminView } from "./Tabs.tsx"

const RoleForm = ({ asks, path, role }: PowerProps & { readonly role?: Role }) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} within="role" fields={{ role: t.members.role, password: t.moderation.ownPassword }}>
      <Menu name="role" value={role} choices={choicesOf(Role.literals, t.members.roles)} />
      {asks ? <OwnProof name="password" /> : null}
      <button class="second">{t.admin.saveRole}</button>
    </Form>
  )
}

interface VerifyFormProps extends FormProps {
  /** The present verification of the member. */
  readonly current?: string | undefined
}

const VerifyForm = ({ current, path }: VerifyFormProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} fields={{ as: t.moderation.verifyAs }}>
      <Field name="as" hint={t.moderation.verifyHint} {...(current === undefined ? {} : { value: current })} />
      <button class="second">{current === undefined ? t.moderation.verify : t.admin.saveVerification}</button>
    </Form>
  )
}

const CredentialsForm = ({ asks, path }: PowerProps) => {
  const { t } = useWebRequest()
  return (
    <Form
      action={path}
      within="revoke"
      fields={{ reason: t.moderation.revokeReason, password: t.moderation.ownPassword }}
    >
      <Field name="reason" hint={t.moderation.revokeHint} />
      {asks ? <OwnProof name="password" /> : null}
      <button class="danger">{t.moderation.revoke}</button>
    </Form>
  )
}

/** The refusal of a request as it was read: its words go with the reason. */
const RefuseForm = ({ path, request }: FormProps & { readonly request?: ListedVerificationRequest }) => {
  const { form, t } = useWebRequest()
  const member = request?.user.id ?? (valueOf(form.values, "member") || undefined)
  const isRead = request !== undefined || form.values["as"] !== undefined
  const { as, text } = request ?? { as: valueOf(form.values, "as"), text: valueOf(form.values, "text") }
  return (
    <Form action={path} within={path.replaceAll("/", "-").slice(1)} fields={{ reason: t.admin.refuseReason }}>
      {member === undefined ? null : <input type="hidden" name="member" value={member} />}
      {isRead ? <input type="hidden" name="as" value={as} /> : null}
      {isRead ? <input type="hidden" name="text" value={text} /> : null}
      <Field name="reason" hint={t.admin.refuseHint} />
      <button class="second">{t.admin.refuse}</button>
    </Form>
  )
}

/** A member who waits to be verified, with the answers. */
const Request = ({ request }: { readonly request: ListedVerificationRequest }) => {
  const { as, createdAt, id, text, user } = request
  const { t } = useWebRequest()
  return (
    <li class="card">
      <p class="facts">
        <Who author={user} />
        <When at={createdAt} exact />
      </p>
      <p>
        {t.admin.asks} <strong dir="auto">{as}</strong>
      </p>
      <p dir="auto">{text}</p>
      <Act action={`/members/${user.id}/verify`} fields={{ as }} label={t.admin.verifyThem} />
      <details class="ask">
        <summary>{t.admin.refuse}</summary>
        <RefuseForm path={`/verification-requests/${id}/refuse`} request={request} />
      </details>
    </li>
  )
}

/** The acts of an admin on a member. */
const MemberActions = ({ asks, user }: { readonly asks: boolean; readonly user: UserDetail }) => {
  const { email, id, role, suspended, verified } = user
  const { t, viewer } = useWebRequest()
  return (
    <>
      <Trail href="/admin" label={t.admin.tabs.members} />
      <section aria-labelledby="member" class="panel">
        <h2 id="member">
          <Who author={asAuthor(user)} />
        </h2>
        <p class="facts">
          {Option.isSome(email) ? <span>{email.value}</span> : null}
          {Option.isSome(suspended) ? <span class="badge unverified">{t.admin.suspended}</span> : null}
          <a href={`/moderation?type=user&id=${id}`}>{t.admin.decideAbout}</a>
          <a href={`/admin/audit?userId=${id}`}>{t.admin.auditOf}</a>
        </p>
        <div class="parts">
          <RoleForm path={`/members/${id}/role`} role={role} asks={asks} />
          <div>
            <VerifyForm
              path={`/members/${id}/verify`}
              current={Option.getOrUndefined(Option.map(verified, ({ as }) => as))}
            />
            {Option.isSome(verified) ? (
              <Act action={`/members/${id}/unverify`} label={t.moderation.unverify} plain />
            ) : null}
          </div>
          <CredentialsForm path={`/members/${id}/credentials`} asks={asks} />
          {Option.exists(viewer, (admin) => admin.id === id) ? null : (
            <PasswordLinkForm path={`/members/${id}/password-link`} asks={asks} />
          )}
        </div>
      </section>
    </>
  )
}

interface Listed {
  readonly filter: typeof AdminQuery.Type
  readonly members: UserPage
  readonly requests: VerificationRequestPage
}

const Overview = ({ filter, members, requests }: Listed) => {
  const { t } = useWebRequest()
  return (
    <>
      <section aria-labelledby="requests">
        <h2 id="requests">{t.admin.requests}</h2>
        <PagedList of={requests.pagination} name="waiting" empty={t.admin.noRequests}>
          {requests.data.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </PagedList>
      </section>
      <section aria-labelledby="find-member">
        <h2 id="find-member">{t.admin.find}</h2>
        <MemberList
          action="/admin"
          filter={filter}
          page={members}
          facts={({ id, suspended, username }) => (
            <>
              {Option.isSome(suspended) ? <span class="badge unverified">{t.admin.suspended}</span> : null}
              <a href={`/admin?member=${id}`}>
                {t.admin.manage}
                <span class="aside"> {username}</span>
              </a>
            </>
          )}
        />
      </section>
    </>
  )
}

const backToMember = (id: number) => ({ location: `/admin?member=${id}&done=saved` })

const AdminQuery = Schema.Struct({
  ...UserQuery.fields,
  member: optional(decimal(UserId), { description: "The member whom the forms are about." }),
  waiting: pageQuery().page.annotations({ description: "The page of the requests to be verified." })
})

const makeOverview = Effect.gen(function* () {
  const users = yield* Users
  const waiting = yield* VerificationRequests
  const { asksPassword } = yield* AccountSecurity
  return page({
    ...forAdmins,
    path: "/admin",
    querySchema: AdminQuery,
    show: (request) =>
      Effect.gen(function* () {
        const { member, waiting: page, ...filter } = request.parameters
        if (member === undefined) {
          const requests = yield* waiting.list({ page })
          const members = yield* users.list(filter)
          return adminView(
            request,
            "members",
            <Overview filter={request.parameters} members={members} requests={requests} />
          )
        }
        const user = yield* users.get(member)
        return adminView(request, "members", <MemberActions user={user} asks={yield* asksPassword} />)
      })
  })
})

const ofMember = { ...forAdmins, pathSchema: UserPath }

const decodeMember = Schema.decodeUnknownOption(UserId)

/** The member whom a refused refusal is about. */
const memberOf = ({ form: { values } }: WebRequest) => decodeMember(numberOf(valueOf(values, "member")))

export const routes = Effect.gen(function* () {
  const users = yield* Users
  const suspensions = yield* Suspensions
  const waiting = yield* VerificationRequests
  const overview = yield* makeOverview
  const security = yield* AccountSecurity
  const confirm = ({ form: { values } }: WebRequest) => Effect.flatMap(typedProof(values), security.confirm)

  const again = yield* makeAgain

  return [
    overview,
    action({
      ...ofMember,
      path: "/members/:id/role",
      payloadSchema: UserChange,
      payloadOf: ({ role }) => ({ role }),
      send: (request, payload) =>
        Effect.as(
          Effect.zipRight(confirm(request), users.change(request.path.id, payload)),
          backToMember(request.path.id)
        ),
      again: again(RoleForm)
    }),
    action({
      ...ofMember,
      path: "/members/:id/verify",
      payloadSchema: NewVerification,
      send: (request, payload) => Effect.as(users.verify(request.path.id, payload), backToMember(request.path.id)),
      again: again(VerifyForm)
    }),
    action({
      ...ofMember,
      path: "/members/:id/unverify",
      send: (request) => Effect.as(users.unverify(request.path.id), backToMember(request.path.id))
    }),
    action({
      ...ofMember,
      path: "/members/:id/credentials",
      payloadSchema: CredentialsRevocation,
      send: (request, payload) =>
        Effect.as(
          Effect.zipRight(confirm(request), suspensions.revokeCredentials(request.path.id, payload)),
          backToMember(request.path.id)
        ),
      again: again(CredentialsForm)
    }),
    action({
      ...forAdmins,
      path: "/verification-requests/:id/refuse",
      pathSchema: Schema.Struct({ id: decimal(VerificationRequestId) }),
      payloadSchema: VerificationRefusal,
      payloadOf: ({ as, reason, text }) => ({ reason, asked: as === undefined ? null : { as, text } }),
      send: (request, payload) =>
        Effect.as(waiting.refuse(request.path.id, payload), { location: "/admin?done=saved" }),
      again: (request) => {
        const refused = <RefuseForm path={request.pathname} />
        return Option.match(memberOf(request), {
          onNone: () => Effect.succeed(adminView(request, "members", refused)),
          onSome: (id) => Effect.map(users.get(id), (user) => againAbout(request, user, refused))
        })
      }
    })
  ]
})
