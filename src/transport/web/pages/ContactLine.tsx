import type { Brand } from "../Brand.ts"
import { useWebRequest } from "../WebRequest.ts"

/** True where the operator says how people reach them. */
export const isReachable = ({ contact, hasImprint }: Pick<Brand["Type"], "contact" | "hasImprint">) =>
  contact !== undefined || hasImprint

/** Where the operator is reached, if the operator says so: by `CONTACT`, and in an imprint. */
export const ContactLine = ({ brand }: { readonly brand: Brand["Type"] }) => {
  const { contact, hasImprint } = brand
  const { t } = useWebRequest()
  if (!isReachable(brand)) return null
  return (
    <p>
      {t.layout.reach} {contact === undefined ? null : <a href={contact.href}>{contact.label}</a>}
      {contact !== undefined && hasImprint ? "\u00A0· " : null}
      {hasImprint ? <a href="/imprint">{t.layout.imprint}</a> : null}
    </p>
  )
}
