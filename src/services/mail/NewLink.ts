import { DateTime, Effect, type Option, Redacted } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import { type LinkPurpose, linkSeconds } from "../../domain/mail/Mail.ts"
import type { MailRepo } from "../../ports/mail/MailRepo.ts"
import type { Secrets } from "../../ports/Secrets.ts"

/** The page on which a member sets a password by a link, up to its token. */
export const resetPath = "/reset-password?token="

/** Stores a link with a new token in place of the member's last one for the same purpose. */
export const newLink = Effect.fnUntraced(function* (
  { repo, secrets }: { readonly repo: MailRepo["Type"]; readonly secrets: Secrets["Type"] },
  userId: UserId,
  purpose: LinkPurpose,
  email: Option.Option<string>
) {
  const token = yield* secrets.newToken
  const hash = secrets.digest(Redacted.value(token))
  const expiresAt = DateTime.add(yield* DateTime.now, { seconds: linkSeconds })
  yield* repo.setLink({ userId, purpose, hash, email, expiresAt })
  return { token, expiresAt }
})
