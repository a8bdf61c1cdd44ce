import { useWebRequest } from "../../WebRequest.ts"
import { DiseaseLink } from "../diseases/DiseaseNames.tsx"

interface Shown {
  readonly disease: { readonly id: number; readonly name: string }
}

/** The disease of a thread, and where to go on reading about it. */
export const AboutDisease = ({ disease }: Shown) => {
  const { t } = useWebRequest()
  return (
    <aside class="panel" aria-labelledby="about">
      <h2 id="about">{t.reading.aboutDisease}</h2>
      <p class="strong">
        <DiseaseLink disease={disease} />
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
