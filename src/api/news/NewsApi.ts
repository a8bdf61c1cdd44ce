import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { DiseaseId, NewsId } from "../../domain/Ids.ts"
import { NewsCategory, NewsDetail, NewsPage, NewsRemoved } from "../../domain/news/News.ts"
import { Anyone, SignedIn } from "../Access.ts"
import { Example, news, pageWith } from "../document/Samples.ts"
import { decimal, optional, pageQuery, SearchQuery } from "../Query.ts"
import { Forbidden, NotFound } from "../WireErrors.ts"

export const NewsPath = Schema.Struct({ id: decimal(NewsId) })

export const NewsQuery = Schema.Struct({
  ...pageQuery(),
  category: optional(NewsCategory, { description: "Only news of this category." }),
  diseaseId: optional(decimal(DiseaseId), { description: "Only news about this disease." }),
  search: optional(SearchQuery, {
    description:
      "Words that must all occur, in any form, in title, summary, source or content; written as in a search of " +
      "posts. The name of a disease, any of its names, also finds news about it or its subtypes."
  })
})

/** News (spec, News endpoints). */
export class NewsApi extends HttpApiGroup.make("news")
  .add(
    HttpApiEndpoint.get("list", "/news")
      .setUrlParams(NewsQuery)
      .addSuccess(NewsPage)
      .annotate(OpenApi.Summary, "List news")
      .annotate(OpenApi.Description, "One page of news, newest first.")
      .annotate(Example, { response: pageWith(news) })
  )
  .add(
    HttpApiEndpoint.get("get", "/news/:id")
      .setPath(NewsPath)
      .addSuccess(NewsDetail)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Read a news item")
      .annotate(OpenApi.Description, "The item in full, with the diseases it is about.")
      .annotate(Example, {
        response: {
          ...news,
          content: "An invented item.",
          contentHtml: "<p>An invented item.</p>"
        }
      })
  )
  .middlewareEndpoints(Anyone)
  .add(
    HttpApiEndpoint.del("remove", "/news/:id")
      .setPath(Schema.Struct({ id: decimal(NewsId) }))
      .addSuccess(NewsRemoved)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Delete a news item")
      .annotate(
        OpenApi.Description,
        "For admins, with a session or a key that is not an agent's. The same item does not come back from its feed."
      )
      .annotate(Example, { response: { deleted: true, id: 3 } })
  )
  .annotateContext(
    OpenApi.annotations({
      title: "News",
      description: "Research, policy, patient stories and drug approvals."
    })
  )
  .prefix("/api") {}
