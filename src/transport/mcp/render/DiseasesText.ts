import type { Disease, DiseaseDetail, DiseasePage } from "../../../domain/diseases/Disease.ts"
import { diseaseDetailText } from "./DiseaseDetailText.ts"
import { type ListQuery, lineOf, lines, pageLine, quantity } from "./Lines.ts"

const nameTokens = 24
const alsoTokens = 14

/** A disease of a list. Its texts come from the catalogue, not from members, so they need no fence. */
const diseaseText = ({ codes, id, matchedOn, name, postCount, synonyms }: typeof Disease.Encoded): string => {
  const code = Object.values(codes).flat()[0]
  const also =
    matchedOn === undefined || matchedOn.field === "name"
      ? synonyms.slice(0, 2).join("; ")
      : `${matchedOn.field} ${matchedOn.text}`
  return (
    `${id} ${lineOf(name, nameTokens)}${code === undefined ? "" : ` (${code})`}, ${quantity(postCount, "post")}` +
    (also === "" ? "" : ` [${lineOf(also, alsoTokens)}]`)
  )
}

/** A page of diseases, with the categories if they were requested. */
const diseasesText = ({ categories, data, pagination }: typeof DiseasePage.Encoded, query: ListQuery): string =>
  lines(
    pageLine(pagination, query, "disease"),
    data.length === 0
      ? "Nothing found: try another spelling, a synonym, or a code such as ORPHA:558."
      : "Each: diseaseId name (code), posts [what matched, or other names].",
    ...data.map(diseaseText),
    categories === undefined
      ? undefined
      : `Categories: ${categories.map(({ diseaseCount, id, name }) => `${id} ${name} (${diseaseCount})`).join("; ")}`
  )

/** The result of `find_diseases`: a page, or one disease. */
export const foundDiseasesText = (
  found: typeof DiseasePage.Encoded | typeof DiseaseDetail.Encoded,
  query: ListQuery
): string => ("data" in found ? diseasesText(found, query) : diseaseDetailText(found))
