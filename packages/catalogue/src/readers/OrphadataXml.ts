import type { Fact, OrphanetEntry } from "../Facts.ts"
import { meanValue } from "./OrphadataTables.ts"
import { childrenOf, elementsAt, textAt, type XmlElement, xmlRecords } from "./Xml.ts"

/** Recognises Orphadata's products by their root element. */
export const isOrphadataXml = (head: string): boolean =>
  /^\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--[\s\S]*?-->\s*)*<JDBOR[\s/>]/.test(head)

const orphaOf = (disorder: XmlElement) => textAt(disorder, "OrphaCode")

/** True for relation E, which means exactly the same disease. */
const isExact = (reference: XmlElement) => /^E\b/.test(textAt(reference, "DisorderMappingRelation", "Name"))

const inactiveFlag = 8192

const isInactive = (disorder: XmlElement) =>
  elementsAt(disorder, "DisorderFlagList", "DisorderFlag").some(
    (flag) => (Number(textAt(flag, "Value")) & inactiveFlag) !== 0
  )

const associations = (disorder: XmlElement) =>
  elementsAt(disorder, "DisorderDisorderAssociationList", "DisorderDisorderAssociation").map((association) => ({
    type: textAt(association, "DisorderDisorderAssociationType", "Name"),
    orpha: textAt(association, "TargetDisorder", "OrphaCode"),
    name: textAt(association, "TargetDisorder", "Name")
  }))

const definitionOf = (disorder: XmlElement) =>
  elementsAt(disorder, "SummaryInformationList", "SummaryInformation", "TextSectionList", "TextSection").find(
    (section) => textAt(section, "TextSectionType", "Name") === "Definition"
  )

/** Product 1: the nomenclature. */
const entryOf = (disorder: XmlElement): OrphanetEntry => {
  const definition = definitionOf(disorder)
  return {
    kind: "orphanetEntry",
    orpha: orphaOf(disorder),
    name: textAt(disorder, "Name"),
    synonyms: elementsAt(disorder, "SynonymList", "Synonym").map(({ text }) => text),
    exactCodes: elementsAt(disorder, "ExternalReferenceList", "ExternalReference")
      .filter(isExact)
      .map((reference) => `${textAt(reference, "Source")}:${textAt(reference, "Reference")}`),
    definition: definition === undefined ? undefined : textAt(definition, "Contents") || undefined,
    movedTo: associations(disorder).find(({ type }) => /^(moved|referred) to/i.test(type))?.orpha || undefined,
    inactive: isInactive(disorder)
  }
}

/** Product 7: the preferred specialty of a disorder. */
const specialties = (disorder: XmlElement): ReadonlyArray<Fact> =>
  associations(disorder)
    .filter(({ type }) => type === "Preferential parent")
    .map(({ name }) => ({
      kind: "specialty",
      orpha: orphaOf(disorder),
      name: textAt(disorder, "Name"),
      specialty: name
    }))

/** Product 9: ages of onset and types of inheritance. */
const naturalHistory = (disorder: XmlElement): ReadonlyArray<Fact> => {
  const onset = elementsAt(disorder, "AverageAgeOfOnsetList", "AverageAgeOfOnset", "Name").map(({ text }) => text)
  const inheritance = elementsAt(disorder, "TypeOfInheritanceList", "TypeOfInheritance", "Name").map(({ text }) => text)
  return onset.length + inheritance.length === 0
    ? []
    : [{ kind: "naturalHistory", orpha: orphaOf(disorder), onset, inheritance }]
}

/** Product 9: prevalences. */
const prevalences = (disorder: XmlElement): ReadonlyArray<Fact> =>
  elementsAt(disorder, "PrevalenceList", "Prevalence").map((prevalence) => ({
    kind: "prevalence",
    orpha: orphaOf(disorder),
    prevalence: {
      type: textAt(prevalence, "PrevalenceType", "Name"),
      class: textAt(prevalence, "PrevalenceClass", "Name") || null,
      value: meanValue(textAt(prevalence, "ValMoy")),
      region: textAt(prevalence, "PrevalenceGeographic", "Name"),
      validated: textAt(prevalence, "PrevalenceValidationStatus", "Name") === "Validated"
    }
  }))

/** Product 6: genes. */
const genes = (disorder: XmlElement): ReadonlyArray<Fact> =>
  elementsAt(disorder, "DisorderGeneAssociationList", "DisorderGeneAssociation").map((association) => ({
    kind: "gene",
    orpha: orphaOf(disorder),
    gene: {
      symbol: textAt(association, "Gene", "Symbol"),
      name: textAt(association, "Gene", "Name"),
      association: textAt(association, "DisorderGeneAssociationType", "Name")
    }
  }))

const months = "January February March April May June July August September October November December".split(" ")

/** "December 2024" for "2024-12-03 07:03:37". */
const versionOf = (date: string) => {
  const [, year = "", month = ""] = /^(\d{4})-(\d{2})/.exec(date) ?? []
  const name = months[Number(month) - 1]
  return name === undefined ? undefined : `${name} ${year}`
}

/** Only product 1 has these lists. */
const isEntry = (disorder: XmlElement) =>
  ["SynonymList", "ExternalReferenceList", "DisorderFlagList"].some((name) => childrenOf(disorder, name).length > 0)

/**
 * The facts of one of Orphadata's products. The products share a shape and differ in the lists of a disorder, so all
 * lists are read in each. Product 3 nests its nodes, and repeats a disorder in several branches.
 */
export async function* orphadataFacts(text: AsyncIterable<string>): AsyncGenerator<Fact> {
  /** The ORPHAcodes of the open nodes of product 3, from the root. */
  const branch: Array<string> = []
  let version: string | undefined
  let rows = 0
  for await (const { ancestors, element, root } of xmlRecords("Disorder", text)) {
    version ??= versionOf(root.attributes.date ?? "")
    rows += 1
    const depth = ancestors.filter((name) => name === "ClassificationNode").length
    if (depth > 0) {
      branch[depth - 1] = orphaOf(element)
      const parent = branch[depth - 2]
      if (parent === undefined) continue
      yield { kind: "classified", orpha: orphaOf(element), name: textAt(element, "Name"), parent }
      continue
    }
    if (isEntry(element)) yield entryOf(element)
    yield* specialties(element)
    yield* naturalHistory(element)
    yield* prevalences(element)
    yield* genes(element)
  }
  if (version !== undefined) yield { kind: "release", of: "orphadata", version, rows }
}
