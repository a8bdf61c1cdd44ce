import { canonicalIdsOf } from "./CanonicalIds.ts"
import type { CatalogueDisease } from "./CatalogueDisease.ts"
import { categoriesOf } from "./Categories.ts"
import { cleanText } from "./CleanText.ts"
import { crossReferencesOf } from "./CrossReferences.ts"
import { diseaseNames, doidTerms } from "./DiseaseNames.ts"
import { classOf, genesOf, inheritanceOf, onsetOf, prevalencesOf } from "./Epidemiology.ts"
import type { Conflict, Release } from "./Facts.ts"
import { membersAbove, type Parents, topologicalOrder } from "./Hierarchy.ts"
import type { Prevalence } from "./Prevalence.ts"
import { retiredCodes } from "./RetiredCodes.ts"
import type { Source } from "./Source.ts"
import type { SourceFacts } from "./SourceFacts.ts"

/** More frequent diseases are better known. */
const classPoints: Readonly<Record<string, number>> = {
  ">1 / 1000": 30,
  "6-9 / 10 000": 28,
  "1-5 / 10 000": 24,
  "1-9 / 100 000": 16,
  "1-9 / 1 000 000": 6
}

/** Points for the highest class that was measured, and for the number of measurements. */
const measured = (prevalences: ReadonlyArray<Prevalence>) =>
  Math.max(0, ...prevalences.map((prevalence) => classPoints[classOf(prevalence) ?? ""] ?? 0)) +
  Math.min(20, prevalences.length)

/** True for one of a numbered series, such as "Marfan syndrome type 7": few people use its number. */
const isNumbered = (name: string) => /(^| )(\d+[A-Za-z]{0,2}|[IVX]+[a-z]?|[A-Z]\d?)$/.test(name)

/**
 * An estimate of how well known a disease is, from 0 to about 200, which only decides between equally good hits. It
 * counts the vocabularies that list the disease (those for laypeople and clinics most), its frequency, the number of
 * measurements, and its names; one of a numbered series gets half.
 */
export const prominenceOf = (
  {
    codes,
    hiddenCodes = [],
    name,
    synonyms
  }: Pick<CatalogueDisease, "codes" | "name" | "synonyms"> & { readonly hiddenCodes?: ReadonlyArray<string> },
  prevalences: ReadonlyArray<Prevalence>
): number => {
  const has = (system: keyof typeof codes) => (codes[system] ?? []).length > 0
  const isDescriptor = (codes.mesh ?? []).some((code) => code.startsWith("MESH:D"))
  const isSeries = (codes.omim ?? []).some((code) => code.startsWith("OMIMPS"))
  const points =
    (has("nord") ? 40 : 0) +
    (isDescriptor ? 30 : has("mesh") ? 8 : 0) +
    (has("icd10") ? 25 : 0) +
    (isSeries ? 10 : 0) +
    (has("orpha") ? 10 : 0) +
    (has("ncit") ? 8 : 0) +
    (has("doid") ? 5 : 0) +
    (has("icd11") || hiddenCodes.length > 0 ? 5 : 0) +
    (has("gard") ? 2 : 0) +
    measured(prevalences) +
    Math.min(15, synonyms.length)
  return Math.round(isNumbered(name) ? points / 2 : points)
}

/** The version that most rows have; of several with as many, the latest. */
const versionOf = ({ releases }: SourceFacts, release: Release): string => {
  const versions = Array.from(releases.get(release) ?? [])
  const [best] = versions.toSorted(
    ([one, rows], [other, otherRows]) => otherRows - rows || (one < other ? 1 : one > other ? -1 : 0)
  )
  return best?.[0] ?? "not stated"
}

/** The attributions that the licences demand, with the versions that were read. */
const attributions = (facts: SourceFacts): Readonly<Record<Release, Source>> => {
  const orphadata = versionOf(facts, "orphadata")
  const doid = versionOf(facts, "doid")
  return {
    mondo: {
      name: "Mondo Disease Ontology",
      licence: "CC BY 4.0",
      url: "https://mondo.monarchinitiative.org",
      version: versionOf(facts, "mondo"),
      attribution:
        "Mondo Disease Ontology, Monarch Initiative, CC BY 4.0 (https://mondo.monarchinitiative.org). The data were changed: the rare diseases and those with an exact code of OMIM were taken, names were selected and their capitalisation adjusted, codes were selected and their prefixes rewritten, and the result was merged with other sources."
    },
    orphadata: {
      name: "Orphadata Science",
      licence: "CC BY 4.0",
      url: "https://www.orphadata.com",
      version: orphadata,
      attribution: `Orphadata Science: Free access data from Orphanet. (c) INSERM 1999. Available on https://www.orphadata.com. Data version: ${orphadata}. CC BY 4.0. The data were modified: what concerns the rare diseases of Mondo was taken and joined to them by code, or by name where Mondo gives no code, and the medical specialties are used as categories.`
    },
    doid: {
      name: "Human Disease Ontology",
      licence: "CC0",
      url: "https://disease-ontology.org",
      version: doid,
      attribution: `Human Disease Ontology, release ${doid}, CC0. Definitions and synonyms were taken, and the definitions made readable.`
    }
  }
}

