import { codeSystems, storedCodeKey } from "@rare-disease-community/catalogue/DiseaseCode"
import { nameKey } from "@rare-disease-community/text/Folding"
import { Array, Either, Option, Order } from "effect"
import {
  type CategoryCount,
  type Disease,
  DiseaseNotFound,
  descriptionOrNull
} from "../../../domain/diseases/Disease.ts"
import { succession } from "../../../domain/diseases/Succession.ts"
import { CategoryId, DiseaseId } from "../../../domain/Ids.ts"
import type { DiseaseKey } from "../../../domain/Lists.ts"
import {
  type CatalogueEntry,
  type CataloguePosition,
  DiseasesRepo,
  type DiseaseToSave,
  type Retirement,
  type Saved
} from "../../../ports/diseases/DiseasesRepo.ts"
import type { DiseaseRow, PostRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { byCodePoint, type ListOrder, oldestFirst, pageOf } from "../Views.ts"
import { isOf } from "../Writes.ts"
import {
  byCategoryName,
  descendantsOf,
  diseaseDetailOf,
  diseaseOf,
  entryOf,
  knownOf,
  namingsIn,
  notRetired,
  postsAbout,
  referredTo,
  relativesOf
} from "./DiseaseViews.ts"

/** Adds unknown categories by name, and gives the ids of all. */
const addCategories = ({ categories }: Tables, names: ReadonlyArray<string>): ReadonlyMap<string, CategoryId> => {
  const ids = new Map(Array.map(Array.fromIterable(categories.values()), ({ id, name }) => [name, id]))
  for (const name of Array.sort(new Set(names), byCodePoint)) {
    if (ids.has(name)) continue
    const id = CategoryId.make(++categories.lastId)
    categories.set(id, { id, name })
    ids.set(name, id)
  }
  return ids
}

type Facts = Omit<DiseaseRow, "id" | "version">

/** A disease as it is stored, without parents: they are found once all diseases are stored. */
const factsOf = (
  { categories, description, parents: _, ...disease }: DiseaseToSave,
  categoryIds: ReadonlyMap<string, CategoryId>
): Facts => {
  const named = (kind: "name" | "synonym" | "abbreviation", names: ReadonlyArray<string>) =>
    names.map((name) => ({ key: nameKey(name), kind, name }))
  return {
    ...disease,
    description: descriptionOrNull(description),
    retired: false,
    successorId: null,
    categoryIds: Array.filterMap(Array.dedupe(categories), (name) => Option.fromNullable(categoryIds.get(name))),
    parentIds: [],
    sortKey: nameKey(disease.name),
    namings: [
      ...named("name", [disease.name]),
      ...named("synonym", disease.synonyms),
      ...named("abbreviation", disease.abbreviations)
    ],
    codeKeys: codeSystems.flatMap((system) => (disease.codes[system] ?? []).map(storedCodeKey)),
    retiredCodeKeys: disease.retiredCodes.map(storedCodeKey)
  }
}

/** The facts of a disease as text, to compare two states. */
const comparable = (row: Facts): string =>
  JSON.stringify([
    [row.name, row.synonyms, row.abbreviations, row.description, row.prominence, row.retired],
    codeSystems.map((system) => row.codes[system] ?? []),
    [row.retiredCodes, row.onset, row.inheritance],
    row.prevalence.map((one) => [one.type, one.class, one.value, one.region, one.validated]),
    row.genes.map(({ association, name, symbol }) => [symbol, name, association]),
    row.sources.map(({ attribution, licence, name, url, version }) => [name, licence, url, version, attribution]),
    row.categoryIds.toSorted(Order.number),
    row.parentIds.toSorted(Order.number)
  ])

/** The ids of parents, of retired ones their successors; without retired ones and without the disease itself. */
const parentsOf = (
  diseases: Tables["diseases"],
  id: DiseaseId,
  parents: ReadonlyArray<DiseaseRow>
): ReadonlyArray<DiseaseId> =>
  Array.dedupe(parents.map((parent) => parent.successorId ?? parent.id)).filter(
    (parent) => parent !== id && !diseases.referred(parent).retired
  )

const byKeyOf = ({ diseases }: Tables): ReadonlyMap<string, DiseaseRow> =>
  new Map(Array.map(Array.fromIterable(diseases.values()), (row) => [row.key, row]))

const raiseVersion = (tables: Tables, changed: ReadonlySet<DiseaseId>): void => {
  if (changed.size === 0) return
  tables.catalogueVersion += 1
  for (const id of changed) tables.diseases.change(id, (row) => ({ ...row, version: tables.catalogueVersion }))
}

/** Saves diseases: see `DiseasesRepo.save`. New categories take their ids first, by name. */
const saveDiseases = (tables: Tables, diseases: ReadonlyArray<DiseaseToSave>): Saved => {
  const toSave = Array.fromIterable(new Map(diseases.map((disease) => [disease.key, disease])).values())
  const categoryIds = addCategories(
    tables,
    toSave.flatMap(({ categories }) => categories)
  )
  const before = byKeyOf(tables)
  for (const disease of toSave) {
    const id = before.get(disease.key)?.id ?? DiseaseId.make(++tables.diseases.lastId)
    tables.diseases.set(id, { ...factsOf(disease, categoryIds), id, version: tables.catalogueVersion })
  }

  const after = byKeyOf(tables)
  const written: Array<DiseaseId> = []
  for (const { key, parents } of toSave) {
    const row = after.get(key)
    if (row === undefined) continue
    const listed = parents.flatMap((parent) => after.get(parent) ?? [])
    const next = { ...row, parentIds: parentsOf(tables.diseases, row.id, listed) }
    const known = before.get(key)
    const isSame = known !== undefined && comparable(known) === comparable(next)
    if (!isSame) written.push(row.id)
    tables.diseases.set(row.id, isSame ? known : next)
  }

  // Fewer codes lead to a former successor.
  const left = toSave.flatMap(({ key }) => before.get(key)?.successorId ?? [])
  raiseVersion(tables, new Set([...written, ...left]))
  const added = toSave.filter(({ key }) => !before.has(key)).length
  return { added, changed: written.length - added, unchanged: toSave.length - written.length }
}

type Successors = ReadonlyMap<DiseaseId, DiseaseId>

/** Moves follows to the successors of retired diseases. Of several of one disease the first stays. */
const moveFollows = ({ follows }: Tables, successors: Successors): void => {
  for (const row of follows.where(({ target }) => target.type === "disease").sort(oldestFirst)) {
    const id = row.target.type === "disease" ? successors.get(row.target.id) : undefined
    if (id === undefined) continue
    const target = { type: "disease" as const, id }
    const isFollowed = follows.some((other) => other.userId === row.userId && isOf(target)(other))
    if (isFollowed) follows.delete(row.id)
    else follows.set(row.id, { ...row, target })
  }
}

/** Lets posts, profiles, news and subtypes refer to the successors, and gives the ids of the moved subtypes. */
const moveReferences = (tables: Tables, successors: Successors): ReadonlyArray<DiseaseId> => {
  const to = (id: DiseaseId) => successors.get(id) ?? id
  const moved = (ids: ReadonlyArray<DiseaseId>) =>
    // A successor that was listed before stays at its own place.
    Array.dedupe(ids.filter((id) => !successors.has(id) || !ids.includes(to(id))).map(to))
  const isAny = () => true
  const movedPost = (post: PostRow): PostRow => ({ ...post, diseaseId: Option.map(post.diseaseId, to) })
  tables.posts.changeWhere(isAny, movedPost)
  tables.hiddenPosts.changeWhere(isAny, (row) => ({ ...row, post: movedPost(row.post) }))
  tables.users.changeWhere(isAny, (user) => ({ ...user, diseaseIds: moved(user.diseaseIds) }))
  tables.news.changeWhere(isAny, (item) => ({ ...item, diseaseIds: moved(item.diseaseIds) }))
  moveFollows(tables, successors)
  const children = tables.diseases.where(({ parentIds }) => parentIds.some((id) => successors.has(id)))
  tables.diseases.changeWhere(isAny, (row) => ({
    ...row,
    successorId: row.successorId && to(row.successorId),
    parentIds: Array.dedupe(row.parentIds.map(to)).filter((id) => id !== row.id)
  }))
  return children.map(({ id }) => id)
}

/** Retires diseases: see `DiseasesRepo.retire`. */
const retireDiseases = (tables: Tables, retirements: ReadonlyArray<Retirement>): number => {
  const { diseases } = tables
  const retired = succession(retirements, Array.sort(diseases.values(), oldestFirst))
  const marked = retired.filter(
    ({ before, id, successorId }) => !before || diseases.referred(id).successorId !== successorId
  )
  for (const { id, successorId } of marked) diseases.change(id, (row) => ({ ...row, retired: true, successorId }))
  const pairs = retired.flatMap(({ id, successorId }) => (successorId === null ? [] : [[id, successorId] as const]))
  const children = moveReferences(tables, new Map(pairs))
  const leading = marked.flatMap(({ successorId }) => successorId ?? [])
  raiseVersion(tables, new Set([...marked.map(({ id }) => id), ...leading, ...children]))
  return retired.filter(({ before }) => !before).length
}

const inOrderOfChanges = Order.combine(
  Order.mapInput(Order.number, ({ version }: DiseaseRow) => version),
  oldestFirst
)

const byName: ListOrder<DiseaseRow, DiseaseKey> = {
  keyOf: ({ id, sortKey }) => ({ name: sortKey, id }),
  order: Order.combine(
    Order.mapInput(byCodePoint, ({ name }: DiseaseKey) => name),
    oldestFirst
  )
}

const listedDiseases = (tables: Tables, category: CategoryId | undefined): ReadonlyArray<DiseaseRow> =>
  notRetired(tables).filter(({ categoryIds }) => category === undefined || categoryIds.includes(category))

const diseasesByIds = (tables: Tables, ids: ReadonlyArray<DiseaseId>): ReadonlyArray<Disease> =>
  Array.dedupe(ids)
    .flatMap((id) => tables.diseases.get(id) ?? [])
    .filter(({ retired }) => !retired)
    .map((row) => diseaseOf(tables, row))

const entriesAfter = (
  tables: Tables,
  { id, version }: CataloguePosition,
  limit: number
): ReadonlyArray<CatalogueEntry> =>
  tables.diseases
    .where((row) => row.version > version || (row.version === version && row.id > id))
    .sort(inOrderOfChanges)
    .slice(0, limit)
    .map((row) => entryOf(tables, row))

const categoryCounts = (tables: Tables): ReadonlyArray<CategoryCount> =>
  Array.sort(tables.categories.values(), byCategoryName).map((category) => ({
    ...category,
    diseaseCount: listedDiseases(tables, category.id).length
  }))

export const layer = inMemory(DiseasesRepo, ({ lookUp, read, write }) => ({
  page: ({ category }, window) =>
    read((tables) => pageOf(listedDiseases(tables, category), byName, window, (row) => diseaseOf(tables, row))),
  findByIds: (ids) => read((tables) => diseasesByIds(tables, ids)),
  version: read(({ catalogueVersion }) => catalogueVersion),
  changedAfter: (position, limit) => read((tables) => entriesAfter(tables, position, limit)),
  get: (ref) =>
    lookUp((tables) => {
      const found = Either.fromOption(referredTo(tables, ref), () => new DiseaseNotFound({ ref }))
      return Either.map(found, (row) => diseaseDetailOf(tables, row))
    }),
  categories: read(categoryCounts),
  relatives: (ids) => read((tables) => relativesOf(tables, ids)),
  descendants: (ids, limit) => read((tables) => descendantsOf(tables, ids).slice(0, limit)),
  postsAbout: (ids) => read((tables) => Array.dedupe(ids).map((id) => ({ id, posts: postsAbout(tables, id) }))),
  missing: (ids) => read(({ diseases }) => Array.dedupe(ids).filter((id) => diseases.get(id)?.retired !== false)),
  named: (keys) => read((tables) => namingsIn(Array.sort(notRetired(tables), oldestFirst), new Set(keys))),
  known: read(({ diseases }) => Array.sort(diseases.values(), oldestFirst).map(knownOf)),
  save: (diseases) => write((tables) => saveDiseases(tables, diseases)),
  retire: (retirements) => write((tables) => retireDiseases(tables, retirements))
}))
