import type { Mail, MailKind } from "../../domain/mail/Mail.ts"
import { escaped } from "../../text/Highlight.ts"

/** The facts that a mail states. No mail names a post, a disease or another member: mailboxes are read by others, too. */
export interface MailFacts {
  readonly to: string
  readonly username: string
  /** The address of the community. */
  readonly site: string
  /** The path of the page that the mail leads to. */
  readonly path: string
  /** Unread notifications. */
  readonly unread: number
  /** The page that ends digests; empty in other mail. */
  readonly unsubscribe: string
}

interface Letter {
  readonly subject: string
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

const onlyOnce = "The link works once, within an hour, and only the newest one works."

const notifications = (count: number) => (count === 1 ? "1 unread notification" : `${count} unread notifications`)

const letters: Readonly<Record<MailKind, (facts: MailFacts) => Letter>> = {
  reset_password: ({ site, username }) => ({
    subject: "Reset your password",
    before: [
      `Somebody asked for a new password for the account ${username} at ${site}. To choose one, open this page:`
    ],
    after: [onlyOnce, "If it was not you, do nothing: your password stays as it is."]
  }),
  confirm_email: ({ site, username }) => ({
    subject: "Confirm your email address",
    before: [`The account ${username} at ${site} is to have this email address. To confirm it, open this page:`],
    after: [onlyOnce, "If it is not your account, do nothing: this address is not used."]
  }),
  email_changed: ({ site, username }) => ({
    subject: "Your email address was changed",
    before: [`The account ${username} at ${site} has another email address now. This one is used no longer.`],
    after: ["If it was not you, tell the people who run this site at once:"]
  }),
  digest: ({ site, unread, username }) => ({
    subject: `You have ${notifications(unread)}`,
    before: [`There are ${notifications(unread)} for the account ${username} at ${site}:`],
    after: ["You get this mail because your settings ask for it. To end it:"]
  })
}

/** The headers by which a mail program ends digests without a visit to the site (RFC 8058). */
const unsubscribing = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
})

/** The mail of a kind, as text and as HTML with the same words. */
export const mailOf = (kind: MailKind, facts: MailFacts): Mail => {
  const { site, path, to, unsubscribe } = facts
  const { after, before, subject } = letters[kind](facts)
  const lines = [...before, site + path, ...after, ...(unsubscribe === "" ? [] : [unsubscribe])]
  const shown = (line: string) => {
    const words = escaped(line)
    return `<p>${line.startsWith(site) ? `<a href="${words}">${words}</a>` : words}</p>`
  }
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>`
  return {
    to,
    subject,
    text: `${lines.join("\n\n")}\n`,
    html: `${html}${lines.map(shown).join("")}</body></html>`,
    headers: unsubscribe === "" ? {} : unsubscribing(unsubscribe)
  }
}
