import { breach, type Check, grouped, times } from "./Checks.ts"
import type { Final, FinalInbox, History, StreamEvent, Violation, Write } from "./History.ts"
import { aroundLoss, goneOf, isExcused, mayBeLost } from "./Losses.ts"
import { notifiedOnce } from "./Notified.ts"

const markersOf = ({ posts }: Final) =>
  times(posts.flatMap(({ comments, marker }) => [marker, ...comments.map((comment) => comment.marker)]))

const postOf = ({ posts }: Final, id: number | undefined) => posts.find((post) => post.id === id)

const commentOf = ({ posts }: Final, id: number | undefined) =>
  posts.flatMap(({ comments }) => comments).find((comment) => comment.id === id)

const isNoted = ({ inboxes }: Final, { ids = [], member }: Write) => {
  const inbox = inboxes.find((one) => one.member === member)
  const read = new Set(inbox?.notifications.filter((one) => one.read).map(({ id }) => id))
  return ids.every((id) => read.has(id))
}

/** True if the end shows a like, an edit with its mention, or a mark. An edit may have been followed by later ones. */
const isThere = (final: Final, write: Write): boolean => {
  const post = postOf(final, write.postId)
  if (write.kind === "like") return post?.likers.includes(write.member) === true
  if (write.kind === "likeComment") return commentOf(final, write.commentId)?.likers.includes(write.member) === true
  if (write.kind === "help") return commentOf(final, write.commentId)?.helped === true
  if (write.kind === "edit") {
    const isMentioned = write.mentioned === undefined || post?.mentions.includes(write.mentioned) === true
    return (post?.version ?? 0) >= (write.version ?? 0) && isMentioned
  }
  return isNoted(final, write)
}

/** The number of copies of a write in the end. */
const countIn = (final: Final) => {
  const found = markersOf(final)
  return (write: Write) =>
    write.kind === "post" || write.kind === "comment" ? (found.get(write.marker) ?? 0) : Number(isThere(final, write))
}

/** The acknowledged writes that are not there in the end. */
export const lostIn = ({ final, writes }: History): ReadonlyArray<Write> => {
  const countOf = countIn(final)
  return writes.filter((write) => write.acknowledged !== undefined && countOf(write) === 0)
}

const writtenOnce: Check = (history) => {
  const countOf = countIn(history.final)
  return history.writes.flatMap((write) => {
    const { acknowledged, kind, marker, member } = write
    const count = countOf(write)
    if (count > 1)
      return [breach("a write is there once", marker, `${kind} of member ${member} is there ${count} times`)]
    if (acknowledged === undefined || count === 1 || mayBeLost(history, write)) return []
    return [breach("an acknowledged write is there", marker, `${kind} of member ${member} is not there`)]
  })
}

const nothingElse: Check = ({ final, members, writes }) => {
  const known = new Set(writes.map(({ marker }) => marker))
  const isStray = (author: number, marker: string) => members.includes(author) && !known.has(marker)
  return final.posts.flatMap((post) => [
    ...(isStray(post.author, post.marker) ? [breach("nothing is there that nobody wrote", post.marker, "a post")] : []),
    ...post.comments
      .filter(({ author, marker }) => isStray(author, marker))
      .map(({ marker }) => breach("nothing is there that nobody wrote", marker, `a comment on post ${post.id}`))
  ])
}

const notRefused: Check = (history) => history.refusals.filter((refusal) => !isExcused(history, refusal))

const answeredAtLast: Check = ({ refusals, writes }) =>
  writes
    .filter(({ acknowledged, marker }) => acknowledged === undefined && !refusals.some((one) => one.object === marker))
    .map(({ attempts, kind, marker }) =>
      breach(
        "a write that is repeated succeeds once the faults have ended",
        marker,
        `${kind}: ${attempts.length} attempts, the last one: ${attempts.at(-1)?.outcome}`
      )
    )

