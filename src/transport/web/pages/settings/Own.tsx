import { Effect, Option } from "effect"
import { MailFrequency, type Settings as SettingsRecord } from "../../../../domain/accounts/Settings.ts"
import { Settings } from "../../../../services/accounts/OwnData.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import { Follows } from "../../../../services/follows/Follows.ts"
import { toWireError } from "../../../http/Errors.ts"
import { DiseaseSearch, diseaseChoices } from "../../DiseaseChoice.tsx"
import { Act, Area, Choices, Field, Form, Menu, Summary } from "../../Form.tsx"
import { List } from "../../Pieces.tsx"
import { forMembers, memberForm, numberOf, type Values, type Visit, valueOf, valuesOf } from "../../Visit.ts"
import { saved, settingsPages, settingsView } from "./Frame.tsx"

const overview = forMembers({
  path: "/settings",
  twin: "users.me",
  show: (visit) => {
    const { t } = visit
    return Effect.succeed({
      title: t.frame.settings,
      body: (
        <div class="reading">
          <h1>{t.frame.settings}</h1>
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
        </div>
      )
    })
  }
})

const profile = Effect.map(Users, (users) =>
  memberForm({
    path: "/settings/profile",
    twin: "users.updateMe",
    needsSignIn: true,
    payload: (values) => {
      const bio = valueOf(values, "bio")
      return { username: values["username"], bio: bio.trim() === "" ? null : bio }
    },
    show: (visit) =>
      Effect.map(toWireError(users.me), ({ bio, username }) => {
        const { form, t } = visit
        const isTyped = form.values["username"] !== undefined
        const typed = (name: string, own: string) => (isTyped ? valueOf(form.values, name) : own)
        return settingsView(
          visit,
          "profile",
          <>
            <Summary
              visit={visit}
              fields={[
                ["username", t.account.username],
                ["bio", t.settings.bio]
              ]}
            />
            <Form action="/settings/profile">
              <Field
                form={form}
                name="username"
                label={t.account.username}
                hint={t.settings.usernameHint}
                value={typed("username", username)}
                autocomplete="nickname"
              />
              <Area
                form={form}
                name="bio"
                label={t.settings.bio}
                hint={t.settings.bioHint}
                value={typed(
                  "bio",
                  Option.getOrElse(bio, () => "")
                )}
                isRequired={false}
              />
              <button>{t.writing.save}</button>
            </Form>
          </>
        )
      }),
    send: (_, payload) => Effect.as(toWireError(users.changeMe(payload)), saved("profile"))
  })
)

const searchesDiseases = (values: Values) => valueOf(values, "prepare") !== ""

const diseases = Effect.map(Effect.all([Users, Diseases]), ([users, catalogue]) => {
  const show = (visit: Visit) =>
    Effect.gen(function* () {
      const { form, t } = visit
      const me = yield* toWireError(users.me)
      const chosen = [...me.diseaseIds.map(String), ...valuesOf(form.values, "diseaseIds")]
      const choices = yield* diseaseChoices(catalogue, visit, chosen, me.diseases)
      const visibleTo = Option.getOrElse(me.diseasesVisibleTo, () => "members")
      return settingsView(
        visit,
        "diseases",
        <>
          <Summary visit={visit} fields={[["diseaseIds", t.settings.pages.diseases]]} />
          <Form action="/settings/diseases">
            {choices.length === 0 ? (
              <p class="empty">{t.settings.noDiseases}</p>
            ) : (
              <Choices
                form={form}
                name="diseaseIds"
                label={t.settings.yourDiseases}
                several={me.diseaseIds.map(String)}
                choices={choices}
              />
            )}
            <DiseaseSearch visit={visit} label={t.settings.addDisease} into="diseaseIds" />
            <Choices
              form={form}
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
        </>
      )
    })
  return memberForm({
    path: "/settings/diseases",
    twin: "users.updateMe",
    needsSignIn: true,
    payload: (values) => ({
      diseaseIds: valuesOf(values, "diseaseIds").map(numberOf),
      diseasesVisibleTo: values["diseasesVisibleTo"]
    }),
    show,
    send: (visit, payload) =>
      searchesDiseases(visit.form.values)
        ? show(visit)
        : Effect.as(toWireError(users.changeMe(payload)), saved("diseases"))
  })
})

const kinds = ["comment", "like", "reply", "newPost"] as const

const isOn = (values: Values, settings: SettingsRecord, kind: (typeof kinds)[number]) =>
  Object.keys(values).length === 0 ? settings[kind] : valuesOf(values, "on").includes(kind)

const notifications = Effect.map(Effect.all([Settings, Follows]), ([settings, follows]) =>
  memberForm({
    path: "/settings/notifications",
    twin: "settings.update",
    needsSignIn: true,
    payload: (values) => {
      const on = valuesOf(values, "on")
      return { ...Object.fromEntries(kinds.map((kind) => [kind, on.includes(kind)])), mail: values["mail"] }
    },
    show: (visit) =>
      Effect.gen(function* () {
        const { form, t } = visit
        const own = yield* toWireError(settings.get)
        const followed = yield* toWireError(follows.list({ limit: 100 }))
        return settingsView(
          visit,
          "notifications",
          <>
            <Summary visit={visit} fields={[["mail", t.settings.mail]]} />
            <Form action="/settings/notifications">
              <Choices
                form={form}
                name="on"
                label={t.settings.notifyOf}
                several={kinds.filter((kind) => isOn(form.values, own, kind))}
                choices={kinds.map((value) => ({ value, label: t.settings.kinds[value] }))}
              />
              <Menu
                form={form}
                name="mail"
                label={t.settings.mail}
                hint={t.settings.mailHint}
                value={valueOf(form.values, "mail") || own.mail}
                choices={MailFrequency.literals.map((value) => ({ value, label: t.settings.frequencies[value] }))}
              />
              <button>{t.writing.save}</button>
            </Form>
            <h2>{t.settings.followed}</h2>
            <List empty={t.settings.noFollows} plain>
              {followed.data.map(({ id, name, type }) => {
                const path = `/${type === "user" ? "member" : type}s/${id}`
                return (
                  <li class="row head" key={`${type} ${id}`}>
                    <a href={path}>{name}</a>
                    <Act
                      action={`${path}/follow`}
                      fields={{ follow: "no", next: "/settings/notifications" }}
                      label={t.reading.unfollow}
                      plain
                    />
                  </li>
                )
              })}
            </List>
          </>
        )
      }),
    send: (_, payload) => Effect.as(toWireError(settings.change(payload)), saved("notifications"))
  })
)

/** What members say about themselves, and what they hear of. */
export const routes = Effect.map(Effect.all([profile, diseases, notifications]), (all) => [overview, ...all.flat()])
