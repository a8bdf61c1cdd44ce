import type { DiseaseDetail } from "../../../../domain/diseases/Disease.ts"
import { pageOfCode } from "../../CodeLinks.ts"
import { english, inEnglish } from "../../Components.tsx"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"
import { DiseaseLinks } from "./DiseaseNames.tsx"

/** The sentences of the description that are shown at once. */
const shownSentences = 2

const sentencesOf = (text: string): ReadonlyArray<string> =>
  Array.from(new Intl.Segmenter("en", { granularity: "sentence" }).segment(text), ({ segment }) => segment.trim())

/** The page of a disease at Orphanet, in the reader's language where Orphanet has it. */
const orphanetOf = ({ codes }: Pick<DiseaseDetail, "codes">, { language }: WebRequest): string | undefined =>
  (codes.orpha ?? []).flatMap((code) => pageOfCode(code, language) ?? [])[0]

interface DescriptionProps {
  readonly disease: DiseaseDetail
  readonly text: string
}

/** The description of the disease in two sentences; the others are folded. */
const InShort = ({ text }: Pick<DescriptionProps, "text">) => {
  const request = useWebRequest()
  const sentences = sentencesOf(text.replaceAll(/\s+/g, " "))
  const rest = sentences.slice(shownSentences)
  return (
    <>
      <p {...inEnglish(request)}>{sentences.slice(0, shownSentences).join(" ")}</p>
      {rest.length === 0 ? null : (
        <details>
          <summary>{request.t.disease.readMore}</summary>
          <p {...inEnglish(request)}>{rest.join(" ")}</p>
        </details>
      )}
    </>
  )
}

/** The description; for readers of other languages than its own after the way to one in theirs. */
export const Description = ({ disease, text }: DescriptionProps) => {
  const request = useWebRequest()
  const { t } = request
  const address = orphanetOf(disease, request)
  return (
    <div class="text">
      {english(request) === undefined ? (
        <InShort text={text} />
      ) : address === undefined ? (
        <>
          <p class="hint small">{t.disease.onlyEnglish}</p>
          <InShort text={text} />
        </>
      ) : (
        <>
          <p>
            <a class="button second" href={address}>
              {t.disease.atOrphanet}
            </a>
          </p>
          <details>
            <summary>{t.disease.inEnglish}</summary>
            <p lang="en">{text}</p>
          </details>
        </>
      )}
    </div>
  )
}

/** The parents of a disease that the sources do not describe, and a link to Orphanet. */
export const NoDescription = ({ disease }: Pick<DescriptionProps, "disease">) => {
  const request = useWebRequest()
  const { t } = request
  const { parents } = disease
  const address = orphanetOf(disease, request)
  return (
    <div class="text">
      <p>
        {t.disease.noDescription} {address === undefined ? null : <a href={address}>{t.disease.atOrphanet}</a>}
      </p>
      {parents.length === 0 ? null : (
        <p>
          {parents.length === 1 ? t.disease.partOf : t.disease.partOfSeveral}
          {t.layout.colon}
          <DiseaseLinks diseases={parents} between=", " />
        </p>
      )}
    </div>
  )
}
