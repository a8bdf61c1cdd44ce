import { HttpServerResponse } from "@effect/platform"
import { type AtomEntry, type AtomFeed, atomFeed } from "@rare-disease-community/feeds/AtomFeed"
import { type Context, DateTime, Effect, Option } from "effect"
import { atomType } from "../../api/AtomFeedsApi.ts"
import { publicUrl } from "../../Config.ts"
import { Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { PostId } from "../../domain/Ids.ts"
import type { News as NewsItem } from "../../domain/news/News.ts"
import { maxFeedEntries } from "../../domain/Page.ts"
import { PostReader, visitor } from "../../domain/posts/Audience.ts"
import type { Comment } from "../../domain/posts/Comment.ts"
import type { Post, PostFilter } from "../../domain/posts/Post.ts"
import { Diseases } from "../../services/diseases/Diseases.ts"
import { News } from "../../services/news/News.ts"
import { type InLanguage, withLanguage } from "../../services/news/NewsLanguage.ts"
import { Comments } from "../../services/posts/Comments.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { operations } from "../http/HandlerRegistry.ts"
import { tagsOfNews, tagsOfPost, tagsOfPosts } from "../wire/CacheTags.ts"
import { withCacheTags } from "../wire/Tagged.ts"

const answer = (feed: AtomFeed) =>
  HttpServerResponse.text(atomFeed(feed), { contentType: `${atomType}; charset=utf-8` })

/** The fields that entries of posts and comments share: times, the language, and the author, who may be an agent. */
const writtenBy = ({
  author,
  createdAt,
  editedAt,
  language
}: Pick<Post, "author" | "createdAt" | "editedAt" | "language">) => ({
  language,
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
  (item: NewsItem & InLanguage): AtomEntry => ({
    url: `${site}/news/${item.id}`,
    title: item.title,
    ...Option.match(item.sourceUrl, { onNone: () => ({}), onSome: (via) => ({ via }) }),
    language: item.language,
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

/** Names the disease of a feed, which its posts know. Fails with `DiseaseNotFound`. */
const titleOf = Effect.fnUntraced(function* (
  diseases: Context.Tag.Service<Diseases>,
  { diseaseId }: PostsQuery,
  [first]: ReadonlyArray<Post>
) {
  if (diseaseId === undefined) return "Posts"
  const known = Option.flatMap(Option.fromNullable(first), ({ disease }) => disease)
  const { name } = Option.isSome(known) ? known.value : yield* diseases.get(diseaseId)
  return `Posts about ${name}`
})

export const atomFeedOperations = operations(
  "feeds",
  Effect.all([Posts, Comments, News, Diseases, publicUrl]),
  ([posts, comments, news, diseases, site]) => {
    const postsFeed = (query: PostsQuery) =>
      Effect.gen(function* () {
        const page = yield* withCacheTags(posts.list({ ...query, limit: maxFeedEntries }), tagsOfPosts({}))
        const title = yield* titleOf(diseases, query, page.value.data)
        const search = searchOf(query)
        return page.map(({ data }) =>
          answer({
            self: `${site}/feeds/posts.xml${search}`,
            site: `${site}/posts${search}`,
            title,
            entries: data.map(postEntry(site))
          })
        )
      })

    /** For everybody the same: its author and moderators get no feed of a hidden post either. */
    const commentsFeed = (id: PostId) =>
      Effect.gen(function* () {
        const post = yield* Effect.provideService(posts.head(id), Viewer, Option.none())
        const newest = yield* comments.newest(id, maxFeedEntries)
        const entries = newest.map(commentEntry(site, post))
        const page = `${site}/posts/${id}`
        const updated = new Date(post.editedAt ?? post.createdAt)
        return answer({ self: `${site}/feeds/posts/${id}.xml`, site: page, title: post.title, updated, entries })
      })

    const newsFeed = Effect.gen(function* () {
      const { data } = yield* news.list({ limit: maxFeedEntries })
      const items = yield* Effect.forEach(data, withLanguage)
      return answer({
        self: `${site}/feeds/news.xml`,
        site: `${site}/news`,
        title: "News about rare diseases",
        entries: items.map(newsEntry(site))
      })
    })

    return {
      // Every caller reads a feed as a visitor, since programs keep feeds.
      posts: ({ urlParams }) => asVisitor(postsFeed(urlParams)),
      comments: ({ path }) => asVisitor(withCacheTags(commentsFeed(path.id), () => tagsOfPost(path.id))),
      news: () => withCacheTags(newsFeed, tagsOfNews)
    }
  }
)
