import { Effect, Option, Schema } from "effect"
import { Blocked } from "../../domain/BatchResult.ts"
import { answerLimits, hasRoomFor } from "../../domain/Idempotency.ts"
import {
  AlreadyRecorded,
  AnswersFull,
  type ClaimRefusal,
  IdempotencyRepo,
  type KeyToClaim
} from "../../ports/IdempotencyRepo.ts"
import { all, inDatabase, iso, one, orBlocked, Value } from "./Rows.ts"

const Recorded = Schema.Struct({
  fingerprint: Schema.String,
  status: Schema.Int,
  location: Schema.NullOr(Schema.String),
  body: Schema.String,
  isWhole: Schema.Boolean
})

/** A key with its record, and the answers of its member. */
const Claim = Schema.Struct({
  claimed: Schema.Boolean,
  record: Schema.NullOr(Recorded),
  answers: Schema.Int,
  bytes: Schema.NumberFromString,
  oldest: Schema.NullOr(Schema.DateTimeUtcFromDate),
  more: Schema.Int
})

const Added = Schema.Struct({ added: Schema.Int, isWithin: Schema.Boolean })
const Swept = Value("swept", Schema.Int)

const refusalOf = ({ keyHash }: KeyToClaim, claim: typeof Claim.Type | undefined): Option.Option<ClaimRefusal> => {
  if (claim === undefined) return Option.none()
  if (claim.record !== null) return Option.some(new AlreadyRecorded({ record: claim.record }))
  if (!claim.claimed) return Option.some(new Blocked({ by: `key ${keyHash}` }))
  const { more, oldest } = claim
  return oldest === null || hasRoomFor(more, claim) ? Option.none() : Option.some(new AnswersFull({ oldest }))
}

export const layer = inDatabase(IdempotencyRepo, (sql) => ({
  // Indexes: the primary key, and idempotency_records_user_id.
  claimAll: (keys, keptSince) =>
    sql`select * from claim_idempotency_keys(${JSON.stringify(keys)}::json, ${iso(keptSince)})`.pipe(
      all(Claim),
      Effect.map((claims) => keys.map((key, index) => refusalOf(key, claims[index])))
    ),

  addAll: (records, keptSince) => {
    const statement = sql`
      select added, is_within as "isWithin" from add_idempotency_records(${JSON.stringify(records)}::json,
        ${iso(keptSince)}, ${answerLimits.answers}, ${answerLimits.bytes})`
    return Effect.flatMap(statement.pipe(orBlocked("answers"), one(Added)), ({ added, isWithin }) => {
      if (added !== records.length) return Effect.dieMessage("an Idempotency-Key has an answer")
      return isWithin ? Effect.void : new Blocked({ by: "answers" })
    })
  },

  // Index idempotency_records_created_at.
  sweep: (before, limit) =>
    sql`
      with old as (
        select key_hash from idempotency_records where created_at < ${iso(before)}
        order by created_at limit ${limit} for update skip locked
      ), swept as (
        delete from idempotency_records using old where idempotency_records.key_hash = old.key_hash returning 1
      )
      select count(*)::int as swept from swept`.pipe(one(Swept))
}))
