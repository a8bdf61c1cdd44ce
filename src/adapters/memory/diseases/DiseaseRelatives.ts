import { Array, HashMap, Option, Order } from "effect"
import type { DiseaseId } from "../../../domain/Ids.ts"
import { type DiseaseRelative, maxDescent, maxRelatives, maxSiblings } from "../../../ports/DiseasesRepo.ts"
import { oldestFirst } from "../RowMapping.ts"
import { referred, type Tables } from "../Tables.ts"

/** The direct subtypes of diseases. */
const childrenOf = ({ diseases }: Tables): ((id: DiseaseId) => ReadonlyArray<DiseaseId>) => {
  const children = new Map<DiseaseId, Array<DiseaseId>>()
  for (const [id, { parentIds }] of diseases.rows) {
    for (const parentId of parentIds) {
      const siblings = children.get(parentId)
      if (siblings === undefined) children.set(parentId, [id])
      else siblings.push(id)
    }
  }
  return (id) => children.get(id) ?? []
}

/** These diseases and all their subtypes. */
export const withSubtypes = (tables: Tables, ids: ReadonlyArray<DiseaseId>): ReadonlyArray<DiseaseId> => {
  if (ids.length === 0) return []
  const below = childrenOf(tables)
  const family = new Set(ids)
  for (const id of family) for (const child of below(id)) family.add(child)
  return Array.fromIterable(family)
}

/** The nearest relatives of diseases: see `DiseasesRepo.relatives`. */
export const relativesOf = (tables: Tables, ids: ReadonlyArray<DiseaseId>): ReadonlyArray<DiseaseRelative> => {
  const { rows } = tables.diseases
  const below = childrenOf(tables)
  const above = (id: DiseaseId) =>
    Option.match(HashMap.get(rows, id), { onNone: () => [], onSome: ({ parentIds }) => parentIds })
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
      for (const id of Array.fromIterable(new Set(find(of))).toSorted((one, other) => one - other)) {
        if (seen.has(id) || Option.exists(HashMap.get(rows, id), ({ retired }) => retired)) continue
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
  const under = new Map<DiseaseId, DiseaseId>(ids.map((id) => [id, id]))
  const found: Array<{ id: DiseaseId; under: DiseaseId }> = []
  let level: ReadonlyArray<{ readonly id: DiseaseId; readonly under: DiseaseId }> = ids.map((id) => ({ id, under: id }))
  for (let depth = 0; depth < maxDescent && level.length > 0; depth++) {
    const next = new Map<DiseaseId, DiseaseId>()
    for (const { id, under: top } of level) {
      for (const child of below(id)) {
        if (!under.has(child)) next.set(child, lowest(next.get(child) ?? top, top))
      }
    }
    level = Array.sort(
      Array.fromIterable(next).map(([id, top]) => ({ id, under: top })),
      oldestFirst
    )
    for (const one of level) under.set(one.id, one.under)
    found.push(...level)
  }
  return found.filter(({ id }) => !referred(tables.diseases, id).retired)
}

/** A disease and all its supertypes. */
export const supertypesOf = ({ diseases }: Tables, id: DiseaseId): ReadonlyArray<DiseaseId> => {
  const family = new Set([id])
  for (const one of family) for (const parent of referred(diseases, one).parentIds) family.add(parent)
  return Array.fromIterable(family)
}
