import type { SqlClient } from "@effect/sql"
import { type Context, Effect, Option, Schema } from "effect"
import { Passkey, RegistrationRefused } from "../../../domain/accounts/Passkey.ts"
import { PasskeyId, UserId } from "../../../domain/Ids.ts"
import { PasskeysRepo } from "../../../ports/accounts/PasskeysRepo.ts"
import { time } from "../Columns.ts"
import { all, first, firstOr, inDatabase, iso, returnsRow, run, Value } from "../Rows.ts"

const credential = {
  credentialId: Schema.String,
  publicKey: Schema.String,
  counter: Schema.Int,
  transports: Schema.Array(Schema.String)
}

const WithCredential = Schema.Struct({ ...Passkey.fields, ...credential })
const Own = Schema.Struct({ id: PasskeyId, userId: UserId, ...credential })
const OfPasskey = Value("id", PasskeyId)
const Challenge = Schema.Struct({ userId: Schema.OptionFromNullOr(UserId) })

const columns = (sql: SqlClient.SqlClient) =>
  sql`id, name, ${time(sql, "created_at")} as "createdAt", ${time(sql, "last_used_at")} as "lastUsedAt"`

const credentialColumns = (sql: SqlClient.SqlClient) => sql`credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, to_json(transports) as transports`

type Repo = Context.Tag.Service<PasskeysRepo>

/** The expired challenges that are forgotten with each new one. */
const forgottenAtOnce = 10

const challenges = (
  sql: SqlClient.SqlClient
): Pick<Repo, "addChallenge" | "challengeOf" | "takeChallenge" | "forgetChallenges"> => ({
  // Index sign_in_challenges_expires_at.
  addChallenge: ({ expiresAt, hash, purpose, userId }, now) =>
    run(sql`
      with expired as (
        delete from sign_in_challenges where hash in (
          select hash from sign_in_challenges where expires_at <= ${iso(now)} order by expires_at
          limit ${sql.literal(String(forgottenAtOnce))} for update skip locked)
      )
      insert into sign_in_challenges (hash, purpose, user_id, expires_at)
      values (${hash}, ${purpose}, ${Option.getOrNull(userId)}, ${iso(expiresAt)})`),

  challengeOf: (purpose, hash, now) =>
    sql`
      select user_id as "userId" from sign_in_challenges
      where hash = ${hash} and purpose = ${purpose} and expires_at > ${iso(now)}`.pipe(first(Challenge)),

  takeChallenge: (purpose, hash, now) =>
    sql`
      delete from sign_in_challenges where hash = ${hash} and purpose = ${purpose} and expires_at > ${iso(now)}
      returning user_id as "userId"`.pipe(first(Challenge)),

  // Index sign_in_challenges_user_id.
  forgetChallenges: (userId) => run(sql`delete from sign_in_challenges where user_id = ${userId}`)
})

export const layer = inDatabase(PasskeysRepo, (sql) => ({
  ...challenges(sql),

  // `do nothing` rather than catching a unique violation, which would have aborted the transaction around it.
  add: ({ counter, createdAt, credentialId, name, publicKey, transports, userId }) =>
    sql`
      insert into passkeys (user_id, credential_id, public_key, transports, counter, name, created_at)
      values (${userId}, ${credentialId}, ${publicKey},
        array(select json_array_elements_text(${JSON.stringify(transports)}::json)), ${counter}, ${name}, ${iso(createdAt)})
      on conflict do nothing
      returning ${columns(sql)}`.pipe(firstOr(Passkey, () => new RegistrationRefused())),

  // Index passkeys_user_id.
  ofMember: (userId) =>
    sql`select ${columns(sql)}, ${credentialColumns(sql)} from passkeys where user_id = ${userId} order by id`.pipe(
      all(WithCredential)
    ),

  // The unique index of the credential.
  byCredential: (credentialId) =>
    sql`
      select id, user_id as "userId", ${credentialColumns(sql)} from passkeys where credential_id = ${credentialId}`.pipe(
      first(Own)
    ),

  // Those that count nothing stay at 0.
  used: ({ counter: before, id }, counter, at) =>
    returnsRow(sql`
      update passkeys set counter = ${counter}, last_used_at = greatest(last_used_at, ${iso(at)}::timestamptz)
      where id = ${id} and counter = ${before} returning id`),

  rename: (userId, id, name) =>
    sql`
      update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning ${columns(sql)}`.pipe(
      first(Passkey)
    ),

  remove: (userId, id) => returnsRow(sql`delete from passkeys where id = ${id} and user_id = ${userId} returning id`),

  removeAll: (userId) =>
    Effect.map(
      sql`delete from passkeys where user_id = ${userId} returning id`.pipe(all(OfPasskey)),
      ({ length }) => length
    )
}))
