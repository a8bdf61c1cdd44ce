import { Effect, Schema, Struct } from "effect"
import { pageQuery } from "../../../../api/Query.ts"
import { MailFrequency, SettingsChange, type Settings as SettingsRecord } from "../../../../domain/accounts/Settings.ts"
import { maxPageItems } from "../../../../domain/Page.ts"
import { Settings } from "../../../../services/accounts/Settings.ts"
import { Follows } from "../../../../services/follows/Follows.ts"
import { OutgoingMail } from "../../../../services/mail/OutgoingMail.ts"
import { withParameters } from "../../Browser.ts"
import { List, Pages } from "../../Components.tsx"
import { Act, Choices, choicesOf, Form, Menu } from "../../Form.tsx"
import { forMembersOnly } from "../../Route.ts"
import { useWebRequest, valueOf, valuesOf } from "../../WebRequest.ts"
import { saved, settingsForm } from "./SettingsForm.tsx"

/** The switches of the settings; another one does not compile without its place here. */
const switches = { comment: true, like: true, reply: true, newPost: true } satisfies Readonly<
  Record<Exclude<keyof SettingsRecord, "mail">, true>
>
const kinds = Struct.keys(switches)

interface NotifyFormProps {
  readonly hasMail: boolean
  /** What is set now; a form that was refused has all values itself. */
  readonly own?: SettingsRecord
}

const NotifyForm = ({ hasMail, own }: NotifyFormProps) => {
  const { form, t } = useWebRequest()
  return (
    <Form action="/settings/notifications" fields={{ on: t.settings.notifyOf, mail: t.settings.mail }}>
      <Choices
        name="on"
        several={kinds.filter((kind) => own?.[kind] === true)}
        choices={choicesOf(kinds, t.settings.kinds)}
      />
      {hasMail ? (
        <Menu
          name="mail"
          hint={t.settings.mailHint}
          value={valueOf(form.values, "mail") || own?.mail}
          choices={choicesOf(MailFrequency.literals, t.settings.frequencies)}
        />
      ) : null}
      <button>{t.writing.save}</button>
    </Form>
  )
}

/** What a member hears of, and what they follow. */
export const routes = Effect.map(Effect.all([Settings, Follows, OutgoingMail]), ([settings, follows, outgoing]) =>
  settingsForm({
    ...forMembersOnly,
    page: "notifications",
    querySchema: Schema.Struct({ page: pageQuery().page }),
    payloadSchema: SettingsChange,
    payloadOf: (values) => {
      const on = valuesOf(values, "on")
      return { ...Object.fromEntries(kinds.map((kind) => [kind, on.includes(kind)])), mail: values["mail"] }
    },
    show: (request) =>
      Effect.gen(function* () {
        const { parameters, t } = request
        const { page = 1 } = parameters
        const own = yield* settings.get
        const followed = yield* follows.list({ limit: maxPageItems, page })
        const next = withParameters("/settings/notifications", { page: page === 1 ? undefined : page })
        return (
          <>
            <NotifyForm hasMail={outgoing.isOn} own={own} />
            <h2>{t.settings.followed}</h2>
            <List empty={t.settings.noFollows} plain>
              {followed.data.map(({ id, name, type }) => {
                const path = `/${type === "user" ? "member" : type}s/${id}`
                return (
                  <li class="row head" key={`${type} ${id}`}>
                    <a href={path}>{name}</a>
                    <Act action={`${path}/follow`} fields={{ follow: "no", next }} label={t.reading.unfollow} plain />
                  </li>
                )
              })}
            </List>
            <Pages pagination={followed.pagination} />
          </>
        )
      }),
    send: (_, payload) => Effect.as(settings.change(payload), saved("notifications")),
    again: <NotifyForm hasMail={outgoing.isOn} />
  })
)
