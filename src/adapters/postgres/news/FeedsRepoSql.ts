import { SqlClient, SqlSchema } from "@effect/sql"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { FeedsRepo } from "../../../ports/FeedsRepo.ts"
import { time } from "../Columns.ts"
import { orUnavailable } from "../connection/Failures.ts"

const Due = Schema.Struct({
  url: Schema.String,
  etag: Schema.OptionFromNullOr(Schema.String),
  lastModified: Schema.OptionFromNullOr(Schema.String),
  failures: Schema.Int
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const listed = (urls: ReadonlyArray<string>) => sql`select json_array_elements_text(${JSON.stringify(urls)}::json)`

  // A statement of its own, so that the next one sees the new rows.
  const addNew = (urls: ReadonlyArray<string>, now: DateTime.Utc) =>
    sql`insert into feeds (url, next_poll_at) select url, ${DateTime.formatIso(now)}::timestamptz
        from (${listed(urls)}) as given (url)
        where not exists (select from feeds where feeds.url = given.url)
        on conflict (url) do nothing`

  // Skips rows that another instance claims at the same time. There are few rows: the primary key is enough.
  const take = SqlSchema.findOne({
    Request: Schema.Struct({
      urls: Schema.Array(Schema.String),
      now: Schema.DateTimeUtcFromSelf,
      until: Schema.DateTimeUtcFromSelf
    }),
    Result: Due,
    execute: ({ now, until, urls }) =>
      sql`update feeds set next_poll_at = ${DateTime.formatIso(until)}::timestamptz
          where url = (select url from feeds
                       where url in (${listed(urls)}) and not gone
                         and next_poll_at <= ${DateTime.formatIso(now)}::timestamptz
                       order by next_poll_at, url limit 1 for update skip locked)
          returning url, etag, last_modified as "lastModified", failures`
  })

  const next = SqlSchema.single({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ at: Schema.OptionFromNullOr(Schema.DateTimeUtc) }),
    execute: (urls) =>
      sql`select ${time(sql, "earliest")} as at
          from (select min(next_poll_at) as earliest from feeds where url in (${listed(urls)}) and not gone) as due`
  })

  return FeedsRepo.of({
    keepOnly: (urls) => orUnavailable(Effect.asVoid(sql`delete from feeds where url not in (${listed(urls)})`)),
    claim: (urls, now, until) => orUnavailable(Effect.zipRight(addNew(urls, now), take({ urls, now, until }))),
    nextDue: (urls) => orUnavailable(Effect.map(next(urls), ({ at }) => at)),
    settle: ({ etag, failures, isGone, lastError, lastModified, nextPollAt, url }) =>
      orUnavailable(
        Effect.asVoid(
          sql`update feeds set next_poll_at = ${DateTime.formatIso(nextPollAt)}::timestamptz,
                etag = ${Option.getOrNull(etag)}, last_modified = ${Option.getOrNull(lastModified)},
                failures = ${failures}, last_error = ${Option.getOrNull(lastError)}, gone = ${isGone}
              where url = ${url}`
        )
      )
  })
})

/** Feeds in PostgreSQL. */
export const layer = Layer.effect(FeedsRepo, make)
