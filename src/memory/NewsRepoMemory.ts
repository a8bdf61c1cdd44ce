import { Array, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { NewsId } from "../domain/Ids.ts"
import { type News, type NewsDetail, NewsNotFound } from "../domain/News.ts"
import { NewsRepo, type NewsToSave } from "../repositories/NewsRepo.ts"
import { byName } from "./DiseaseRanking.ts"
import type { NewsRow } from "./Rows.ts"
import type { Step, Tables } from "./Store.ts"
import { referred, Store, withNew, withRow } from "./Store.ts"
import { found, newestFirst } from "./Views.ts"

const newestPublishedFirst = Order.combine(
  Order.mapInput(Order.reverse(DateTime.Order), ({ publishedAt }: NewsRow) => publishedAt),
  newestFirst
)

const newsOf = ({ category, id, publishedAt, source, sourceUrl, summary, title }: NewsRow): News => ({
  id,
  title,
  summary,
  category,
  source,
  sourceUrl,
  publishedAt
})

const newsDetailOf = (tables: Tables, row: NewsRow): NewsDetail => ({
  ...newsOf(row),
  content: row.content.content,
  contentHtml: row.content.html,
  diseases: Array.sort(
    row.diseaseIds.map((id) => referred(tables.diseases, id)),
    byName
  ).map(({ id, name }) => ({ id, name }))
})

const withItem = (tables: Tables, { diseaseKeys, ...item }: NewsToSave): Tables => {
  const known = HashMap.findFirst(tables.news.rows, ({ key }) => key === item.key)
  const named = Array.filterMap(Array.dedupe(diseaseKeys), (diseaseKey) =>
    HashMap.findFirst(tables.diseases.rows, ({ key }) => key === diseaseKey)
  )
  const diseaseIds = named.map(([id]) => id)
  return Option.match(known, {
    onNone: () => {
      const id = NewsId.make(tables.news.lastId + 1)
      return { ...tables, news: withNew(tables.news, id, { ...item, id, diseaseIds }) }
    },
    onSome: ([id]) => ({ ...tables, news: withRow(tables.news, id, { ...item, id, diseaseIds }) })
  })
}

const make = Effect.gen(function* () {
  const store = yield* Store

  return NewsRepo.of({
    page: (category, window) =>
      Effect.map(store.tables, ({ news }) => {
        const wanted = HashMap.filter(
          news.rows,
          (row) => Option.getOrElse(category, () => row.category) === row.category
        )
        return found(Array.sort(HashMap.values(wanted), newestPublishedFirst), window, newsOf)
      }),

    get: (id) =>
      Effect.flatMap(store.tables, (tables) =>
        Option.match(HashMap.get(tables.news.rows, id), {
          onNone: () => Effect.fail(new NewsNotFound({ id })),
          onSome: (row) => Effect.succeed(newsDetailOf(tables, row))
        })
      ),

    save: (items) => store.write((tables): Step<void> => [Effect.void, items.reduce(withItem, tables)])
  })
})

/** News in memory. */
export const layer = Layer.effect(NewsRepo, make)
