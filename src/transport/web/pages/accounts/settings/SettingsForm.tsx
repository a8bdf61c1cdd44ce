import { Effect, Option } from "effect"
import type { ComponentChildren } from "preact"
import { Done, Trail, When } from "../../../Components.tsx"
import { type FormRoute, form, type Member } from "../../../Route.ts"
import { type Moment, type PageError, useWebRequest, type View, type WebRequest } from "../../../WebRequest.ts"

export const settingsPages = [
  "profile",
  "diseases",
  "notifications",
  "security",
  "sessions",
  "password",
  "email",
  "blocks",
  "data"
] as const

/** The page that is open to suspended members, too. */
export const ownDataPage = "data" as const

/** The page that only members who write programs need. */
export const developerPage = "keys"

export type SettingsPage = (typeof settingsPages)[number] | typeof developerPage

/** A page of the settings. */
export const settingsView = (request: WebRequest, page: SettingsPage, body: ComponentChildren): View => {
  const { query, t } = request
  const title = t.settings.pages[page]
  return {
    title,
    body: (
      <div class="reading">
        <Trail href="/settings" label={t.layout.settings} />
        <h1>{title}</h1>
        {query["done"] === "saved" ? <Done>{t.settings.saved}</Done> : null}
        {query["done"] === "late" ? <p class="problem">{t.factors.startAgain}</p> : null}
        {query["done"] === "sent" ? <Done>{t.settings.linkSent}</Done> : null}
        {body}
      </div>
    )
  }
}

/** The time when a key, a passkey or a session was last used; nothing before its first use. */
export const LastUsed = ({ at, exact = false }: { readonly at: Option.Option<Moment>; readonly exact?: boolean }) =>
  Option.isNone(at) ? null : (
    <span>
      {useWebRequest().t.settings.lastUsed} <When at={at.value} exact={exact} />
    </span>
  )

interface TimesProps {
  /** The word for `createdAt`. */
  readonly created: string
  readonly createdAt: Moment
  readonly lastUsedAt: Option.Option<Moment>
}

/** When a key or a passkey was made, and last used. */
export const Times = ({ created, createdAt, lastUsedAt }: TimesProps) => (
  <p class="facts">
    <span>
      {created} <When at={createdAt} />
    </span>
    <LastUsed at={lastUsedAt} />
  </p>
)

/** The page again, which says that the change is made. */
export const saved = (page: SettingsPage) => ({ location: `/settings/${page}?done=saved` })

interface SettingsForm<Query, QueryJson, Payload, PayloadJson>
  extends Omit<
    FormRoute<"signedIn", "signedIn", unknown, unknown, Query, QueryJson, Payload, PayloadJson>,
    "again" | "path" | "show"
  > {
  readonly page: SettingsPage
  readonly show: (request: WebRequest<unknown, Query>) => Effect.Effect<ComponentChildren, PageError, Member>
  readonly again?: Effect.Effect<ComponentChildren, PageError, Member>
}

/** A page of the settings with a form. */
export const settingsForm = <Query, QueryJson, Payload, PayloadJson>({
  again,
  page,
  show,
  ...route
}: SettingsForm<Query, QueryJson, Payload, PayloadJson>) =>
  form({
    ...route,
    ...(again === undefined
      ? {}
      : { again: (request: WebRequest) => Effect.map(again, (form) => settingsView(request, page, form)) }),
    path: `/settings/${page}`,
    show: (request: WebRequest<unknown, Query>) =>
      Effect.map(show(request), (body) => settingsView(request, page, body))
  })
