import type { SqlClient } from "@effect/sql"
import { Effect, Option, Redacted, Schema } from "effect"
import { SecondFactorsRepo } from "../../../ports/accounts/SecondFactorsRepo.ts"
import { time } from "../Columns.ts"
import { first, inDatabase, isoOrNull, one, returnsRow, run, Value } from "../Rows.ts"

const Moment = Schema.OptionFromNullOr(Schema.DateTimeUtc)
const Secret = Schema.OptionFromNullOr(Schema.Redacted(Schema.String))

const Stored = Schema.Struct({
  secret: Secret,
  enabledAt: Moment,
  lastStep: Schema.Int,
  pendingSecret: Secret,
  pendingUntil: Moment,
  wrongCodes: Schema.Int,
  wrongSince: Moment,
  closedUntil: Moment
})

const Tried = Value("tried", Schema.Literal("taken", "used"))

const Left = Value("left", Schema.Int)

const textOrNull = (secret: Option.Option<Redacted.Redacted>) => Option.getOrNull(Option.map(secret, Redacted.value))

/** By the primary key. */
const stored = (sql: SqlClient.SqlClient, userId: number) => sql`
  select secret, ${time(sql, "enabled_at")} as "enabledAt", last_step as "lastStep", pending_secret as "pendingSecret",
    ${time(sql, "pending_until")} as "pendingUntil", wrong_codes as "wrongCodes",
    ${time(sql, "wrong_since")} as "wrongSince", ${time(sql, "closed_until")} as "closedUntil"
  from second_factors where user_id = ${userId}`

export const layer = inDatabase(SecondFactorsRepo, (sql) => ({
  find: (userId) => stored(sql, userId).pipe(first(Stored)),

  lock: (userId) => sql`${stored(sql, userId)} for update`.pipe(first(Stored)),

  put: (userId, factor) =>
    run(sql`
      insert into second_factors (user_id, secret, enabled_at, last_step, pending_secret, pending_until, wrong_codes,
        wrong_since, closed_until)
      values (${userId}, ${textOrNull(factor.secret)}, ${isoOrNull(factor.enabledAt)}, ${factor.lastStep},
        ${textOrNull(factor.pendingSecret)}, ${isoOrNull(factor.pendingUntil)}, ${factor.wrongCodes},
        ${isoOrNull(factor.wrongSince)}, ${isoOrNull(factor.closedUntil)})
      on conflict (user_id) do update
      set secret = excluded.secret, enabled_at = excluded.enabled_at, last_step = excluded.last_step,
        pending_secret = excluded.pending_secret, pending_until = excluded.pending_until,
        wrong_codes = excluded.wrong_codes, wrong_since = excluded.wrong_since, closed_until = excluded.closed_until`),

  remove: (userId) => returnsRow(sql`delete from second_factors where user_id = ${userId} returning user_id`),

  setRecoveryCodes: (userId, hashes) =>
    Effect.zipRight(
      run(sql`delete from recovery_codes where user_id = ${userId}`),
      run(sql`
        insert into recovery_codes (user_id, hash)
        select ${userId}, json_array_elements_text(${JSON.stringify(hashes)}::json)`)
    ),

  takeRecoveryCode: (userId, hash) =>
    sql`
      with taken as (
        update recovery_codes set used = true where user_id = ${userId} and hash = ${hash} and not used returning hash)
      select case when exists (select from taken) then 'taken' else 'used' end as tried
      from recovery_codes where user_id = ${userId} and hash = ${hash}`.pipe(
      first(Tried),
      Effect.map(Option.getOrElse(() => "unknown" as const))
    ),

  recoveryCodesLeft: (userId) =>
    sql`select count(*)::int as left from recovery_codes where user_id = ${userId} and not used`.pipe(one(Left))
}))
