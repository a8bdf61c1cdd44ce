import { english } from "../../Components.tsx"
import { useWebRequest } from "../../WebRequest.ts"

interface Shown {
  readonly disease: { readonly id: number; readonly name: string }
}

/** The disease of a thread, and where to go on reading about it. */
export const AboutDisease = ({ disease }: Shown) => {
  const request = useWebRequest()
  const { t } = request
  return (
    <aside class="panel" aria-labelledby="about">
      <h2 id="about">{t.reading.aboutDisease}</h2>
      <p class="strong">
        <a href={`/diseases/${disease.id}`} lang={english(request)}>
          {disease.name}
        </a>
      </p>
      <ul class="links">
        <li>
          <a href={`/posts?diseaseId=${disease.id}&includeDescendants=true`}>{t.reading.postsAbout}</a>
        </li>
        <li>
          <a href={`/posts/new?diseaseId=${disease.id}`}>{t.reading.writeAbout}</a>
        </li>
      </ul>
    </aside>
  )
}
