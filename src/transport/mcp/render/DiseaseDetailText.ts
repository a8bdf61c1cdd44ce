import type { DiseaseDetail } from "../../../domain/diseases/Disease.ts"
import { beginningOf, fenceNote, lineOf, lines, quantity, untrusted } from "./Lines.ts"

/** The most entries of a list in the text; `structuredContent` has all of them. */
const maxEntries = 10

const nameTokens = 40
const entryTokens = 30
const descriptionCharacters = 4_000

/** A list with its heading, cut at `maxEntries`; empty for an empty list. */
const listLine = (heading: string, entries: ReadonlyArray<string>, total = entries.length): string => {
  if (entries.length === 0) return ""
  const shown = entries.slice(0, maxEntries)
  const more = total > shown.length ? `; and ${total - shown.length} more` : ""
  return `${heading}: ${shown.map((entry) => lineOf(entry, entryTokens)).join("; ")}${more}.`
}

type Detail = typeof DiseaseDetail.Encoded

const prevalenceText = ({ class: range, region, type, value }: Detail["prevalence"][number]): string =>
  `${type} ${range ?? value ?? "unknown"} (${region})`

/** Fences the description, which is the one long text of a disease and comes from its sources. */
const descriptionText = (description: string): string => {
  const { cut, text } = beginningOf(description, descriptionCharacters)
  return lines(fenceNote, "Description:", untrusted(text), cut ? "(cut: structuredContent holds all of it)" : undefined)
}

/** A disease with all facts and their sources. */
export const diseaseDetailText = (disease: Detail): string => {
  const label = ({ id, name }: { readonly id: number; readonly name: string }) => `${id} ${name}`
  return lines(
    `Disease ${disease.id}: ${lineOf(disease.name, nameTokens)}, ${quantity(disease.postCount, "post")}.`,
    listLine("Other names", disease.synonyms),
    listLine("Codes", Object.values(disease.codes).flat()),
    listLine("Categories", disease.categories.map(label)),
    listLine("A kind of", disease.parents.map(label)),
    listLine("Kinds of it", disease.children.map(label), disease.childCount),
    listLine("Onset", disease.onset),
    listLine("Inheritance", disease.inheritance),
    listLine("Prevalence", disease.prevalence.map(prevalenceText)),
    listLine(
      "Genes",
      disease.genes.map(({ association, symbol }) => `${symbol} (${association})`)
    ),
    disease.description === null ? undefined : descriptionText(disease.description),
    ...disease.sources.map(({ attribution, licence, url }) => `Source: ${attribution} (${licence}, ${url})`),
    "list_posts with this diseaseId lists what members write about it."
  )
}
