import { Unsent } from "../../domain/moderation/Health.ts"
import { FailedDeliveriesRepo } from "../../ports/FailedDeliveriesRepo.ts"
import { inDatabase, iso, one, run } from "./Rows.ts"

export const layer = inDatabase(FailedDeliveriesRepo, (sql) => {
  const of = (channel: string) => sql`(count(*) filter (where channel = ${channel}))::int`

  // Index failed_deliveries_at.
  return {
    add: (channel, at) =>
      run(sql`
        with forgotten as (delete from failed_deliveries where at < ${iso(at)}::timestamptz - interval '1 day')
        insert into failed_deliveries (channel, at) values (${channel}, ${iso(at)})`),

    countSince: (at) =>
      sql`select ${of("mail")} as mail, ${of("push")} as push, ${of("webhook")} as webhooks
          from failed_deliveries where at >= ${iso(at)}::timestamptz`.pipe(one(Unsent))
  }
})
