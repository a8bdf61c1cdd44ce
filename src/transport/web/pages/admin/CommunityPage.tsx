import { DateTime, Effect, Option } from "effect"
import { registration, reviewFirstPosts } from "../../../../Config.ts"
import {
  CommunitySettingsChange,
  type CommunitySettings as CommunitySettingsRecord,
  RegistrationState
} from "../../../../domain/CommunitySettings.ts"
import { Audience } from "../../../../domain/posts/Audience.ts"
import { AccountSecurity } from "../../../../services/accounts/AccountSecurity.ts"
import { CommunitySettings } from "../../../../services/CommunitySettings.ts"
import { Choices, choicesOf, Field, Form } from "../../Form.tsx"
import { OwnProof } from "../../PasswordField.tsx"
import { forAdmins, form } from "../../Route.ts"
import { proofIn } from "../../StepUp.ts"
import { numberOf, timeOf, useWebRequest, type Values, valueOf } from "../../WebRequest.ts"
import { adminView } from "./Tabs.tsx"

type Variables = Pick<CommunitySettingsRecord, "registration" | "reviewFirstPosts">

interface Shown {
  /** True where the form asks for the password of the admin (`StepUp.ts`). */
  readonly asks: boolean
  readonly present: CommunitySettingsRecord
  /** The variables of the server, which hold until an admin sets something else. */
  readonly variables: Variables
}

/** A time as a field for a local time has it, to the minute. */
const minuteOf = (time: DateTime.Utc) => DateTime.formatIso(time).slice(0, "2027-01-01T00:00".length)

const CommunityForm = ({ asks, present, variables }: Shown) => {
  const { form, t } = useWebRequest()
  /** Says the value of the variable, where an admin has set another one. */
  const sayDefault = (name: keyof Variables, value: string) =>
    present[name] === variables[name] ? undefined : t.admin.setUpAs({ value })
  const isTyped = Object.keys(form.values).length > 0
  const notice = Option.getOrUndefined(present.notice)
  const until = Option.map(notice?.until ?? Option.none(), minuteOf)
  const fields = {
    registration: t.admin.registration,
    reviewFirstPosts: t.admin.review,
    audiences: t.admin.audiences,
    defaultAudience: t.admin.defaultAudience,
    agentsReadMembers: t.admin.agentsReadMembers,
    notice: t.admin.notice,
    until: t.admin.noticeUntil,
    password: t.moderation.ownPassword
  }
  return (
    <Form action="/admin/community" fields={fields}>
      <Choices
        name="registration"
        value={isTyped ? undefined : present.registration}
        hint={sayDefault("registration", t.admin.registrations[variables.registration])}
        choices={choicesOf(RegistrationState.literals, t.admin.registrations)}
      />
      <Field
        name="reviewFirstPosts"
        type="number"
        value={isTyped ? undefined : String(present.reviewFirstPosts)}
        hint={[t.admin.reviewHint, sayDefault("reviewFirstPosts", `${variables.reviewFirstPosts}`)].join(" ")}
      />
      <Choices
        name="audiences"
        value={isTyped ? undefined : yesOrNo(present.audiences)}
        hint={present.audiences ? undefined : t.admin.audiencesOffHint}
        choices={choicesOf(yesAndNo, t.admin.audiencesChoices)}
      />
      <Choices
        name="defaultAudience"
        value={isTyped ? undefined : present.defaultAudience}
        hint={t.admin.defaultAudienceHint}
        choices={choicesOf(Audience.literals, t.writing.audienceNames)}
      />
      <Choices
        name="agentsReadMembers"
        value={isTyped ? undefined : yesOrNo(present.agentsReadMembers)}
        hint={t.admin.agentsReadMembersHint}
        choices={choicesOf(yesAndNo, t.admin.agentsReadMembersChoices)}
      />
      <Field
        name="notice"
        value={isTyped ? undefined : (notice?.text ?? "")}
        hint={t.admin.noticeHint}
        isRequired={false}
      />
      <Field
        name="until"
        type="datetime-local"
        value={isTyped ? undefined : Option.getOrElse(until, () => "")}
        hint={t.admin.noticeUntilHint}
        isRequired={false}
      />
      {asks ? <OwnProof name="password" hint={t.admin.ownPasswordHint} isRequired={false} /> : null}
      <button>{t.writing.save}</button>
    </Form>
  )
}

const noticeOf = (values: Values) => {
  const until = valueOf(values, "until")
  return { text: valueOf(values, "notice"), ...(until === "" ? {} : { until: timeOf(until) }) }
}

const asTyped = ({ text, until }: { readonly text: string; readonly until: Option.Option<DateTime.Utc> }) =>
  `${Option.match(until, { onNone: () => "", onSome: minuteOf })} ${text}`

/** The proof, which most changes need not have. */
const proofOf = (values: Values) =>
  valueOf(values, "password") + valueOf(values, "passkey") === "" ? {} : proofIn(values)

const yesAndNo = ["yes", "no"] as const
/** Undefined for a field that was not sent. */
const booleanOf = (sent: unknown) => (sent === undefined ? undefined : sent === "yes")
const yesOrNo = (value: boolean) => (value ? "yes" : "no")

/** The part of a change that changes something. */
const differenceOf = (present: CommunitySettingsRecord, change: CommunitySettingsChange): CommunitySettingsChange => {
  const notice = Option.getOrElse(present.notice, () => ({ text: "", until: Option.none() }))
  return {
    registration: Option.filter(change.registration, (typed) => typed !== present.registration),
    reviewFirstPosts: Option.filter(change.reviewFirstPosts, (typed) => typed !== present.reviewFirstPosts),
    audiences: Option.filter(change.audiences, (typed) => typed !== present.audiences),
    defaultAudience: Option.filter(change.defaultAudience, (typed) => typed !== present.defaultAudience),
    agentsReadMembers: Option.filter(change.agentsReadMembers, (typed) => typed !== present.agentsReadMembers),
    notice: Option.filter(change.notice, (typed) => asTyped(typed) !== asTyped(notice)),
    password: change.password,
    passkey: change.passkey
  }
}

export const routes = Effect.gen(function* () {
  const settings = yield* CommunitySettings
  const { asksProof } = yield* AccountSecurity
  const variables = { registration: yield* registration, reviewFirstPosts: yield* reviewFirstPosts }
  return form({
    ...forAdmins,
    path: "/admin/community",
    payloadSchema: CommunitySettingsChange,
    payloadOf: (values) => ({
      registration: values["registration"],
      reviewFirstPosts: numberOf(valueOf(values, "reviewFirstPosts")),
      audiences: booleanOf(values["audiences"]),
      defaultAudience: values["defaultAudience"],
      agentsReadMembers: booleanOf(values["agentsReadMembers"]),
      notice: noticeOf(values),
      ...proofOf(values)
    }),
    show: (request) =>
      Effect.zipWith(settings.get, asksProof, (present, asks) =>
        adminView(request, "community", <CommunityForm present={present} variables={variables} asks={asks} />)
      ),
    send: (_, payload) =>
      Effect.gen(function* () {
        // A variable holds on where the form leaves it as it is.
        yield* settings.change(differenceOf(yield* settings.get, payload))
        return { location: "/admin/community?done=saved" }
      })
  })
})
