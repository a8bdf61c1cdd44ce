import { Array, Effect, Option, Schema } from "effect"
import { MailFrequency, type Settings as SettingsRecord } from "../../../../domain/accounts/Settings.ts"
import { maxOwnDiseases, UserChange } from "../../../../domain/accounts/User.ts"
import { maxPageItems } from "../../../../domain/Page.ts"
import { Settings } from "../../../../services/accounts/Settings.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import { Follows } from "../../../../services/follows/Follows.ts"
import { OutgoingMail } from "../../../../services/mail/OutgoingMail.ts"
import { decoded, withParameters } from "../../Browser.ts"
import { List, nameLanguage, Pages, reading } from "../../Components.tsx"
import { DiseaseSearch, diseaseChoices, diseaseIdIn, requireChosen } from "../../DiseaseChoice.tsx"
import { Act, Area, Choices, choicesOf, Field, Form, Menu } from "../../Form.tsx"
import {
  isPreparatory,
  numberOf,
  page,
  pageIn,
  useWebRequest,
  type Values,
  valueOf,
  valuesOf,
  type WebRequest
} from "../../WebRequest.ts"
import { saved, settingsForm, settingsPages, settingsView } from "./SettingsForm.tsx"

const overview = page({
  path: "/settings",
  twin: "users.me",
  show: ({ t }) =>
    Effect.succeed(
      reading(
        t.frame.settings,
        <ul class="rows">
          {settingsPages.map((page) => (
            <li class="row" key={page}>
              <a class="strong" href={`/settings/${page}`}>
                {t.settings.pages[page]}
              </a>
              <p>{t.settings.hints[page]}</p>
            </li>
          ))}
        </ul>
      )
    )
})

const profile = Effect.map(Users, (users) =>
  settingsForm({
    page: "profile",
    twin: "users.updateMe",
    payload: (values) => {
      const bio = valueOf(values, "bio")
      return { username: values["username"], bio: bio.trim() === "" ? null : bio }
    },
    show: ({ form: { values }, t }) =>
      Effect.map(users.me, ({ bio, username }) => {
        const own = { username, bio: Option.getOrElse(bio, () => "") }
        const typed = values["username"] === undefined ? own : { username: undefined, bio: undefined }
        return (
          <Form action="/settings/profile">
            <Field
              name="username"
              label={t.account.username}
              hint={t.settings.usernameHint}
              value={typed.username}
              autocomplete="nickname"
            />
            <Area name="bio" label={t.settings.bio} hint={t.settings.bioHint} value={typed.bio} isRequired={false} />
            <button>{t.writing.save}</button>
          </Form>
        )
      }),
    send: (_, payload) => Effect.as(users.changeMe(payload), saved("profile"))
  })
)

const decodeChange = Schema.decodeUnknownEither(UserChange)

const diseases = Effect.map(Effect.all([Users, Diseases]), ([users, catalogue]) => {
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
      const visibleTo = Option.getOrElse(me.diseasesVisibleTo, () => "members")
      return (
        <Form action="/settings/diseases">
          {choices.length === 0 ? (
            <p class="empty">{t.settings.noDiseases}</p>
          ) : (
            <Choices
              name="diseaseIds"
              named="" // the search below has their faults
              label={t.settings.yourDiseases}
              several={me.diseaseIds.map(String)}
              choices={choices}
            />
          )}
          <DiseaseSearch name="disease" named="diseaseIds" label={t.settings.addDisease} />
          <Choices
            name="diseasesVisibleTo"
            label={t.settings.visibleTo}
            value={valueOf(form.values, "diseasesVisibleTo") || visibleTo}
            choices={[
              { value: "members", label: t.settings.visibleToMembers },
              { value: "me", label: t.settings.visibleToMe }
            ]}
          />
          <button>{t.writing.save}</button>
        </Form>
      )
    })
  return settingsForm({
    page: "diseases",
    twin: "users.updateMe",
    payload: payloadOf,
    show,
    send: (request, payload) =>
      isPreparatory(request.form.values)
        ? Effect.zipRight(
            decoded(decodeChange(payloadOf(request.form.values))),
            Effect.map(show(request), (body) => settingsView(request, "diseases", body))
          )
        : requireChosen(request, "diseaseIds").pipe(
            Effect.zipRight(users.changeMe(payload)),
            Effect.as(saved("diseases"))
          )
  })
})

const kinds = ["comment", "like", "reply", "newPost"] as const

interface NotifyFormProps {
  readonly hasMail: boolean
  /** What is set now; a form that was refused has all values itself. */
  readonly own?: SettingsRecord
}

const NotifyForm = ({ hasMail, own }: NotifyFormProps) => {
  const { form, t } = useWebRequest()
  return (
    <Form action="/settings/notifications">
      <Choices
        name="on"
        label={t.settings.notifyOf}
        several={kinds.filter((kind) => own?.[kind] === true)}
        choices={choicesOf(kinds, t.settings.kinds)}
      />
      {hasMail ? (
        <Menu
          name="mail"
          label={t.settings.mail}
          hint={t.settings.mailHint}
          value={valueOf(form.values, "mail") || own?.mail}
          choices={choicesOf(MailFrequency.literals, t.settings.frequencies)}
        />
      ) : null}
      <button>{t.writing.save}</button>
    </Form>
  )
}

const notifications = Effect.map(Effect.all([Settings, Follows, OutgoingMail]), ([settings, follows, outgoing]) =>
  settingsForm({
    page: "notifications",
    twin: "settings.update",
    payload: (values) => {
      const on = valuesOf(values, "on")
      return { ...Object.fromEntries(kinds.map((kind) => [kind, on.includes(kind)])), mail: values["mail"] }
    },
    show: (request) =>
      Effect.gen(function* () {
        const { t } = request
        const own = yield* settings.get
        const page = pageIn(request)
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

/** What members say about themselves, and what they hear of. */
export const routes = Effect.map(Effect.all([profile, diseases, notifications]), (all) => [overview, ...all.flat()])
