import { codeSystems, storedCodeKey } from "@rare-disease-community/catalogue/DiseaseCode"
import { symbolsOf } from "@rare-disease-community/catalogue/Epidemiology"
import { perMillion } from "@rare-disease-community/catalogue/Prevalence"
import { maxFamilySubtypes } from "@rare-disease-community/names/Limits"
import type { DiseaseNaming } from "@rare-disease-community/names/texts/DiseaseNaming"
import { Array, Option, Order } from "effect"
import { type Disease, type DiseaseDetail, type DiseaseRef, maxChildren } from "../../../domain/diseases/Disease.ts"
import type { DiseaseId } from "../../../domain/Ids.ts"
import {
  type CatalogueEntry,
  type DiseaseRelative,
  type KnownDisease,
  maxDescent,
  maxRelatives,
  maxSiblings
} from "../../../ports/diseases/DiseasesRepo.ts"
import type { CategoryRow, DiseaseRow } from "../Rows.ts"
import type { Tables } from "../Tables.ts"
import { byCodePoint, isPublic, oldestFirst } from "../Views.ts"

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

/** The number of posts about a disease and its subtypes. */
export const postsAbout = (tables: Tables, id: DiseaseId): number => {
  const about = withSubtypes(tables, [id])
  return tables.posts.count((post) => isPublic(post) && Option.exists(post.diseaseId, (one) => about.has(one)))
}

/** The families of a disease, without the disease and its subtypes: see `maxFamilySubtypes`. */
export const familiesOf = (tables: Tables, id: DiseaseId): ReadonlySet<DiseaseId> => {
  const isFamily = (one: DiseaseId) => withSubtypes(tables, [one]).size <= maxFamilySubtypes + 1
  const parentsOf = (one: DiseaseId) => (tables.diseases.get(one)?.parentIds ?? []).filter(isFamily)
  const groups = new Set(parentsOf(id))
  for (const group of groups) for (const parent of parentsOf(group)) groups.add(parent)
  const own = withSubtypes(tables, [id])
  return new Set(Array.fromIterable(withSubtypes(tables, Array.fromIterable(groups))).filter((one) => !own.has(one)))
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

/** Diseases in the order of lists: by name, the id as tie-break. */
export const byName: Order.Order<DiseaseRow> = Order.combine(
  Order.mapInput(byCodePoint, ({ sortKey }: DiseaseRow) => sortKey),
  oldestFirst
)

export const byCategoryName: Order.Order<CategoryRow> = Order.mapInput(byCodePoint, ({ name }) => name)

export const notRetired = ({ diseases }: Tables): ReadonlyArray<DiseaseRow> => diseases.where(({ retired }) => !retired)

/** A disease as lists show it. */
export const diseaseOf = (tables: Tables, row: DiseaseRow): Disease => ({
  id: row.id,
  name: row.name,
  synonyms: [...row.synonyms, ...row.abbreviations],
  codes: Object.fromEntries(Object.entries(row.codes).filter(([, codes]) => codes !== undefined && codes.length > 0)),
  categories: Array.sort(
    row.categoryIds.map((id) => tables.categories.referred(id)),
    byCategoryName
  ),
  postCount: tables.posts.count((post) => isPublic(post) && Option.contains(post.diseaseId, row.id)),
  matchedOn: Option.none()
})

export const diseaseDetailOf = (tables: Tables, row: DiseaseRow): DiseaseDetail => {
  const { matchedOn, ...listed } = diseaseOf(tables, row)
  const named = (rows: ReadonlyArray<DiseaseRow>) =>
    Array.sort(rows, byName)
      .slice(0, maxChildren)
      .map(({ id, name }) => ({ id, name }))
  const children = notRetired(tables).filter(({ parentIds }) => parentIds.includes(row.id))
  const parents = notRetired(tables).filter(({ id }) => row.parentIds.includes(id))
  return {
    ...listed,
    description: Option.fromNullable(row.description),
    parents: named(parents),
    children: named(children),
    childCount: children.length,
    onset: row.onset,
    inheritance: row.inheritance,
    prevalence: row.prevalence,
    genes: row.genes,
    sources: row.sources
  }
}

const ownCodes = ({ codes }: DiseaseRow) => codeSystems.flatMap((system) => codes[system] ?? [])

/** A disease as an index in memory holds it. */
export const entryOf = (tables: Tables, row: DiseaseRow): CatalogueEntry => {
  const { abbreviations, categoryIds, description, genes, id, name, parentIds, prominence, retired, synonyms } = row
  const gone = tables.diseases.where(({ successorId }) => successorId === id)
  return {
    id,
    version: row.version,
    retired,
    name,
    synonyms,
    abbreviations,
    codes: ownCodes(row),
    retiredCodes: [
      ...row.retiredCodes,
      ...Array.sort(gone, oldestFirst).flatMap((one) => [...ownCodes(one), ...one.retiredCodes])
    ],
    categoryIds: categoryIds.toSorted(Order.number),
    parentIds: parentIds.toSorted(Order.number),
    description,
    ...symbolsOf(genes),
    prominence,
    perMillion: perMillion(row.prevalence)
  }
}

/** A disease as an import recognises it. */
export const knownOf = (row: DiseaseRow): KnownDisease => ({
  key: row.key,
  id: row.id,
  codes: ownCodes(row),
  retired: row.retired
})

/** The diseases of a code: first those that are not retired, then those whose own code it is, then by id. */
const ofCode = (tables: Tables, key: string) =>
  Array.sortBy(
    Order.mapInput(Order.boolean, ({ retired }: DiseaseRow) => retired),
    Order.mapInput(Order.boolean, ({ codeKeys }: DiseaseRow) => !codeKeys.includes(key)),
    oldestFirst
  )(tables.diseases.where(({ codeKeys, retiredCodeKeys }) => codeKeys.includes(key) || retiredCodeKeys.includes(key)))

/** The disease of an id or a code, or its successor. */
export const referredTo = (tables: Tables, ref: DiseaseRef): Option.Option<DiseaseRow> => {
  const { diseases } = tables
  const found = typeof ref === "number" ? diseases.find(ref) : Array.head(ofCode(tables, storedCodeKey(ref)))
  return Option.map(found, (row) => (row.successorId === null ? row : diseases.referred(row.successorId)))
}

/** The names of diseases that have one of the keys. */
export const namingsIn = (
  diseases: ReadonlyArray<DiseaseRow>,
  keys: ReadonlySet<string>
): ReadonlyArray<DiseaseNaming> =>
  diseases.flatMap(({ id: diseaseId, name: disease, namings }) =>
    namings.flatMap(({ key, kind, name }) => (keys.has(key) ? [{ key, diseaseId, disease, name, kind }] : []))
  )
