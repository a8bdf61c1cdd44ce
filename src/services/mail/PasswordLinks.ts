import { Context, Effect, Layer, Option, Redacted } from "effect"
import { publicUrl } from "../../Config.ts"
import { type ClientAddress, type CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { PasswordLink, PasswordLinkRequest } from "../../domain/mail/Mail.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { MailRepo } from "../../ports/mail/MailRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { requireAdminFor } from "../accounts/Policy.ts"
import { type StepFailures, StepUp } from "../accounts/StepUp.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { newLink, resetPath } from "./NewLink.ts"
import { OutgoingMail } from "./OutgoingMail.ts"

/** How admins help members who have forgotten their password (contract, Members by invitation, help by admins). */
export class PasswordLinks extends Context.Tag("services/mail/PasswordLinks")<
  PasswordLinks,
  {
    /**
     * Makes a link by which a member sets a password, as that of a forgotten password does, in place of the last one.
     * Where mail is sent, the member gets a link of their own by mail, too. An entry of the audit log. Fails with
     * `UserNotFound`; with `NotAllowed` for all but admins, for themselves, and without the password after a sign-in
     * that is over five minutes old; and as `AccountSecurity.confirm` for a wrong one.
     */
    readonly create: (
      id: UserId,
      request: PasswordLinkRequest
    ) => StorageEffect<PasswordLink, UserNotFound | StepFailures, CurrentUser | ClientAddress>
  }
>() {
  static readonly layer = Layer.effect(PasswordLinks, withSpans("PasswordLinks", Effect.gen(make)))
}

function* make() {
  const { audit, users, write } = yield* writing
  const { demandCounted } = yield* StepUp
  const links = { repo: yield* MailRepo, secrets: yield* Secrets }
  const outgoing = yield* OutgoingMail
  const site = yield* publicUrl

  const create = Effect.fnUntraced(function* (id: UserId, proof: PasswordLinkRequest) {
    const caller = yield* requireAdminFor(users, id, "linkPassword")
    if (caller.id === id) return yield* new NotAllowed({ action: "linkOwnPassword" })
    yield* demandCounted(caller, proof)
    return yield* write(
      Effect.gen(function* () {
        yield* users.hold(id)
        const { expiresAt, token } = yield* newLink(links, id, "password_link", Option.none())
        if (outgoing.isOn) {
          yield* outgoing.add({ kind: "reset_password", userId: Option.some(id), address: Option.none() })
        }
        yield* audit.record({ action: "password_link_created", actorId: caller.id, userId: id })
        return { url: Redacted.make(site + resetPath + Redacted.value(token)), expiresAt }
      })
    )
  })

  return { create }
}
