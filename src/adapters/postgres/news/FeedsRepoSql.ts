import { Effect, Option, Schema } from "effect"
import { FeedsRepo } from "../../../ports/news/FeedsRepo.ts"
import { time } from "../Columns.ts"
import { all, first, inDatabase, iso, one, run, TimeOrNone } from "../Rows.ts"

const Due = Schema.Struct({
  url: Schema.String,
  etag: Schema.OptionFromNullOr(Schema.String),
  lastModified: Schema.OptionFromNullOr(Schema.String),
  failures: Schema.Int
})
const History = Schema.Struct({
  url: Schema.String,
  nextPollAt: Schema.DateTimeUtc,
  failures: Schema.Int,
  lastError: Schema.OptionFromNullOr(Schema.String),
  isGone: Schema.Boolean,
  succeededAt: Schema.OptionFromNullOr(Schema.DateTimeUtc),
  failedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc)
})

export const layer = inDatabase(FeedsRepo, (sql) => {
  const listed = (urls: ReadonlyArray<string>) => sql`select json_array_elements_text(${JSON.stringify(urls)}::json)`

  return {
    keepOnly: (urls) => run(sql`delete from feeds where url not in (${listed(urls)})`),

    // The new rows are added by a statement of their own, so that the next one sees them. That skips rows that another
    // instance claims at the same time. There are few rows: the primary key is enough.
    claim: (urls, now, until) => {
      const addNew = sql`
        insert into feeds (url, next_poll_at) select url, ${iso(now)}::timestamptz
        from (${listed(urls)}) as given (url)
        where not exists (select from feeds where feeds.url = given.url)
        on conflict (url) do nothing`
      const take = sql`
        update feeds set next_poll_at = ${iso(until)}::timestamptz
        where url = (select url from feeds
                     where url in (${listed(urls)}) and not gone and next_poll_at <= ${iso(now)}::timestamptz
                     order by next_poll_at, url limit 1 for update skip locked)
        returning url, etag, last_modified as "lastModified", failures`
      return Effect.zipRight(run(addNew), take.pipe(first(Due)))
    },

    nextDue: (urls) =>
      sql`
        select ${time(sql, "earliest")} as at
        from (select min(next_poll_at) as earliest from feeds where url in (${listed(urls)}) and not gone) as due`.pipe(
        one(TimeOrNone)
      ),

    settle: ({ etag, failures, isGone, lastError, lastModified, nextPollAt, url }, at) =>
      run(sql`
        update feeds set next_poll_at = ${iso(nextPollAt)}::timestamptz,
          etag = ${Option.getOrNull(etag)}, last_modified = ${Option.getOrNull(lastModified)},
          failures = ${failures}, last_error = ${Option.getOrNull(lastError)}, gone = ${isGone},
          ${sql(Option.isNone(lastError) ? "succeeded_at" : "failed_at")} = ${iso(at)}::timestamptz
        where url = ${url}`),

    makeDue: (url, now) =>
      run(sql`update feeds set next_poll_at = ${iso(now)}::timestamptz, gone = false where url = ${url}`),

    histories: (urls) =>
      sql`
        select url, ${time(sql, "next_poll_at")} as "nextPollAt", failures, last_error as "lastError", gone as "isGone",
          ${time(sql, "succeeded_at")} as "succeededAt", ${time(sql, "failed_at")} as "failedAt"
        from feeds where url in (${listed(urls)})`.pipe(all(History))
  }
})
