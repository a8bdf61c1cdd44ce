import { widestPrevalence } from "@rare-disease-community/catalogue/Prevalence"
import type { Disease, DiseaseDetail, DiseasePage } from "../../../domain/diseases/Disease.ts"
import {
  beginningOf,
  fenceNote,
  foundPageLine,
  helpLinesText,
  type ListQuery,
  lineOf,
  lines,
  quantity,
  untrusted
} from "./Lines.ts"

/** The maximum number of tokens of the name of a disease in a list. */
const nameTokens = 24

/** The maximum number of tokens of the other name by which a disease was found. */
const alsoTokens = 14

/** The maximum number of matched signs that a list names for a disease. */
const maxSigns = 6

/** The maximum number of tokens of the signs that a search has understood, and of those that it has not. */
const signTokens = 60

/** The maximum number of tokens of the signs that speak for and against a disease in a list. */
const evidenceTokens = 150

type Sign = NonNullable<(typeof Disease.Encoded)["matched"]>[number]

/** The frequency of a sign and the entry that says so: `: frequent (30-79 %) [ORPHA:778]`. */
const frequencyText = ({ frequency, source }: Pick<Sign, "frequency" | "source">): string =>
  frequency === null ? ` [${source}]` : `: ${frequency} [${source}]`

/** The note in a list on a group, or on the first of its forms. */
const groupText = ({ group, id }: Pick<typeof Disease.Encoded, "group" | "id">): string => {
  if (group === undefined) return ""
  const posts = quantity(group.postCount, "post")
  return group.id === id
    ? `, a group: ${group.forms} forms fit, ${posts}, evidence of the commonest`
    : `, of group ${group.id}`
}

/** A disease of a list. Its texts come from the catalogue, not from members, so they need no fence. */
const diseaseText = (disease: typeof Disease.Encoded): string => {
  const { against = [], codes, id, matched, matchedOn, name, postCount, synonyms } = disease
  const code = Object.values(codes).flat()[0]
  const signs = (named: string, some: NonNullable<typeof matched>) =>
    some.length === 0
      ? ""
      : `${named} ${some
          .slice(0, maxSigns)
          .map((sign) => `${sign.byName}${frequencyText(sign)}`)
          .join(", ")}`
  if (matched !== undefined) {
    const evidence = [signs("fits", matched), signs("against", against)].filter((text) => text !== "").join("; ")
    const named = `${id} ${lineOf(name, nameTokens)}${code === undefined ? "" : ` (${code})`}`
    return `${named}${groupText(disease)}, score ${disease.score} [${lineOf(evidence, evidenceTokens)}]`
  }
  const also =
    matchedOn === undefined || matchedOn.field === "name"
      ? synonyms.slice(0, 2).join("; ")
      : `${matchedOn.field} ${matchedOn.text}`
  return (
    `${id} ${lineOf(name, nameTokens)}${code === undefined ? "" : ` (${code})`}, ${quantity(postCount, "post")}` +
    (also === "" ? "" : ` [${lineOf(also, alsoTokens)}]`)
  )
}

/** Signs that do not count, each with its words and whose it is. */
const questionsText = (title: string, signs: NonNullable<(typeof DiseasePage.Encoded)["unsure"]>) => {
  const questions = signs.map(
    ({ id, name, text, whose }) => `${whose === undefined ? "" : `${whose}: `}${text}: ${name} ${id}?`
  )
  return signs.length === 0
    ? undefined
    : `${title} (ask, then send the id in phenotypes): ${lineOf(questions.join("; "), signTokens)}.`
}

const eachByName = "Each: diseaseId name (code), posts [what matched, or other names]."

const eachBySigns =
  "Each: diseaseId name (code), score (their order, no probability) [signs of it that fit; that speak against it; each with its frequency and the entry that says so]."

/** The advice after a search without results. */
const nothingFound = ({ notice, pagination }: typeof DiseasePage.Encoded): string => {
  if (pagination.total > 0) return "Nothing on this page."
  return notice === undefined
    ? "Nothing found: try another spelling, a synonym, or a code such as ORPHA:558; or send what the patient has as symptoms."
    : "No disease fits: name other symptoms, one by one and in plain words, or send a name or a code as search."
}

