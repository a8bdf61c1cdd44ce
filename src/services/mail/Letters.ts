import { escaped } from "@rare-disease-community/text/Highlight"
import type { PageLanguage } from "../../domain/Language.ts"
import type { Mail, MailKind } from "../../domain/mail/Mail.ts"
import type { Messages } from "../languages/Messages.ts"

/**
 * The facts that a mail states. Nothing in it was chosen by a member, since its address may be a stranger's:
 * registration confirms none (contract, Follows and mail). Nor does it name a post or a disease: mailboxes are read by
 * others, too.
 */
export interface MailFacts {
  readonly to: string
  readonly language: PageLanguage
  /** The name of the community. */
  readonly name: string
  readonly site: string
  readonly path: string
  readonly unread: number
  /** The number of reports of danger. */
  readonly count: number
  /** The page that ends digests; empty in other mail. */
  readonly unsubscribe: string
}

/** The texts of a mail before and after its link. Some depend on the facts. */
type Letter = Readonly<Record<"subject" | "before", Text>> & { readonly after: ReadonlyArray<string> }
type Text = string | ((facts: Pick<MailFacts, "site" | "unread" | "count">) => string)

/** The headers by which a mail program ends digests without a visit to the site (RFC 8058). */
const unsubscribing = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
})

/** The mail of a kind, as text and as HTML with the same words. */
export const mailOf = (texts: Messages["mail"], kind: MailKind, facts: MailFacts): Mail => {
  const { language, name, path, site, to, unsubscribe } = facts
  const letter: Letter = texts[kind]
  const said = (text: Text) => (typeof text === "string" ? text : text({ ...facts, site: `${name} (${site})` }))
  const subject = said(letter.subject)
  const lines = [said(letter.before), site + path, ...letter.after, ...(unsubscribe === "" ? [] : [unsubscribe])]
  const shown = (line: string) => {
    const words = escaped(line)
    return `<p>${line === site + path || line === unsubscribe ? `<a href="${words}">${words}</a>` : words}</p>`
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
