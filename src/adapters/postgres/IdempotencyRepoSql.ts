import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import {
  AlreadyRecorded,
  type ClaimRefused,
  type IdempotencyRecord,
  IdempotencyRepo,
  KeyBusy
} from "../../ports/idempotency/IdempotencyRepo.ts"
import { orUnavailable } from "./connection/Failures.ts"

const bytes = Schema.NullOr(Schema.Uint8ArrayFromSelf)

/** A key with its record, or with nulls. */
const Claim = Schema.Struct({ claimed: Schema.Boolean, salt: bytes, fingerprint: bytes, answer: bytes })

const refusalOf = (keyHash: string, claim: typeof Claim.Type | undefined): ClaimRefused => {
  const { answer = null, claimed = false, fingerprint = null, salt = null } = claim ?? {}
  if (answer !== null && fingerprint !== null && salt !== null) {
    return Option.some(new AlreadyRecorded({ record: { salt, fingerprint, answer } }))
  }
  return claimed ? Option.none() : Option.some(new KeyBusy({ keyHash }))
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")

/** A record as the statement reads it. */
const rowOf = ({ answer, createdAt, fingerprint, keyHash, salt }: IdempotencyRecord) => ({
  keyHash,
  salt: base64(salt),
  fingerprint: base64(fingerprint),
  answer: base64(answer),
  createdAt
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Index: the primary key.
  const claimAll = SqlSchema.findAll({
    Request: Schema.Struct({ keys: Schema.String, keptSince: Schema.DateTimeUtc }),
    Result: Claim,
    execute: ({ keptSince, keys }) => sql`select * from claim_idempotency_keys(${keys}::json, ${keptSince})`
  })

  const addAll = SqlSchema.single({
    Request: Schema.Struct({ records: Schema.String, keptSince: Schema.DateTimeUtc }),
    Result: Schema.Struct({ added: Schema.Int }),
    execute: ({ keptSince, records }) => sql`
      with added as (
        insert into idempotency_records as present (key_hash, salt, fingerprint, answer, created_at)
        select decode("keyHash", 'hex'), decode(salt, 'base64'), decode(fingerprint, 'base64'), decode(answer, 'base64'),
          "createdAt"
        from json_to_recordset(${records}::json)
          as given ("keyHash" text, salt text, fingerprint text, answer text, "createdAt" timestamptz)
        on conflict (key_hash) do update
          set salt = excluded.salt, fingerprint = excluded.fingerprint, answer = excluded.answer,
            created_at = excluded.created_at
          where present.created_at < ${keptSince}
        returning 1
      )
      select count(*)::int as added from added`
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
    claimAll: (keyHashes, keptSince) =>
      orUnavailable(
        Effect.map(claimAll({ keys: JSON.stringify(keyHashes), keptSince }), (claims) =>
          keyHashes.map((keyHash, index) => refusalOf(keyHash, claims[index]))
        )
      ),
    addAll: (records, keptSince) =>
      Effect.flatMap(orUnavailable(addAll({ records: JSON.stringify(records.map(rowOf)), keptSince })), ({ added }) =>
        added === records.length ? Effect.void : Effect.dieMessage("an Idempotency-Key has a record")
      ),
    sweep: (before, limit) => orUnavailable(Effect.map(sweep({ before, limit }), ({ swept }) => swept))
  })
})

/** Records of writes with an Idempotency-Key in PostgreSQL. */
export const layer = Layer.effect(IdempotencyRepo, make)
