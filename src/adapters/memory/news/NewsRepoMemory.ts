import { Array, Data, DateTime, Effect, Equal, HashMap, Layer, Option, Order } from "effect"
import { type DiseaseId, NewsId } from "../../../domain/Ids.ts"
import type { NewsKey } from "../../../domain/Lists.ts"
import { shownHtml } from "../../../domain/Markdown.ts"
import { type News, type NewsDetail, NewsNotFound } from "../../../domain/news/News.ts"
import { NewsRepo, type NewsSaved, type NewsToSave } from "../../../ports/NewsRepo.ts"
import { type NewsListing, type NewsQuery, searchedNewsText } from "../../../search/posts/PostQuery.ts"
import { withSubtypes } from "../diseases/DiseaseRelatives.ts"
import { byName } from "../diseases/DiseaseViews.ts"
import { holds, postIndex } from "../posts/SearchIndex.ts"
import { type ListOrder, newestFirst, pageOf } from "../RowMapping.ts"
import type { NewsRow } from "../Rows.ts"
import { type Step, Store } from "../Store.ts"
import { referred, type Tables, withNew, withRow } from "../Tables.ts"

const byNewestPublished: ListOrder<NewsRow, NewsKey> = {
  keyOf: ({ id, publishedAt }) => ({ publishedAt: DateTime.toEpochMillis(publishedAt), id }),
  order: Order.combine(
    Order.mapInput(Order.reverse(Order.number), ({ publishedAt }: NewsKey) => publishedAt),
    newestFirst
  )
}

const newsOf = (tables: Tables, row: NewsRow): News => ({
  id: row.id,
  title: row.title,
  summary: row.summary,
  category: row.category,
  source: row.source,
  sourceUrl: row.sourceUrl,
  publishedAt: row.publishedAt,
  diseases: Array.sort(
    row.diseaseIds.map((id) => referred(tables.diseases, id)),
    byName
  ).map(({ id, name }) => ({ id, name }))
})

const newsDetailOf = (tables: Tables, row: NewsRow): NewsDetail => ({
  ...newsOf(tables, row),
  content: row.content.content,
  contentHtml: shownHtml(row.content)
})

const matches = (tables: Tables, { alternatives, unwanted }: NewsQuery) => {
  const families = alternatives.map((parts) => parts.map(({ diseaseIds }) => new Set(withSubtypes(tables, diseaseIds))))
  return ({ diseaseIds, index }: NewsRow): boolean => {
    const isLinked = (family: ReadonlySet<DiseaseId> | undefined) => diseaseIds.some((id) => family?.has(id) === true)
    return (
      !unwanted.some((term) => holds(index, term)) &&
      alternatives.some(
        (parts, alternative) =>
          parts.length > 0 &&
          parts.every(
            ({ terms }, nth) => isLinked(families[alternative]?.[nth]) || terms.some((term) => holds(index, term))
          )
      )
    )
  }
}

const isListed = (tables: Tables, { category, diseaseId, search }: NewsListing) => {
  const isFound = search === undefined ? () => true : matches(tables, search)
  return (row: NewsRow): boolean =>
    (category === undefined || row.category === category) &&
    (diseaseId === undefined || row.diseaseIds.includes(diseaseId)) &&
    isFound(row)
}

/** The parts of an item that readers see, comparable by `Equal`. */
const visible = ({ content, diseaseIds, ...item }: Omit<NewsRow, "id" | "index">) =>
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

/** The tables with an item, and the count of `NewsSaved` that it belongs to. */
const saveItem = (tables: Tables, item: NewsToSave): readonly [keyof NewsSaved, Tables] => {
  const { diseaseIds: ids, diseaseKeys, ...rest } = item
  const keyed = diseaseKeys.flatMap((wanted) =>
    Option.toArray(HashMap.findFirst(tables.diseases.rows, ({ key }) => key === wanted))
  )
  const diseaseIds = Array.dedupe([
    ...keyed.map(([id]) => id),
    ...ids.filter((id) => HashMap.has(tables.diseases.rows, id))
  ])
  const index = postIndex(item.title, searchedNewsText(item.summary, item.source, item.content.text))
  const row = { ...rest, diseaseIds, index }
  return Option.match(
    HashMap.findFirst(tables.news.rows, ({ key }) => key === item.key),
    {
      onNone: () => {
        const id = NewsId.make(tables.news.lastId + 1)
        return ["added", { ...tables, news: withNew(tables.news, id, { ...row, id }) }]
      },
      onSome: ([id, known]) => [
        Equal.equals(visible(known), visible(row)) ? "unchanged" : "changed",
        { ...tables, news: withRow(tables.news, id, { ...row, id }) }
      ]
    }
  )
}

const make = Effect.gen(function* () {
  const store = yield* Store

  return NewsRepo.of({
    page: (filter, window) =>
      Effect.map(store.tables, (tables) => {
        const listed = HashMap.filter(tables.news.rows, isListed(tables, filter))
        return pageOf(HashMap.values(listed), byNewestPublished, window, (row) => newsOf(tables, row))
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
          const [count, next] = saveItem(before, item)
          saved[count]++
          return next
        }, tables)
        return [Effect.succeed(saved), after]
      })
  })
})

/** News in memory. */
export const layer = Layer.effect(NewsRepo, make)