export interface MergedCatalogue {
  /** Parents come before their children. */
  readonly diseases: ReadonlyArray<CatalogueDisease>
  readonly conflicts: ReadonlyArray<Conflict>
}

/** Mondo's hierarchy, with Orphanet's classification of terms that have no parent in Mondo. */
const hierarchyOf = (facts: SourceFacts, byOrpha: ReadonlyMap<string, string>): Parents => {
  const parents = new Map<string, ReadonlyArray<string>>(facts.parents)
  for (const [orpha, above] of facts.classified) {
    const id = byOrpha.get(orpha)
    if (id === undefined || parents.has(id)) continue
    const known = Array.from(new Set(above.flatMap((one) => byOrpha.get(one) ?? [])))
    if (known.length > 0) parents.set(id, known)
  }
  return parents
}

/** The first definition as sentences, with a capital and a full stop. */
const descriptionOf = (...definitions: ReadonlyArray<string | undefined>): string | null => {
  const text = cleanText(definitions.find((definition) => definition !== undefined) ?? "")
  if (text === "") return null
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?)]$/.test(text) ? "" : ".")
}

const orphanetFacts = (facts: SourceFacts, orphas: ReadonlyArray<string>) => {
  const of = <Value>(lists: ReadonlyMap<string, ReadonlyArray<Value>>) => orphas.flatMap((one) => lists.get(one) ?? [])
  return {
    onset: onsetOf(of(facts.onset)),
    inheritance: inheritanceOf(of(facts.inheritance)),
    prevalence: prevalencesOf(of(facts.prevalences)),
    genes: genesOf(of(facts.genes)),
    definitions: orphas.map((one) => facts.entries.get(one)?.definition),
    isKnown: orphas.some((one) => facts.entries.has(one) || facts.orphanetNames.has(one))
  }
}

/** Merges the facts into the catalogue: Mondo's rare diseases and those of OMIM, with all facts about their codes. */
export const mergeSources = (facts: SourceFacts): MergedCatalogue => {
  const { conflicts: skipped, ids } = canonicalIdsOf(facts)
  const references = crossReferencesOf(facts, ids)
  const { orphasOf } = references
  const hierarchy = hierarchyOf(facts, references.byOrpha)
  const isMember = (id: string) => references.codes.has(id)
  const members = new Map(ids.map((id) => [id, membersAbove(hierarchy, id, isMember)]))
  const { cyclic, order, parents } = topologicalOrder(ids, members)
  const specialtiesOf = (id: string) => orphasOf(id).flatMap((one) => facts.specialties.get(one) ?? [])
  const termsOf = doidTerms(facts)
  const names = diseaseNames(facts, ids, orphasOf)
  const sources = attributions(facts)

  const named = order.map((id) => {
    const terms = termsOf(references.codes.get(id)?.doid ?? [])
    return { key: id, terms, ...names.of(id, terms) }
  })
  const retired = retiredCodes(facts, references, named)

  const diseases = named.map(({ key, terms, ...names }): CatalogueDisease => {
    const { definitions, isKnown, ...orphanet } = orphanetFacts(facts, orphasOf(key))
    const codes = references.codes.get(key) ?? {}
    const hiddenCodes = references.hiddenCodes.get(key) ?? []
    const { categories, from } = categoriesOf(key, hierarchy, specialtiesOf)
    const { genes, onset, prevalence } = orphanet
    const usesOrphadata = isKnown || onset.length > 0 || genes.length > 0 || prevalence.length > 0
    return {
      key,
      ...names,
      codes,
      retiredCodes: [...retired.of(key, terms), ...hiddenCodes],
      categories,
      description: descriptionOf(
        facts.terms.get(key)?.definition,
        ...definitions,
        ...terms.map(({ definition }) => definition)
      ),
      parents: parents.get(key) ?? [],
      ...orphanet,
      prominence: prominenceOf({ codes, hiddenCodes, ...names }, prevalence),
      sources: [
        sources.mondo,
        ...(usesOrphadata || from === "itself" || from === "an ancestor" ? [sources.orphadata] : []),
        ...(terms.length > 0 ? [sources.doid] : [])
      ]
    }
  })

  const cycles = cyclic.map(
    ([about, parent]): Conflict => ({ kind: "cycle", about, detail: `not put under ${parent}, which is below it` })
  )
  return { diseases, conflicts: [skipped, references.conflicts, names.conflicts, retired.conflicts, cycles].flat() }
}
