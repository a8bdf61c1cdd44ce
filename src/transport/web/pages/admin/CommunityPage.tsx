import { Effect, Option } from "effect"
import { registration, reviewFirstPosts } from "../../../../Config.ts"
import {
  CommunitySettingsChange,
  type CommunitySettings as CommunitySettingsRecord,
  RegistrationState
} from "../../../../domain/CommunitySettings.ts"
import { CommunitySettings } from "../../../../services/CommunitySettings.ts"
import { Choices, choicesOf, Field, Form } from "../../Form.tsx"
import { forMembersOnly, form } from "../../Route.ts"
import { numberOf, useWebRequest, valueOf } from "../../WebRequest.ts"
import { adminView } from "./Tabs.tsx"

interface Shown {
  readonly present: CommunitySettingsRecord
  /** The variables of the server, which hold until an admin sets something else. */
  readonly variables: CommunitySettingsRecord
}

const CommunityForm = ({ present, variables }: Shown) => {
  const { form, t } = useWebRequest()
  /** What the server is set up with, where an admin has set something else. */
  const sayDefault = (name: keyof CommunitySettingsRecord, value: string) =>
    present[name] === variables[name] ? undefined : t.admin.setUpAs(value)
  const isTyped = Object.keys(form.values).length > 0
  return (
    <Form action="/admin/community" fields={{ registration: t.admin.registration, reviewFirstPosts: t.admin.review }}>
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
      <button>{t.writing.save}</button>
    </Form>
  )
}

/** The part of a change that changes something. */
const differenceOf = (present: CommunitySettingsRecord, change: CommunitySettingsChange): CommunitySettingsChange => ({
  registration: Option.filter(change.registration, (typed) => typed !== present.registration),
  reviewFirstPosts: Option.filter(change.reviewFirstPosts, (typed) => typed !== present.reviewFirstPosts)
})

export const routes = Effect.gen(function* () {
  const settings = yield* CommunitySettings
  const variables = { registration: yield* registration, reviewFirstPosts: yield* reviewFirstPosts }
  return form({
    ...forMembersOnly,
    path: "/admin/community",
    payloadSchema: CommunitySettingsChange,
    payloadOf: (values) => ({
      registration: values["registration"],
      reviewFirstPosts: numberOf(valueOf(values, "reviewFirstPosts"))
    }),
    show: (request) =>
      Effect.map(settings.get, (present) =>
        adminView(request, "community", <CommunityForm present={present} variables={variables} />)
      ),
    send: (_, payload) =>
      Effect.gen(function* () {
        // A variable holds on where the form leaves it as it is.
        yield* settings.change(differenceOf(yield* settings.get, payload))
        return { location: "/admin/community?done=saved" }
      })
  })
})
