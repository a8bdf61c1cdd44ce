import { Effect, Schema } from "effect"
import type { ComponentChildren } from "preact"
import { AuditQuery } from "../../../../api/ModerationApi.ts"
import { decimal, optional } from "../../../../api/Query.ts"
import { UserPath } from "../../../../api/UsersApi.ts"
import type { AuditPage } from "../../../../domain/accounts/Audit.ts"
import { Role } from "../../../../domain/accounts/Role.ts"
import { CredentialsRevocation } from "../../../../domain/accounts/Suspension.ts"
import { NewVerification, UserChange, type UserDetail } from "../../../../domain/accounts/User.ts"
import { UserId } from "../../../../domain/Ids.ts"
import { AuditLog } from "../../../../services/accounts/AuditLog.ts"
import { Suspensions } from "../../../../services/accounts/Suspensions.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Done, formAgain, Pages, When, Who } from "../../Components.tsx"
import { Act, choicesOf, Field, Form, Menu, PasswordField } from "../../Form.tsx"
import { action, forMembers, page } from "../../Route.ts"
import { makeStepUp } from "../../StepUp.ts"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"
import { asAuthor } from "../MembersPage.tsx"

interface FormProps {
  readonly path: string
}

interface PowerProps extends FormProps {
  /** True where the form asks for the password of the admin (`StepUp.ts`). */
  readonly asks: boolean
}

const RoleForm = ({ asks, path, role }: PowerProps & { readonly role?: Role }) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} within="role" fields={{ role: t.members.role, password: t.moderation.ownPassword }}>
      <Menu name="role" value={role} choices={choicesOf(Role.literals, t.members.roles)} />
      {asks ? <PasswordField name="password" /> : null}
      <button class="second">{t.writing.save}</button>
    </Form>
  )
}

const VerifyForm = ({ path }: FormProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} fields={{ as: t.moderation.verifyAs }}>
      <Field name="as" hint={t.moderation.verifyHint} />
      <button class="second">{t.moderation.verify}</button>
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
      {asks ? <PasswordField name="password" /> : null}
      <button class="danger">{t.moderation.revoke}</button>
    </Form>
  )
}

/** What an admin may do about a member. */
const MemberActions = ({ asks, user }: { readonly asks: boolean; readonly user: UserDetail }) => {
  const { id, role } = user
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="member" class="panel">
      <h2 id="member">
        <Who author={asAuthor(user)} />
      </h2>
      <RoleForm path={`/members/${id}/role`} role={role} asks={asks} />
      <VerifyForm path={`/members/${id}/verify`} />
      <Act action={`/members/${id}/unverify`} label={t.moderation.unverify} plain />
      <CredentialsForm path={`/members/${id}/credentials`} asks={asks} />
      <p>
        <a href={`/moderation?type=user&id=${id}`}>{t.moderation.decide}</a>
      </p>
    </section>
  )
}

const Audit = ({ page }: { readonly page: AuditPage }) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="audit">
      <h2 id="audit">{t.moderation.audit}</h2>
      <div class="scroll" role="region" aria-labelledby="audit" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {[
                t.moderation.when,
                t.moderation.who,
                t.moderation.action,
                t.moderation.member,
                t.moderation.explanation
              ].map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.data.map(({ action: done, at, by, id, reason, user }) => (
              <tr key={id}>
                <td>
                  <When at={at} exact />
                </td>
                <td>{by === null ? t.moderation.operator : (by.username ?? by.id)}</td>
                <td lang="en">{done.replaceAll("_", " ")}</td>
                <td>{user.username ?? user.id}</td>
                <td>{reason ?? ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pages pagination={page.pagination} />
    </section>
  )
}

const backToMember = (id: number) => ({ location: `/admin?member=${id}&done=saved` })

const AdminQuery = Schema.Struct({
  ...AuditQuery.fields,
  member: optional(decimal(UserId), { description: "The member whom the forms are about." })
})

const makeOverview = Effect.map(Effect.all([Users, AuditLog, makeStepUp]), ([users, audit, { asksPassword }]) =>
  page({
    ...forMembers,
    path: "/admin",
    querySchema: AdminQuery,
    show: (request) =>
      Effect.gen(function* () {
        const { parameters, query, t } = request
        const page = yield* audit.list(parameters)
        const user = parameters.member === undefined ? undefined : yield* users.get(parameters.member)
        const body = (
          <>
            <h1>{t.frame.admin}</h1>
            {query["done"] === "saved" ? <Done>{t.settings.saved}</Done> : null}
            <p>
              <a href="/members">{t.moderation.findMember}</a>
            </p>
            {user === undefined ? null : <MemberActions user={user} asks={yield* asksPassword} />}
            <Audit page={page} />
          </>
        )
        return { title: t.frame.admin, body }
      })
  })
)

const ofMember = { ...forMembers, pathSchema: UserPath }

export const routes = Effect.gen(function* () {
  const users = yield* Users
  const suspensions = yield* Suspensions
  const overview = yield* makeOverview
  const stepUp = yield* makeStepUp

  const again = (Power: (props: PowerProps) => ComponentChildren) => (request: WebRequest) =>
    Effect.flatMap(stepUp.asksPassword, (asks) =>
      formAgain(
        (t) => t.frame.admin,
        ({ path }) => <Power path={path} asks={asks} />
      )(request)
    )

  return [
    overview,
    action({
      ...ofMember,
      path: "/members/:id/role",
      payloadSchema: UserChange,
      payloadOf: ({ role }) => ({ role }),
      send: (request, payload) =>
        Effect.as(
          Effect.zipRight(stepUp.confirm(request), users.change(request.path.id, payload)),
          backToMember(request.path.id)
        ),
      again: again(RoleForm)
    }),
    action({
      ...ofMember,
      path: "/members/:id/verify",
      payloadSchema: NewVerification,
      send: (request, payload) => Effect.as(users.verify(request.path.id, payload), backToMember(request.path.id)),
      again: formAgain((t) => t.frame.admin, VerifyForm)
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
          Effect.zipRight(stepUp.confirm(request), suspensions.revokeCredentials(request.path.id, payload)),
          backToMember(request.path.id)
        ),
      again: again(CredentialsForm)
    })
  ]
})
