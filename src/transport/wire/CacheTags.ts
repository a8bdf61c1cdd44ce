import { Option } from "effect"
import type { Change } from "../../domain/Change.ts"
import type { DiseaseDetail, DiseasePage } from "../../domain/diseases/Disease.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { NotificationList } from "../../domain/notifications/Notification.ts"
import type { PostFilter, PostPage } from "../../domain/posts/Post.ts"

/**
 * A tag of data. A handler tags its response with all data that it was made of, and a change drops the cached responses
 * that carry one of its tags.
 */
export type CacheTag =
  /** The set of posts, and the diseases and categories that they are filed under. */
  | "posts"
  /** The order of posts by their replies, and those with an answer. */
  | "replies"
  /** The words of posts and comments. */
  | "words"
  /** Names and roles of users. */
  | "users"
  | "news"
  | "catalogue"
  /** The notice on all pages. */
  | "community"
  /** Texts that change with the program only. */
  | "site"
  /** The totals of the community. */
  | "counts"
  /** One post, with its comments and its counts. */
  | `post ${number}`
  /** One user, and how much they wrote. */
  | `user ${number}`
  /** The notifications of one user. */
  | `inbox ${number}`

type Invalidates = (change: Change) => ReadonlyArray<CacheTag>

const nothing: Invalidates = () => []
const inbox: Invalidates = ({ userId }) => (userId === null ? [] : [`inbox ${userId}`])

/** A kind of change without a row does not compile. */
const invalidates: Readonly<Record<Change["kind"], Invalidates>> = {
  // `userId` is the author of a new or deleted post, or of one whose audience has changed
  post: ({ id, userId }) => [
    `post ${id}`,
    "posts",
    "words",
    "counts",
    ...(userId === null ? [] : [`user ${userId}` as const])
  ],
  comment: ({ id }) => [`post ${id}`, "replies", "words", "counts"],
  like: ({ id }) => [`post ${id}`, "counts"],
  user: ({ id }) => [`user ${id}`, "users", "counts"],
  notification: inbox,
  notifications_read: inbox,
  notifications_removed: inbox,
  news: () => ["news", "counts"],
  catalogue: () => ["catalogue", "counts"],
  // Read by the fan-out only: each comes with a change of the published record.
  post_published: nothing,
  comment_published: nothing,
  news_published: nothing,
  // Read for webhooks only.
  post_restored: nothing,
  post_removed: nothing,
  report_opened: nothing,
  report_danger: nothing,
  appeal_opened: nothing,
  member_joined: nothing,
  // No cached response depends on credentials, or on the feeds.
  session: nothing,
  api_key: nothing,
  api_key_rotated: nothing,
  api_key_secret: nothing,
  community: () => ["community"],
  feeds: nothing,
  // Empties the whole cache.
  restart: nothing
}

export const tagsInvalidatedBy: Invalidates = (change) => invalidates[change.kind](change)

export const tagsOfPost = (id: number): ReadonlyArray<CacheTag> => [`post ${id}`, "users", "catalogue"]

export const tagsOfPosts =
  ({ answered, search, sort }: Pick<PostFilter, "answered" | "search" | "sort">) =>
  ({ data }: PostPage): ReadonlyArray<CacheTag> => [
    "posts",
    "users",
    "catalogue",
    ...(search === undefined ? [] : (["words"] as const)),
    ...(sort === "replies" || answered !== undefined ? (["replies"] as const) : []),
    ...data.map(({ id }) => `post ${id}` as const)
  ]

export const tagsOfNews = (): ReadonlyArray<CacheTag> => ["news", "catalogue"]

/** The sitemap lists the diseases that posts are filed under, and the times of posts and news. */
export const tagsOfSitemap = (): ReadonlyArray<CacheTag> => ["posts", "news", "catalogue"]

/** A disease includes the number of its posts. */
export const tagsOfDiseases = (): ReadonlyArray<CacheTag> => ["catalogue", "posts"]

/** No tags for an answer without signs that are still being read: of a disease, or in the words of a search. */
export const tagsOfFound = (found: DiseasePage | DiseaseDetail, search?: string): ReadonlyArray<CacheTag> => {
  const isWhole = "data" in found ? search === undefined || found.readAs !== undefined : found.phenotypes !== undefined
  return isWhole ? tagsOfDiseases() : []
}

export const tagsOfStatistics = (): ReadonlyArray<CacheTag> => ["counts"]

/** Notifications name their posts and news by title. */
export const tagsOfInbox =
  (userId: UserId) =>
  ({ data }: NotificationList): ReadonlyArray<CacheTag> => [
    "users",
    `inbox ${userId}`,
    `user ${userId}`,
    ...(data.some(({ news }) => Option.isSome(news)) ? (["news"] as const) : []),
    ...data.flatMap(({ post }) => Option.toArray(post)).map(({ id }) => `post ${id}` as const)
  ]
