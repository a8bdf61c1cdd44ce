import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { NewsId } from "../../../domain/Ids.ts"
import { NewsDetail, NewsNotFound } from "../../../domain/news/News.ts"
import { NewsRepo } from "../../../ports/NewsRepo.ts"
import { html, time } from "../Columns.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { listNews, newsColumns } from "./ListNews.ts"
import { saveNews } from "./SaveNews.ts"

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const list = listNews(sql)

  const select = SqlSchema.findOne({
    Request: NewsId,
    Result: NewsDetail,
    execute: (id) =>
      sql`select ${newsColumns(sql)}, news.content, ${html(sql, "news.content")} as "contentHtml"
          from news where news.id = ${id}`
  })

  const known = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({
      key: Schema.String,
      publishedAt: Schema.DateTimeUtc,
      digest: Schema.OptionFromNullOr(Schema.String)
    }),
    execute: (keys) =>
      sql`select key, ${time(sql, "published_at")} as "publishedAt", digest from news
          where key in (select json_array_elements_text(${JSON.stringify(keys)}::json))`
  })

  return NewsRepo.of({
    page: (filter, window) => orUnavailable(list(filter, window)),
    get: (id) =>
      Effect.flatMap(
        orUnavailable(select(id)),
        Effect.orElseFail(() => new NewsNotFound({ id }))
      ),
    known: (keys) => orUnavailable(known(keys)),
    save: (items) => orUnavailable(saveNews(sql, items))
  })
})

/** News in PostgreSQL. `save` runs several statements and is atomic only inside a transaction. */
export const layer = Layer.effect(NewsRepo, make)
