import type { ReportSent } from "../../../domain/moderation/Report.ts"
import type { NewsDetail, NewsPage } from "../../../domain/news/News.ts"
import type { Notification, NotificationList, NotificationsRead } from "../../../domain/notifications/Notification.ts"
import type { Statistics } from "../../../domain/Statistics.ts"
import {
  authorMarks,
  authorName,
  beginningOf,
  costOf,
  fenceNote,
  helpLinesText,
  type ListQuery,
  lineOf,
  lines,
  minuteOf,
  pageLine,
  quantity,
  untrusted
} from "./Lines.ts"

/** The maximum number of tokens of a news item in a list. */
const newsTokens = 32

/** The maximum number of tokens of the title of a news item. */
const newsTitleTokens = 20

/** The maximum number of characters of the content in the text; `structuredContent` has all of it. */
const contentCharacters = 12_000

/** The date of a news item, where its feed names one. */
const dateOf = ({ dated, publishedAt }: Pick<typeof NewsDetail.Encoded, "dated" | "publishedAt">): string =>
  dated === false ? "date unknown" : minuteOf(publishedAt)

export const newsText = ({ data, pagination }: typeof NewsPage.Encoded, query: ListQuery): string =>
  lines(
    pageLine(pagination, query, "news item"),
    ...(data.length === 0
      ? []
      : ["Each: #newsId category date; then title, and summary. get_news reads one.", fenceNote]),
    ...data.flatMap((item) => {
      const { category, id, summary, title } = item
      const head = lineOf(title, newsTitleTokens)
      const text = lines(head, lineOf(summary, newsTokens - costOf(head)))
      return [`#${id} ${category} ${dateOf(item)}`, untrusted(text)]
    })
  )

export const newsItemText = (item: typeof NewsDetail.Encoded): string => {
  const { cut, text } = beginningOf(item.content === "" ? item.summary : item.content, contentCharacters)
  return lines(
    `News item ${item.id} (${item.category}), ${dateOf(item)}.`,
    item.diseases.length === 0
      ? undefined
      : `About: ${item.diseases.map(({ id, name }) => `disease ${id} (${name})`).join(", ")}`,
    fenceNote,
    untrusted(lines(item.title, `${item.source}${item.sourceUrl === null ? "" : `, ${item.sourceUrl}`}`, " ", text)),
    cut ? "(cut: structuredContent.content holds all of it)" : undefined
  )
}

/** The maximum number of tokens of a notification besides its numbers. */
const textTokens = 30

/** The maximum number of tokens of the name of who caused a notification. */
const nameTokens = 8

/** The maximum number of tokens of the title that a notification names. */
const titleTokens = 14

/** The actor, the title of the post, and the beginning of the comment. */
const textOf = ({ actor, comment, message, post }: typeof Notification.Encoded): string => {
  if (actor === null || post === null) return lineOf(message, textTokens)
  const name = authorName(actor, nameTokens)
  const title = lineOf(post.title, titleTokens)
  return lines(
    `${name}, ${title}`,
    comment === null ? undefined : lineOf(comment.excerpt, textTokens - costOf(name) - costOf(title))
  )
}

const notificationText = (notification: typeof Notification.Encoded): string => {
  const { actor, comment, createdAt, decisionId, id, news, post, read, type, verification } = notification
  const cause = comment === null ? type : `${type} ${comment.id}`
  const ofModeration = verification === undefined ? `decision ${decisionId ?? ""}` : "your verification"
  const untitled = news == null ? ofModeration : `item ${news.id}`
  const about = post === null ? untitled : `post ${post.id}`
  return lines(
    `#${id} ${minuteOf(createdAt)}${read ? "" : " unread"}: ${cause} on ${about}${actor === null ? "" : authorMarks(actor)}`,
    untrusted(textOf(notification))
  )
}

export const notificationsText = ({ data, pagination, unreadCount }: typeof NotificationList.Encoded): string => {
  const { nextCursor, total } = pagination
  // The read ones leave a list of the unread, so an offset would pass over others.
  const next = nextCursor === undefined ? "" : ` Next: cursor ${nextCursor}.`
  return lines(
    `${quantity(total, "notification")}, ${unreadCount} unread in all.${next}`,
    ...(data.length === 0 ? [] : ["Each: #notificationId; then who, the post's title, the comment.", fenceNote]),
    ...data.map(notificationText)
  )
}

export const markedText = ({ unreadCount, updated }: typeof NotificationsRead.Encoded): string =>
  `${quantity(updated, "notification")} marked read; ${unreadCount} unread now.`

/** The report, and whom to call in danger. */
export const reportedText = ({ helpLines, id, target }: typeof ReportSent.Encoded): string =>
  lines(
    `Reported ${target.type} ${target.id} to the moderators as report ${id}. A notification will say what they decide.`,
    helpLinesText("Do not wait for them", helpLines)
  )

const listOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")

export const statisticsText = (statistics: typeof Statistics.Encoded): string =>
  lines(
    `${quantity(statistics.users, "member")}, ${quantity(statistics.experts, "expert")} among them; ` +
      `${statistics.activeUsers30d} active in the last 30 days.`,
    `${quantity(statistics.posts, "post")} (${listOf(statistics.postsByCategory)}), ` +
      `${quantity(statistics.comments, "comment")}, ${quantity(statistics.likes, "like")}.`,
    `${quantity(statistics.news, "news item")} (${listOf(statistics.newsByCategory)}); ${quantity(statistics.diseases, "disease")}.`
  )
