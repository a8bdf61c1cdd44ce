import { Effect } from "effect"
import type { AuditPage } from "../../../domain/accounts/Audit.ts"
import { Role } from "../../../domain/accounts/Role.ts"
import type { UserDetail } from "../../../domain/accounts/User.ts"
import { UserId } from "../../../domain/Ids.ts"
import { AuditLog } from "../../../services/accounts/AuditLog.ts"
import { Moderation } from "../../../services/accounts/Moderation.ts"
import { Users } from "../../../services/accounts/Users.ts"
import { toWireError } from "../../http/Errors.ts"
import { Act, Field, Form, Menu, Summary } from "../Form.tsx"
import { Done, Pages, When, Who } from "../Pieces.tsx"
import { action, forMembers, nothingSent, type View, type Visit } from "../Visit.ts"
import { asAuthor } from "./Members.tsx"

/** What an admin may do about a member. */
const MemberActions = ({ user, visit }: { readonly user: UserDetail; readonly visit: Visit }) => {
  const { id, role } = user
  const { form, t } = visit
  return (
    <section aria-labelledby="member" class="panel">
      <h2 id="member">
        <Who author={asAuthor(user)} visit={visit} />
      </h2>
      <Form action={`/members/${id}/role`}>
        <Menu
          form={form}
          name="role"
          label={t.members.role}
          value={role}
          choices={Role.literals.map((value) => ({ value, label: t.members.roles[value] }))}
        />
        <button class="second">{t.writing.save}</button>
      </Form>
      <Form action={`/members/${id}/verify`}>
        <Field form={form} name="as" label={t.moderation.verifyAs} hint={t.moderation.verifyHint} />
        <button class="second">{t.moderation.verify}</button>
      </Form>
      <Act action={`/members/${id}/unverify`} label={t.moderation.unverify} plain />
      <Form action={`/members/${id}/credentials`}>
        <Field form={nothingSent} name="reason" label={t.moderation.revokeReason} hint={t.moderation.revokeHint} />
        <button class="danger">{t.moderation.revoke}</button>
      </Form>
      <p>
        <a href={`/moderation?type=user&id=${id}`}>{t.moderation.decide}</a>
      </p>
    </section>
  )
}

const Audit = ({ page, visit }: { readonly page: AuditPage; readonly visit: Visit }) => {
  const { t } = visit
  return (
    <section aria-labelledby="audit">
      <h2 id="audit">{t.moderation.audit}</h2>
      <div class="scroll" role="region" aria-labelledby="audit" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.moderation.when}</th>
              <th scope="col">{t.moderation.who}</th>
              <th scope="col">{t.moderation.action}</th>
              <th scope="col">{t.moderation.member}</th>
              <th scope="col">{t.moderation.explanation}</th>
            </tr>
          </thead>
          <tbody>
            {page.data.map(({ action: done, at, by, id, reason, user }) => (
              <tr key={id}>
                <td>
                  <When at={at} exact visit={visit} />
                </td>
                <td>{by === null ? t.moderation.operator : (by.username ?? by.id)}</td>
                <td lang="en">{done.replaceAll("_", " ")}</td>
                <td>{user === null ? "" : (user.username ?? user.id)}</td>
                <td>{reason ?? ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pages pagination={page.pagination} visit={visit} />
    </section>
  )
}

const backToMember = (id: number) => ({ location: `/admin?member=${id}&done=saved` })

/** A form of this page that was refused, by itself. */
const again = (visit: Visit, name: "as" | "reason" | "role"): View => {
  const { form, pathname, t } = visit
  const label = { as: t.moderation.verifyAs, reason: t.moderation.revokeReason, role: t.members.role }[name]
  return {
    title: t.frame.admin,
    body: (
      <div class="reading">
        <h1>{t.frame.admin}</h1>
        <Summary visit={visit} fields={[[name, label]]} />
        <Form action={pathname}>
          <Field form={form} name={name} label={label} />
          <button>{t.writing.save}</button>
        </Form>
      </div>
    )
  }
}

export const routes = Effect.map(Effect.all([Users, Moderation, AuditLog]), ([users, moderation, audit]) => [
  forMembers({
    path: "/admin",
    twin: "audit.list",
    show: (visit) =>
      Effect.gen(function* () {
        const { query, t } = visit
        const page = yield* toWireError(audit.list(visit.parameters))
        const { member } = query
        const isNamed = typeof member === "string" && /^[1-9]\d{0,8}$/.test(member)
        const user = isNamed ? yield* toWireError(users.get(UserId.make(Number(member)))) : undefined
        const body = (
          <>
            <h1>{t.frame.admin}</h1>
            {query["done"] === "saved" ? <Done>{t.settings.saved}</Done> : null}
            <p>
              <a href="/members">{t.moderation.findMember}</a>
            </p>
            {user === undefined ? null : <MemberActions user={user} visit={visit} />}
            <Audit page={page} visit={visit} />
          </>
        )
        return { title: t.frame.admin, body }
      })
  }),
  action({
    path: "/members/:id/role",
    twin: "users.update",
    payload: ({ role }) => ({ role }),
    send: (visit, payload) => Effect.as(toWireError(users.change(visit.path.id, payload)), backToMember(visit.path.id)),
    again: (visit) => Effect.succeed(again(visit, "role"))
  }),
  action({
    path: "/members/:id/verify",
    twin: "users.verify",
    payload: ({ as }) => ({ as }),
    send: (visit, payload) => Effect.as(toWireError(users.verify(visit.path.id, payload)), backToMember(visit.path.id)),
    again: (visit) => Effect.succeed(again(visit, "as"))
  }),
  action({
    path: "/members/:id/unverify",
    twin: "users.unverify",
    send: (visit) => Effect.as(toWireError(users.unverify(visit.path.id)), backToMember(visit.path.id))
  }),
  action({
    path: "/members/:id/credentials",
    twin: "users.revokeCredentials",
    payload: ({ reason }) => ({ reason }),
    send: (visit, payload) =>
      Effect.as(toWireError(moderation.revokeCredentials(visit.path.id, payload)), backToMember(visit.path.id)),
    again: (visit) => Effect.succeed(again(visit, "reason"))
  })
])
