import { HashMap, Option } from "effect"
import type { DiseaseId } from "../../../domain/Ids.ts"
import { type DiseaseRelative, maxRelatives, maxSiblings } from "../../../ports/DiseasesRepo.ts"
import type { Tables } from "../Store.ts"

/** The nearest kin that `DiseasesRepo.relatives` promises. */
export const relativesOf = ({ diseases }: Tables, ids: ReadonlyArray<DiseaseId>): ReadonlyArray<DiseaseRelative> => {
  const children = new Map<DiseaseId, Array<DiseaseId>>()
  for (const [id, { parentIds }] of diseases.rows) {
    for (const parentId of parentIds) children.set(parentId, [...(children.get(parentId) ?? []), id])
  }
  const below = (id: DiseaseId) => children.get(id) ?? []
  const above = (id: DiseaseId) =>
    Option.match(HashMap.get(diseases.rows, id), { onNone: () => [], onSome: ({ parentIds }) => parentIds })
  const withNext = (next: (id: DiseaseId) => ReadonlyArray<DiseaseId>, id: DiseaseId) =>
    next(id).flatMap((one) => [one, ...next(one)])
  const beside = (id: DiseaseId) =>
    above(id).flatMap((parent) => (below(parent).length > maxSiblings + 1 ? [] : below(parent)))
  const kinds = [
    { kinship: "subtype", kin: (id: DiseaseId) => withNext(below, id) },
    { kinship: "supertype", kin: (id: DiseaseId) => withNext(above, id) },
    { kinship: "sibling", kin: beside }
  ] as const
  const passed = new Set(ids)
  const found: Array<DiseaseRelative> = []
  for (const { kin, kinship } of kinds) {
    for (const of of new Set(ids)) {
      for (const id of Array.from(new Set(kin(of))).toSorted((one, other) => one - other)) {
        if (passed.has(id) || Option.exists(HashMap.get(diseases.rows, id), ({ retired }) => retired)) continue
        passed.add(id)
        found.push({ id, of, kinship })
      }
    }
  }
  return found.slice(0, maxRelatives)
}
