import { nameKey } from "../domain/DiseaseNaming.ts"
import type { CatalogueDisease, Conflict } from "./CatalogueDisease.ts"
import { codeOf } from "./Codes.ts"
import type { Term } from "./Facts.ts"
import type { Identities } from "./Identity.ts"
import type { Knowledge } from "./Knowledge.ts"
import { isObsolete, labelOf, withoutObsolete } from "./Spine.ts"

type Named = Pick<CatalogueDisease, "key" | "name" | "synonyms">

/** Codes that are out of use, by the disease that they lead to. */
export interface Retired {
  readonly codes: (id: string, terms: ReadonlyArray<Term>) => ReadonlyArray<string>
  readonly conflicts: ReadonlyArray<Conflict>
}

/** Which diseases go by a name. */
const bearersOf = (diseases: ReadonlyArray<Named>): ((name: string) => ReadonlyArray<string>) => {
  const bearers = new Map<string, ReadonlyArray<string>>()
  for (const { key, name, synonyms } of diseases) {
    for (const folded of new Set([name, ...synonyms].map(nameKey)))
      bearers.set(folded, [...(bearers.get(folded) ?? []), key])
  }
  return (name) => bearers.get(nameKey(name)) ?? []
}

/** The ids of Mondo that are out of use. */
const obsoleteIds = (knowledge: Knowledge): ReadonlyArray<string> =>
  Array.from(new Set([...knowledge.labels.keys(), ...knowledge.formerNames.keys(), ...knowledge.terms.keys()]))
    .filter((id) => id.startsWith("MONDO:") && isObsolete(knowledge, id))
    .sort()

/** The one that all agree on. */
const agreed = (ids: ReadonlyArray<string>): string | undefined => (new Set(ids).size === 1 ? ids[0] : undefined)

/**
 * The disease that an obsolete term became: what the ontology says, else the one disease that goes by its label, else
 * the one that its synonyms point to.
 */
const successorOf = (knowledge: Knowledge, id: string, bearers: (name: string) => ReadonlyArray<string>) => {
  const told = agreed(knowledge.terms.get(id)?.replacedBy ?? [])
  if (told !== undefined) return told
  const former = knowledge.formerNames.get(id)
  const labels = [withoutObsolete(labelOf(knowledge, id)), withoutObsolete(former?.label ?? "")]
  const byLabel = new Set(labels.flatMap(bearers))
  if (byLabel.size > 0) return agreed(Array.from(byLabel))
  return agreed((former?.synonyms ?? []).map(bearers).flatMap((ids) => (ids.length === 1 ? ids : [])))
}

/** Where the codes lead that are out of use: of Mondo, of Orphanet's inactive entries, and of merged terms. */
export const retiredCodes = (
  knowledge: Knowledge,
  { byOrpha, codes }: Identities,
  diseases: ReadonlyArray<Named>
): Retired => {
  const conflicts: Array<Conflict> = []
  const current = new Set(Array.from(codes.values()).flatMap((lists) => Object.values(lists).flat()))
  const leading = new Map<string, ReadonlyArray<string>>()
  const lead = (code: string | undefined, to: string | undefined) => {
    if (code !== undefined && to !== undefined && !current.has(code) && codes.has(to))
      leading.set(to, [...(leading.get(to) ?? []), code])
  }

  const bearers = bearersOf(diseases)
  for (const id of obsoleteIds(knowledge)) {
    const successor = successorOf(knowledge, id, bearers)
    const claimed = bearers(withoutObsolete(labelOf(knowledge, id)))
    if (successor === undefined && claimed.length > 1)
      conflicts.push({ kind: "successor unclear", about: id, detail: `its name is that of ${claimed.join(", ")}` })
    lead(id, successor)
  }
  for (const { movedTo, orpha } of knowledge.entries.values()) {
    if (movedTo !== undefined) lead(`ORPHA:${orpha}`, byOrpha.get(movedTo))
  }
  const merged = (ids: ReadonlyArray<string>) => ids.flatMap((id) => codeOf(id)?.code ?? [])
  return {
    codes: (id, terms) => {
      const all = [
        ...(leading.get(id) ?? []),
        ...merged(knowledge.terms.get(id)?.mergedIds ?? []),
        ...merged(terms.flatMap(({ mergedIds }) => mergedIds))
      ]
      return Array.from(new Set(all.filter((code) => !current.has(code)))).sort()
    },
    conflicts
  }
}
