import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { DiseaseId, PostId } from "../domain/Ids.ts"
import { maxFeedEntries } from "../domain/Page.ts"
import { PostCategory } from "../domain/posts/Post.ts"
import { Anyone } from "./Access.ts"
import { Keeps, sharedUntilChanged } from "./Keeps.ts"
import { decimal, optional } from "./Query.ts"
import { NotFound } from "./WireErrors.ts"

/** The media type of Atom feeds (RFC 4287). */
export const atomType = "application/atom+xml"

const feed = HttpApiSchema.Text({ contentType: atomType })

/** The community as Atom feeds, for feed readers. */
export class AtomFeedsApi extends HttpApiGroup.make("feeds")
  .add(
    HttpApiEndpoint.get("posts", "/feeds/posts.xml")
      .annotate(Keeps, sharedUntilChanged)
      .setUrlParams(
        Schema.Struct({
          diseaseId: optional(decimal(DiseaseId), { description: "Only posts about this disease." }),
          category: optional(PostCategory, { description: "Only posts of this category." })
        })
      )
      .addSuccess(feed)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Follow posts in a feed reader")
      .annotate(OpenApi.Description, `The newest ${maxFeedEntries} posts, newest first.`)
  )
  .add(
    HttpApiEndpoint.get("comments", "/feeds/posts/:id.xml")
      .annotate(Keeps, sharedUntilChanged)
      .setPath(Schema.Struct({ id: decimal(PostId) }))
      .addSuccess(feed)
      .addError(NotFound.wire)
      .annotate(OpenApi.Summary, "Follow a thread in a feed reader")
      .annotate(OpenApi.Description, `The newest ${maxFeedEntries} comments on a post, newest first.`)
  )
  .add(
    HttpApiEndpoint.get("news", "/feeds/news.xml")
      .annotate(Keeps, sharedUntilChanged)
      .addSuccess(feed)
      .annotate(OpenApi.Summary, "Follow news in a feed reader")
      .annotate(OpenApi.Description, `The newest ${maxFeedEntries} news items, newest first.`)
  )
  .middlewareEndpoints(Anyone)
  .annotateContext(OpenApi.annotations({ title: "Feeds", description: "Posts, threads and news as Atom feeds." })) {}
