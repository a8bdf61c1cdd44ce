import type { NewsDetail, NewsPage } from "../../../domain/news/News.ts"
import { beginningOf, costOf, dayOf, fenceNote, type ListQuery, lineOf, lines, pageLine, untrusted } from "./Lines.ts"

const textTokens = 32
const titleTokens = 20

/** The most characters of the content in the text; `structuredContent` has all of it. */
const contentCharacters = 12_000

export const newsText = ({ data, pagination }: typeof NewsPage.Encoded, query: ListQuery): string =>
  lines(
    pageLine(pagination, query, "news item"),
    ...(data.length === 0
      ? []
      : ["Each: #newsId category date; then title, and summary. get_news reads one.", fenceNote]),
    ...data.flatMap(({ category, id, publishedAt, summary, title }) => {
      const head = lineOf(title, titleTokens)
      const text = lines(head, lineOf(summary, textTokens - costOf(head)))
      return [`#${id} ${category} ${dayOf(publishedAt)}`, untrusted(text)]
    })
  )

export const newsItemText = (item: typeof NewsDetail.Encoded): string => {
  const { cut, text } = beginningOf(item.content, contentCharacters)
  return lines(
    `News item ${item.id} (${item.category}), ${dayOf(item.publishedAt)}.`,
    item.diseases.length === 0
      ? undefined
      : `About: ${item.diseases.map(({ id, name }) => `disease ${id} (${name})`).join(", ")}`,
    fenceNote,
    untrusted(lines(item.title, `${item.source}${item.sourceUrl === null ? "" : `, ${item.sourceUrl}`}`, " ", text)),
    cut ? "(cut: structuredContent.content holds all of it)" : undefined
  )
}
