import { escaped } from "@rare-disease-community/text/Highlight"
import type { PageLanguage } from "../../domain/Language.ts"
import type { Mail, MailKind } from "../../domain/mail/Mail.ts"
import { factorLetters } from "./FactorLetters.ts"
import type { Letter, MailFacts } from "./Letter.ts"

type Letters = Readonly<Record<MailKind, (facts: MailFacts) => Letter>>

const enOnce = "The link works once and for one hour. If you got several, only the newest one works."
const enUnread = (count: number) => (count === 1 ? "1 unread notification" : `${count} unread notifications`)

const en: Letters = {
  ...factorLetters.en,
  danger: ({ site }) => ({
    subject: "Urgent: somebody may be in danger",
    before: [`Something was reported as danger at ${site}. Please look now:`],
    after: [
      "All moderators get this email. If nobody opens the report, we will write to the admins once more in 30 minutes."
    ]
  }),
  danger_again: ({ site }) => ({
    subject: "Still waiting: somebody may be in danger",
    before: [`Something was reported as danger at ${site} 30 minutes ago, and nobody has opened it. Please look now:`],
    after: ["All admins get this email. There will be no further one about this report."]
  }),
  webhook_off: ({ site }) => ({
    subject: "A webhook was switched off",
    before: [
      `${site} could no longer deliver to one of its webhooks, so it was switched off. This page says which one, since when and why:`
    ],
    after: [
      "All admins get this email. Once the receiver works again, switch the webhook back on. It will be told of new events only."
    ]
  }),
  reset_password: ({ site }) => ({
    subject: "Reset your password",
    before: [
      `Somebody asked for a new password for your account at ${site}. If it was you, open this page and choose one:`
    ],
    after: [enOnce, "If it wasn’t you, do nothing: your password stays as it is."]
  }),
  confirm_email: ({ site }) => ({
    subject: "Confirm your email address",
    before: [`Somebody gave this email address for an account at ${site}. If it was you, open this page:`],
    after: [enOnce, "If it wasn’t you, do nothing: we won’t use this address."]
  }),
  email_changed: ({ site }) => ({
    subject: "Your email address was changed",
    before: [`Your account at ${site} now has a different email address. We no longer use this one.`],
    after: ["If it wasn’t you, tell the people who run this site at once:"]
  }),
  digest: ({ site, unread }) => ({
    subject: `You have ${enUnread(unread)}`,
    before: [`You have ${enUnread(unread)} at ${site}:`],
    after: ["You get this email because you turned it on in your settings. To stop it, open this page:"]
  })
}

const deOnce = "Der Link gilt eine Stunde lang und nur einmal. Wenn Sie mehrere bekommen haben, gilt nur der neueste."
const deUnread = (count: number) => (count === 1 ? "1 ungelesene Mitteilung" : `${count} ungelesene Mitteilungen`)

const de: Letters = {
  ...factorLetters.de,
  danger: ({ site }) => ({
    subject: "Dringend: Jemand könnte in Gefahr sein",
    before: [`Bei ${site} wurde etwas mit dem Grund „Gefahr“ gemeldet. Bitte sehen Sie jetzt nach:`],
    after: [
      "Alle aus der Moderation bekommen diese E-Mail. Öffnet niemand die Meldung, schreiben wir den Admins nach 30 Minuten noch einmal."
    ]
  }),
  danger_again: ({ site }) => ({
    subject: "Noch immer offen: Jemand könnte in Gefahr sein",
    before: [
      `Vor 30 Minuten wurde bei ${site} etwas mit dem Grund „Gefahr“ gemeldet, und niemand hat die Meldung geöffnet. Bitte sehen Sie jetzt nach:`
    ],
    after: ["Diese E-Mail bekommen alle Admins. Zu dieser Meldung kommt keine weitere."]
  }),
  webhook_off: ({ site }) => ({
    subject: "Ein Webhook wurde abgeschaltet",
    before: [
      `${site} konnte einen seiner Webhooks nicht mehr erreichen und hat ihn deshalb abgeschaltet. Welcher es ist, seit wann und warum, steht hier:`
    ],
    after: [
      "Diese E-Mail bekommen alle Admins. Wenn der Empfänger wieder funktioniert, schalten Sie den Webhook wieder ein. Er erfährt dann nur, was von da an geschieht."
    ]
  }),
  reset_password: ({ site }) => ({
    subject: "Neues Passwort festlegen",
    before: [
      `Jemand möchte ein neues Passwort für Ihr Konto bei ${site}. Wenn Sie das waren, öffnen Sie diese Seite und legen Sie ` +
        "es fest:"
    ],
    after: [deOnce, "Wenn Sie das nicht waren, müssen Sie nichts tun. Ihr Passwort bleibt, wie es ist."]
  }),
  confirm_email: ({ site }) => ({
    subject: "Bitte bestätigen Sie Ihre E-Mail-Adresse",
    before: [
      `Jemand hat diese E-Mail-Adresse für ein Konto bei ${site} angegeben. Wenn Sie das waren, öffnen Sie diese Seite:`
    ],
    after: [deOnce, "Wenn Sie das nicht waren, müssen Sie nichts tun. Wir verwenden die Adresse dann nicht."]
  }),
  email_changed: ({ site }) => ({
    subject: "Ihre E-Mail-Adresse wurde geändert",
    before: [`Ihr Konto bei ${site} hat jetzt eine andere E-Mail-Adresse. An diese hier schreiben wir nicht mehr.`],
    after: ["Wenn Sie das nicht waren, melden Sie sich bitte sofort bei den Betreibern der Website:"]
  }),
  digest: ({ site, unread }) => ({
    subject: `Sie haben ${deUnread(unread)}`,
    before: [`Sie haben ${deUnread(unread)} bei ${site}:`],
    after: [
      "Sie bekommen diese E-Mail, weil Sie das in Ihren Einstellungen so gewählt haben. Auf dieser Seite können Sie sie abbestellen:"
    ]
  })
}

