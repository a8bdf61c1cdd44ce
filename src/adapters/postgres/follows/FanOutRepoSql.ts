import { Effect, Schema } from "effect"
import { Blocked } from "../../../domain/BatchResult.ts"
import { FanOutRepo } from "../../../ports/follows/FanOutRepo.ts"
import { Appended, changesOf } from "../BatchStatement.ts"
import { inDatabase, one, orBlocked } from "../Rows.ts"

const Next = Schema.Struct({
  changes: Appended,
  hasMore: Schema.Boolean,
  toldWebhooks: Schema.Boolean,
  blockedBy: Schema.NullOr(Schema.String)
})

export const layer = inDatabase(FanOutRepo, (sql) => ({
  next: (horizon, limit) => {
    const next = sql`
      select changes, has_more as "hasMore", told_webhooks as "toldWebhooks", blocked_by as "blockedBy"
      from fan_out_next(${horizon}, ${limit})`
    return Effect.flatMap(next.pipe(orBlocked(undefined), one(Next)), ({ blockedBy, changes, ...batch }) =>
      blockedBy === null ? Effect.succeed({ ...batch, changes: changesOf(changes) }) : new Blocked({ by: blockedBy })
    )
  }
}))
