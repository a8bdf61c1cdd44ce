import type { Brand } from "../Brand.ts"
import { useWebRequest } from "../WebRequest.ts"

/** Where the operator is reached, if the operator says so: by `CONTACT`, and in an imprint. */
export const ContactLine = ({ brand: { contact, hasImprint } }: { readonly brand: Brand["Type"] }) => {
  const { t } = useWebRequest()
  if (contact === undefined && !hasImprint) return null
  return (
    <p>
      {t.layout.reach} {contact === undefined ? null : <a href={contact.href}>{contact.label}</a>}
      {contact !== undefined && hasImprint ? "\u00A0· " : null}
      {hasImprint ? <a href="/imprint">{t.layout.imprint}</a> : null}
    </p>
  )
}
