import { Option } from "effect"
import { labelOf } from "./CanonicalIds.ts"
import type { CatalogueDisease } from "./CatalogueDisease.ts"
import { type Code, codeOf, isFoundationId, orphaNumber, type System } from "./Codes.ts"
import { codeSystems } from "./DiseaseCode.ts"
import type { Conflict } from "./Facts.ts"
import type { SourceFacts } from "./SourceFacts.ts"

/** Mondo has no exact mappings to these vocabularies; its plain references to them mean the same disease. */
const exactByReference = new Set<System>(["gard", "medgen", "nord"])

/** The codes that Mondo gives a term; in each vocabulary a code with the same label comes first. */
const codesInMondo = (facts: SourceFacts, id: string): ReadonlyArray<Code> => {
  const label = labelOf(facts, id).toLowerCase()
  const mappings = facts.mappings.get(id) ?? []
  const namesakes = mappings.filter((mapping) => mapping.label.toLowerCase() === label)
  return [...namesakes, ...mappings, ...(facts.terms.get(id)?.references ?? [])].flatMap(({ code: written, exact }) => {
    const code = codeOf(written)
    return code !== undefined && (exact || exactByReference.has(code.system)) ? [code] : []
  })
}

/** The ORPHAcodes of the same disease as a term of Mondo, as bare numbers. */
export type OrphasOf = (id: string) => ReadonlyArray<string>

/**
 * The ORPHAcodes that Mondo gives to no disease of the catalogue, by the disease that bears their name: where it alone
 * has this main name, and no ORPHAcode of its own. Mondo replaced its "Dravet syndrome" by another term without codes.
 */
const orphasByName = (facts: SourceFacts, ids: ReadonlyArray<string>): ReadonlyMap<string, Code> => {
  const taken = new Set<string>()
  const namesakes = new Map<string, Array<string>>()
  for (const id of ids) {
    const orphas = codesInMondo(facts, id).filter(({ system }) => system === "orpha")
    for (const { code } of orphas) taken.add(orphaNumber(code))
    const label = labelOf(facts, id).toLowerCase()
    if (orphas.length === 0) namesakes.set(label, [...(namesakes.get(label) ?? []), id])
  }
  return new Map(
    Array.from(facts.orphanetNames).flatMap(([orpha, name]) => {
      const [id, another] = namesakes.get(name.toLowerCase()) ?? []
      const isTaken = id === undefined || another !== undefined || taken.has(orpha)
      return isTaken ? [] : [[id, { system: "orpha", code: `ORPHA:${orpha}` }] as const]
    })
  )
}

const orphasIn = (codesOf: (id: string) => ReadonlyArray<Code>): OrphasOf => {
  const found = new Map<string, ReadonlyArray<string>>()
  return (id) => {
    const before = found.get(id)
    if (before !== undefined) return before
    const codes = codesOf(id).filter(({ system }) => system === "orpha")
    const orphas = Array.from(new Set(codes.map(({ code }) => orphaNumber(code))))
    found.set(id, orphas)
    return orphas
  }
}

/** The codes of each disease, and the disease of each ORPHAcode. */
export interface CrossReferences {
  readonly codes: ReadonlyMap<string, CatalogueDisease["codes"]>
  /** The ids that lead to each disease and are not shown as its codes. */
  readonly hiddenCodes: ReadonlyMap<string, ReadonlyArray<string>>
  /** Also for terms of Mondo that are not diseases of the catalogue. */
  readonly orphasOf: OrphasOf
  readonly byOrpha: ReadonlyMap<string, string>
  readonly conflicts: ReadonlyArray<Conflict>
}

const codesBySystem = (id: string, codes: Iterable<Code>): CatalogueDisease["codes"] => {
  const all = [{ system: "mondo", code: id } as const, ...codes]
  const entries = codeSystems.map(
    (system) =>
      [system, Array.from(new Set(all.flatMap((code) => (code.system === system ? [code.code] : []))))] as const
  )
  return Object.fromEntries(entries.filter(([, list]) => list.length > 0))
}

/**
 * The codes of every disease: Mondo's exact mappings, the ORPHAcode of the same name where Mondo gives none, and the
 * codes of Orphadata (relation E) that Mondo gives to no other disease. Where the two disagree Mondo wins, and the
 * conflict is reported.
 */
export const crossReferencesOf = (facts: SourceFacts, ids: ReadonlyArray<string>): CrossReferences => {
  const conflicts: Array<Conflict> = []
  const byName = orphasByName(facts, ids)
  const codesOf = (id: string) => [...codesInMondo(facts, id), ...Option.toArray(Option.fromNullable(byName.get(id)))]
  const orphasOf = orphasIn(codesOf)
  const known = new Map(ids.map((id) => [id, codesOf(id)]))
  const owners = new Map<string, ReadonlyArray<string>>()
  for (const [id, codes] of known) {
    for (const code of new Set(codes.map(({ code }) => code))) owners.set(code, [...(owners.get(code) ?? []), id])
  }
  for (const [code, of] of owners) {
    if (of.length > 1) conflicts.push({ kind: "shared code", about: code, detail: `kept on each of ${of.join(", ")}` })
  }

  const inOrphadata = (id: string): ReadonlyArray<Code> =>
    orphasOf(id).flatMap((orpha) =>
      (facts.entries.get(orpha)?.exactCodes ?? []).flatMap((written) => {
        const code = codeOf(written)
        if (code === undefined || code.system === "mondo") return []
        const of = owners.get(code.code) ?? []
        if (of.length === 0 || of.includes(id)) return [code]
        const detail = `ORPHA:${orpha} (${id}) claims it too; it stays with ${of.join(", ")}`
        conflicts.push({ kind: "code of another", about: code.code, detail })
        return []
      })
    )

  const byOrpha = new Map(ids.flatMap((id) => orphasOf(id).map((orpha) => [orpha, id] as const)))
  const all = new Map(ids.map((id) => [id, [...(known.get(id) ?? []), ...inOrphadata(id)]]))
  const codes = new Map(
    ids.map((id) => [
      id,
      codesBySystem(
        id,
        (all.get(id) ?? []).filter((one) => !isFoundationId(one))
      )
    ])
  )
  const hiddenCodes = new Map(
    ids.map((id) => [id, Array.from(new Set((all.get(id) ?? []).filter(isFoundationId).map(({ code }) => code)))])
  )
  return { codes, hiddenCodes, orphasOf, byOrpha, conflicts }
}
