import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { DiseaseId, FeedId, NewsId } from "../../domain/Ids.ts"
import { FeedRemoved, NewFeed, NewsFeed, NewsFeedList } from "../../domain/news/Feed.ts"
import { NewNews, NewsCategory, NewsDetail, NewsPage, NewsRemoved } from "../../domain/news/News.ts"
import { Anyone, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { Example, news, pageWith } from "../document/Samples.ts"
import { Keeps, sharedUntilChanged } from "../Keeps.ts"
import { decimal, optional, pageQuery, SearchQuery } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"

export const NewsPath = Schema.Struct({ id: decimal(NewsId) })

export const FeedPath = Schema.Struct({ id: decimal(FeedId) })

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

const feed = {
  id: 1_514_027_380,
  url: "https://www.eurordis.org/feed/",
  succeededAt: "2027-01-01T08:00:00.000Z",
  failedAt: null,
  failures: 0,
  lastError: null,
  nextPollAt: "2027-01-01T09:00:00.000Z"
}

const listFeeds = HttpApiEndpoint.get("listFeeds", "/news/feeds")
  .addSuccess(NewsFeedList)
  .addError(Forbidden.wire)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "List the news feeds")
  .annotate(
    OpenApi.Description,
    "For admins: the feeds that news comes from, and how reading them went. Until an admin changes the list, it is the variable NEWS_FEEDS of the server."
  )
  .annotate(Example, { response: { data: [feed] } })

const addFeed = HttpApiEndpoint.post("addFeed", "/news/feeds")
  .setPayload(body(NewFeed))
  .addSuccess(NewsFeed, { status: 201 })
  .addError(Schema.Union(Forbidden.wire, Conflict.wire))
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "Add a news feed")
  .annotate(
    OpenApi.Description,
    "For admins, with a session or a key that is not an agent's. It is read soon, from public addresses only; the list says if that failed. A feed that is listed already stays as it is; one of this site is refused."
  )
  .annotate(Example, {
    request: { url: feed.url },
    response: { ...feed, succeededAt: null, nextPollAt: null }
  })

const removeFeed = HttpApiEndpoint.del("removeFeed", "/news/feeds/:id")
  .setPath(FeedPath)
  .addSuccess(FeedRemoved)
  .addError(Schema.Union(Forbidden.wire, NotFound.wire))
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "Remove a news feed")
  .annotate(
    OpenApi.Description,
    "For admins, with a session or a key that is not an agent's. It is read no more; its news stays."
  )
  .annotate(Example, { response: { deleted: true, id: feed.id } })

const ownNews = {
  title: "Our meeting in May",
  content: "We meet **in Lyon** on 8 May.",
  category: "patient_story",
  sourceUrl: "https://community.example/meeting"
} as const

const storedNews = {
  ...news,
  ...ownNews,
  summary: "We meet in Lyon on 8 May.",
  source: "Rare Disease Community",
  own: true,
  contentHtml: "<p>We meet <strong>in Lyon</strong> on 8 May.</p>"
} as const

const create = HttpApiEndpoint.post("create", "/news")
  .setPayload(body(NewNews))
  .addSuccess(NewsDetail, { status: 201 })
  .addError(Forbidden.wire)
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "Write news of the community")
  .annotate(
    OpenApi.Description,
    "For admins, with a session or a key that is not an agent's. Its source is the name of the community, and its summary the beginning of its text. It is linked to the diseases that it names, whose followers are notified."
  )
  .annotate(Example, { request: ownNews, response: storedNews })

const update = HttpApiEndpoint.put("update", "/news/:id")
  .setPath(NewsPath)
  .setPayload(body(NewNews))
  .addSuccess(NewsDetail)
  .addError(Schema.Union(Forbidden.wire, NotFound.wire))
  .middleware(SignedIn)
  .annotate(OpenApi.Summary, "Rewrite news of the community")
  .annotate(
    OpenApi.Description,
    "For admins, with a session or a key that is not an agent's: replaces title, text, category and link. News of feeds cannot be changed."
  )
  .annotate(Example, { request: ownNews, response: storedNews })

/** News (spec, News endpoints). */
export class NewsApi extends HttpApiGroup.make("news")
  .add(
    HttpApiEndpoint.get("list", "/news")
      .annotate(Keeps, sharedUntilChanged)
      .setUrlParams(NewsQuery)
      .addSuccess(NewsPage)
      .annotate(OpenApi.Summary, "List news")
      .annotate(OpenApi.Description, "One page of news, newest first.")
      .annotate(Example, { response: pageWith(news) })
  )
  .add(
    HttpApiEndpoint.get("get", "/news/:id")
      .annotate(Keeps, sharedUntilChanged)
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
  .add(create)
  .add(update)
  .add(listFeeds)
  .add(addFeed)
  .add(removeFeed)
  .annotateContext(
    OpenApi.annotations({
      title: "News",
      description: "Research, policy, patient stories and drug approvals."
    })
  )
  .prefix("/api") {}
