import { SqlClient } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { NewsDetail, NewsNotFound } from "../../../domain/news/News.ts"
import { NewsRepo } from "../../../ports/NewsRepo.ts"
import { html, time } from "../Columns.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { all, firstOr } from "../Rows.ts"
import { listNews, newsColumns } from "./ListNews.ts"
import { saveNews } from "./SaveNews.ts"

const Known = Schema.Struct({
  key: Schema.String,
  publishedAt: Schema.DateTimeUtc,
  digest: Schema.OptionFromNullOr(Schema.String)
})

const make = Effect.map(SqlClient.SqlClient, (sql) =>
  NewsRepo.of({
    page: listNews(sql),
    get: (id) =>
      firstOr(
        NewsDetail,
        sql`select ${newsColumns(sql)}, news.content, ${html(sql, "news.content")} as "contentHtml"
            from news where news.id = ${id}`,
        () => new NewsNotFound({ id })
      ),
    known: (keys) =>
      all(
        Known,
        sql`select key, ${time(sql, "published_at")} as "publishedAt", digest from news
            where key in (select json_array_elements_text(${JSON.stringify(keys)}::json))`
      ),
    save: (items) => orUnavailable(saveNews(sql, items))
  })
)

/** News in PostgreSQL. `save` runs several statements and is atomic only inside a transaction. */
export const layer = Layer.effect(NewsRepo, make)
