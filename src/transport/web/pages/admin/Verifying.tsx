import { Effect, Option, Schema } from "effect"
import { decimal } from "../../../../api/Query.ts"
import {
  type ListedVerificationRequest,
  NewVerification,
  VerificationRefusal
} from "../../../../domain/accounts/VerificationRequest.ts"
import { UserId, VerificationRequestId } from "../../../../domain/Ids.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { VerificationRequests } from "../../../../services/accounts/VerificationRequests.ts"
import { When, Who } from "../../Components.tsx"
import { Act, Field, Form, Summary } from "../../Form.tsx"
import { action, forAdmins } from "../../Route.ts"
import { numberOf, useWebRequest, valueOf, type WebRequest } from "../../WebRequest.ts"
import { asAuthor } from "../accounts/MembersPage.tsx"
import { againAbout, backToMember, type FormProps, ofMember } from "./Powers.tsx"
import { adminView } from "./Tabs.tsx"

interface VerifyFormProps extends FormProps {
  /** The present verification of the member. */
  readonly current?: string | undefined
  /** The name that the admin sees. */
  readonly username: string
}

export const VerifyForm = ({ current, path, username }: VerifyFormProps) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} fields={{ as: t.moderation.verifyAs }}>
      <input type="hidden" name="username" value={username} />
      <Field name="as" hint={t.moderation.verifyHint} {...(current === undefined ? {} : { value: current })} />
      <button class="second">{current === undefined ? t.moderation.verify : t.admin.saveVerification}</button>
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

/** What a member asks, and the approval of just that. */
const Approval = ({ request }: { readonly request: ListedVerificationRequest }) => {
  const { as, createdAt, text, user } = request
  const { t } = useWebRequest()
  return (
    <>
      <p class="facts">
        <Who author={user} />
        <When at={createdAt} exact />
      </p>
      <p>
        {t.admin.asks} <strong dir="auto">{as}</strong>
      </p>
      <p dir="auto">{text}</p>
      <Act
        action={`/members/${user.id}/verify`}
        fields={{ as, text, username: user.username }}
        label={t.admin.verifyThem}
      />
    </>
  )
}

/** A member who waits to be verified, with the answers. */
export const Request = ({ request }: { readonly request: ListedVerificationRequest }) => (
  <li class="card">
    <Approval request={request} />
    <details class="ask">
      <summary>{useWebRequest().t.admin.refuse}</summary>
      <RefuseForm path={`/verification-requests/${request.id}/refuse`} request={request} />
    </details>
  </li>
)

/** A refused approval: why, and the request as it is now. */
const ApprovalAgain = ({ request }: { readonly request: ListedVerificationRequest }) => (
  <>
    <Summary fields={{ as: useWebRequest().t.moderation.verifyAs }} within="field" />
    <div class="card">
      <Approval request={request} />
    </div>
  </>
)

const decodeMember = Schema.decodeUnknownOption(UserId)

/** The member whom a refused refusal is about. */
const memberOf = ({ form: { values } }: WebRequest) => decodeMember(numberOf(valueOf(values, "member")))

/** The forms by which admins verify members, or refuse to. */
export const verifying = Effect.gen(function* () {
  const users = yield* Users
  const waiting = yield* VerificationRequests

  return [
    action({
      ...ofMember,
      path: "/members/:id/verify",
      payloadSchema: NewVerification,
      payloadOf: ({ as, text, username }) => ({ as, username, asked: text === undefined ? null : { as, text } }),
      send: (request, payload) => Effect.as(users.verify(request.path.id, payload), backToMember(request.path.id)),
      again: (request) =>
        Effect.gen(function* () {
          const user = yield* users.get(request.path.id)
          const isOfRequest = request.form.values["text"] !== undefined
          const open = isOfRequest ? yield* waiting.ofMember(user.id) : Option.none()
          const form = Option.match(open, {
            onNone: () => <VerifyForm path={request.pathname} username={user.username} />,
            onSome: (present) => <ApprovalAgain request={{ ...present, user: { ...asAuthor(user), kind: "human" } }} />
          })
          return againAbout(request, user, form)
        })
    }),
    action({
      ...ofMember,
      path: "/members/:id/unverify",
      send: (request) => Effect.as(users.unverify(request.path.id), backToMember(request.path.id))
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
