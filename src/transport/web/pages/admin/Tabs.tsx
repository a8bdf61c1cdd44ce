import type { ComponentChildren } from "preact"
import { Done } from "../../Components.tsx"
import { useWebRequest, type View, type WebRequest } from "../../WebRequest.ts"

const tabs = ["setup", "members", "invitations", "news", "community", "webhooks", "audit"] as const

type Tab = (typeof tabs)[number]

const pathOf = (tab: Tab) => (tab === "members" ? "/admin" : `/admin/${tab}`)

const Tabs = ({ current }: { readonly current: Tab }) => {
  const { t } = useWebRequest()
  return (
    <nav aria-label={t.admin.sections}>
      <ul class="nav tabs">
        {tabs.map((tab) => (
          <li key={tab}>
            <a href={pathOf(tab)} aria-current={tab === current ? "page" : undefined}>
              {t.admin.tabs[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A page for admins, below the links to all of them. */
export const adminView = ({ query, t }: WebRequest, tab: Tab, body: ComponentChildren): View => {
  const done: Readonly<Record<string, string>> = {
    saved: t.settings.saved,
    deleted: t.admin.deleted,
    added: t.admin.feedAdded,
    ended: t.invitations.ended,
    polled: t.admin.polled
  }
  const said = typeof query["done"] === "string" ? done[query["done"]] : undefined
  return {
    title: `${t.layout.admin}${t.layout.colon}${t.admin.tabs[tab]}`,
    body: (
      <>
        <h1>{t.layout.admin}</h1>
        <Tabs current={tab} />
        {said === undefined ? null : <Done>{said}</Done>}
        <div class="reading start">{body}</div>
      </>
    )
  }
}
