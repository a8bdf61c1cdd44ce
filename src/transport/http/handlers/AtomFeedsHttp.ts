import { HttpServerResponse } from "@effect/platform"
import { type AtomEntry, type AtomFeed, atomFeed } from "@rare-disease-community/feeds/AtomFeed"
import { DateTime, Effect, Option } from "effect"
import { atomType } from "../../../api/AtomFeedsApi.ts"
import { publicUrl } from "../../../Config.ts"
import { Viewer } from "../../../domain/accounts/CurrentUser.ts"
import type { PostId } from "../../../domain/Ids.ts"
import { unknownLanguage } from "../../../domain/Language.ts"
import type { News as NewsItem } from "../../../domain/news/News.ts"
import { maxFeedEntries } from "../../../domain/Page.ts"
import { PostReader, visitor } from "../../../domain/posts/Audience.ts"
import type { Comment } from "../../../domain/posts/Comment.ts"
import type { Post, PostFilter } from "../../../domain/posts/Post.ts"
import { News } from "../../../services/news/News.ts"
import { Comments } from "../../../services/posts/Comments.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { tagsOfNews, tagsOfPost, tagsOfPosts } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/Tagged.ts"
import { handlers } from "../HandlerRegistry.ts"

const answer = (feed: AtomFeed) =>
  HttpServerResponse.text(atomFeed(feed), { contentType: `${atomType}; charset=utf-8` })

/** The fields that entries of posts and comments share: times, the language, and the author, who may be an agent. */
const writtenBy = ({
  author,
  createdAt,
  editedAt,
  language
}: Pick<Post, "author" | "createdAt" | "editedAt" | "language">) => ({
  ...(language === unknownLanguage ? {} : { language }),
  author: author.kind === "agent" ? `${author.username} (agent)` : author.username,
  published: DateTime.toDateUtc(createdAt),
  updated: DateTime.toDateUtc(Option.getOrElse(editedAt, () => createdAt))
})

const postEntry =
  (site: string) =>
  (post: Post): AtomEntry => ({
    url: `${site}/posts/${post.id}`,
    title: post.title,
    category: post.category,
    summary: post.excerpt,
    ...writtenBy(post)
  })

const newsEntry =
  (site: string) =>
  (item: NewsItem): AtomEntry => ({
    url: `${site}/news/${item.id}`,
    title: item.title,
    ...Option.match(item.sourceUrl, { onNone: () => ({}), onSome: (via) => ({ via }) }),
    author: item.source,
    category: item.category,
    summary: item.summary,
    published: DateTime.toDateUtc(item.publishedAt),
    updated: DateTime.toDateUtc(item.publishedAt)
  })

const commentEntry =
  (site: string, { title }: Pick<Post, "title">) =>
  (comment: Comment): AtomEntry => ({
    url: `${site}/comments/${comment.id}`,
    title: `Re: ${title}`,
    html: comment.contentHtml,
    ...writtenBy(comment)
  })

const asVisitor = Effect.provideService(PostReader, visitor)

type PostsQuery = Pick<PostFilter, "category" | "diseaseId">

/** The query of a feed of posts in one spelling, which its id needs. */
const searchOf = ({ category, diseaseId }: PostsQuery) => {
  const search = new URLSearchParams()
  if (diseaseId !== undefined) search.set("diseaseId", String(diseaseId))
  if (category !== undefined) search.set("category", category)
  return search.size === 0 ? "" : `?${search}`
}

/** Names the disease of a feed, which its posts know. */
const titleOf = ({ diseaseId }: PostsQuery, [first]: ReadonlyArray<Post>) => {
  const disease = diseaseId === undefined ? Option.none() : Option.fromNullable(first?.disease).pipe(Option.flatten)
  return Option.match(disease, { onNone: () => "Posts", onSome: ({ name }) => `Posts about ${name}` })
}

export const layer = handlers(
  "feeds",
  Effect.all([Posts, Comments, News, publicUrl]),
  ([posts, comments, news, site]) => {
    const postsFeed = (query: PostsQuery) =>
      Effect.map(withCacheTags(posts.list({ ...query, limit: maxFeedEntries }), tagsOfPosts({})), (page) =>
        page.map(({ data }) => {
          const search = searchOf(query)
          return answer({
            self: `${site}/feeds/posts.xml${search}`,
            site: `${site}/posts${search}`,
            title: titleOf(query, data),
            entries: data.map(postEntry(site))
          })
        })
      )

    /** For everybody the same: its author and moderators get no feed of a hidden post either. */
    const commentsFeed = (id: PostId) =>
      Effect.gen(function* () {
        const post = yield* Effect.provideService(posts.head(id), Viewer, Option.none())
        const newest = yield* comments.newest(id, maxFeedEntries)
        const entries = newest.map(commentEntry(site, post))
        const page = `${site}/posts/${id}`
        return answer({ self: `${site}/feeds/posts/${id}.xml`, site: page, title: post.title, entries })
      })

    const newsFeed = Effect.map(withCacheTags(news.list({ limit: maxFeedEntries }), tagsOfNews), (page) =>
      page.map(({ data }) =>
        answer({
          self: `${site}/feeds/news.xml`,
          site: `${site}/news`,
          title: "News about rare diseases",
          entries: data.map(newsEntry(site))
        })
      )
    )

    return {
      // Every caller reads a feed as a visitor, since programs keep feeds.
      posts: ({ urlParams }) => asVisitor(postsFeed(urlParams)),
      comments: ({ path }) => asVisitor(withCacheTags(commentsFeed(path.id), () => tagsOfPost(path.id))),
      news: () => newsFeed
    }
  }
)
