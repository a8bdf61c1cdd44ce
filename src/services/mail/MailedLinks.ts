import { DateTime, Effect, Option, type Redacted } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import { LinkNotValid, type LinkPurpose } from "../../domain/mail/Mail.ts"
import { MailRepo } from "../../ports/MailRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { OutgoingMail } from "./OutgoingMail.ts"

/** A valid link. */
interface MailedLink {
  readonly userId: UserId
  readonly email: Option.Option<string>
  readonly hash: string
}

/** The use of links for one purpose. */
export const makeMailedLinks = (purpose: LinkPurpose) =>
  Effect.gen(function* () {
    const { required } = yield* OutgoingMail
    const repo = yield* MailRepo
    const secrets = yield* Secrets

    /** The link of a token. Fails with `MailOff`, then with `LinkNotValid`. */
    const find = Effect.fnUntraced(function* (token: Redacted.Redacted) {
      yield* required
      const hash = secrets.hashOf(token)?.hash ?? ""
      const link = yield* repo.findLink(purpose, hash, yield* DateTime.now)
      if (Option.isNone(link)) return yield* new LinkNotValid()
      return { ...link.value, hash } satisfies MailedLink
    })

    /** Ends a link, and all others of its member, who is locked. Fails with `LinkNotValid` where another request did it. */
    const use = Effect.fnUntraced(function* ({ hash, userId }: MailedLink) {
      const isTaken = yield* repo.takeLink(purpose, hash)
      if (!isTaken) return yield* new LinkNotValid()
      return yield* repo.forgetLinks(userId)
    })

    return { find, use }
  })
