import { Array, Chunk, Effect, HashMap, Layer, Option, Order } from "effect"
import { type Change, publishedKinds } from "../../../domain/Change.ts"
import type { FollowTarget } from "../../../domain/follows/Follow.ts"
import { CommentId, PostId, type UserId } from "../../../domain/Ids.ts"
import { type FanOutBatch, FanOutRepo } from "../../../ports/FanOutRepo.ts"
import { withChanges } from "../ApplyAll.ts"
import { supertypesOf } from "../diseases/DiseaseRelatives.ts"
import { notify } from "../NotifyAuthor.ts"
import { type Step, Store } from "../Store.ts"
import { blocks, isOf, settingsOf, type Tables } from "../Tables.ts"

/** A published text: the cause of its notifications, what it concerns, and who is told otherwise, if anybody. */
interface Published {
  readonly cause: Parameters<typeof notify>[1]
  readonly targets: ReadonlyArray<FollowTarget>
  readonly toldOtherwise: Option.Option<UserId>
}

const publishedPost = (tables: Tables, id: PostId): Option.Option<Published> =>
  Option.map(HashMap.get(tables.posts.rows, id), ({ authorId, authorKind, createdAt, diseaseId, isRefiled }) => ({
    cause: {
      type: "new_post",
      actorId: authorId,
      actorKind: authorKind,
      postId: id,
      commentId: Option.none(),
      createdAt
    },
    targets: [
      { type: "user" as const, id: authorId },
      ...(isRefiled === true ? [] : Option.toArray(diseaseId))
        .flatMap((disease) => supertypesOf(tables, disease))
        .map((id) => ({ type: "disease" as const, id }))
    ],
    toldOtherwise: Option.none()
  }))

const publishedComment = (tables: Tables, id: CommentId): Option.Option<Published> =>
  Option.map(HashMap.get(tables.comments.rows, id), ({ authorId, authorKind, createdAt, postId }) => ({
    cause: {
      type: "reply",
      actorId: authorId,
      actorKind: authorKind,
      postId,
      commentId: Option.some(id),
      createdAt
    },
    targets: [{ type: "post" as const, id: postId }],
    toldOtherwise: Option.map(HashMap.get(tables.posts.rows, postId), (post) => post.authorId)
  }))

const publishedBy = (tables: Tables, { id, kind }: Change): Option.Option<Published> =>
  kind === "post_published" ? publishedPost(tables, PostId.make(id)) : publishedComment(tables, CommentId.make(id))

/** Those who follow one of these targets, by id. */
const followersOf = (tables: Tables, targets: ReadonlyArray<FollowTarget>): ReadonlyArray<UserId> => {
  const following = HashMap.filter(tables.follows.rows, (rows) => targets.some((target) => rows.some(isOf(target))))
  return Array.sort(HashMap.keys(following), Order.number)
}

const wants =
  (tables: Tables, { cause: { actorId, type }, toldOtherwise }: Published) =>
  (id: UserId) => {
    const settings = settingsOf(tables, id)
    const isWanted = type === "reply" ? settings.reply : settings.newPost
    return isWanted && id !== actorId && !Option.contains(toldOtherwise, id) && !blocks(tables, id, actorId)
  }

const next = (tables: Tables, horizon: number, limit: number): Step<FanOutBatch> => {
  const { recipientId, sequence } = tables.fanOut
  const unread = Chunk.drop(Chunk.take(tables.changes, horizon), sequence)
  const index = Option.getOrUndefined(Chunk.findFirstIndex(unread, ({ kind }) => publishedKinds.has(kind)))
  if (index === undefined) {
    const fanOut = { sequence: Math.max(sequence, Math.min(horizon, Chunk.size(tables.changes))), recipientId: 0 }
    return [Effect.succeed({ changes: [], hasMore: false }), { ...tables, fanOut }]
  }
  const published = publishedBy(tables, Chunk.unsafeGet(unread, index))
  const chosen = Option.match(published, {
    onNone: () => [],
    onSome: ({ targets }) =>
      followersOf(tables, targets)
        .filter((id) => id > recipientId)
        .slice(0, limit)
  })
  const [told, changes] = Option.match(published, {
    onNone: () => [tables, []] as const,
    onSome: (published) =>
      chosen.filter(wants(tables, published)).reduce(
        ([tables, changes], id): readonly [Tables, ReadonlyArray<Change>] => {
          const [after, added] = notify(tables, published.cause, id)
          return [after, [...changes, ...added]]
        },
        [tables, []] as readonly [Tables, ReadonlyArray<Change>]
      )
  })
  const [after, sequenced] = withChanges(told, changes)
  const fanOut =
    chosen.length < limit
      ? { sequence: sequence + index + 1, recipientId: 0 }
      : { sequence: sequence + index, recipientId: chosen.at(-1) ?? 0 }
  return [Effect.succeed({ changes: sequenced, hasMore: true }), { ...after, fanOut }]
}

const make = Effect.map(Store, (store) =>
  FanOutRepo.of({
    next: (horizon, limit) => store.write((tables) => next(tables, horizon, limit))
  })
)

/** The fan-out in memory. */
export const layer = Layer.effect(FanOutRepo, make)
