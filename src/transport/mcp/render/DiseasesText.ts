import type { Disease, DiseaseDetail, DiseasePage } from "../../../domain/diseases/Disease.ts"
import { lineOf } from "./Cut.ts"
import { diseaseDetailText } from "./DiseaseDetailText.ts"
import { counted, lines, pageLine, type Walked } from "./Lines.ts"

const nameTokens = 24
const alsoTokens = 14

/** Of the catalogue and not of members: nothing here needs a fence. */
const diseaseText = ({ codes, id, matchedOn, name, postCount, synonyms }: typeof Disease.Encoded): string => {
  const code = Object.values(codes).flat()[0]
  const also =
    matchedOn === undefined || matchedOn.field === "name"
      ? synonyms.slice(0, 2).join("; ")
      : `${matchedOn.field} ${matchedOn.text}`
  return (
    `${id} ${lineOf(name, nameTokens)}${code === undefined ? "" : ` (${code})`}, ${counted(postCount, "post")}` +
    (also === "" ? "" : ` [${lineOf(also, alsoTokens)}]`)
  )
}

/** A page of diseases, and the categories where they were asked for. */
const diseasesText = ({ categories, data, pagination }: typeof DiseasePage.Encoded, asked: Walked): string =>
  lines(
    pageLine(pagination, asked, "disease"),
    data.length === 0
      ? "Nothing found: try another spelling, a synonym, or a code such as ORPHA:558."
      : "Each: diseaseId name (code), posts [what matched, or other names].",
    ...data.map(diseaseText),
    categories === undefined
      ? undefined
      : `Categories: ${categories.map(({ diseaseCount, id, name }) => `${id} ${name} (${diseaseCount})`).join("; ")}`
  )

/** What was found: a page of diseases, or one in full. */
export const foundDiseasesText = (
  found: typeof DiseasePage.Encoded | typeof DiseaseDetail.Encoded,
  asked: Walked
): string => ("data" in found ? diseasesText(found, asked) : diseaseDetailText(found))
