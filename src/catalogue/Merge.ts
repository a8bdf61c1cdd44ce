import { attributions } from "./Attribution.ts"
import type { CatalogueDisease, Conflict } from "./CatalogueDisease.ts"
import { categoriesOf } from "./Categories.ts"
import { cleanText } from "./CleanText.ts"
import { genesOf, inheritanceOf, onsetOf, prevalencesOf } from "./Epidemiology.ts"
import type { Term } from "./Facts.ts"
import { inOrder, membersAbove, type Parents } from "./Hierarchy.ts"
import { identitiesOf } from "./Identity.ts"
import type { Knowledge } from "./Knowledge.ts"
import { doidTerms, namings } from "./Naming.ts"
import { prominenceOf } from "./Prominence.ts"
import { retiredCodes } from "./Retired.ts"
import { spineOf } from "./Spine.ts"

/** The catalogue that the sources make, and on what they did not agree. */
export interface Merged {
  /** Parents come before what is below them. */
  readonly diseases: ReadonlyArray<CatalogueDisease>
  readonly conflicts: ReadonlyArray<Conflict>
}

/** Mondo's hierarchy, and Orphanet's classification for what Mondo puts under nothing. */
const hierarchyOf = (knowledge: Knowledge, byOrpha: ReadonlyMap<string, string>): Parents => {
  const parents = new Map<string, ReadonlyArray<string>>(knowledge.parents)
  for (const [orpha, above] of knowledge.classified) {
    const id = byOrpha.get(orpha)
    if (id === undefined || parents.has(id)) continue
    const known = Array.from(new Set(above.flatMap((one) => byOrpha.get(one) ?? [])))
    if (known.length > 0) parents.set(id, known)
  }
  return parents
}

/** One sentence or more, ending as such. */
const asText = (definition: string | undefined): string | null => {
  const text = cleanText(definition ?? "")
  if (text === "") return null
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?)]$/.test(text) ? "" : ".")
}

/** What Orphanet tells of a disease, by its ORPHAcodes. */
const toldByOrphanet = (knowledge: Knowledge, orphas: ReadonlyArray<string>) => {
  const of = <Value>(lists: ReadonlyMap<string, ReadonlyArray<Value>>) => orphas.flatMap((one) => lists.get(one) ?? [])
  return {
    onset: onsetOf(of(knowledge.onset)),
    inheritance: inheritanceOf(of(knowledge.inheritance)),
    prevalence: prevalencesOf(of(knowledge.prevalences)),
    genes: genesOf(of(knowledge.genes)),
    definition: orphas.map((one) => knowledge.entries.get(one)?.definition).find((text) => text !== undefined),
    isKnown: orphas.some((one) => knowledge.entries.has(one) || knowledge.orphanetNames.has(one))
  }
}

/** Merges all that is known into the diseases of the catalogue: Mondo's rare ones, each with what is told of its codes. */
export const merge = (knowledge: Knowledge): Merged => {
  const { conflicts: passedOver, ids } = spineOf(knowledge)
  const identities = identitiesOf(knowledge, ids)
  const { orphasOf } = identities
  const hierarchy = hierarchyOf(knowledge, identities.byOrpha)
  const isMember = (id: string) => identities.codes.has(id)
  const members = new Map(ids.map((id) => [id, membersAbove(hierarchy, id, isMember)]))
  const { cyclic, order, parents } = inOrder(ids, members)
  const specialtiesOf = (id: string) => orphasOf(id).flatMap((one) => knowledge.specialties.get(one) ?? [])
  const termsOf = doidTerms(knowledge)
  const naming = namings(knowledge, ids, orphasOf)
  const sources = attributions(knowledge)

  const named = order.map((id) => {
    const terms = termsOf(identities.codes.get(id)?.doid ?? [])
    return { key: id, terms, ...naming.names(id, terms) }
  })
  const retired = retiredCodes(knowledge, identities, named)

  const diseases = named.map(({ key, terms, ...names }): CatalogueDisease => {
    const { definition, isKnown, ...told } = toldByOrphanet(knowledge, orphasOf(key))
    const codes = identities.codes.get(key) ?? {}
    const { categories, from } = categoriesOf(key, hierarchy, specialtiesOf)
    const inMondo = knowledge.terms.get(key)?.definition
    const usesOrphadata = isKnown || told.onset.length > 0 || told.genes.length > 0 || told.prevalence.length > 0
    return {
      key,
      ...names,
      codes,
      retiredCodes: retired.codes(key, terms),
      categories,
      description: asText(inMondo ?? definition ?? definitionOf(terms)),
      parents: parents.get(key) ?? [],
      ...told,
      prominence: prominenceOf({ codes, ...names }, told.prevalence),
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
  const conflicts = [passedOver, identities.conflicts, naming.conflicts, retired.conflicts, cycles].flat()
  return { diseases, conflicts }
}

const definitionOf = (terms: ReadonlyArray<Term>) =>
  terms.map(({ definition }) => definition).find((text) => text !== undefined)
