import { Array, Effect, HashMap, Option, Order } from "effect"
import { toldDescription } from "../../../domain/diseases/Disease.ts"
import { codeSystems, storedCodeKey } from "../../../domain/diseases/DiseaseCode.ts"
import { succession } from "../../../domain/diseases/Succession.ts"
import { CategoryId, DiseaseId } from "../../../domain/Ids.ts"
import type { DiseaseToSave, Retirement, Saved } from "../../../ports/DiseasesRepo.ts"
import { nameKey } from "../../../text/Folding.ts"
import { byCodePoint } from "../CodePointOrder.ts"
import { oldestFirst } from "../RowMapping.ts"
import type { DiseaseRow, PostRow } from "../Rows.ts"
import type { Step } from "../Store.ts"
import { isOf, referred, type Tables, withNew, withRow } from "../Tables.ts"

/** The categories with new ones of these names. */
const withCategories = (tables: Tables, names: ReadonlyArray<string>): Tables["categories"] =>
  names.reduce((table, name) => {
    if (HashMap.some(table.rows, (category) => category.name === name)) return table
    const id = CategoryId.make(table.lastId + 1)
    return withNew(table, id, { id, name })
  }, tables.categories)

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
    description: toldDescription(description),
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

type Diseases = Tables["diseases"]

/** The ids of parents, of retired ones their successors; without retired ones and without the disease itself. */
const parentsOf = (diseases: Diseases, id: DiseaseId, parents: ReadonlyArray<DiseaseRow>): ReadonlyArray<DiseaseId> =>
  Array.dedupe(parents.map((parent) => parent.successorId ?? parent.id)).filter(
    (parent) => parent !== id && !referred(diseases, parent).retired
  )

const byKeyOf = (diseases: Diseases): ReadonlyMap<string, DiseaseRow> =>
  new Map(Array.fromIterable(HashMap.values(diseases.rows)).map((row) => [row.key, row]))

/** The tables with the next version for these diseases. */
const withVersions = (tables: Tables, changed: ReadonlySet<DiseaseId>): Tables => {
  if (changed.size === 0) return tables
  const version = tables.catalogueVersion + 1
  const diseases = Array.reduce(changed, tables.diseases, (table, id) =>
    withRow(table, id, { ...referred(table, id), version })
  )
  return { ...tables, diseases, catalogueVersion: version }
}

/** The version of a saved disease until it is compared with the stored one. The catalogue never has it. */
const unsaved = 0

/** Saves diseases: see `DiseasesRepo.save`. New categories take their ids first, by name. */
export const saveDiseases = (tables: Tables, diseases: ReadonlyArray<DiseaseToSave>): Step<Saved> => {
  const toSave = Array.fromIterable(new Map(diseases.map((disease) => [disease.key, disease])).values())
  const names = Array.dedupe(toSave.flatMap(({ categories }) => categories))
  const categories = withCategories(tables, Array.sort(names, byCodePoint))
  const categoryIds = new Map(Array.fromIterable(HashMap.values(categories.rows)).map(({ id, name }) => [name, id]))
  const before = byKeyOf(tables.diseases)

  const stored = toSave.reduce((table, disease): Diseases => {
    const facts = { ...factsOf(disease, categoryIds), version: unsaved }
    const known = before.get(disease.key)
    if (known !== undefined) return withRow(table, known.id, { ...facts, id: known.id })
    const id = DiseaseId.make(table.lastId + 1)
    return withNew(table, id, { ...facts, id })
  }, tables.diseases)

  const after = byKeyOf(stored)
  const rows = toSave.flatMap(({ key, parents }): ReadonlyArray<DiseaseRow> => {
    const row = after.get(key)
    if (row === undefined) return []
    const listed = parents.flatMap((parent) => after.get(parent) ?? [])
    const next = { ...row, parentIds: parentsOf(stored, row.id, listed) }
    const known = before.get(key)
    return [known !== undefined && comparable(known) === comparable(next) ? known : next]
  })
  const saved = rows.reduce((table, row) => withRow(table, row.id, row), stored)

  const written = rows.flatMap(({ id, version }) => (version === unsaved ? [id] : []))
  // Fewer codes lead to a former successor.
  const left = toSave.flatMap(({ key }) => before.get(key)?.successorId ?? [])
  const added = toSave.filter(({ key }) => !before.has(key)).length
  return [
    Effect.succeed({ added, changed: written.length - added, unchanged: toSave.length - written.length }),
    withVersions({ ...tables, categories, diseases: saved }, new Set([...written, ...left]))
  ]
}

