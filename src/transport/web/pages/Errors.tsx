import { Option } from "effect"
import { Sentences } from "../Form.tsx"
import { faultsOf } from "../texts/Faults.ts"
import type { View, Visit } from "../Visit.ts"

/** Statuses whose sentence helps the reader to go on. */
const telling: ReadonlySet<number> = new Set([400, 403, 409, 413, 415, 429])

const Links = ({ links }: { readonly links: ReadonlyArray<readonly [href: string, label: string]> }) => (
  <ul>
    {links.map(([href, label]) => (
      <li key={href}>
        <a href={href}>{label}</a>
      </li>
    ))}
  </ul>
)

/** What is open to a suspended member. */
const suspendedView = ({ t }: Visit): View => ({
  title: t.frame.suspended,
  status: 403,
  body: (
    <div class="reading">
      <h1>{t.frame.suspended}</h1>
      <p class="lead">{t.frame.suspendedText}</p>
      <Links
        links={[
          ["/decisions", t.moderation.decisions],
          ["/settings/data", t.settings.pages.data]
        ]}
      />
    </div>
  )
})

/** A failure as a page. */
export const errorView = (visit: Visit, status: number, message: string): View => {
  const { t, viewer } = visit
  if (status === 403 && Option.exists(viewer, ({ suspended }) => suspended)) return suspendedView(visit)
  const { again, text, title } = t.frame.errors[status] ?? t.frame.errors[500] ?? { title: "", text: "", again: "" }
  return {
    title,
    status,
    body: (
      <div class="reading">
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        {telling.has(status) ? (
          <p class="problem">
            <Sentences faults={faultsOf(visit.language, message)} />
          </p>
        ) : null}
        <p>{again}</p>
        <Links
          links={[
            ["/diseases", t.reading.searchDisease],
            ["/posts", t.frame.posts],
            ["/", t.frame.home]
          ]}
        />
      </div>
    )
  }
}