/** The parts that a read lacks of an own write that was acknowledged before the read began. */
const unseen = (read: History["reads"][number], write: Write): string | undefined => {
  const { inbox, ownPosts, post } = read
  if (write.kind === "mark") {
    const unread = inbox?.find(({ id, read: isRead }) => !isRead && write.ids?.includes(id) === true)
    return unread === undefined ? undefined : `notification ${unread.id} is unread`
  }
  if (write.kind === "post") {
    const newest = ownPosts?.length === 100
    return ownPosts === undefined || newest || ownPosts.includes(write.marker) ? undefined : "the post is not listed"
  }
  if (post === undefined || post.id !== write.postId) return undefined
  if (write.kind === "like") return post.liked ? undefined : "it is not liked"
  if (write.kind === "edit") return post.version >= (write.version ?? 0) ? undefined : `it has version ${post.version}`
  if (write.kind === "likeComment" || write.kind === "help") {
    const mark = post.marks.find(({ id }) => id === write.commentId)
    const isKept = mark === undefined || (write.kind === "help" ? mark.helped : mark.liked)
    return isKept ? undefined : `the comment has no ${write.kind === "help" ? "mark that it helped" : "like"}`
  }
  const isWhole = post.comments.length >= 100
  return isWhole || post.comments.includes(write.marker) ? undefined : "the comment is not there"
}

const ownWritesSeen: Check = (history) => {
  const { reads, writes } = history
  const kept = writes.filter((write) => !mayBeLost(history, write))
  const byMember = grouped(kept, ({ member }) => member)
  return reads.flatMap((read) =>
    (byMember.get(read.member) ?? []).flatMap((write) => {
      if (write.acknowledged === undefined || write.acknowledged.at > read.at) return []
      const what = unseen(read, write)
      if (what === undefined) return []
      const details = `read through ${read.through} at ${Math.round(read.at)} ms, written at ${Math.round(write.acknowledged.at)} ms: ${what}`
      return [breach("a member sees its own writes", write.marker, details)]
    })
  )
}

const lostUnseen: Check = ({ final, losses, reads }) =>
  reads
    .filter(({ at }) => losses.some(({ endedAt }) => at > endedAt))
    .flatMap((read) =>
      goneOf(final, read).map((what) =>
        breach(
          "lost writes are not shown after a failure",
          `member ${read.member}`,
          `read through ${read.through} at ${Math.round(read.at)} ms: ${what}`
        )
      )
    )

/** A comparison of a member's stream with the list. A `resync` asks the client to read the list and loses nothing. */
const streamBreaches = (
  object: string,
  ids: ReadonlyArray<number>,
  due: ReadonlySet<number>
): ReadonlyArray<Violation> => {
  const promise = "notifications arrive once and in order"
  const received = times(ids)
  const strays = Array.from(received.keys()).filter((id) => !due.has(id))
  return [
    ...Array.from(received).flatMap(([id, count]) =>
      count > 1 ? [breach(promise, object, `notification ${id} came ${count} times`)] : []
    ),
    ...ids
      .filter((id, place) => place > 0 && id < (ids[place - 1] ?? 0))
      .map((id) => breach(promise, object, `notification ${id} came after a later one`)),
    ...Array.from(due)
      .filter((id) => !received.has(id))
      .map((id) => breach(promise, object, `notification ${id} did not come`)),
    ...strays.map((id) => breach(promise, object, `notification ${id} is not in the list`))
  ]
}

const idsOf = (events: ReadonlyArray<StreamEvent>) =>
  events.flatMap(({ event, id }) => (event === "notification" && id !== undefined ? [id] : []))

/** The same for a stream that was open in a loss: ids may come again, for other notifications. */
const lossBreaches = (history: History, brought: ReadonlyArray<StreamEvent>, inbox: FinalInbox) =>
  history.losses.flatMap((loss) => {
    const object = `member ${inbox.member}`
    const parts = aroundLoss(history, loss, brought, inbox)
    if (parts === undefined)
      return [breach("streams are informed of a loss", object, "neither resync nor a new connection")]
    const stored = new Set(inbox.notifications.map(({ id }) => id))
    const received = new Set(idsOf(parts.after))
    const due = new Set([...parts.due, ...Array.from(received).filter((id) => stored.has(id))])
    const before = idsOf(parts.before)
    return [
      ...streamBreaches(object, before, new Set(before.filter((id) => stored.has(id)))),
      ...streamBreaches(object, idsOf(parts.after), due)
    ]
  })

