import { Effect } from "effect"
import { createContext, Fragment } from "preact"
import { useContext } from "preact/hooks"
import { DiseaseId } from "../../../../domain/Ids.ts"
import type { Call } from "../../../../domain/Unavailable.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import { DiseaseName, nameLanguage } from "../../Components.tsx"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"

/** A disease that a record refers to; documents have its id as a number. */
interface Reference {
  readonly id: number
  readonly name: string
}

/** The names of diseases in the page's language, by id. */
type LocalNames = ReadonlyMap<number, string | null | undefined>

/** The names of the diseases that records of the page refer to; those it lacks are shown in English. */
export const CurrentDiseaseNames = createContext<LocalNames>(new Map())

/** Makes the function that reads the names of diseases for a page; one in English needs none. */
export const makeDiseaseNames = Effect.map(
  Diseases,
  ({ named }) =>
    (request: WebRequest, references: ReadonlyArray<Reference>): Call<LocalNames> => {
      const lang = nameLanguage(request)
      const ids = Array.from(new Set(references.map(({ id }) => DiseaseId.make(id))))
      if (lang === undefined || ids.length === 0) return Effect.succeed(new Map())
      return Effect.map(named(ids, lang), (found) => new Map(found.map(({ id, localName }) => [id, localName])))
    }
)

/** A disease that a record refers to, as the way to its page. */
export const DiseaseLink = ({ disease: { id, name } }: { readonly disease: Reference }) => (
  <a href={`/diseases/${id}`}>
    <DiseaseName disease={{ name, localName: useContext(CurrentDiseaseNames).get(id) }} />
  </a>
)

/** Says that a name stands in English, on a page in another language. */
export const EnglishMark = ({ localName }: { readonly localName: string | null | undefined }) => {
  const { language, t } = useWebRequest()
  return localName != null || language === "en" ? null : <span class="soft"> {t.disease.inEnglishMark}</span>
}

interface DiseaseLinksProps {
  readonly diseases: ReadonlyArray<Reference>
  readonly between: string
}

export const DiseaseLinks = ({ between, diseases }: DiseaseLinksProps) => {
  const names = useContext(CurrentDiseaseNames)
  return diseases.map((disease, index) => (
    <Fragment key={disease.id}>
      {index === 0 ? null : between}
      <DiseaseLink disease={disease} />
      <EnglishMark localName={names.get(disease.id)} />
    </Fragment>
  ))
}
