import { DateTime, Effect, Option, Schema } from "effect"
import { InvitationPath } from "../../../../api/accounts/InvitationsApi.ts"
import { pageQuery } from "../../../../api/Query.ts"
import {
  type Invitation,
  type InvitationPage,
  InvitationRole,
  invitationDays,
  NewInvitation
} from "../../../../domain/accounts/Invitation.ts"
import { wholeNumber } from "../../../../domain/Fields.ts"
import { Invitations } from "../../../../services/accounts/Invitations.ts"
import { When } from "../../Components.tsx"
import { Act, Choices, choicesOf, Field, Form } from "../../Form.tsx"
import { PagedList } from "../../Lists.tsx"
import { action, forAdmins, form } from "../../Route.ts"
import { numberOf, useWebRequest, valueOf } from "../../WebRequest.ts"
import { LinkOnce } from "./LinkOnce.tsx"
import { adminView } from "./Tabs.tsx"

const path = "/admin/invitations"

/** The greatest number of days that the page offers for an invitation. */
const maxInvitationDays = 365

const { expiresAt: _, ...fields } = NewInvitation.fields

/** The payload of the form, with days in place of a time. */
const TypedInvitation = Schema.Struct({ ...fields, days: wholeNumber(1, maxInvitationDays) })

const InvitationForm = () => {
  const { form, t } = useWebRequest()
  const typed = (name: string, usual: string) => (form.values[name] === undefined ? { value: usual } : {})
  return (
    <>
      <h2>{t.invitations.make}</h2>
      <p>{t.invitations.lead}</p>
      <Form
        action={path}
        fields={{
          role: t.invitations.role,
          uses: t.invitations.uses,
          days: t.invitations.days,
          note: t.invitations.note
        }}
      >
        <Choices
          name="role"
          value={valueOf(form.values, "role") || "user"}
          choices={choicesOf(InvitationRole.literals, t.members.roles)}
        />
        <Field name="uses" type="number" {...typed("uses", "1")} />
        <Field name="days" type="number" {...typed("days", String(invitationDays))} />
        <Field name="note" hint={t.invitations.noteHint} isRequired={false} autocomplete="off" />
        <button>{t.invitations.make}</button>
      </Form>
    </>
  )
}

interface ItemProps {
  readonly invitation: Invitation
  readonly now: DateTime.Utc
}

const Item = ({ invitation: { expiresAt, id, note, role, used, uses }, now }: ItemProps) => {
  const { t } = useWebRequest()
  const isExpired = DateTime.lessThanOrEqualTo(expiresAt, now)
  const over = isExpired ? t.invitations.expired : t.invitations.usedUp
  return (
    <li class="row">
      {Option.isSome(note) ? (
        <span class="strong" dir="auto">
          {note.value}
        </span>
      ) : null}{" "}
      {isExpired || used >= uses ? <span class="badge unverified">{over}</span> : null}
      <p class="facts">
        <span>{t.members.roles[role]}</span>
        <span>{t.invitations.used({ used, uses })}</span>
        <span>
          {t.invitations.until} <When at={expiresAt} exact />
        </span>
      </p>
      <Act action={`/invitations/${id}/end`} label={t.invitations.end} plain />
    </li>
  )
}

const All = ({ now, page }: { readonly now: DateTime.Utc; readonly page: InvitationPage }) => {
  const { t } = useWebRequest()
  return (
    <>
      <InvitationForm />
      <h2>{t.invitations.all}</h2>
      <PagedList of={page.pagination} empty={t.invitations.none} plain>
        {page.data.map((invitation) => (
          <Item key={invitation.id} invitation={invitation} now={now} />
        ))}
      </PagedList>
    </>
  )
}

/** The page on which admins make, list and end invitations. */
export const routes = Effect.map(Invitations, (invitations) => [
  ...form({
    ...forAdmins,
    path,
    querySchema: Schema.Struct({ page: pageQuery().page }),
    payloadSchema: TypedInvitation,
    payloadOf: (values) => ({
      role: values["role"],
      uses: numberOf(valueOf(values, "uses")),
      days: numberOf(valueOf(values, "days")),
      note: valueOf(values, "note").trim() === "" ? null : values["note"]
    }),
    show: (request) =>
      Effect.gen(function* () {
        const page = yield* invitations.list({ page: request.parameters.page })
        return adminView(request, "invitations", <All page={page} now={yield* DateTime.now} />)
      }),
    send: (request, { days, ...invitation }) =>
      Effect.gen(function* () {
        const expiresAt = Option.some(DateTime.add(yield* DateTime.now, { days }))
        const link = yield* invitations.create({ ...invitation, expiresAt })
        const { back, link: title, shownOnce } = request.t.invitations
        return adminView(
          request,
          "invitations",
          <LinkOnce title={title} lead={shownOnce} link={link} back={{ href: path, label: back }} />
        )
      })
  }),
  action({
    ...forAdmins,
    path: "/invitations/:id/end",
    pathSchema: InvitationPath,
    send: (request) => Effect.as(invitations.end(request.path.id), { location: `${path}?done=ended` })
  })
])