const frOnce =
  "Ce lien fonctionne une seule fois, pendant une heure. Si vous en avez reçu plusieurs, seul le dernier est valable."
const frUnread = (count: number) =>
  count === 1 ? "1\u00a0notification non lue" : `${count}\u00a0notifications non lues`

const fr: Letters = {
  ...factorLetters.fr,
  danger: ({ site }) => ({
    subject: "Urgent\u00a0: quelqu’un est peut-être en danger",
    before: [
      `Un signalement pour «\u00a0danger\u00a0» vient d’arriver sur ${site}. Ouvrez-le maintenant, s’il vous plaît\u00a0:`
    ],
    after: [
      "Tous les modérateurs reçoivent cet e-mail. Si personne n’ouvre le signalement, nous écrirons une seconde fois aux administrateurs dans 30\u00a0minutes."
    ]
  }),
  danger_again: ({ site }) => ({
    subject: "Toujours en attente\u00a0: quelqu’un est peut-être en danger",
    before: [
      `Un signalement pour «\u00a0danger\u00a0» est arrivé il y a 30\u00a0minutes sur ${site}, et personne ne l’a ouvert. Ouvrez-le maintenant, s’il vous plaît\u00a0:`
    ],
    after: ["Tous les administrateurs reçoivent cet e-mail. C’est le dernier pour ce signalement."]
  }),
  webhook_off: ({ site }) => ({
    subject: "Un webhook a été désactivé",
    before: [
      `${site} n’arrivait plus à joindre l’un de ses webhooks et l’a désactivé. Cette page indique lequel, depuis quand et pourquoi\u00a0:`
    ],
    after: [
      "Tous les administrateurs reçoivent cet e-mail. Quand le destinataire fonctionnera de nouveau, réactivez le webhook\u00a0: il ne recevra que les nouveaux événements."
    ]
  }),
  reset_password: ({ site }) => ({
    subject: "Choisissez un nouveau mot de passe",
    before: [
      `Un nouveau mot de passe a été demandé pour votre compte sur ${site}. Si c’est bien vous, ouvrez cette page pour en ` +
        "choisir un\u00a0:"
    ],
    after: [frOnce, "Si ce n’est pas vous, vous n’avez rien à faire\u00a0: votre mot de passe reste le même."]
  }),
  confirm_email: ({ site }) => ({
    subject: "Confirmez votre adresse e-mail",
    before: [
      `Cette adresse e-mail a été indiquée pour un compte sur ${site}. Si c’est bien vous, ouvrez cette page\u00a0:`
    ],
    after: [frOnce, "Si ce n’est pas vous, vous n’avez rien à faire\u00a0: nous n’utiliserons pas cette adresse."]
  }),
  email_changed: ({ site }) => ({
    subject: "Votre adresse e-mail a été modifiée",
    before: [`Votre compte sur ${site} a désormais une autre adresse e-mail. Nous n’utilisons plus celle-ci.`],
    after: ["Si ce n’est pas vous, prévenez tout de suite les responsables du site\u00a0:"]
  }),
  digest: ({ site, unread }) => ({
    subject: `Vous avez ${frUnread(unread)}`,
    before: [`Vous avez ${frUnread(unread)} sur ${site}\u00a0:`],
    after: [
      "Vous recevez cet e-mail parce que vous l’avez demandé dans vos réglages. Pour ne plus le recevoir, ouvrez cette page\u00a0:"
    ]
  })
}

const letters: Readonly<Record<PageLanguage, Letters>> = { en, de, fr }

/** The headers by which a mail program ends digests without a visit to the site (RFC 8058). */
const unsubscribing = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
})

/** The mail of a kind, as text and as HTML with the same words. */
export const mailOf = (kind: MailKind, facts: MailFacts): Mail => {
  const { language, path, site, to, unsubscribe } = facts
  const { after, before, subject } = letters[language][kind](facts)
  const lines = [...before, site + path, ...after, ...(unsubscribe === "" ? [] : [unsubscribe])]
  const shown = (line: string) => {
    const words = escaped(line)
    return `<p>${line.startsWith(site) ? `<a href="${words}">${words}</a>` : words}</p>`
  }
  const head = `<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`
  return {
    to,
    subject,
    text: `${lines.join("\n\n")}\n`,
    html: `<!doctype html><html lang="${language}">${head}<body>${lines.map(shown).join("")}</body></html>`,
    headers: unsubscribe === "" ? {} : unsubscribing(unsubscribe)
  }
}
