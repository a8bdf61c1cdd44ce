import { Effect } from "effect"
import type { ComponentChildren } from "preact"
import { Done, Trail } from "../../Pieces.tsx"
import {
  type FormRoute,
  type Member,
  memberForm,
  type PageError,
  type TwinName,
  type View,
  type Visit,
  type VisitOf
} from "../../Visit.ts"

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
        <Trail href="/settings" label={t.frame.settings} />
        <h1>{title}</h1>
        {query["done"] === "saved" ? <Done>{t.settings.saved}</Done> : null}
        {query["done"] === "sent" ? <Done>{t.settings.linkSent}</Done> : null}
        {body}
      </div>
    )
  }
}

/** The page again, which says that the change is made. */
export const saved = (page: SettingsPage) => ({ location: `/settings/${page}?done=saved` })

interface SettingsForm<Name extends TwinName> extends Omit<FormRoute<Name, Member>, "again" | "path" | "show"> {
  readonly page: SettingsPage
  readonly show: (visit: VisitOf<Name>) => Effect.Effect<ComponentChildren, PageError, Member>
  readonly again?: ComponentChildren
}

/** A page of the settings with a form. */
export const settingsForm = <Name extends TwinName>({ again, page, show, ...route }: SettingsForm<Name>) =>
  memberForm<Name>({
    ...route,
    ...(again === undefined ? {} : { again: (visit) => Effect.succeed(settingsView(visit, page, again)) }),
    path: `/settings/${page}`,
    show: (visit) => Effect.map(show(visit), (body) => settingsView(visit, page, body))
  })
