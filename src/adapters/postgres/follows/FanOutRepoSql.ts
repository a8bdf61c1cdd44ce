import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { Blocked } from "../../../domain/BatchResult.ts"
import { FanOutRepo } from "../../../ports/FanOutRepo.ts"
import { Appended } from "../BatchStatement.ts"
import { isContended, orUnavailable } from "../connection/Failures.ts"

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const next = SqlSchema.single({
    Request: Schema.Struct({ horizon: Schema.Int, limit: Schema.Int }),
    Result: Schema.Struct({ changes: Appended, hasMore: Schema.Boolean, blockedBy: Schema.NullOr(Schema.String) }),
    execute: ({ horizon, limit }) =>
      sql`select changes, has_more as "hasMore", blocked_by as "blockedBy" from fan_out_next(${horizon}, ${limit})`
  })

  return FanOutRepo.of({
    next: (horizon, limit) =>
      next({ horizon, limit }).pipe(
        Effect.catchIf(isContended, () => new Blocked({ by: undefined })),
        Effect.flatMap(({ blockedBy, changes, hasMore }) =>
          blockedBy === null
            ? Effect.succeed({
                changes: changes.map(([sequence, kind, id, userId]) => ({ sequence, kind, id, userId })),
                hasMore
              })
            : new Blocked({ by: blockedBy })
        ),
        orUnavailable
      )
  })
})

/** The fan-out in PostgreSQL. */
export const layer = Layer.effect(FanOutRepo, make)
