import { Array, Effect, HashMap, Layer, Option, Order } from "effect"
import { type CategoryCount, type Disease, DiseaseNotFound } from "../../../domain/diseases/Disease.ts"
import type { CategoryId, DiseaseId } from "../../../domain/Ids.ts"
import type { DiseaseKey } from "../../../domain/Lists.ts"
import { type CatalogueEntry, type CataloguePlace, DiseasesRepo } from "../../../ports/DiseasesRepo.ts"
import { byCodePoint } from "../CodePointOrder.ts"
import { type ListOrder, oldestFirst, pageOf } from "../RowMapping.ts"
import type { DiseaseRow } from "../Rows.ts"
import { Store } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { descendantsOf, relativesOf } from "./DiseaseRelatives.ts"
import {
  byCategoryName,
  diseaseDetailOf,
  diseaseOf,
  entryOf,
  knownOf,
  namingsOf,
  notRetired,
  referredTo
} from "./DiseaseViews.ts"
import { retireDiseases, saveDiseases } from "./SaveDiseases.ts"

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
  notRetired(HashMap.values(tables.diseases.rows)).filter(
    ({ categoryIds }) => category === undefined || categoryIds.includes(category)
  )

const diseasesByIds = (tables: Tables, ids: ReadonlyArray<DiseaseId>): ReadonlyArray<Disease> =>
  notRetired(Array.filterMap(Array.dedupe(ids), (id) => HashMap.get(tables.diseases.rows, id))).map((row) =>
    diseaseOf(tables, row)
  )

const entriesAfter = (tables: Tables, { id, version }: CataloguePlace): ReadonlyArray<CatalogueEntry> => {
  const changed = Array.filter(
    HashMap.values(tables.diseases.rows),
    (row) => row.version > version || (row.version === version && row.id > id)
  )
  return Array.sort(changed, inOrderOfChanges).map((row) => entryOf(tables, row))
}

const categoryCounts = ({ categories, diseases }: Tables): ReadonlyArray<CategoryCount> => {
  const rows = notRetired(HashMap.values(diseases.rows))
  return Array.sort(HashMap.values(categories.rows), byCategoryName).map((category) => ({
    ...category,
    diseaseCount: rows.filter(({ categoryIds }) => categoryIds.includes(category.id)).length
  }))
}

const make = Effect.map(Store, (store) =>
  DiseasesRepo.of({
    page: ({ category }, window) =>
      Effect.map(store.tables, (tables) =>
        pageOf(listedDiseases(tables, category), byName, window, (row) => diseaseOf(tables, row))
      ),
    findByIds: (ids) =>
      Effect.map(store.tables, (tables) => ({ version: tables.catalogueVersion, items: diseasesByIds(tables, ids) })),
    changedAfter: (place, limit) => Effect.map(store.tables, (tables) => entriesAfter(tables, place).slice(0, limit)),
    get: (ref) =>
      Effect.flatMap(store.tables, (tables) =>
        Option.match(referredTo(tables, ref), {
          onNone: () => Effect.fail(new DiseaseNotFound({ ref })),
          onSome: (row) => Effect.succeed(diseaseDetailOf(tables, row))
        })
      ),
    categories: Effect.map(store.tables, categoryCounts),
    relatives: (ids) => Effect.map(store.tables, (tables) => relativesOf(tables, ids)),
    descendants: (ids, limit) => Effect.map(store.tables, (tables) => descendantsOf(tables, ids).slice(0, limit)),
    missing: (ids) =>
      Effect.map(store.tables, ({ diseases }) =>
        Array.dedupe(ids).filter((id) => !Option.exists(HashMap.get(diseases.rows, id), ({ retired }) => !retired))
      ),
    named: (keys) =>
      Effect.map(store.tables, ({ diseases }) => {
        const wanted = new Set(keys)
        return Array.sort(notRetired(HashMap.values(diseases.rows)), oldestFirst).flatMap((row) =>
          namingsOf(row, wanted)
        )
      }),
    known: Effect.map(store.tables, ({ diseases }) =>
      Array.sort(HashMap.values(diseases.rows), oldestFirst).map(knownOf)
    ),
    save: (diseases) => store.write((tables) => saveDiseases(tables, diseases)),
    retire: (retirements) => store.write((tables) => retireDiseases(tables, retirements))
  })
)

/** Diseases in memory. */
export const layer = Layer.effect(DiseasesRepo, make)
