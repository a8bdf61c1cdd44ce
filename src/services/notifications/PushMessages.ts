import { isKnownType, type NotificationType } from "../../domain/notifications/Notification.ts"
import type { ClaimedPush } from "../../ports/notifications/PushRepo.ts"
import type { Messages } from "../languages/Messages.ts"

type Counted = Pick<ClaimedPush, "alert" | "alerted" | "counts">

/** The kinds of notifications that a message tells apart. */
type Kind = "reply" | "like" | "mention" | "helped" | "post" | "moderation" | "news" | "report" | "appeal"

const kindOf: Readonly<Record<NotificationType, Kind>> = {
  comment: "reply",
  reply: "reply",
  like: "like",
  comment_like: "like",
  mention: "mention",
  helped: "helped",
  new_post: "post",
  moderation: "moderation",
  news: "news",
  report: "report",
  appeal: "appeal"
}

/** The texts of an alert; some say the number of its reports. */
type Alert = Readonly<Record<"title" | "body", Text>>
type Text = string | ((given: { readonly count: number }) => string)

const said = (text: Text, count: number) => (typeof text === "string" ? text : text({ count }))

/** The numbers of notifications by the kinds that a message tells apart. */
const countsByKind = (counts: ClaimedPush["counts"]) => {
  const byKind = new Map<Kind | "any", number>()
  for (const [type, number] of Object.entries(counts)) {
    const kind = isKnownType(type) ? kindOf[type] : "any"
    byKind.set(kind, (byKind.get(kind) ?? 0) + number)
  }
  return byKind
}

/**
 * The message on a locked screen: kinds and numbers, and no word of a member, a text or a disease (contract, Alerts).
 */
export const pushMessageOf = ({ alerts, kinds, read }: Messages["push"], { alert, alerted, counts }: Counted) => {
  if (alert !== null) {
    const { body, title }: Alert = alerts[alert]
    return { title: said(title, alerted), body: said(body, alerted) }
  }
  const byKind = [...countsByKind(counts)]
  const all = byKind.map(([kind, count]) => kinds[kind]({ count }))
  const total = byKind.reduce((sum, [, count]) => sum + count, 0)
  return all.length === 1
    ? { title: all.join(""), body: read }
    : { title: kinds.any({ count: total }), body: all.join(" · ") }
}
