import { Effect, Option, Schema } from "effect"
import { UserQuery } from "../../../../api/accounts/UsersApi.ts"
import { decimal, optional, pageQuery } from "../../../../api/Query.ts"
import { isStaff, Role } from "../../../../domain/accounts/CurrentUser.ts"
import { CredentialsRevocation } from "../../../../domain/accounts/Suspension.ts"
import { UserChange, type UserDetail, type UserPage } from "../../../../domain/accounts/User.ts"
import type { VerificationRequestPage } from "../../../../domain/accounts/VerificationRequest.ts"
import { UserId } from "../../../../domain/Ids.ts"
import { AccountSecurity } from "../../../../services/accounts/AccountSecurity.ts"
import { Suspensions } from "../../../../services/accounts/Suspensions.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { VerificationRequests } from "../../../../services/accounts/VerificationRequests.ts"
import { Trail, Who } from "../../Components.tsx"
import { Act, choicesOf, Field, Form, Menu } from "../../Form.tsx"
import { PagedList } from "../../Lists.tsx"
import { OwnProof } from "../../PasswordField.tsx"
import { action, forAdmins, page } from "../../Route.ts"
import { typedProof } from "../../StepUp.ts"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"
import { asAuthor, MemberList } from "../accounts/MembersPage.tsx"
import { PasswordLinkForm } from "./PasswordLinkForm.tsx"
import { backToMember, makeAgain, ofMember, type PowerProps } from "./Powers.tsx"
import { adminView } from "./Tabs.tsx"
import { Request, VerifyForm, verifying } from "./Verifying.tsx"

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
              username={user.username}
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

const AdminQuery = Schema.Struct({
  ...UserQuery.fields,
  member: optional(decimal(UserId), { description: "The member whom the forms are about." }),
  waiting: pageQuery().page.annotations({ description: "The page of the requests to be verified." })
})

const makeOverview = Effect.gen(function* () {
  const users = yield* Users
  const waiting = yield* VerificationRequests
  const { asksProof } = yield* AccountSecurity
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
        return adminView(request, "members", <MemberActions user={user} asks={yield* asksProof} />)
      })
  })
})

export const routes = Effect.gen(function* () {
  const users = yield* Users
  const suspensions = yield* Suspensions
  const overview = yield* makeOverview
  const security = yield* AccountSecurity
  const confirm = ({ form: { values } }: WebRequest) => Effect.flatMap(typedProof(values), security.confirm)

  /** The service demands the proof for a staff role; the page asks for it before any other, too. */
  const changeRole = (request: WebRequest<{ readonly id: UserId }>, change: UserChange) =>
    Option.exists(change.role, isStaff)
      ? Effect.flatMap(typedProof(request.form.values), (proof) =>
          users.change(request.path.id, { ...change, ...proof })
        )
      : Effect.zipRight(confirm(request), users.change(request.path.id, change))

  const again = yield* makeAgain

  return [
    overview,
    action({
      ...ofMember,
      path: "/members/:id/role",
      payloadSchema: UserChange,
      payloadOf: ({ role }) => ({ role }),
      send: (request, payload) => Effect.as(changeRole(request, payload), backToMember(request.path.id)),
      again: again(RoleForm)
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
    ...(yield* verifying)
  ]
})
