import { Array, Effect, HashMap, Layer, Option, Order } from "effect"
import {
  codeKey,
  type Disease,
  type DiseaseDetail,
  type DiseaseFilter,
  DiseaseNotFound,
  type DiseaseRef
} from "../domain/Disease.ts"
import type { DiseaseNaming } from "../domain/DiseaseNaming.ts"
import { CategoryId, DiseaseId } from "../domain/Ids.ts"
import { DiseasesRepo, type DiseaseToSave } from "../repositories/DiseasesRepo.ts"
import { byCodePoint } from "./CodePointOrder.ts"
import { byName, ranked, searchableOf } from "./DiseaseRanking.ts"
import type { CategoryRow, DiseaseRow } from "./Rows.ts"
import type { Step, Tables } from "./Store.ts"
import { referred, Store, withNew, withRow } from "./Store.ts"
import { found, oldestFirst } from "./Views.ts"

const byCategoryName = Order.mapInput(byCodePoint, ({ name }: CategoryRow) => name)

const diseaseOf = (tables: Tables, row: DiseaseRow) => ({
  id: row.id,
  name: row.name,
  synonyms: [...row.synonyms, ...row.abbreviations],
  codes: Object.fromEntries(Object.entries(row.codes).filter(([, codes]) => codes !== undefined && codes.length > 0)),
  categories: Array.sort(
    row.categoryIds.map((id) => referred(tables.categories, id)),
    byCategoryName
  ),
  postCount: HashMap.countBy(tables.posts.rows, ({ diseaseId }) => Option.contains(diseaseId, row.id))
})

const diseaseDetailOf = (tables: Tables, row: DiseaseRow): DiseaseDetail => ({
  ...diseaseOf(tables, row),
  description: Option.some(row.description),
  sources: row.sources
})

/** The disease of an id or a code; of several with the same code the first. */
const referredTo = (tables: Tables, ref: DiseaseRef): Option.Option<DiseaseRow> => {
  if (typeof ref === "number") return HashMap.get(tables.diseases.rows, ref)
  const key = codeKey(ref)
  const rows = Array.filter(HashMap.values(tables.diseases.rows), ({ searchable }) =>
    searchable.codes.some((code) => code.key === key)
  )
  return Array.head(Array.sort(rows, oldestFirst))
}

/** The names of a disease that have one of the keys. */
const namingsOf = ({ id, name: disease, searchable }: DiseaseRow, keys: ReadonlySet<string>) =>
  searchable.names.flatMap(
    ({ key, matchedOn: { field: kind, text: name } }): ReadonlyArray<DiseaseNaming> =>
      keys.has(key) ? [{ key, diseaseId: id, disease, name, kind }] : []
  )

const listed = (tables: Tables, { category, search }: DiseaseFilter) => {
  const rows = Array.filter(
    HashMap.values(tables.diseases.rows),
    ({ categoryIds }) => category === undefined || categoryIds.includes(category)
  )
  return search === undefined
    ? Array.sort(rows, byName).map((row) => ({ row, matchedOn: Option.none() }))
    : ranked(search, rows).map(({ disease, match }) => ({ row: disease, matchedOn: Option.some(match.matchedOn) }))
}

const categoryNamed = (tables: Tables, name: string) =>
  HashMap.findFirst(tables.categories.rows, (category) => category.name === name)

const withCategory = (tables: Tables, name: string): Tables => {
  if (Option.isSome(categoryNamed(tables, name))) return tables
  const id = CategoryId.make(tables.categories.lastId + 1)
  return { ...tables, categories: withNew(tables.categories, id, { id, name }) }
}

const withDisease = (tables: Tables, { categories, ...disease }: DiseaseToSave): Tables => {
  const categoryIds = Array.filterMap(Array.dedupe(categories), (name) => categoryNamed(tables, name)).map(([id]) => id)
  const row = { ...disease, categoryIds, searchable: searchableOf(disease) }
  return Option.match(
    HashMap.findFirst(tables.diseases.rows, ({ key }) => key === disease.key),
    {
      onNone: () => {
        const id = DiseaseId.make(tables.diseases.lastId + 1)
        return { ...tables, diseases: withNew(tables.diseases, id, { ...row, id }) }
      },
      onSome: ([id]) => ({ ...tables, diseases: withRow(tables.diseases, id, { ...row, id }) })
    }
  )
}

/** Categories that are new to all of these take their ids first, by name. */
const withDiseases = (tables: Tables, diseases: ReadonlyArray<DiseaseToSave>): Tables => {
  const names = diseases.flatMap(({ categories }) => categories)
  return diseases.reduce(withDisease, Array.sort(names, byCodePoint).reduce(withCategory, tables))
}

const make = Effect.gen(function* () {
  const store = yield* Store

  return DiseasesRepo.of({
    page: (filter, window) =>
      Effect.map(store.tables, (tables) =>
        found(
          listed(tables, filter),
          window,
          ({ matchedOn, row }): Disease => ({ ...diseaseOf(tables, row), matchedOn })
        )
      ),

    get: (ref) =>
      Effect.flatMap(store.tables, (tables) =>
        Option.match(referredTo(tables, ref), {
          onNone: () => Effect.fail(new DiseaseNotFound({ ref })),
          onSome: (row) => Effect.succeed(diseaseDetailOf(tables, row))
        })
      ),

    categories: Effect.map(store.tables, ({ categories, diseases }) =>
      Array.sort(HashMap.values(categories.rows), byCategoryName).map((category) => ({
        ...category,
        diseaseCount: HashMap.countBy(diseases.rows, ({ categoryIds }) => categoryIds.includes(category.id))
      }))
    ),

    missing: (ids) =>
      Effect.map(store.tables, ({ diseases }) =>
        Array.filter(Array.dedupe(ids), (id) => !HashMap.has(diseases.rows, id))
      ),

    named: (keys) =>
      Effect.map(store.tables, ({ diseases }) => {
        const asked = new Set(keys)
        return Array.sort(HashMap.values(diseases.rows), oldestFirst).flatMap((row) => namingsOf(row, asked))
      }),

    save: (diseases) => store.write((tables): Step<void> => [Effect.void, withDiseases(tables, diseases)])
  })
})

/** Diseases in memory. */
export const layer = Layer.effect(DiseasesRepo, make)
