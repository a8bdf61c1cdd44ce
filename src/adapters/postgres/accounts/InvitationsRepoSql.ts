import { Option, Schema } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { Invitation, InvitationRole } from "../../../domain/accounts/Invitation.ts"
import { InvitationId, UserId } from "../../../domain/Ids.ts"
import type { InvitationKey } from "../../../domain/Lists.ts"
import { InvitationsRepo } from "../../../ports/accounts/InvitationsRepo.ts"
import { time, whenDefined } from "../Columns.ts"
import { first, firstOr, inDatabase, iso, List, limitClause, page, returnsRow } from "../Rows.ts"
import { isActive } from "./CredentialsRepoSql.ts"

const Invitations = List(Invitation)
const Valid = Schema.Struct({ id: InvitationId, role: InvitationRole, byId: UserId })

export const layer = inDatabase(InvitationsRepo, (sql) => {
  const columns = sql`page.id, page.role, page.uses, page.used, page.note,
    ${time(sql, "page.expires_at")} as "expiresAt", ${time(sql, "page.created_at")} as "createdAt"`
  const valid = sql`id, role, by_id as "byId"`
  const isValid = (hash: string, now: string) => sql`
    hash = ${hash} and used < uses and expires_at > ${now}
    and exists (select from users where users.id = by_id and users.role = 'admin' and ${isActive(sql, now)})`

  return {
    add: ({ byId, createdAt, expiresAt, hash, note, role, uses }) =>
      sql`
        with page as (
          insert into invitations (hash, role, uses, note, by_id, created_at, expires_at)
          select ${hash}, ${role}, ${uses}::int, ${Option.getOrNull(note)}, id, ${iso(createdAt)}::timestamptz,
            ${iso(expiresAt)}::timestamptz
          from users where id = ${byId} for key share -- waits for an admin who leaves
          returning *
        )
        select ${columns} from page`.pipe(firstOr(Invitation, () => new NotSignedIn())),

    // By the primary key. Counts rows, since admins make few.
    page: (window) => {
      const behind = sql.and([sql`true`, ...whenDefined(window.after, ({ id }) => sql`id < ${id}`)])
      return sql`
        select (select count(*)::int from invitations) as total,
          (select coalesce(json_agg(entries), '[]') from (
            select ${columns}
            from (select * from invitations where ${behind} order by id desc ${limitClause(sql, window)}) page
            order by page.id desc
          ) entries) as items`.pipe(page(Invitations, window, ({ id }): InvitationKey => ({ id })))
    },

    // Index invitations_hash_key.
    find: (hash, now) => sql`select ${valid} from invitations where ${isValid(hash, iso(now))}`.pipe(first(Valid)),

    // The same. Uses at once wait for the lock of the row, and then compare its newest version.
    use: (hash, now) =>
      sql`update invitations set used = used + 1 where ${isValid(hash, iso(now))} returning ${valid}`.pipe(
        first(Valid)
      ),

    remove: (id) => returnsRow(sql`delete from invitations where id = ${id} returning id`)
  }
})
