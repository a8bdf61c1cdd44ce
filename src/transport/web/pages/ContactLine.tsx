import type { Brand } from "../Brand.ts"
import { useWebRequest } from "../WebRequest.ts"

/** Where the operator is reached, if the operator says so: by `CONTACT`, or by an imprint. */
export const ContactLine = ({ brand: { contact, hasImprint } }: { readonly brand: Brand["Type"] }) => {
  const { t } = useWebRequest()
  const link = contact ?? (hasImprint ? { href: "/imprint", label: t.layout.imprint } : undefined)
  return link === undefined ? null : (
    <p>
      {t.layout.reach} <a href={link.href}>{link.label}</a>
    </p>
  )
}
