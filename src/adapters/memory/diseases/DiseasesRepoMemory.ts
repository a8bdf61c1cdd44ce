import { Array, Effect, HashMap, Layer, Option, Order } from "effect"
import { DiseaseNotFound } from "../../../domain/diseases/Disease.ts"
import type { CategoryId } from "../../../domain/Ids.ts"
import type { DiseaseKey } from "../../../domain/Lists.ts"
import { DiseasesRepo, type Saved } from "../../../ports/DiseasesRepo.ts"
import { byCodePoint } from "../CodePointOrder.ts"
import { found, type Keyed, oldestFirst } from "../RowMapping.ts"
import type { DiseaseRow } from "../Rows.ts"
import type { Step, Tables } from "../Store.ts"
import { Store } from "../Store.ts"
import { relativesOf } from "./DiseaseRelatives.ts"
import { withDiseases, withRetired } from "./DiseasesSaved.ts"
import {
  byCategoryName,
  descendantsOf,
  diseaseDetailOf,
  diseaseOf,
  entryOf,
  knownOf,
  live,
  namingsOf,
  referredTo
} from "./DiseaseViews.ts"

const inOrderOfChanges = Order.combine(
  Order.mapInput(Order.number, ({ version }: DiseaseRow) => version),
  oldestFirst
)

const byName: Keyed<DiseaseRow, DiseaseKey> = {
  keyOf: ({ id, sortKey }) => ({ name: sortKey, id }),
  order: Order.combine(
    Order.mapInput(byCodePoint, ({ name }: DiseaseKey) => name),
    oldestFirst
  )
}

const listed = (tables: Tables, category: CategoryId | undefined): ReadonlyArray<DiseaseRow> =>
  live(HashMap.values(tables.diseases.rows)).filter(
    ({ categoryIds }) => category === undefined || categoryIds.includes(category)
  )

const make = Effect.gen(function* () {
  const store = yield* Store

  return DiseasesRepo.of({
    page: ({ category }, window) =>
      Effect.map(store.tables, (tables) =>
        found(listed(tables, category), byName, window, (row) => diseaseOf(tables, row))
      ),

    findByIds: (ids) =>
      Effect.map(store.tables, (tables) => ({
        version: tables.catalogueVersion,
        items: live(Array.filterMap(Array.dedupe(ids), (id) => HashMap.get(tables.diseases.rows, id))).map((row) =>
          diseaseOf(tables, row)
        )
      })),

    changedAfter: ({ id, version }, limit) =>
      Effect.map(store.tables, (tables) =>
        Array.sort(
          Array.filter(
            HashMap.values(tables.diseases.rows),
            (row) => row.version > version || (row.version === version && row.id > id)
          ),
          inOrderOfChanges
        )
          .slice(0, limit)
          .map((row) => entryOf(tables, row))
      ),

    get: (ref) =>
      Effect.flatMap(store.tables, (tables) =>
        Option.match(referredTo(tables, ref), {
          onNone: () => Effect.fail(new DiseaseNotFound({ ref })),
          onSome: (row) => Effect.succeed(diseaseDetailOf(tables, row))
        })
      ),

    categories: Effect.map(store.tables, ({ categories, diseases }) => {
      const rows = live(HashMap.values(diseases.rows))
      return Array.sort(HashMap.values(categories.rows), byCategoryName).map((category) => ({
        ...category,
        diseaseCount: rows.filter(({ categoryIds }) => categoryIds.includes(category.id)).length
      }))
    }),

    relatives: (ids) => Effect.map(store.tables, (tables) => relativesOf(tables, ids)),
    descendants: (ids, limit) => Effect.map(store.tables, (tables) => descendantsOf(tables, ids).slice(0, limit)),

    missing: (ids) =>
      Effect.map(store.tables, ({ diseases }) =>
        Array.dedupe(ids).filter((id) => !Option.exists(HashMap.get(diseases.rows, id), ({ retired }) => !retired))
      ),

    named: (keys) =>
      Effect.map(store.tables, ({ diseases }) => {
        const asked = new Set(keys)
        return Array.sort(live(HashMap.values(diseases.rows)), oldestFirst).flatMap((row) => namingsOf(row, asked))
      }),

    known: Effect.map(store.tables, ({ diseases }) =>
      Array.sort(HashMap.values(diseases.rows), oldestFirst).map(knownOf)
    ),

    save: (diseases) =>
      store.write((tables): Step<Saved> => {
        const [saved, after] = withDiseases(tables, diseases)
        return [Effect.succeed(saved), after]
      }),

    retire: (retirements) =>
      store.write((tables): Step<number> => {
        const [count, after] = withRetired(tables, retirements)
        return [Effect.succeed(count), after]
      })
  })
})

/** Diseases in memory. */
export const layer = Layer.effect(DiseasesRepo, make)