/** A page of diseases, with the categories if they were requested. */
const diseasesText = (page: typeof DiseasePage.Encoded, query: ListQuery): string => {
  const { categories, data, helpLines, notice, pagination, recognised = [], unknown = [], unsure = [], versions } = page
  return lines(
    foundPageLine(pagination, query, "disease", "search for more words or signs"),
    helpLinesText("Somebody may think of ending their life", helpLines),
    notice,
    recognised.length === 0
      ? undefined
      : `Recognised: ${lineOf(recognised.map(({ name, negated }) => (negated ? `no ${name}` : name)).join("; "), signTokens)}.`,
    questionsText(
      "Not sure, not counted",
      unsure.filter(({ whose }) => whose === undefined)
    ),
    questionsText(
      "Of relatives, not counted",
      unsure.filter(({ whose }) => whose !== undefined)
    ),
    unknown.length === 0 ? undefined : `Not recognised: ${lineOf(unknown.join("; "), signTokens)}.`,
    versions === undefined
      ? undefined
      : `Sources: Human Phenotype Ontology ${versions.hpo}, Orphanet ${versions.orphanet}.`,
    data.length === 0 ? nothingFound(page) : versions === undefined ? eachByName : eachBySigns,
    ...data.map(diseaseText),
    categories === undefined
      ? undefined
      : `Categories: ${categories.map(({ diseaseCount, id, name }) => `${id} ${name} (${diseaseCount})`).join("; ")}`
  )
}

/** The result of `find_diseases`: a page, or one disease. */
export const foundDiseasesText = (
  found: typeof DiseasePage.Encoded | typeof DiseaseDetail.Encoded,
  query: ListQuery
): string => ("data" in found ? diseasesText(found, query) : diseaseDetailText(found))

/**
 * The maximum number of entries of a list in the text of a tool about a disease; `structuredContent` has all of them.
 */
const maxEntries = 10

/** The maximum number of tokens of the name of the one disease that is shown. */
const detailNameTokens = 40

/** The maximum number of tokens of an entry of a list about a disease, such as a synonym. */
const entryTokens = 30

/** The maximum number of characters of the description of a disease. */
const descriptionCharacters = 4_000

/** A list with its heading, cut at `maxEntries`; empty for an empty list. */
const listLine = (heading: string, entries: ReadonlyArray<string>, total = entries.length): string => {
  if (entries.length === 0) return ""
  const shown = entries.slice(0, maxEntries)
  const more = total > shown.length ? `; and ${total - shown.length} more` : ""
  return `${heading}: ${shown.map((entry) => lineOf(entry, entryTokens)).join("; ")}${more}.`
}

type Detail = typeof DiseaseDetail.Encoded

/** The widest validated figure; `structuredContent` has all of them. */
const prevalenceText = (all: Detail["prevalence"]): string | undefined => {
  const widest = widestPrevalence(all)
  if (widest === undefined) return undefined
  const { class: range, region, type, validated, value } = widest
  const figure = range ?? (type === "Cases/families" ? `${value}` : `${value} / 100 000`)
  return `Prevalence: ${figure} (${type}, ${region}; Orphanet, ${validated ? "validated" : "not validated"}).`
}

/** A name in quotes, since names contain commas and semicolons. */
const quoted = (name: string) => `"${name.replaceAll('"', "'")}"`

/** Fences the description, which is the one long text of a disease and comes from its sources. */
const descriptionText = (description: string): string => {
  const { cut, text } = beginningOf(description, descriptionCharacters)
  return lines(fenceNote, "Description:", untrusted(text), cut ? "(cut: structuredContent holds all of it)" : undefined)
}

/** A disease with all facts and their sources. */
const diseaseDetailText = (disease: Detail): string => {
  const label = ({ id, name }: { readonly id: number; readonly name: string }) => `${id} ${name}`
  return lines(
    `Disease ${disease.id}: ${lineOf(disease.name, detailNameTokens)}, ${quantity(disease.postCount, "post")}.`,
    listLine("Other names", disease.synonyms.map(quoted)),
    listLine("Codes", Object.values(disease.codes).flat()),
    listLine("Categories", disease.categories.map(label)),
    listLine("A kind of", disease.parents.map(label)),
    listLine("Kinds of it", disease.children.map(label), disease.childCount),
    listLine("Onset", disease.onset),
    listLine("Inheritance", disease.inheritance),
    prevalenceText(disease.prevalence),
    listLine(
      "Genes",
      disease.genes.map(({ association, symbol }) => `${symbol} (${association})`)
    ),
    listLine(
      "Signs",
      (disease.phenotypes ?? []).map((sign) => `${sign.name}${frequencyText(sign)}`)
    ),
    disease.description === null ? undefined : descriptionText(disease.description),
    ...disease.sources.map(({ attribution, licence, url }) => `Source: ${attribution} (${licence}, ${url})`),
    "list_posts with this diseaseId lists what members write about it."
  )
}
