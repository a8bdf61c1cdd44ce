import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { ListedVerificationRequest, VerificationRequest } from "../../../domain/accounts/VerificationRequest.ts"
import type { VerificationRequestKey } from "../../../domain/Lists.ts"
import { VerificationRequestsRepo } from "../../../ports/accounts/VerificationRequestsRepo.ts"
import { time, whenDefined } from "../Columns.ts"
import { memberAs } from "../moderation/DecisionsRepoSql.ts"
import { first, firstOr, inDatabase, iso, List, limitClause, page, returnsRow } from "../Rows.ts"

const Requests = List(ListedVerificationRequest)

export const layer = inDatabase(VerificationRequestsRepo, (sql) => {
  const columns = sql`page.id, page.verified_as as "as", page.text, ${time(sql, "page.created_at")} as "createdAt"`
  const listed = sql`${columns}, ${memberAs(sql, "page.user_id")} as "user"`

  return {
    put: (userId, { as, text }, at) =>
      sql`
        with put as (
          insert into verification_requests as requests (user_id, verified_as, text, created_at)
          select id, ${as}, ${text}, ${iso(at)}::timestamptz from users
          where id = ${userId} for key share -- waits for a member who leaves
          on conflict (user_id) do update set verified_as = excluded.verified_as, text = excluded.text
          returning *
        )
        select ${columns} from put page`.pipe(firstOr(VerificationRequest, () => new NotSignedIn())),

    // Index verification_requests_user_id_key.
    ofMember: (userId) =>
      sql`select ${columns} from verification_requests page where user_id = ${userId}`.pipe(first(VerificationRequest)),

    find: (id) =>
      sql`select ${listed} from verification_requests page where id = ${id}`.pipe(first(ListedVerificationRequest)),

    // By the primary key. Counts rows, since few requests are open.
    page: (window) => {
      const behind = sql.and([sql`true`, ...whenDefined(window.after, ({ id }) => sql`id > ${id}`)])
      return sql`
        select (select count(*)::int from verification_requests) as total,
          (select coalesce(json_agg(entries), '[]') from (
            select ${listed}
            from (select * from verification_requests where ${behind} order by id ${limitClause(sql, window)}) page
            order by page.id
          ) entries) as items`.pipe(page(Requests, window, ({ id }): VerificationRequestKey => ({ id })))
    },

    remove: (userId, words) => {
      const same = whenDefined(words, ({ as, text }) => sql`(verified_as, text) = (${as}, ${text})`)
      const which = sql.and([sql`user_id = ${userId}`, ...same])
      return returnsRow(sql`delete from verification_requests where ${which} returning id`)
    }
  }
})
