import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Blocked } from "../../domain/BatchResult.ts"
import { answerLimits, hasRoomFor } from "../../domain/Idempotency.ts"
import {
  AlreadyRecorded,
  AnswersFull,
  type ClaimRefusal,
  IdempotencyRepo,
  type KeyToClaim
} from "../../ports/IdempotencyRepo.ts"
import { orUnavailable } from "./connection/Failures.ts"

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

const refusalOf = ({ keyHash }: KeyToClaim, claim: typeof Claim.Type | undefined): Option.Option<ClaimRefusal> => {
  if (claim === undefined) return Option.none()
  if (claim.record !== null) return Option.some(new AlreadyRecorded({ record: claim.record }))
  if (!claim.claimed) return Option.some(new Blocked({ by: `key ${keyHash}` }))
  const { more, oldest } = claim
  return oldest === null || hasRoomFor(more, claim) ? Option.none() : Option.some(new AnswersFull({ oldest }))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Indexes: the primary key, and idempotency_records_user_id.
  const claimAll = SqlSchema.findAll({
    Request: Schema.Struct({ keys: Schema.String, keptSince: Schema.DateTimeUtc }),
    Result: Claim,
    execute: ({ keptSince, keys }) => sql`select * from claim_idempotency_keys(${keys}::json, ${keptSince})`
  })

  const addAll = SqlSchema.single({
    Request: Schema.Struct({ records: Schema.String, keptSince: Schema.DateTimeUtc }),
    Result: Schema.Struct({ added: Schema.Int, isWithin: Schema.Boolean }),
    execute: ({ keptSince, records }) => sql`
      select added, is_within as "isWithin" from add_idempotency_records(${records}::json, ${keptSince},
        ${answerLimits.answers}, ${answerLimits.bytes})`
  })

  // Index idempotency_records_created_at.
  const sweep = SqlSchema.single({
    Request: Schema.Struct({ before: Schema.DateTimeUtc, limit: Schema.Int }),
    Result: Schema.Struct({ swept: Schema.Int }),
    execute: ({ before, limit }) => sql`
      with old as (
        select key_hash from idempotency_records where created_at < ${before}
        order by created_at limit ${limit} for update skip locked
      ), swept as (
        delete from idempotency_records using old where idempotency_records.key_hash = old.key_hash returning 1
      )
      select count(*)::int as swept from swept`
  })

  return IdempotencyRepo.of({
    claimAll: (keys, keptSince) =>
      orUnavailable(
        Effect.map(claimAll({ keys: JSON.stringify(keys), keptSince }), (claims) =>
          keys.map((key, index) => refusalOf(key, claims[index]))
        )
      ),
    addAll: (records, keptSince) =>
      Effect.flatMap(orUnavailable(addAll({ records: JSON.stringify(records), keptSince })), ({ added, isWithin }) => {
        if (added !== records.length) return Effect.dieMessage("an Idempotency-Key has an answer")
        return isWithin ? Effect.void : Effect.die(new Blocked({ by: "answers" }))
      }),
    sweep: (before, limit) => orUnavailable(Effect.map(sweep({ before, limit }), ({ swept }) => swept))
  })
})

/** Answers of writes with an Idempotency-Key in PostgreSQL. */
export const layer = Layer.effect(IdempotencyRepo, make)