const streamedOnce: Check = (history) =>
  history.final.inboxes.flatMap((inbox) => {
    const { member, notifications } = inbox
    const own = grouped(
      history.events.filter((event) => event.member === member),
      ({ stream }) => stream
    )
    const due = new Set(notifications.map(({ id }) => id))
    const streams = own.size === 0 ? [[]] : Array.from(own.values())
    return streams.flatMap((brought) =>
      history.losses.length > 0
        ? lossBreaches(history, brought, inbox)
        : streamBreaches(`member ${member}`, idsOf(brought), due)
    )
  })

const countsRight: Check = ({ final }) => [
  ...final.posts.flatMap(({ comments, helpedCount, id, likeCount, likers, replyCount }) => [
    ...comments
      .filter((comment) => comment.likeCount !== comment.likers.length)
      .map((comment) =>
        breach(
          "counts equal a recount",
          `post ${id}`,
          `comment ${comment.id}: likeCount ${comment.likeCount}, ${comment.likers.length} likes`
        )
      ),
    ...(helpedCount === comments.filter(({ helped }) => helped).length
      ? []
      : [breach("counts equal a recount", `post ${id}`, `helpedCount ${helpedCount}`)]),
    ...(replyCount === comments.length
      ? []
      : [breach("counts equal a recount", `post ${id}`, `replyCount ${replyCount}, ${comments.length} comments`)]),
    ...(likeCount === likers.length
      ? []
      : [breach("counts equal a recount", `post ${id}`, `likeCount ${likeCount}, ${likers.length} likes`)])
  ]),
  ...final.findings.map((finding) => breach("the command check finds nothing", "the database", finding))
]

const unreadRight: Check = ({ final, writes }) =>
  final.inboxes.flatMap(({ member, notifications, total, unreadCount }) => {
    const object = `member ${member}`
    const tried = new Set(writes.filter((write) => write.member === member).flatMap(({ ids = [] }) => ids))
    const unread = notifications.filter(({ read }) => !read).length
    return [
      ...(unread === unreadCount
        ? []
        : [breach("unread counts are right", object, `unreadCount ${unreadCount}, ${unread} unread`)]),
      ...(total === notifications.length
        ? []
        : [breach("unread counts are right", object, `total ${total}, ${notifications.length} listed`)]),
      ...notifications
        .filter(({ id, read }) => read && !tried.has(id))
        .map(({ id }) => breach("unread counts are right", object, `nobody marked notification ${id} read`))
    ]
  })

/** A window begins with its first request, so a time that is shorter than one touches one window of a counter. */
const limitsHold: Check = ({ counted, limit }) =>
  Array.from(grouped(counted, ({ counter }) => counter)).flatMap(([counter, requests]) => {
    const [first, last] = [requests.at(0)?.at ?? 0, requests.at(-1)?.at ?? 0]
    const windows = Math.floor((last - first) / limit.windowMillis) + 1 + limit.extraWindows
    const granted = requests.filter(({ isGranted }) => isGranted).length
    return granted <= windows * limit.requests
      ? []
      : [
          breach(
            "a limit is exceeded by at most one window",
            counter,
            `${granted} granted of ${windows} × ${limit.requests}`
          )
        ]
  })

const checks: ReadonlyArray<Check> = [
  writtenOnce,
  nothingElse,
  notRefused,
  answeredAtLast,
  ownWritesSeen,
  lostUnseen,
  streamedOnce,
  notifiedOnce,
  countsRight,
  unreadRight,
  limitsHold
]

/** Every breach of a promise that a history shows. */
export const violationsOf: Check = (history) => [...history.defects, ...checks.flatMap((check) => check(history))]
