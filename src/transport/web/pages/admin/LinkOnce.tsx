import { type DateTime, Redacted } from "effect"
import type { ComponentChildren } from "preact"
import { When } from "../../Components.tsx"
import { useWebRequest } from "../../WebRequest.ts"

interface LinkOnceProps {
  readonly title: string
  /** Tells what to do with the link, which is not shown again. */
  readonly lead: string
  readonly link: { readonly url: Redacted.Redacted; readonly expiresAt: DateTime.Utc }
  readonly back: { readonly href: string; readonly label: string }
  readonly children?: ComponentChildren
}

/** A link for an admin to pass on: the only page that has it. */
export const LinkOnce = ({ back, children, lead, link, title }: LinkOnceProps) => {
  const { t } = useWebRequest()
  return (
    <>
      <p class="notice" role="status">
        {lead}
      </p>
      <h2>{title}</h2>
      <p class="secret">{Redacted.value(link.url)}</p>
      <p>
        {t.invitations.until} <When at={link.expiresAt} exact />.
      </p>
      {children}
      <p>
        <a href={back.href}>{back.label}</a>
      </p>
    </>
  )
}
