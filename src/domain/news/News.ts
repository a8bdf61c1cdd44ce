import { Schema } from "effect"
import { DiseaseName } from "../diseases/DiseaseName.ts"
import { oneOf, optional, removed } from "../Fields.ts"
import { type DiseaseId, NewsId } from "../Ids.ts"
import { Page } from "../Page.ts"
import { Content, Title } from "../posts/Post.ts"
import { WebUrl } from "../WebUrl.ts"

export const NewsCategory = oneOf("research", "policy", "patient_story", "drug_approval").annotations({
  identifier: "NewsCategory",
  description: "`research`, `policy`, `patient_story` or `drug_approval`."
})
export type NewsCategory = typeof NewsCategory.Type

export const News = Schema.Struct({
  id: NewsId,
  title: Schema.String,
  summary: Schema.String,
  category: NewsCategory,
  source: Schema.String,
  sourceUrl: Schema.OptionFromNullOr(Schema.String),
  publishedAt: Schema.DateTimeUtc,
  dated: Schema.optionalWith(Schema.Literal(false), { exact: true, nullable: true }).annotations({
    description:
      "False where the feed names no date that can be read: `publishedAt` is an estimate then. Absent elsewhere."
  }),
  own: Schema.optionalWith(Schema.Literal(true), { exact: true, nullable: true }).annotations({
    description: "True for news that an admin of the community has written. Absent elsewhere."
  }),
  diseases: Schema.Array(DiseaseName)
}).annotations({ identifier: "News", description: "A news item in a list, with the diseases it is about." })
export type News = typeof News.Type

export const NewsDetail = Schema.Struct({
  ...News.fields,
  content: Schema.String.annotations({
    description: "Markdown. Empty for news of a feed, of which the summary is here and the text at `sourceUrl`."
  }),
  contentHtml: Schema.String
}).annotations({ identifier: "NewsDetail", description: "A news item in full, with the diseases it is about." })
export type NewsDetail = typeof NewsDetail.Type

export const NewsPage = Page(News)
export type NewsPage = typeof NewsPage.Type

const written = {
  title: Title,
  content: Content,
  category: NewsCategory,
  sourceUrl: optional(WebUrl.annotations({ description: "A page to read more on." }))
}

export const NewNews = Schema.Struct(written).annotations({
  identifier: "NewNews",
  description: "News of the community itself, which replaces the words of an item that is changed."
})
export type NewNews = typeof NewNews.Type

export const NewsRemoved = removed("NewsRemoved", NewsId)
export type NewsRemoved = typeof NewsRemoved.Type

export interface NewsFilter {
  readonly category?: NewsCategory | undefined
  /** Only news linked to this disease. */
  readonly diseaseId?: DiseaseId | undefined
  readonly search?: string | undefined
}

export class NewsNotFound extends Schema.TaggedError<NewsNotFound>()("NewsNotFound", { id: NewsId }) {
  override readonly message =
    `there is no news item ${this.id}: look for it with search (browse_news, /api/news?search=)`
}
