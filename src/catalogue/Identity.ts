import { codeSystems } from "../domain/DiseaseCode.ts"
import type { CatalogueDisease, Conflict } from "./CatalogueDisease.ts"
import { type Code, codeOf, orphaNumber, type System } from "./Codes.ts"
import type { Knowledge } from "./Knowledge.ts"
import { labelOf } from "./Spine.ts"

/** Mondo has no exact mappings for these, and means the same thing by a mere reference. */
const identifiedByReference = new Set<System>(["gard", "medgen", "nord"])

const isIdentity = (code: Code, exact: boolean) => exact || identifiedByReference.has(code.system)

/** The codes that Mondo itself gives a term; of several in a vocabulary first the one that goes by the same name. */
const codesInMondo = (knowledge: Knowledge, id: string): ReadonlyArray<Code> => {
  const label = labelOf(knowledge, id).toLowerCase()
  const mappings = knowledge.mappings.get(id) ?? []
  const namesakes = mappings.filter((mapping) => mapping.label.toLowerCase() === label)
  return [...namesakes, ...mappings, ...(knowledge.terms.get(id)?.references ?? [])].flatMap(
    ({ code: written, exact }) => {
      const code = codeOf(written)
      return code !== undefined && isIdentity(code, exact) ? [code] : []
    }
  )
}

/** The ORPHAcodes that are the same thing as a term of Mondo, as bare numbers. */
export type OrphasOf = (id: string) => ReadonlyArray<string>

const orphasIn = (knowledge: Knowledge): OrphasOf => {
  const found = new Map<string, ReadonlyArray<string>>()
  return (id) => {
    const before = found.get(id)
    if (before !== undefined) return before
    const codes = codesInMondo(knowledge, id).filter(({ system }) => system === "orpha")
    const orphas = Array.from(new Set(codes.map(({ code }) => orphaNumber(code))))
    found.set(id, orphas)
    return orphas
  }
}

/** The codes of each disease, and which disease has an ORPHAcode. */
export interface Identities {
  readonly codes: ReadonlyMap<string, CatalogueDisease["codes"]>
  /** Of any term of Mondo, also of those that are no diseases of the catalogue. */
  readonly orphasOf: OrphasOf
  readonly byOrpha: ReadonlyMap<string, string>
  readonly conflicts: ReadonlyArray<Conflict>
}

const shownBySystem = (id: string, codes: Iterable<Code>): CatalogueDisease["codes"] => {
  const all = [{ system: "mondo", code: id } as const, ...codes]
  const entries = codeSystems.map(
    (system) =>
      [system, Array.from(new Set(all.flatMap((code) => (code.system === system ? [code.code] : []))))] as const
  )
  return Object.fromEntries(entries.filter(([, list]) => list.length > 0))
}

/**
 * The codes of every disease: those of Mondo's exact mappings, and those of Orphadata (relation E) that Mondo has given
 * to no other disease. Where both disagree Mondo is right, and the disagreement is told.
 */
export const identitiesOf = (knowledge: Knowledge, ids: ReadonlyArray<string>): Identities => {
  const conflicts: Array<Conflict> = []
  const orphasOf = orphasIn(knowledge)
  const inMondo = new Map(ids.map((id) => [id, codesInMondo(knowledge, id)]))
  const owners = new Map<string, ReadonlyArray<string>>()
  for (const [id, codes] of inMondo) {
    for (const code of new Set(codes.map(({ code }) => code))) owners.set(code, [...(owners.get(code) ?? []), id])
  }
  for (const [code, of] of owners) {
    if (of.length > 1) conflicts.push({ kind: "shared code", about: code, detail: `kept on each of ${of.join(", ")}` })
  }

  const inOrphadata = (id: string): ReadonlyArray<Code> =>
    orphasOf(id).flatMap((orpha) =>
      (knowledge.entries.get(orpha)?.exactCodes ?? []).flatMap((written) => {
        const code = codeOf(written)
        if (code === undefined || code.system === "mondo") return []
        const of = owners.get(code.code) ?? []
        if (of.length === 0 || of.includes(id)) return [code]
        const detail = `ORPHA:${orpha} (${id}) claims it too; it stays with ${of.join(", ")}`
        conflicts.push({ kind: "code of another", about: code.code, detail })
        return []
      })
    )

  const byOrpha = new Map<string, string>()
  for (const id of ids) for (const orpha of orphasOf(id)) byOrpha.set(orpha, id)
  const codes = new Map(ids.map((id) => [id, shownBySystem(id, [...(inMondo.get(id) ?? []), ...inOrphadata(id)])]))
  return { codes, orphasOf, byOrpha, conflicts }
}
