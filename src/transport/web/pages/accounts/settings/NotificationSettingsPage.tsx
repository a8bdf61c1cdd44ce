import { Effect, Option, Schema } from "effect"
import { pageQuery } from "../../../../../api/Query.ts"
import { actsAsModerator } from "../../../../../domain/accounts/CurrentUser.ts"
import {
  MailFrequency,
  SettingsChange,
  type Settings as SettingsRecord,
  switchNames
} from "../../../../../domain/accounts/Settings.ts"
import { maxPageItems } from "../../../../../domain/Page.ts"
import { Settings } from "../../../../../services/accounts/Settings.ts"
import { Follows } from "../../../../../services/follows/Follows.ts"
import { OutgoingMail } from "../../../../../services/mail/OutgoingMail.ts"
import { PushSubscriptions } from "../../../../../services/notifications/PushSubscriptions.ts"
import { withParameters } from "../../../Browser.ts"
import { Act, Choices, choicesOf, Form, Menu } from "../../../Form.tsx"
import { autonymOf } from "../../../Languages.ts"
import { PagedList } from "../../../Lists.tsx"
import { forMembersOnly } from "../../../Route.ts"
import { useWebRequest, valueOf, valuesOf } from "../../../WebRequest.ts"
import { CurrentDiseaseNames, DiseaseLink, makeDiseaseNames } from "../../diseases/DiseaseNames.tsx"
import { pathOfTarget } from "../../moderation/Targets.tsx"
import { Devices } from "../../notifications/Devices.tsx"
import { saved, settingsForm } from "./SettingsForm.tsx"

/** The switches that a member has: mail needs a mail server, and cases are for moderators. */
const switchesOf = (hasMail: boolean, hasCases: boolean) =>
  switchNames.filter(
    (name) => (hasMail || name !== "newsMail") && (hasCases || (name !== "report" && name !== "appeal"))
  )

interface NotifyFormProps {
  readonly hasMail: boolean
  /** The present settings; a form that was refused has all values itself. */
  readonly own?: SettingsRecord
}

const NotifyForm = ({ hasMail, own }: NotifyFormProps) => {
  const { form, t, viewer } = useWebRequest()
  const hasCases = Option.exists(viewer, actsAsModerator)
  return (
    <Form
      action="/settings/notifications"
      fields={{ on: t.settings.notifyOf, mail: t.settings.mail, language: t.settings.language }}
    >
      <Choices
        name="on"
        several={switchNames.filter((name) => own?.[name] === true)}
        choices={choicesOf(switchesOf(hasMail, hasCases), t.members.switches)}
      />
      {hasCases ? <input type="hidden" name="cases" value="yes" /> : null}
      {hasMail ? (
        <Menu
          name="mail"
          hint={t.settings.mailHint}
          value={valueOf(form.values, "mail") || own?.mail}
          choices={choicesOf(MailFrequency.literals, t.settings.frequencies)}
        />
      ) : null}
      <Menu
        name="language"
        hint={hasMail && own?.language == null ? t.settings.languageHint : undefined}
        value={valueOf(form.values, "language") || (own?.language ?? "")}
        choices={[
          ...(own?.language == null || !t.languages.includes(own.language)
            ? [{ value: "", label: t.settings.browserLanguage }]
            : []),
          ...t.languages.map((value) => ({ value, label: autonymOf(value) }))
        ]}
      />
      <button>{t.writing.save}</button>
    </Form>
  )
}

/** The settings of notifications, the devices and the follows of a member. */
export const routes = Effect.map(
  Effect.all([Settings, Follows, OutgoingMail, PushSubscriptions, makeDiseaseNames]),
  ([settings, follows, outgoing, push, namesOf]) =>
    settingsForm({
      ...forMembersOnly,
      page: "notifications",
      querySchema: Schema.Struct({ page: pageQuery().page }),
      payloadSchema: SettingsChange,
      payloadOf: (values) => {
        const on = valuesOf(values, "on")
        return {
          ...Object.fromEntries(
            switchesOf(outgoing.isOn, valueOf(values, "cases") === "yes").map((name) => [name, on.includes(name)])
          ),
          mail: values["mail"],
          language: valueOf(values, "language") || undefined
        }
      },
      show: (request) =>
        Effect.gen(function* () {
          const { parameters, t } = request
          const { page = 1 } = parameters
          const own = yield* settings.get
          const { subscriptions } = yield* push.state
          const followed = yield* follows.list({ limit: maxPageItems, page })
          const next = withParameters("/settings/notifications", { page: page === 1 ? undefined : page })
          const names = yield* namesOf(
            request,
            followed.data.filter(({ type }) => type === "disease")
          )
          return (
            <CurrentDiseaseNames.Provider value={names}>
              <NotifyForm hasMail={outgoing.isOn} own={own} />
              <Devices subscriptions={subscriptions} />
              <h2>{t.settings.followed}</h2>
              <PagedList of={followed.pagination} empty={t.settings.noFollows} plain>
                {followed.data.map(({ id, name, type }) => {
                  const path = pathOfTarget(type, id)
                  return (
                    <li class="row head" key={`${type} ${id}`}>
                      {type === "disease" ? <DiseaseLink disease={{ id, name }} /> : <a href={path}>{name}</a>}
                      <Act action={`${path}/follow`} fields={{ follow: "no", next }} label={t.reading.unfollow} plain />
                    </li>
                  )
                })}
              </PagedList>
            </CurrentDiseaseNames.Provider>
          )
        }),
      send: (_, payload) => Effect.as(settings.change(payload), saved("notifications")),
      again: Effect.succeed(<NotifyForm hasMail={outgoing.isOn} />)
    })
)
