import { Option, Order } from "effect"
import { type Change, publishedKinds } from "../../../domain/Change.ts"
import type { FollowTarget } from "../../../domain/follows/Follow.ts"
import { CommentId, PostId, type UserId } from "../../../domain/Ids.ts"
import { type FanOutBatch, FanOutRepo } from "../../../ports/FanOutRepo.ts"
import { supertypesOf } from "../diseases/DiseaseViews.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { blocks } from "../Views.ts"
import { append, type Cause, followsOf, notify, settingsOf } from "../Writes.ts"

/** A published text: the cause of its notifications, what it concerns, and the member whom the comment itself has notified. */
interface Published {
  readonly cause: Cause
  readonly targets: ReadonlyArray<FollowTarget>
  readonly alreadyNotified?: UserId | undefined
}

const publishedPost = (tables: Tables, id: PostId): Published | undefined => {
  const post = tables.posts.get(id)
  if (post === undefined) return undefined
  const { authorId: actorId, authorKind: actorKind, createdAt, diseaseId, isRefiled } = post
  const diseases = isRefiled ? [] : Option.toArray(diseaseId).flatMap((disease) => supertypesOf(tables, disease))
  return {
    cause: { type: "new_post", actorId, actorKind, postId: id, commentId: Option.none(), createdAt },
    targets: [{ type: "user", id: actorId }, ...diseases.map((id) => ({ type: "disease" as const, id }))]
  }
}

const publishedComment = ({ comments, posts }: Tables, id: CommentId): Published | undefined => {
  const comment = comments.get(id)
  if (comment === undefined) return undefined
  const { authorId: actorId, authorKind: actorKind, createdAt, postId } = comment
  return {
    cause: { type: "reply", actorId, actorKind, postId, commentId: Option.some(id), createdAt },
    targets: [{ type: "post", id: postId }],
    alreadyNotified: posts.get(postId)?.authorId
  }
}

const publishedBy = (tables: Tables, { id, kind }: Change): Published | undefined =>
  kind === "post_published" ? publishedPost(tables, PostId.make(id)) : publishedComment(tables, CommentId.make(id))

/** The next of those who follow what a text concerns, by id. */
const followersOf = (tables: Tables, targets: ReadonlyArray<FollowTarget>, after: number, limit: number) => {
  const ids = targets.flatMap((target) => followsOf(tables, target)).map(({ userId }) => userId)
  return Array.from(new Set(ids))
    .filter((id) => id > after)
    .sort(Order.number)
    .slice(0, limit)
}

const wants =
  (tables: Tables, { cause: { actorId, type }, alreadyNotified }: Published) =>
  (id: UserId) => {
    const { newPost, reply } = settingsOf(tables, id)
    const isWanted = type === "reply" ? reply : newPost
    return isWanted && id !== actorId && id !== alreadyNotified && !blocks(tables, id, actorId)
  }

const next = (tables: Tables, horizon: number, limit: number): FanOutBatch => {
  const { recipientId, sequence } = tables.fanOut
  const change = tables.changes.slice(sequence, horizon).find(({ kind }) => publishedKinds.has(kind))
  if (change === undefined) {
    const readUntil = Math.max(sequence, Math.min(horizon, tables.changes.length))
    tables.fanOut = { sequence: readUntil, recipientId: 0 }
    return { changes: [], hasMore: false }
  }
  const published = publishedBy(tables, change)
  const chosen = published === undefined ? [] : followersOf(tables, published.targets, recipientId, limit)
  tables.fanOut =
    chosen.length < limit
      ? { sequence: change.sequence, recipientId: 0 }
      : { sequence: change.sequence - 1, recipientId: chosen.at(-1) ?? 0 }
  if (published === undefined) return { changes: [], hasMore: true }
  const notified = chosen.filter(wants(tables, published)).map((id) => notify(tables, published.cause, id))
  return { changes: append(tables, notified), hasMore: true }
}

export const layer = inMemory(FanOutRepo, ({ write }) => ({
  next: (horizon, limit) => write((tables) => next(tables, horizon, limit))
}))
