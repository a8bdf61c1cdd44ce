import { setTimeout as sleep } from "node:timers/promises"
import { at, listAt } from "../support/Wire.ts"
import { type Entry, markerIn, mentionsIn, versionIn } from "./Calls.ts"
import type { FinalComment, FinalInbox, FinalPost } from "./History.ts"
import type { Load } from "./Load.ts"
import type { Member } from "./Member.ts"
import type { World } from "./World.ts"

/** A stream has this long to bring every stored notification. */
const deliveryMillis = 15_000

/** Reads until it is answered. */
const read = async (entry: Entry, token: string, path: string): Promise<unknown> => {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(entry.url + path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(5_000)
    }).catch(() => undefined)
    if (answer?.ok === true) return answer.json()
    if (tries === 40) throw new Error(`${path} gets ${answer?.status} ${await answer?.text()}`)
    await sleep(250)
  }
}

/** All items of a list, page by page. */
const all = async (page: (cursor: string) => Promise<unknown>) => {
  const items: Array<unknown> = []
  for (let cursor: unknown = ""; cursor !== undefined; ) {
    const body = await page(cursor === "" ? "" : `&cursor=${encodeURIComponent(String(cursor))}`)
    items.push(...listAt(body, "data"))
    cursor = at(body, "pagination", "nextCursor")
  }
  return items
}

const inboxOf = async (entry: Entry, { id, token }: Member): Promise<FinalInbox> => {
  const first = await read(entry, token, "/api/notifications?limit=1")
  const items = await all((cursor) => read(entry, token, `/api/notifications?limit=100${cursor}`))
  return {
    member: id,
    unreadCount: Number(at(first, "unreadCount")),
    total: Number(at(first, "pagination", "total")),
    notifications: items.map((item) => ({
      id: Number(at(item, "id")),
      type: String(at(item, "type")),
      read: at(item, "read") === true,
      actor: Number(at(item, "actor", "id")),
      postId: Number(at(item, "post", "id")),
      commentId: at(item, "comment") === null ? undefined : Number(at(item, "comment", "id"))
    }))
  }
}

/** The comments of a post, with those of the members who like them. */
const commentsOf = async (entry: Entry, { history, members }: Load, author: Member, postId: number) => {
  const path = `/api/posts/${postId}/comments?limit=100`
  const commentsFor = ({ token }: Member) => all((cursor) => read(entry, token, `${path}${cursor}`))
  const shown = await commentsFor(author)
  // After a loss of commits an id may belong to a comment of another post.
  const ids = new Set(shown.map((comment) => Number(at(comment, "id"))))
  const tried = members.filter((member) =>
    history.writes.some(
      (write) => write.kind === "likeComment" && ids.has(write.commentId ?? 0) && write.member === member.id
    )
  )
  const likers = new Map<number, Array<number>>()
  for (const member of tried) {
    for (const comment of await commentsFor(member)) {
      const id = Number(at(comment, "id"))
      if (at(comment, "liked") === true) likers.set(id, [...(likers.get(id) ?? []), member.id])
    }
  }
  return shown.map((comment): FinalComment => {
    const id = Number(at(comment, "id"))
    const answers = at(comment, "replyTo", "author", "id")
    return {
      id,
      marker: markerIn(at(comment, "content")),
      author: Number(at(comment, "author", "id")),
      answers: answers === undefined ? undefined : Number(answers),
      mentions: mentionsIn(at(comment, "content")),
      helped: at(comment, "helped") === true,
      likers: likers.get(id) ?? [],
      likeCount: Number(at(comment, "likeCount"))
    }
  })
}

const postsOf = async (entry: Entry, load: Load, author: Member): Promise<ReadonlyArray<FinalPost>> => {
  const { history, members } = load
  const posts = await all((cursor) => read(entry, author.token, `/api/posts?limit=100&authorId=${author.id}${cursor}`))
  const found: Array<FinalPost> = []
  for (const post of posts) {
    const id = Number(at(post, "id"))
    const content = at(await read(entry, author.token, `/api/posts/${id}`), "content")
    const tried = members.filter((member) =>
      history.writes.some((write) => write.kind === "like" && write.postId === id && write.member === member.id)
    )
    const likers: Array<number> = []
    for (const { id: liker, token } of tried) {
      if (at(await read(entry, token, `/api/posts/${id}/like`), "liked") === true) likers.push(liker)
    }
    found.push({
      id,
      author: author.id,
      marker: markerIn(at(post, "title")),
      version: versionIn(at(post, "title")),
      replyCount: Number(at(post, "replyCount")),
      likeCount: Number(at(post, "likeCount")),
      helpedCount: Number(at(post, "helpedCount")),
      likers,
      mentions: mentionsIn(content),
      comments: await commentsOf(entry, load, author, id)
    })
  }
  return found
}

/** Waits until every stream has brought all stored notifications, and ends them. */
const delivered = async (members: ReadonlyArray<Member>, inboxes: ReadonlyArray<FinalInbox>) => {
  const streams = members.flatMap(({ subscribers }) => subscribers)
  for (const stream of streams) stream.hangUp()
  const until = performance.now() + deliveryMillis
  const isDue = () =>
    members.some(({ id, subscribers }) => {
      const newest = inboxes.find(({ member }) => member === id)?.notifications[0]?.id ?? 0
      return subscribers.some(({ lastEventId }) => lastEventId !== newest)
    })
  while (isDue() && performance.now() < until) await sleep(50)
  await Promise.all(streams.map((stream) => stream.stop()))
}

/** Reads the community after the load into its history. */
export const readOutcome = async (world: World, load: Load): Promise<void> => {
  const { history, members } = load
  const [entry] = world.entries({ hasNginx: false })
  if (entry === undefined) return
  const inboxes = await Promise.all(members.map((member) => inboxOf(entry, member)))
  await delivered(members, inboxes)
  const posts = await Promise.all(members.map((member) => postsOf(entry, load, member)))
  history.final = { posts: posts.flat(), inboxes, findings: await world.findings() }
  for (const instance of world.instances) {
    for (const details of instance.takeDefects()) {
      history.defects.push({ promise: "no log line reports a defect", object: instance.name, details })
    }
  }
}
