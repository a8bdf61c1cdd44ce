import { Array, Effect, Option, Schema } from "effect"
import {
  type DiseasesVisibleTo,
  maxOwnDiseases,
  UserChange,
  type UserDetail
} from "../../../../../domain/accounts/User.ts"
import { Users } from "../../../../../services/accounts/Users.ts"
import { Diseases } from "../../../../../services/diseases/Diseases.ts"
import { decoded } from "../../../Browser.ts"
import { nameLanguage } from "../../../Components.tsx"
import { Choices, Form } from "../../../Form.tsx"
import { forMembersOnly } from "../../../Route.ts"
import { numberOf, useWebRequest, type Values, valueOf, valuesOf, type WebRequest } from "../../../WebRequest.ts"
import { DiseaseField, diseaseChoices, diseaseIdIn, requireChosen } from "../../diseases/DiseaseChoice.tsx"
import { saved, settingsForm, settingsView } from "./SettingsForm.tsx"

const decodeChange = Schema.decodeUnknownEither(UserChange)

/** The visibility of a member's diseases. Until they name one, a page proposes that nobody else sees them. */
export const visibilityOf = ({ diseaseIds, diseasesVisibleTo }: UserDetail): DiseasesVisibleTo =>
  diseaseIds.length === 0 ? "me" : Option.getOrElse(diseasesVisibleTo, () => "members")

export const VisibleTo = ({ present }: { readonly present: DiseasesVisibleTo }) => {
  const { form, t } = useWebRequest()
  return (
    <Choices
      name="diseasesVisibleTo"
      value={valueOf(form.values, "diseasesVisibleTo") || present}
      choices={[
        { value: "me", label: t.settings.visibleToMe },
        { value: "members", label: t.settings.visibleToMembers }
      ]}
    />
  )
}

/** The diseases that a member lives with, and who sees them. */
export const routes = Effect.map(Effect.all([Users, Diseases]), ([users, catalogue]) => {
  const payloadOf = (values: Values) => ({
    diseaseIds: valuesOf(values, "diseaseIds").map(numberOf),
    diseasesVisibleTo: values["diseasesVisibleTo"]
  })
  const show = (request: WebRequest) =>
    Effect.gen(function* () {
      const { form, t } = request
      const me = yield* users.me
      // A form with more of them was refused.
      const typed = valuesOf(form.values, "diseaseIds").slice(0, maxOwnDiseases)
      const ids = Array.dedupe([...me.diseaseIds, ...typed.flatMap((id) => Option.toArray(diseaseIdIn(id)))])
      const known = yield* catalogue.named(ids, nameLanguage(request))
      const choices = yield* diseaseChoices(catalogue, request, [...known, ...me.diseases])
      return (
        <Form
          action="/settings/diseases"
          fields={{
            diseaseIds: { label: t.settings.yourDiseases, named: "" },
            disease: { label: t.settings.addDisease, named: "diseaseIds" },
            diseasesVisibleTo: t.settings.visibleTo
          }}
        >
          {choices.length === 0 ? (
            <p class="empty">{t.settings.noDiseases}</p>
          ) : (
            <Choices
              name="diseaseIds"
              hint={t.settings.untickHint}
              several={me.diseaseIds.map(String)}
              choices={choices}
            />
          )}
          <DiseaseField into="diseaseIds" diseases={choices} />
          <VisibleTo present={visibilityOf(me)} />
          <button>{t.writing.save}</button>
        </Form>
      )
    })
  return settingsForm({
    ...forMembersOnly,
    page: "diseases",
    payloadSchema: UserChange,
    payloadOf,
    show,
    prepare: (request) =>
      Effect.zipRight(
        decoded(decodeChange(payloadOf(request.form.values))),
        Effect.map(show(request), (body) => settingsView(request, "diseases", body))
      ),
    send: (request, payload) =>
      requireChosen(request, "diseaseIds").pipe(Effect.zipRight(users.changeMe(payload)), Effect.as(saved("diseases")))
  })
})
