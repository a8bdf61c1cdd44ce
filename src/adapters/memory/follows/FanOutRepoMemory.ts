import { DateTime, Effect, Option, Order } from "effect"
import { type Change, notificationsAdded, publishedKinds } from "../../../domain/Change.ts"
import type { FollowTarget } from "../../../domain/follows/Follow.ts"
import type { CommentId, PostId, UserId } from "../../../domain/Ids.ts"
import type { TextTarget } from "../../../domain/moderation/Target.ts"
import { type FanOutBatch, FanOutRepo } from "../../../ports/follows/FanOutRepo.ts"
import { supertypesOf } from "../diseases/DiseaseViews.ts"
import { addWithoutActor } from "../notifications/NotificationsRepoMemory.ts"
import type { NewsRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { append, type Cause, changesWithin, followsOf, isOf, notify, settingsOf, shouldNotify } from "../Writes.ts"
import { tellWebhooks } from "../webhooks/WebhooksRepoMemory.ts"

/** A publication: the targets whose followers may hear of it, the filter of the followers, and their notification. */
interface Published {
  readonly targets: ReadonlyArray<FollowTarget>
  readonly wants: (id: UserId) => boolean
  readonly tell: (id: UserId, now: DateTime.Utc) => ReadonlyArray<Change>
}

/** A published text, and the member whom the comment itself has notified. */
const publishedText = (
  tables: Tables,
  cause: Cause,
  targets: ReadonlyArray<FollowTarget>,
  alreadyNotified?: UserId
): Published => ({
  targets,
  wants: (id) => id !== alreadyNotified && shouldNotify(tables, cause, id),
  tell: (id) => [notify(tables, cause, id)]
})

/** The time of a text, or of the decision that has published it, as `decided_at` of `follows.sql`. */
const publishedAt = ({ decisions }: Tables, target: TextTarget, writtenAt: DateTime.Utc): DateTime.Utc =>
  decisions
    .where(isOf(target))
    .reduce((last, { createdAt, outcome }) => DateTime.max(last, outcome?.at ?? createdAt), writtenAt)

const publishedNews = (tables: Tables, row: NewsRow): Published => {
  const targets = row.diseaseIds
    .flatMap((disease) => supertypesOf(tables, disease))
    .map((id) => ({ type: "disease" as const, id }))
  return {
    targets,
    wants: (id) =>
      settingsOf(tables, id).news &&
      targets
        .flatMap((target) => followsOf(tables, target))
        .some(({ followedAt, userId }) => userId === id && DateTime.lessThan(followedAt, row.publishedAt)),
    tell: (id, createdAt) => {
      const about = { type: "news", newsId: Option.some(row.id), createdAt } as const
      const isTold = tables.notifications.some(
        ({ newsId, recipientId }) => recipientId === id && Option.contains(newsId, row.id)
      )
      return notificationsAdded(isTold ? [] : addWithoutActor(tables, [id], about))
    }
  }
}

const publishedPost = (tables: Tables, id: PostId): Published | undefined => {
  const post = tables.posts.get(id)
  if (post === undefined) return undefined
  const { authorId: actorId, authorKind: actorKind, diseaseId, isRefiled } = post
  const createdAt = publishedAt(tables, { type: "post", id }, post.createdAt)
  const diseases = isRefiled ? [] : Option.toArray(diseaseId).flatMap((disease) => supertypesOf(tables, disease))
  const cause = { type: "new_post", actorId, actorKind, postId: id, commentId: Option.none(), createdAt } as const
  const targets = diseases.map((id) => ({ type: "disease" as const, id }))
  return publishedText(tables, cause, [{ type: "user", id: actorId }, ...targets])
}

const publishedComment = (tables: Tables, id: CommentId): Published | undefined => {
  const comment = tables.comments.get(id)
  if (comment === undefined) return undefined
  const { authorId: actorId, authorKind: actorKind, postId } = comment
  const createdAt = publishedAt(tables, { type: "comment", id }, comment.createdAt)
  const cause = { type: "reply", actorId, actorKind, postId, commentId: Option.some(id), createdAt } as const
  return publishedText(tables, cause, [{ type: "post", id: postId }], tables.posts.get(postId)?.authorId)
}

const publishedBy = (tables: Tables, { id, kind }: Change): Published | undefined => {
  if (kind === "post_published") return publishedPost(tables, id)
  if (kind === "comment_published") return publishedComment(tables, id)
  const news = kind === "news_published" ? tables.news.get(id) : undefined
  return news && publishedNews(tables, news)
}

/** The next of those who follow what a text concerns, by id. */
const followersOf = (tables: Tables, targets: ReadonlyArray<FollowTarget>, after: number, limit: number) => {
  const ids = targets.flatMap((target) => followsOf(tables, target)).map(({ userId }) => userId)
  return Array.from(new Set(ids))
    .filter((id) => id > after)
    .sort(Order.number)
    .slice(0, limit)
}

const next = (tables: Tables, horizon: number, limit: number, now: DateTime.Utc): FanOutBatch => {
  const { recipientId, sequence } = tables.fanOut
  const change = changesWithin(tables, sequence, horizon).find(({ kind }) => publishedKinds.has(kind))
  if (change === undefined) {
    const readUntil = Math.max(sequence, Math.min(horizon, tables.changes.length))
    tables.fanOut = { sequence: readUntil, recipientId: 0 }
    return { changes: [], hasMore: false, toldWebhooks: false }
  }
  const published = publishedBy(tables, change)
  const chosen = published === undefined ? [] : followersOf(tables, published.targets, recipientId, limit)
  const isLast = chosen.length < limit
  tables.fanOut = isLast
    ? { sequence: change.sequence, recipientId: 0 }
    : { sequence: change.sequence - 1, recipientId: chosen.at(-1) ?? 0 }
  const toldWebhooks = isLast && tellWebhooks(tables, change, now)
  if (published === undefined) return { changes: [], hasMore: true, toldWebhooks }
  const notified = chosen.filter(published.wants).flatMap((id) => published.tell(id, now))
  return { changes: append(tables, notified), hasMore: true, toldWebhooks }
}

export const layer = inMemory(FanOutRepo, ({ write }) => ({
  next: (horizon, limit) => Effect.flatMap(DateTime.now, (now) => write((tables) => next(tables, horizon, limit, now)))
}))
