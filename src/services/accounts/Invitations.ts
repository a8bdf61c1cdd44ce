import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { publicUrl } from "../../Config.ts"
import { ExpiryPassed } from "../../domain/accounts/ApiKey.ts"
import { type CurrentUser, NotAllowed, type NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import {
  type CreatedInvitation,
  type InvitationEnded,
  InvitationNotFound,
  type InvitationPage,
  invitationDays,
  type NewInvitation
} from "../../domain/accounts/Invitation.ts"
import type { InvitationId } from "../../domain/Ids.ts"
import { invitationList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { LeakFound } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { InvitationsRepo, type ValidInvitation } from "../../ports/accounts/InvitationsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { LeakGuard } from "./LeakGuard.ts"
import { admin, require } from "./Policy.ts"

/** Invitations of admins to join by a link (contract, Members by invitation, help by admins). */
export class Invitations extends Context.Tag("services/accounts/Invitations")<
  Invitations,
  {
    /**
     * Makes an invitation, as an admin; its link is in this result only. An entry of the audit log. Fails with
     * `NotAllowed`, with `LeakFound` for its note, with `ExpiryPassed`, and with `NotSignedIn` for an admin who is just
     * gone.
     */
    readonly create: (
      invitation: NewInvitation
    ) => StorageEffect<CreatedInvitation, NotAllowed | LeakFound | ExpiryPassed | NotSignedIn, CurrentUser>

    /** The invitations, the newest first, for admins. Fails with `NotAllowed`, then with `InvalidCursor`. */
    readonly list: (request: PageRequest) => StorageEffect<InvitationPage, NotAllowed | InvalidCursor, CurrentUser>

    /**
     * Ends an invitation, as an admin: nobody joins by it any more. An entry of the audit log. Fails with `NotAllowed`,
     * then with `InvitationNotFound`.
     */
    readonly end: (id: InvitationId) => StorageEffect<InvitationEnded, NotAllowed | InvitationNotFound, CurrentUser>

    /** The invitation of a secret. Fails with the same `NotAllowed` for all that nobody can join by. */
    readonly find: (secret: Redacted.Redacted) => StorageEffect<ValidInvitation, NotAllowed>

    /** Counts a use of it, as a part of the registration's transaction. Fails as `find`. */
    readonly use: (secret: Redacted.Redacted) => StorageEffect<ValidInvitation, NotAllowed>
  }
>() {
  static readonly layer = Layer.effect(Invitations, withSpans("Invitations", Effect.gen(make)))
}

function* make() {
  const repo = yield* InvitationsRepo
  const { audit, users, write } = yield* writing
  const leaks = yield* LeakGuard
  const secrets = yield* Secrets
  const site = yield* publicUrl

  const create = Effect.fnUntraced(function* ({ expiresAt: wanted, ...invitation }: NewInvitation) {
    const { id: byId } = yield* require(admin("invite"))
    yield* leaks.check("note", Option.toArray(invitation.note), Effect.succeed([]))
    const createdAt = yield* DateTime.now
    const expiresAt = Option.getOrElse(wanted, () => DateTime.add(createdAt, { days: invitationDays }))
    if (DateTime.lessThanOrEqualTo(expiresAt, createdAt)) return yield* new ExpiryPassed()
    const secret = Redacted.value(yield* secrets.newToken)
    const hash = secrets.digest(secret)
    const made = yield* repo.add({ ...invitation, byId, createdAt, expiresAt, hash })
    const detail = `${made.role}, uses: ${made.uses}`
    yield* audit.record({ action: "invitation_created", actorId: byId, userId: byId, targetId: made.id, detail })
    yield* users.touch(byId, createdAt)
    return { ...made, url: Redacted.make(`${site}/register?invitation=${secret}`) }
  }, write)

  const list = (request: PageRequest) =>
    Effect.zipRight(
      require(admin("invite")),
      readPage(invitationList, request, (slice) => repo.page(slice))
    )

  const end = Effect.fnUntraced(function* (id: InvitationId) {
    const { id: byId } = yield* require(admin("invite"))
    if (!(yield* repo.remove(id))) return yield* new InvitationNotFound({ id })
    yield* audit.record({ action: "invitation_ended", actorId: byId, userId: byId, targetId: id })
    yield* users.touch(byId, yield* DateTime.now)
    return { deleted: true, id } as const
  }, write)

  const valid = (read: typeof repo.find) =>
    Effect.fnUntraced(function* (secret: Redacted.Redacted) {
      const hash = secrets.hashOf(secret)?.hash
      const found = hash === undefined ? Option.none() : yield* read(hash, yield* DateTime.now)
      return yield* Effect.mapError(found, () => new NotAllowed({ action: "joinByInvitation" }))
    })

  return { create, list, end, find: valid(repo.find), use: valid(repo.use) }
}
