import type { Conflict } from "./CatalogueDisease.ts"
import { cleanText } from "./CleanText.ts"
import type { Knowledge } from "./Knowledge.ts"

const obsoleteMark = /^obsolete\s+/i

/** What a label calls something that is out of use. */
export const withoutObsolete = (label: string): string => label.replace(obsoleteMark, "")

/** What Mondo calls a term now, by the best source there is. */
export const labelOf = (knowledge: Knowledge, id: string): string =>
  cleanText(
    knowledge.terms.get(id)?.name ||
      knowledge.labels.get(id) ||
      knowledge.subjects.get(id) ||
      knowledge.formerNames.get(id)?.label ||
      ""
  )

/** Whether Mondo has taken a term out of use. */
export const isObsolete = (knowledge: Knowledge, id: string): boolean =>
  knowledge.terms.get(id)?.obsolete === true || obsoleteMark.test(labelOf(knowledge, id))

/** The ids of the diseases that the catalogue is made of, and those that are passed over. */
export interface Spine {
  readonly ids: ReadonlyArray<string>
  readonly conflicts: ReadonlyArray<Conflict>
}

/** Mondo's rare diseases, in the order of their ids, without those that are obsolete or have no label. */
export const spineOf = (knowledge: Knowledge): Spine => {
  const conflicts: Array<Conflict> = []
  const isKept = (id: string) => {
    const label = labelOf(knowledge, id)
    if (label === "") conflicts.push({ kind: "no label", about: id, detail: "passed over: no file says its label" })
    else if (isObsolete(knowledge, id))
      conflicts.push({ kind: "obsolete", about: id, detail: `passed over, though it is listed as rare: ${label}` })
    else return true
    return false
  }
  const ids = Array.from(knowledge.rare).sort().filter(isKept)
  return { ids, conflicts }
}
