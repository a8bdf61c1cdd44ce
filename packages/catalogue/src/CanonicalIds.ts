import { cleanText } from "./CleanText.ts"
import type { Conflict } from "./Facts.ts"
import type { SourceFacts } from "./SourceFacts.ts"

const obsoleteMark = /^obsolete\s+/i

export const withoutObsolete = (label: string): string => label.replace(obsoleteMark, "")

/** Mondo's label of a term, from the best source that has one; empty without any. */
export const labelOf = (facts: SourceFacts, id: string): string =>
  cleanText(
    facts.terms.get(id)?.name ||
      facts.labels.get(id) ||
      facts.subjects.get(id) ||
      facts.formerNames.get(id)?.label ||
      ""
  )

export const isObsolete = (facts: SourceFacts, id: string): boolean =>
  facts.terms.get(id)?.obsolete === true || obsoleteMark.test(labelOf(facts, id))

/** The ids of the catalogue's diseases, and the conflicts of the diseases that are left out. */
export interface CanonicalIds {
  readonly ids: ReadonlyArray<string>
  readonly conflicts: ReadonlyArray<Conflict>
}

/** The sorted ids of the catalogue's diseases, without those that are obsolete or have no label. */
export const canonicalIdsOf = (facts: SourceFacts): CanonicalIds => {
  const conflicts: Array<Conflict> = []
  const isUsable = (id: string) => {
    const label = labelOf(facts, id)
    if (label === "") conflicts.push({ kind: "no label", about: id, detail: "passed over: no file says its label" })
    else if (isObsolete(facts, id))
      conflicts.push({ kind: "obsolete", about: id, detail: `passed over, though it is listed: ${label}` })
    else return true
    return false
  }
  const ids = Array.from(facts.members).sort().filter(isUsable)
  return { ids, conflicts }
}
