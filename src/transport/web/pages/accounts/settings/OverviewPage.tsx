import { Effect, Option } from "effect"
import { OutgoingMail } from "../../../../../services/mail/OutgoingMail.ts"
import { reading } from "../../../Components.tsx"
import { forMembers, page } from "../../../Route.ts"
import { useWebRequest } from "../../../WebRequest.ts"
import { developerPage, ownDataPage, type SettingsPage, settingsPages } from "./SettingsForm.tsx"

interface Linked {
  readonly to: SettingsPage
  readonly hasMail: boolean
}

/** The link to a page of the settings, with what is set there. */
const SettingsLink = ({ hasMail, to }: Linked) => {
  const { settings } = useWebRequest().t
  return (
    <li class="row">
      <a class="strong" href={`/settings/${to}`}>
        {settings.pages[to]}
      </a>
      <p>{to === "notifications" && hasMail ? settings.mailsToo : settings.hints[to]}</p>
    </li>
  )
}

/** The list of what members can set. */
export const routes = Effect.map(OutgoingMail, ({ isOn }) => [
  page({
    ...forMembers,
    path: "/settings",
    isOpenToSuspended: true,
    show: ({ t, viewer }) => {
      const isSuspended = Option.exists(viewer, ({ suspended }) => suspended)
      const body = (
        <>
          <ul class="rows">
            {(isSuspended ? [ownDataPage] : settingsPages).map((name) => (
              <SettingsLink key={name} to={name} hasMail={isOn} />
            ))}
          </ul>
          {isSuspended ? null : (
            <>
              <h2>{t.settings.forDevelopers}</h2>
              <ul class="rows">
                <SettingsLink to={developerPage} hasMail={isOn} />
              </ul>
            </>
          )}
        </>
      )
      return Effect.succeed(reading(t.layout.settings, body))
    }
  })
])
