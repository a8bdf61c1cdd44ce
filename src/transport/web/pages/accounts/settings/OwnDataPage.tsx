import { Effect, Option } from "effect"
import { leavingWith } from "../../../../../domain/accounts/Leaving.ts"
import { noSettingsChange } from "../../../../../domain/accounts/Settings.ts"
import { Leaving } from "../../../../../services/accounts/Leaving.ts"
import { Settings } from "../../../../../services/accounts/Settings.ts"
import { Translations } from "../../../../../services/posts/Translations.ts"
import { handleExport } from "../../../../http/ExportResponse.ts"
import { Act, Choices, Form } from "../../../Form.tsx"
import { OwnProof } from "../../../PasswordField.tsx"
import { action, forMembers, forMembersOnly, page } from "../../../Route.ts"
import { proofIn, TypedPassword } from "../../../StepUp.ts"
import { useWebRequest, valueOf } from "../../../WebRequest.ts"
import { ownDataPage, saved, settingsForm } from "./SettingsForm.tsx"

interface OwnTextsProps {
  readonly host: string
  readonly isAllowed: boolean
}

const OwnTexts = ({ host, isAllowed }: OwnTextsProps) => {
  const { t } = useWebRequest()
  return (
    <>
      <h2>{t.translation.own}</h2>
      <p>{isAllowed ? t.translation.ownLead({ host }) : t.translation.isOut}</p>
      <Act
        action="/settings/translation"
        fields={{ translate: isAllowed ? "no" : "yes" }}
        label={isAllowed ? t.translation.keepOut : t.translation.allow}
      />
    </>
  )
}

/** If a member's texts may be translated: nothing where the server has no engine. */
const makeTranslating = Effect.map(Effect.all([Settings, Translations]), ([settings, { host, isOn }]) => ({
  show: isOn
    ? Effect.map(settings.get, ({ translate }) => <OwnTexts host={host} isAllowed={translate} />)
    : Effect.succeed(null),
  set: action({
    ...forMembers,
    path: "/settings/translation",
    send: ({ form }) =>
      Effect.as(
        settings.change({ ...noSettingsChange, translate: Option.some(valueOf(form.values, "translate") !== "no") }),
        saved("data")
      )
  })
}))

/** The page of a member's own data: the export, the consent to translations, and leaving. */
export const routes = Effect.map(
  Effect.all([Leaving, handleExport, makeTranslating]),
  ([leaving, exportData, translating]) => [
    translating.set,
    page({ ...forMembers, path: "/settings/data/export", isOpenToSuspended: true, show: () => exportData }),
    ...settingsForm({
      ...forMembersOnly,
      page: ownDataPage,
      payloadSchema: leavingWith(TypedPassword),
      payloadOf: ({ posts, ...values }) => ({ posts, ...proofIn(values) }),
      limits: ["auth"],
      isOpenToSuspended: true,
      show: ({ t }) =>
        Effect.map(translating.show, (ownTexts) => (
          <>
            {ownTexts}
            <h2>{t.settings.exportTitle}</h2>
            <p>{t.settings.exportLead}</p>
            <p>
              <a class="button second" href="/settings/data/export" download>
                {t.settings.export}
              </a>
            </p>
            <h2>{t.settings.leave}</h2>
            <p>{t.settings.leaveLead}</p>
            <Form action="/settings/data" fields={{ posts: t.settings.leavePosts, password: t.account.password }}>
              <Choices
                name="posts"
                choices={[
                  { value: "keep", label: t.settings.leaveKeep },
                  { value: "delete", label: t.settings.leaveDelete }
                ]}
              />
              <OwnProof name="password" />
              <button class="danger">{t.settings.leave}</button>
            </Form>
          </>
        )),
      send: (_, payload) => Effect.as(leaving.leave(payload), { location: "/?done=left", session: "end" as const })
    })
  ]
)
