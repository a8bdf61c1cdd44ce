import type { ComponentChildren } from "preact"
import { Done, Trail } from "../../Pieces.tsx"
import type { View, Visit } from "../../Visit.ts"

export const settingsPages = [
  "profile",
  "diseases",
  "notifications",
  "keys",
  "sessions",
  "password",
  "email",
  "blocks",
  "data"
] as const

export type SettingsPage = (typeof settingsPages)[number]

/** A page of the settings. */
export const settingsView = (visit: Visit, page: SettingsPage, body: ComponentChildren): View => {
  const { query, t } = visit
  const title = t.settings.pages[page]
  return {
    title,
    body: (
      <div class="reading">
        <Trail visit={visit} links={[["/settings", t.frame.settings]]} />
        <h1>{title}</h1>
        {query["done"] === "saved" ? <Done>{t.settings.saved}</Done> : null}
        {body}
      </div>
    )
  }
}

/** The page again, which says that the change is made. */
export const saved = (page: SettingsPage) => ({ location: `/settings/${page}?done=saved` })
