import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { searchedNewsText } from "../domain/NewsSearch.ts"
import { textOfHtml } from "../domain/PlainText.ts"
import { newsVector } from "./NewsSearch.ts"

const batchItems = 200

const Items = Schema.Array(
  Schema.Struct({
    id: Schema.Int,
    title: Schema.String,
    summary: Schema.String,
    source: Schema.String,
    html: Schema.String
  })
)

/** Makes the lexemes of the news that was stored before there was a column for them. */
export const newsSearchFilled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const fillAfter = (last: number) =>
    Effect.gen(function* () {
      const rows = yield* sql`select id, title, summary, source, content_html as html from news
        where id > ${last} order by id limit ${batchItems}`
      const items = yield* Schema.decodeUnknown(Items)(rows)
      const filled = items.map(({ html, id, source, summary, title }) => ({
        id,
        search: newsVector(title, searchedNewsText(summary, source, textOfHtml(html)))
      }))
      yield* sql`update news set search = given.search::tsvector
        from json_to_recordset(${JSON.stringify(filled)}::json) as given (id int, search text)
        where news.id = given.id`
      return items.at(-1)?.id
    })

  let last: number | undefined = 0
  while (last !== undefined) last = yield* fillAfter(last)
})
