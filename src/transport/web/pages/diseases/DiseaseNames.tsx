import { Effect } from "effect"
import { createContext, Fragment } from "preact"
import { useContext } from "preact/hooks"
import { DiseaseId } from "../../../../domain/Ids.ts"
import type { StorageEffect } from "../../../../domain/Unavailable.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import { english, inEnglish, type Named, nameLanguage, nameOf, printed } from "../../Components.tsx"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"

/** A disease that a record refers to; documents have its id as a number. */
interface Reference {
  readonly id: number
  readonly name: string
}

/** The names of diseases in the page's language, by id. */
export type LocalNames = ReadonlyMap<number, string | null | undefined>

/** The names of the diseases that records of the page refer to; those it lacks are shown in English. */
export const CurrentDiseaseNames = createContext<LocalNames>(new Map())

/** Reads the names of diseases for a page; one in English needs none. */
export const makeDiseaseNames = Effect.map(
  Diseases,
  ({ named }) =>
    (request: WebRequest, references: ReadonlyArray<Reference>): StorageEffect<LocalNames> => {
      const lang = nameLanguage(request)
      const ids = Array.from(new Set(references.map(({ id }) => DiseaseId.make(id))))
      if (lang === undefined || ids.length === 0) return Effect.succeed(new Map())
      return Effect.map(named(ids, lang), (found) => new Map(found.map(({ id, localName }) => [id, localName])))
    }
)

/** The name of a disease; where it has none in the page's language the English one, which is said. */
export const DiseaseName = ({ disease }: { readonly disease: Named }) => {
  const request = useWebRequest()
  const name = printed(nameOf(disease))
  const mark = englishMark(request, disease)
  return mark === undefined ? (
    <span>{name}</span>
  ) : (
    <>
      <span {...inEnglish(request)}>{name}</span> <span class="soft">{mark}</span>
    </>
  )
}

/** The mark of an English name of a disease on a page in another language. */
export const englishMark = (request: WebRequest, { localName }: Named): string | undefined =>
  localName != null || english(request) === undefined ? undefined : request.t.disease.inEnglishMark

/** A disease that a record refers to, by its name in the page's language. */
export const DiseaseNameOf = ({ disease: { id, name } }: { readonly disease: Reference }) => (
  <DiseaseName disease={{ name, localName: useContext(CurrentDiseaseNames).get(id) }} />
)

/** A disease that a record refers to, as the way to its page. */
export const DiseaseLink = ({ disease }: { readonly disease: Reference }) => (
  <a href={`/diseases/${disease.id}`}>
    <DiseaseNameOf disease={disease} />
  </a>
)

interface DiseaseLinksProps {
  readonly diseases: ReadonlyArray<Reference>
  readonly between: string
}

export const DiseaseLinks = ({ between, diseases }: DiseaseLinksProps) =>
  diseases.map((disease, index) => (
    <Fragment key={disease.id}>
      {index === 0 ? null : between}
      <DiseaseLink disease={disease} />
    </Fragment>
  ))
