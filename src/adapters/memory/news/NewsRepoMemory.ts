import { Array, Data, DateTime, Either, Equal, Option, Order } from "effect"
import { type DiseaseId, NewsId } from "../../../domain/Ids.ts"
import type { NewsKey } from "../../../domain/Lists.ts"
import { shownHtml } from "../../../domain/Markdown.ts"
import { type News, type NewsDetail, NewsNotFound } from "../../../domain/news/News.ts"
import type { Saved } from "../../../ports/diseases/DiseasesRepo.ts"
import { NewsRepo, type NewsToSave, ownKeys } from "../../../ports/news/NewsRepo.ts"
import { type NewsListing, type NewsQuery, searchedNewsText } from "../../../search/posts/PostQuery.ts"
import { byName, withSubtypes } from "../diseases/DiseaseViews.ts"
import { holds, postIndex } from "../posts/SearchIndex.ts"
import type { NewsRow, NotificationRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { type ListOrder, newestFirst, pageOf } from "../Views.ts"

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
  ...(row.dated ? {} : { dated: false as const }),
  ...(row.key.startsWith(ownKeys) ? { own: true as const } : {}),
  diseases: Array.sort(
    row.diseaseIds.map((id) => tables.diseases.referred(id)),
    byName
  ).map(({ id, name }) => ({ id, name }))
})

const newsDetailOf = (tables: Tables, row: NewsRow): NewsDetail => ({
  ...newsOf(tables, row),
  content: row.content.content,
  contentHtml: shownHtml(row.content)
})

const matches = (tables: Tables, { alternatives, unwanted }: NewsQuery) => {
  const families = alternatives.map((parts) => parts.map(({ diseaseIds }) => withSubtypes(tables, diseaseIds)))
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
    dated: item.dated,
    content: content.content,
    html: content.html,
    diseaseIds: Data.array(diseaseIds)
  })

/** Saves an item, and gives the count of `Saved` that it belongs to. */
const saveItem = ({ deletedNews, diseases, news }: Tables, item: NewsToSave): keyof Saved => {
  if (deletedNews.has(item.key)) return "unchanged"
  const { diseaseIds: ids, diseaseKeys, ...rest } = item
  const keyed = diseaseKeys.flatMap((wanted) => diseases.where(({ key }) => key === wanted))
  const diseaseIds = Array.dedupe([...keyed.map(({ id }) => id), ...ids.filter((id) => diseases.has(id))])
  const index = postIndex(item.title, searchedNewsText(item.summary, item.source, item.content.text))
  const [known] = news.where(({ key }) => key === item.key)
  const id = known?.id ?? NewsId.make(++news.lastId)
  const row = { ...rest, diseaseIds, index, id }
  news.set(id, row)
  if (known === undefined) return "added"
  return Equal.equals(visible(known), visible(row)) ? "unchanged" : "changed"
}

export const layer = inMemory(NewsRepo, ({ attempt, lookUp, read, write }) => ({
  page: (filter, window) =>
    read((tables) => {
      const listed = tables.news.where(isListed(tables, filter))
      return pageOf(listed, byNewestPublished, window, (row) => newsOf(tables, row))
    }),

  get: (id) =>
    lookUp((tables) => {
      const found = Either.fromOption(tables.news.find(id), () => new NewsNotFound({ id }))
      return Either.map(found, (row) => newsDetailOf(tables, row))
    }),

  keyOf: (id) =>
    lookUp(({ news }) =>
      Either.map(
        Either.fromOption(news.find(id), () => new NewsNotFound({ id })),
        ({ key }) => key
      )
    ),

  known: (keys) =>
    read(({ news }) =>
      news
        .where(({ key }) => keys.includes(key))
        .map(({ dated, digest, id, key, publishedAt }) => ({ id, key, publishedAt, dated, digest }))
    ),

  save: (items) =>
    write((tables) => {
      const saved = { added: 0, changed: 0, unchanged: 0 }
      for (const item of items) saved[saveItem(tables, item)]++
      return saved
    }),

  excluded: (keys) => read(({ deletedNews }) => new Set(keys.filter((key) => deletedNews.has(key)))),

  exclude: (id) =>
    attempt(({ deletedNews, news, notifications }) => {
      const found = Either.fromOption(news.find(id), () => new NewsNotFound({ id }))
      return Either.map(found, ({ key, title }) => {
        news.delete(id)
        deletedNews.set(key, true)
        const isAbout = ({ newsId }: NotificationRow) => Option.contains(newsId, id)
        const recipients = notifications.where(isAbout).map(({ recipientId }) => recipientId)
        notifications.deleteWhere(isAbout)
        return { title, recipients }
      })
    }),

  remove: (items) =>
    write(({ news }) => {
      const before = news.size
      const addresses = new Map(items.map(({ key, sourceUrl }) => [key, sourceUrl]))
      news.deleteWhere(({ key, sourceUrl }) => addresses.has(key) && Equal.equals(addresses.get(key), sourceUrl))
      return before - news.size
    })
}))
