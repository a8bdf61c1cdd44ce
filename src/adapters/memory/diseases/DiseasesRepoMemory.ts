import { Array, Either, Order } from "effect"
import { type CategoryCount, type Disease, DiseaseNotFound } from "../../../domain/diseases/Disease.ts"
import type { CategoryId, DiseaseId } from "../../../domain/Ids.ts"
import type { DiseaseKey } from "../../../domain/Lists.ts"
import { type CatalogueEntry, type CataloguePlace, DiseasesRepo } from "../../../ports/DiseasesRepo.ts"
import type { DiseaseRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { byCodePoint, type ListOrder, oldestFirst, pageOf } from "../Views.ts"
import { descendantsOf, relativesOf } from "./DiseaseRelatives.ts"
import {
  byCategoryName,
  diseaseDetailOf,
  diseaseOf,
  entryOf,
  knownOf,
  namingsIn,
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
  notRetired(tables).filter(({ categoryIds }) => category === undefined || categoryIds.includes(category))

const diseasesByIds = (tables: Tables, ids: ReadonlyArray<DiseaseId>): ReadonlyArray<Disease> =>
  Array.dedupe(ids)
    .flatMap((id) => tables.diseases.get(id) ?? [])
    .filter(({ retired }) => !retired)
    .map((row) => diseaseOf(tables, row))

const entriesAfter = (tables: Tables, { id, version }: CataloguePlace, limit: number): ReadonlyArray<CatalogueEntry> =>
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
  findByIds: (ids) => read((tables) => ({ version: tables.catalogueVersion, items: diseasesByIds(tables, ids) })),
  changedAfter: (place, limit) => read((tables) => entriesAfter(tables, place, limit)),
  get: (ref) =>
    lookUp((tables) => {
      const found = Either.fromOption(referredTo(tables, ref), () => new DiseaseNotFound({ ref }))
      return Either.map(found, (row) => diseaseDetailOf(tables, row))
    }),
  categories: read(categoryCounts),
  relatives: (ids) => read((tables) => relativesOf(tables, ids)),
  descendants: (ids, limit) => read((tables) => descendantsOf(tables, ids).slice(0, limit)),
  missing: (ids) => read(({ diseases }) => Array.dedupe(ids).filter((id) => diseases.get(id)?.retired !== false)),
  named: (keys) => read((tables) => namingsIn(Array.sort(notRetired(tables), oldestFirst), new Set(keys))),
  known: read(({ diseases }) => Array.sort(diseases.values(), oldestFirst).map(knownOf)),
  save: (diseases) => write((tables) => saveDiseases(tables, diseases)),
  retire: (retirements) => write((tables) => retireDiseases(tables, retirements))
}))
