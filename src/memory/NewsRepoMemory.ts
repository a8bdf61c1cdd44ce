import { Array, Data, DateTime, Effect, Equal, HashMap, Layer, Option, Order } from "effect"
import { NewsId } from "../domain/Ids.ts"
import type { NewsKey } from "../domain/Lists.ts"
import { type News, type NewsDetail, NewsNotFound } from "../domain/News.ts"
import { NewsRepo, type NewsSaved, type NewsToSave } from "../repositories/NewsRepo.ts"
import { byName } from "./DiseaseViews.ts"
import type { NewsRow } from "./Rows.ts"
import type { Step, Tables } from "./Store.ts"
import { referred, Store, withNew, withRow } from "./Store.ts"
import { found, type Keyed, newestFirst } from "./Views.ts"

const byNewestPublished: Keyed<NewsRow, NewsKey> = {
  keyOf: ({ id, publishedAt }) => ({ publishedAt: DateTime.toEpochMillis(publishedAt), id }),
  order: Order.combine(
    Order.mapInput(Order.reverse(Order.number), ({ publishedAt }: NewsKey) => publishedAt),
    newestFirst
  )
}

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

/** What readers see of an item, to be compared. */
const seen = ({ content, diseaseIds, ...item }: Omit<NewsRow, "id">) =>
  Data.struct({
    title: item.title,
    summary: item.summary,
    category: item.category,
    source: item.source,
    sourceUrl: item.sourceUrl,
    publishedAt: item.publishedAt,
    content: content.content,
    html: content.html,
    diseaseIds: Data.array(diseaseIds)
  })

/** The tables with an item stored, and what that was. */
const withItem = (tables: Tables, item: NewsToSave): readonly [keyof NewsSaved, Tables] => {
  const { diseaseIds: ids, diseaseKeys, ...rest } = item
  const keyed = diseaseKeys.flatMap((wanted) =>
    Option.toArray(HashMap.findFirst(tables.diseases.rows, ({ key }) => key === wanted))
  )
  const diseaseIds = Array.dedupe([
    ...keyed.map(([id]) => id),
    ...ids.filter((id) => HashMap.has(tables.diseases.rows, id))
  ])
  const row = { ...rest, diseaseIds }
  return Option.match(
    HashMap.findFirst(tables.news.rows, ({ key }) => key === item.key),
    {
      onNone: () => {
        const id = NewsId.make(tables.news.lastId + 1)
        return ["added", { ...tables, news: withNew(tables.news, id, { ...row, id }) }]
      },
      onSome: ([id, known]) => [
        Equal.equals(seen(known), seen(row)) ? "unchanged" : "changed",
        { ...tables, news: withRow(tables.news, id, { ...row, id }) }
      ]
    }
  )
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
        return found(HashMap.values(wanted), byNewestPublished, window, newsOf)
      }),

    get: (id) =>
      Effect.flatMap(store.tables, (tables) =>
        Option.match(HashMap.get(tables.news.rows, id), {
          onNone: () => Effect.fail(new NewsNotFound({ id })),
          onSome: (row) => Effect.succeed(newsDetailOf(tables, row))
        })
      ),

    known: (keys) =>
      Effect.map(store.tables, ({ news }) => {
        const wanted = new Set(keys)
        return Array.fromIterable(HashMap.values(news.rows))
          .filter(({ key }) => wanted.has(key))
          .map(({ digest, key, publishedAt }) => ({ key, publishedAt, digest }))
      }),

    save: (items) =>
      store.write((tables): Step<NewsSaved> => {
        const saved = { added: 0, changed: 0, unchanged: 0 }
        const after = items.reduce((before, item) => {
          const [what, next] = withItem(before, item)
          saved[what]++
          return next
        }, tables)
        return [Effect.succeed(saved), after]
      })
  })
})

/** News in memory. */
export const layer = Layer.effect(NewsRepo, make)