/** The follows with successors in place of retired diseases. Of several of one disease the first stays. */
const movedFollows = ({ follows }: Tables, successors: ReadonlyMap<DiseaseId, DiseaseId>): Tables["follows"] => ({
  ...follows,
  rows: HashMap.map(follows.rows, (rows) =>
    rows
      .filter(({ target }) => {
        const successor = target.type === "disease" ? successors.get(target.id) : undefined
        return successor === undefined || !rows.some(isOf({ type: "disease", id: successor }))
      })
      .map((row) => {
        const successor = row.target.type === "disease" ? successors.get(row.target.id) : undefined
        return successor === undefined ? row : { ...row, target: { type: "disease" as const, id: successor } }
      })
      .filter((row, index, all) => all.findIndex(isOf(row.target)) === index)
  )
})

/** The tables whose posts, profiles, news and subtypes refer to the successors, and the ids of the moved subtypes. */
const withMoved = (tables: Tables, successors: ReadonlyMap<DiseaseId, DiseaseId>) => {
  const to = (id: DiseaseId) => successors.get(id) ?? id
  const moved = (ids: ReadonlyArray<DiseaseId>) =>
    // A successor that was listed before stays at its own place.
    Array.dedupe(ids.filter((id) => !successors.has(id) || !ids.includes(to(id))).map(to))
  const children: Array<DiseaseId> = []
  const rows = HashMap.map(tables.diseases.rows, (row) => {
    const successorId = row.successorId === null ? null : to(row.successorId)
    if (!row.parentIds.some((id) => successors.has(id))) return { ...row, successorId }
    children.push(row.id)
    return { ...row, successorId, parentIds: Array.dedupe(row.parentIds.map(to)).filter((id) => id !== row.id) }
  })
  const movedPost = (post: PostRow): PostRow => ({ ...post, diseaseId: Option.map(post.diseaseId, to) })
  const after: Tables = {
    ...tables,
    diseases: { ...tables.diseases, rows },
    posts: { ...tables.posts, rows: HashMap.map(tables.posts.rows, movedPost) },
    hiddenPosts: HashMap.map(tables.hiddenPosts, (row) => ({ ...row, post: movedPost(row.post) })),
    users: {
      ...tables.users,
      rows: HashMap.map(tables.users.rows, (user) => ({ ...user, diseaseIds: moved(user.diseaseIds) }))
    },
    follows: movedFollows(tables, successors),
    news: {
      ...tables.news,
      rows: HashMap.map(tables.news.rows, (item) => ({ ...item, diseaseIds: moved(item.diseaseIds) }))
    }
  }
  return [children, after] as const
}

/** Retires diseases: see `DiseasesRepo.retire`. */
export const retireDiseases = (tables: Tables, retirements: ReadonlyArray<Retirement>): Step<number> => {
  const stored = Array.sort(HashMap.values(tables.diseases.rows), oldestFirst)
  const retired = succession(retirements, stored)
  const marked = retired.filter(
    ({ before, id, successorId }) => !before || referred(tables.diseases, id).successorId !== successorId
  )
  const diseases = marked.reduce(
    (table, { id, successorId }) => withRow(table, id, { ...referred(table, id), retired: true, successorId }),
    tables.diseases
  )
  const successors = new Map(
    retired.flatMap(({ id, successorId }) => (successorId === null ? [] : [[id, successorId] as const]))
  )
  const [children, moved] = withMoved({ ...tables, diseases }, successors)
  const leading = marked.flatMap(({ successorId }) => successorId ?? [])
  return [
    Effect.succeed(retired.filter(({ before }) => !before).length),
    withVersions(moved, new Set([...marked.map(({ id }) => id), ...leading, ...children]))
  ]
}
