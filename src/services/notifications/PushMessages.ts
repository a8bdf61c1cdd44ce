import type { PageLanguage } from "../../domain/Language.ts"
import { isKnownType, type NotificationType } from "../../domain/notifications/Notification.ts"
import type { PushAlert } from "../../domain/notifications/Push.ts"
import type { ClaimedPush } from "../../ports/notifications/PushRepo.ts"

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

/** A number of things, in words: one, and several. */
type Counted = readonly [one: string, many: string]

interface Texts {
  readonly kinds: Readonly<Record<Kind | "any", Counted>>
  readonly read: string
  readonly alerts: Readonly<Record<PushAlert, { readonly title: string; readonly body: string }>>
}

const en: Texts = {
  kinds: {
    reply: ["new reply", "new replies"],
    like: ["new like", "new likes"],
    mention: ["new mention", "new mentions"],
    helped: ["reply marked as helpful", "replies marked as helpful"],
    post: ["new post", "new posts"],
    moderation: ["message from the moderators", "messages from the moderators"],
    news: ["news item", "news items"],
    report: ["new report", "new reports"],
    appeal: ["new appeal", "new appeals"],
    any: ["new notification", "new notifications"]
  },
  read: "Open to read.",
  alerts: {
    danger: { title: "Urgent: somebody may be in danger", body: "1\u00a0new report. Please look now." },
    danger_again: {
      title: "Still waiting: somebody may be in danger",
      body: "1\u00a0report that nobody has opened for 30\u00a0minutes. Please look now."
    }
  }
}

const de: Texts = {
  kinds: {
    reply: ["neue Antwort", "neue Antworten"],
    like: ["neues „Gefällt mir“", "neue „Gefällt mir“"],
    mention: ["neue Erwähnung", "neue Erwähnungen"],
    helped: ["Antwort als hilfreich markiert", "Antworten als hilfreich markiert"],
    post: ["neuer Beitrag", "neue Beiträge"],
    moderation: ["Nachricht der Moderation", "Nachrichten der Moderation"],
    news: ["Neuigkeit", "Neuigkeiten"],
    report: ["neue Meldung", "neue Meldungen"],
    appeal: ["neuer Widerspruch", "neue Widersprüche"],
    any: ["neue Mitteilung", "neue Mitteilungen"]
  },
  read: "Zum Lesen öffnen.",
  alerts: {
    danger: {
      title: "Dringend: Jemand könnte in Gefahr sein",
      body: "1\u00a0neue Meldung. Bitte sehen Sie jetzt nach."
    },
    danger_again: {
      title: "Noch immer offen: Jemand könnte in Gefahr sein",
      body: "1\u00a0Meldung, die seit 30\u00a0Minuten niemand geöffnet hat. Bitte sehen Sie jetzt nach."
    }
  }
}

const fr: Texts = {
  kinds: {
    reply: ["nouvelle réponse", "nouvelles réponses"],
    like: ["nouveau «\u00a0J’aime\u00a0»", "nouveaux «\u00a0J’aime\u00a0»"],
    mention: ["nouvelle mention", "nouvelles mentions"],
    helped: ["réponse jugée utile", "réponses jugées utiles"],
    post: ["nouveau message", "nouveaux messages"],
    moderation: ["message de la modération", "messages de la modération"],
    news: ["actualité", "actualités"],
    report: ["nouveau signalement", "nouveaux signalements"],
    appeal: ["nouveau recours", "nouveaux recours"],
    any: ["nouvelle notification", "nouvelles notifications"]
  },
  read: "Ouvrir pour lire.",
  alerts: {
    danger: {
      title: "Urgent\u00a0: quelqu’un est peut-être en danger",
      body: "1\u00a0nouveau signalement. Merci de regarder maintenant."
    },
    danger_again: {
      title: "Toujours en attente\u00a0: quelqu’un est peut-être en danger",
      body: "1\u00a0signalement que personne n’a ouvert depuis 30\u00a0minutes. Merci de regarder maintenant."
    }
  }
}

const texts: Readonly<Record<PageLanguage, Texts>> = { en, de, fr }

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
 * What a message shows on a locked screen: kinds and numbers, and no word of a member, a text or a disease (contract,
 * Alerts).
 */
export const pushMessageOf = ({ alert, counts, language }: Pick<ClaimedPush, "alert" | "counts" | "language">) => {
  const { alerts, kinds, read } = texts[language]
  if (alert !== null) return alerts[alert]
  const inWords = (kind: Kind | "any", number: number) =>
    `${number.toLocaleString(language)}\u00a0${kinds[kind][number === 1 ? 0 : 1]}`
  const byKind = [...countsByKind(counts)]
  const all = byKind.map(([kind, number]) => inWords(kind, number))
  const total = byKind.reduce((sum, [, number]) => sum + number, 0)
  return all.length === 1
    ? { title: all.join(""), body: read }
    : { title: inWords("any", total), body: all.join(" · ") }
}
