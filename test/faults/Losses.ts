import type { Final, FinalInbox, History, Loss, Read, Refusal, StreamEvent, Write } from "./History.ts"

type Notified = FinalInbox["notifications"][number]

/** The times of attempts are those of their sending. */
const sentAt = ({ attempts }: Write) => attempts.at(-1)?.at ?? 0

/**
 * True for a write that a loss may have taken back although it was acknowledged: one of the server that has ended. A mark
 * that was repeated later may name notifications that are gone.
 */
export const mayBeLost = ({ losses }: Pick<History, "losses">, write: Write): boolean =>
  losses.some(
    ({ endedAt, from, until }) =>
      (write.acknowledged?.at ?? 0) >= from &&
      (sentAt(write) < endedAt || (write.kind === "mark" && write.startedAt < until))
  )

/** True for a call that was refused since it named a lost record. */
export const isExcused = ({ losses }: Pick<History, "losses">, { startedAt }: Refusal): boolean =>
  losses.some(({ from, until }) => startedAt >= from && startedAt < until)

/** The records that a read shows and the end lacks: members delete nothing. */
export const goneOf = (final: Final, { inbox = [], member, ownPosts = [], post }: Read): ReadonlyArray<string> => {
  const markers = new Set(final.posts.flatMap((one) => [one.marker, ...one.comments.map(({ marker }) => marker)]))
  const ids = new Set(final.inboxes.find((one) => one.member === member)?.notifications.map(({ id }) => id))
  const last = final.posts.find(({ id }) => id === post?.id)
  return [
    ...[...ownPosts, ...(post?.comments ?? [])].filter((marker) => !markers.has(marker)),
    ...inbox.filter(({ id }) => !ids.has(id)).map(({ id }) => `notification ${id}`),
    ...(post === undefined || last !== undefined ? [] : [`post ${post.id}`]),
    ...(post?.liked === true && last?.likers.includes(member) === false ? [`the like of post ${post.id}`] : []),
    ...(post?.marks ?? []).flatMap(({ helped, id, liked }) => {
      const comment = last?.comments.find((one) => one.id === id)
      return [
        ...(helped && comment?.helped === false ? [`the mark that comment ${id} helped`] : []),
        ...(liked && comment?.likers.includes(member) === false ? [`the like of comment ${id}`] : [])
      ]
    }),
    ...((post?.version ?? 0) > (last?.version ?? 0) ? [`version ${post?.version} of post ${post?.id}`] : [])
  ]
}

/**
 * When the cause of a notification was begun; at the latest, where an id was given again. Of several changes of a post
 * that mention a member the first one notifies them.
 */
const causedAt = ({ writes }: History, member: number, { actor, commentId, postId, type }: Notified): number => {
  const isCause = (write: Write) => {
    if (type === "like") return write.kind === "like" && write.member === actor && write.postId === postId
    if (type === "comment_like") {
      return write.kind === "likeComment" && write.member === actor && write.commentId === commentId
    }
    if (type === "helped") return write.kind === "help" && write.commentId === commentId
    if (commentId !== undefined) return write.kind === "comment" && write.acknowledged?.id === commentId
    const isOfEdit = write.kind === "edit" && write.postId === postId && write.mentioned === member
    return isOfEdit || (write.kind === "post" && write.acknowledged?.id === postId)
  }
  const begun = writes.filter(isCause).map(({ startedAt }) => startedAt)
  const isOfPost = type === "mention" && commentId === undefined
  return isOfPost && begun.length > 0 ? Math.min(...begun) : Math.max(0, ...begun)
}

/** The events of a stream around a loss: `before` it, and `after` the event that reports it, when `due` has to come. */
interface AroundLoss {
  readonly before: ReadonlyArray<StreamEvent>
  readonly after: ReadonlyArray<StreamEvent>
  readonly due: ReadonlySet<number>
}

/**
 * Cuts the events of a stream at the loss. A `resync` reports it, after which the client has read the list; so does a
 * new connection, which goes on after its id. Undefined if nothing reported it before the load had settled.
 */
export const aroundLoss = (
  history: History,
  loss: Loss,
  brought: ReadonlyArray<StreamEvent>,
  { member, notifications }: FinalInbox
): AroundLoss | undefined => {
  const isTold = ({ at }: StreamEvent) => at > loss.endedAt && at < history.settledAt
  const resync = brought.findLast((one) => one.event === "resync" && isTold(one))
  const telling = resync ?? brought.find((one) => one.event === "connected" && isTold(one))
  if (telling === undefined) return undefined
  const isDue = (one: Notified) =>
    resync === undefined ? one.id > (telling.id ?? 0) : causedAt(history, member, one) > resync.at
  return {
    before: brought.filter(({ at }) => at < loss.from),
    after: brought.slice(brought.indexOf(telling) + 1),
    due: new Set(notifications.filter(isDue).map(({ id }) => id))
  }
}
