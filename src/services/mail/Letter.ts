import type { PageLanguage } from "../../domain/Language.ts"

/**
 * The facts that a mail states. Nothing in it was chosen by a member, since its address may be a stranger's:
 * registration confirms none (contract, Follows and mail). Nor does it name a post or a disease: mailboxes are read by
 * others, too.
 */
export interface MailFacts {
  readonly to: string
  readonly language: PageLanguage
  readonly site: string
  readonly path: string
  readonly unread: number
  /** The page that ends digests; empty in other mail. */
  readonly unsubscribe: string
}

/** What a mail says before and after its link. */
export interface Letter {
  readonly subject: string
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}
