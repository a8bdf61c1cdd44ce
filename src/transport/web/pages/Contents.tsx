import { useWebRequest } from "../WebRequest.ts"

interface Part {
  readonly id: string
  readonly label: string
}

/** Links to the parts of a page, where it has several: on a phone most of them are far below. */
export const Contents = ({ parts }: { readonly parts: ReadonlyArray<Part> }) => {
  const { t } = useWebRequest()
  return parts.length < 2 ? null : (
    <nav aria-label={t.layout.contents}>
      <ul class="nav contents">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
