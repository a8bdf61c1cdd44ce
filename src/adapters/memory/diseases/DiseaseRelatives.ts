import { Array, Order } from "effect"
import type { DiseaseId } from "../../../domain/Ids.ts"
import { type DiseaseRelative, maxDescent, maxRelatives, maxSiblings } from "../../../ports/DiseasesRepo.ts"
import type { Tables } from "../Tables.ts"
import { oldestFirst } from "../Views.ts"

const childrenOf = ({ diseases }: Tables): ((id: DiseaseId) => ReadonlyArray<DiseaseId>) => {
  const children = new Map<DiseaseId, ReadonlyArray<DiseaseId>>()
  for (const { id, parentIds } of diseases.values()) {
    for (const parentId of parentIds) children.set(parentId, [...(children.get(parentId) ?? []), id])
  }
  return (id) => children.get(id) ?? []
}

/** These diseases and all their subtypes. */
export const withSubtypes = (tables: Tables, ids: ReadonlyArray<DiseaseId>): ReadonlySet<DiseaseId> => {
  const below = childrenOf(tables)
  const family = new Set(ids)
  for (const id of family) for (const child of below(id)) family.add(child)
  return family
}

/** The nearest relatives of diseases: see `DiseasesRepo.relatives`. */
export const relativesOf = (tables: Tables, ids: ReadonlyArray<DiseaseId>): ReadonlyArray<DiseaseRelative> => {
  const { diseases } = tables
  const below = childrenOf(tables)
  const above = (id: DiseaseId) => diseases.get(id)?.parentIds ?? []
  const beside = (id: DiseaseId) =>
    above(id).flatMap((parent) => (below(parent).length > maxSiblings + 1 ? [] : below(parent)))
  const twoLevels = (next: (id: DiseaseId) => ReadonlyArray<DiseaseId>) => (id: DiseaseId) =>
    next(id).flatMap((one) => [one, ...next(one)])
  const kinds = [
    { kinship: "subtype", find: twoLevels(below) },
    { kinship: "supertype", find: twoLevels(above) },
    { kinship: "sibling", find: beside }
  ] as const
  const seen = new Set(ids)
  const relatives: Array<DiseaseRelative> = []
  for (const { find, kinship } of kinds) {
    for (const of of new Set(ids)) {
      for (const id of Array.sort(find(of), Order.number)) {
        if (seen.has(id) || diseases.get(id)?.retired === true) continue
        seen.add(id)
        relatives.push({ id, of, kinship })
      }
    }
  }
  return relatives.slice(0, maxRelatives)
}

const lowest = Order.min<DiseaseId>(Order.number)

/** The subtypes of diseases, level by level: see `DiseasesRepo.descendants`. */
export const descendantsOf = (tables: Tables, ids: ReadonlyArray<DiseaseId>) => {
  const below = childrenOf(tables)
  const seen = new Set(ids)
  const found: Array<{ id: DiseaseId; under: DiseaseId }> = []
  let level: ReadonlyArray<{ readonly id: DiseaseId; readonly under: DiseaseId }> = ids.map((id) => ({ id, under: id }))
  for (let depth = 0; depth < maxDescent && level.length > 0; depth++) {
    const next = new Map<DiseaseId, DiseaseId>()
    for (const { id, under: top } of level) {
      for (const child of below(id)) {
        if (!seen.has(child)) next.set(child, lowest(next.get(child) ?? top, top))
      }
    }
    level = Array.fromIterable(next)
      .map(([id, under]) => ({ id, under }))
      .sort(oldestFirst)
    for (const { id } of level) seen.add(id)
    found.push(...level)
  }
  return found.filter(({ id }) => !tables.diseases.referred(id).retired)
}

/** A disease and all its supertypes. */
export const supertypesOf = ({ diseases }: Tables, id: DiseaseId): ReadonlyArray<DiseaseId> => {
  const family = new Set([id])
  for (const one of family) for (const parent of diseases.referred(one).parentIds) family.add(parent)
  return Array.fromIterable(family)
}
