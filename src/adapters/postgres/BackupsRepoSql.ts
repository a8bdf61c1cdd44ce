import { Schema } from "effect"
import { BackupsRepo } from "../../ports/BackupsRepo.ts"
import { time } from "./Columns.ts"
import { first, inDatabase, iso, run } from "./Rows.ts"

const Row = Schema.Struct({ at: Schema.DateTimeUtc, bytes: Schema.NumberFromString })

export const layer = inDatabase(BackupsRepo, (sql) => ({
  note: ({ at, bytes }) =>
    run(sql`
      with replaced as (delete from backups)
      insert into backups (at, bytes) values (${iso(at)}, ${bytes})`),

  // Two backups that ended at once may both have a row.
  last: sql`select ${time(sql, "at")} as at, bytes::text as bytes from backups order by backups.at desc limit 1`.pipe(
    first(Row)
  )
}))
