import { Array, DateTime, Either, Option } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { Invitation } from "../../../domain/accounts/Invitation.ts"
import { InvitationId } from "../../../domain/Ids.ts"
import { InvitationsRepo, type ValidInvitation } from "../../../ports/accounts/InvitationsRepo.ts"
import type { InvitationRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { byNewest, isActiveAdmin, pageOf } from "../Views.ts"

const invitationOf = ({ byId: _, hash: __, ...invitation }: InvitationRow): Invitation => invitation

const validRow = ({ invitations, users }: Tables, hash: string, now: DateTime.Utc) =>
  Array.head(
    invitations.where((row) => row.hash === hash && row.used < row.uses && DateTime.greaterThan(row.expiresAt, now))
  ).pipe(Option.filter(({ byId }) => isActiveAdmin(users.referred(byId), now)))

const validOf = ({ byId, id, role }: InvitationRow): ValidInvitation => ({ byId, id, role })

export const layer = inMemory(InvitationsRepo, ({ attempt, read, write }) => ({
  add: (invitation) =>
    attempt(({ invitations, users }) => {
      if (!users.has(invitation.byId)) return Either.left(new NotSignedIn())
      const row = { ...invitation, id: InvitationId.make(++invitations.lastId), used: 0 }
      invitations.set(row.id, row)
      return Either.right(invitationOf(row))
    }),

  page: (window) =>
    read(({ invitations }) =>
      pageOf(Array.fromIterable(invitations.values()), byNewest<InvitationId>(), window, invitationOf)
    ),

  find: (hash, now) => read((tables) => Option.map(validRow(tables, hash, now), validOf)),

  use: (hash, now) =>
    write((tables) =>
      Option.map(validRow(tables, hash, now), (row) => {
        tables.invitations.set(row.id, { ...row, used: row.used + 1 })
        return validOf(row)
      })
    ),

  remove: (id) => write(({ invitations }) => invitations.delete(id))
}))
