import { Option } from "effect"
import type { WireError } from "../../../api/WireErrors.ts"
import { nextPath } from "../Browser.ts"
import { reading } from "../Components.tsx"
import { Sentences } from "../Form.tsx"
import { errorTexts, faultsOf } from "../texts/FaultTexts.ts"
import type { View, WebRequest } from "../WebRequest.ts"
import { DiseaseSearch } from "./diseases/DiseasesPage.tsx"

/** Statuses whose sentence helps the reader to go on. */
const telling: ReadonlySet<number> = new Set([400, 403, 409, 413, 415, 429])

type Link = readonly [href: string, label: string]

const Links = ({ links }: { readonly links: ReadonlyArray<Link> }) => (
  <ul class="links">
    {links.map(([href, label]) => (
      <li key={href}>
        <a href={href}>{label}</a>
      </li>
    ))}
  </ul>
)

/** What is open to a suspended member. */
const suspendedView = ({ t }: WebRequest): View => ({
  ...reading(
    t.frame.suspended,
    <>
      <p class="lead">{t.frame.suspendedText}</p>
      <Links
        links={[
          ["/decisions", t.moderation.decisions],
          ["/settings/data", t.settings.pages.data]
        ]}
      />
    </>
  ),
  status: 403
})

/** A failure as a page. The address is that of a page which could be read again; a form has none. */
export const errorView = (request: WebRequest, status: number, error: WireError, address: string | undefined): View => {
  const { language, t, viewer } = request
  if (status === 403 && Option.exists(viewer, ({ suspended }) => suspended)) return suspendedView(request)
  const { text, title } = errorTexts(language, status)
  const faults = faultsOf(language, error).filter(({ sentence }) => sentence !== text)
  const signIn: Link = [`/sign-in?next=${encodeURIComponent(nextPath(request.url))}`, t.frame.signIn]
  const body = (
    <>
      <p class="lead">{text}</p>
      {telling.has(status) && faults.length > 0 ? (
        <p class="problem">
          <Sentences faults={faults} />
        </p>
      ) : null}
      {status === 404 ? <DiseaseSearch value="" /> : null}
      <p>{t.frame.goOn}</p>
      <Links
        links={[
          ...(status === 503 && address !== undefined ? [[nextPath(address), t.frame.retry] as const] : []),
          ...(status === 404 ? [] : [["/diseases", t.reading.searchDisease] as const]),
          ["/posts", t.reading.allPosts],
          ["/help", t.frame.help],
          ["/", t.frame.home],
          ...(status < 429 && Option.isNone(viewer) ? [signIn] : [])
        ]}
      />
      <button type="button" class="second scripted" data-back>
        {t.frame.back}
      </button>
    </>
  )
  return { ...reading(title, body), status }
}
