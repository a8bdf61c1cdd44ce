import type { DiseaseId } from "../../../domain/Ids.ts"
import type { Tables } from "../Store.ts"

/** These diseases and all their subtypes. */
export const withSubtypes = ({ diseases }: Tables, ids: ReadonlyArray<DiseaseId>): ReadonlyArray<DiseaseId> => {
  if (ids.length === 0) return []
  const children = new Map<DiseaseId, Array<DiseaseId>>()
  for (const [id, { parentIds }] of diseases.rows) {
    for (const parentId of parentIds) {
      const siblings = children.get(parentId)
      if (siblings === undefined) children.set(parentId, [id])
      else siblings.push(id)
    }
  }
  const family = new Set(ids)
  for (const id of family) for (const child of children.get(id) ?? []) family.add(child)
  return Array.from(family)
}
