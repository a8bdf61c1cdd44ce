import { setTimeout as sleep } from "node:timers/promises"
import type { Random } from "../../bench/driver/Random.ts"
import { at, listAt } from "../support/Wire.ts"
import { type Call, type Entry, linkTo, markerIn, type Reply, type Speaker, seenPost } from "./Calls.ts"
import type { History, Read, Write } from "./History.ts"
import type { Subscriber } from "./Subscriber.ts"

/** The state that all members of a load share. */
export interface Scene {
  readonly history: History
  readonly now: () => number
  /** The places that requests go to, at random. */
  readonly entries: ReadonlyArray<Entry>
  /** True while members begin new things. */
  readonly isOpen: () => boolean
  /** The time at which a write that is still not acknowledged is given up. */
  readonly givesUpAt: () => number
  /** The posts that are commented and liked: those written last. */
  readonly posts: Array<{ readonly id: number; readonly author: number }>
  /** The comments that are answered, liked and marked: those on these posts. */
  readonly comments: Array<{ readonly id: number; readonly postId: number; readonly author: number }>
  /** A number that no other marker has. */
  readonly nextNumber: () => number
  readonly seed: number
  /** The pause between two things that a member does, at least and at most. */
  readonly pauseMillis: readonly [number, number]
}

/** New things are written about this many of the newest posts, so that their comments stay on the first page. */
const newestPosts = 10

/** The maximum number of comments of a post that are read back. */
const maxComments = 80

/** A post, as a member has it in mind for the next thing to do. */
interface OwnPost {
  readonly id: number
  readonly marker: string
  version: number
  content: string
}

/** A member who does one thing after the other, repeats writes as an agent does, and reads its own writes. */
export class Member {
  readonly id: number
  readonly token: string
  readonly #scene: Scene
  readonly #random: Random
  readonly #speaker: Speaker
  readonly subscribers: ReadonlyArray<Subscriber>
  readonly #own: Array<OwnPost> = []
  readonly #liked = new Set<number>()
  readonly #likedComments = new Set<number>()
  readonly #marked = new Set<number>()

  constructor(id: number, scene: Scene, parts: Parts) {
    this.id = id
    this.#scene = scene
    this.#random = parts.random
    this.#speaker = parts.speaker
    this.token = parts.token
    this.subscribers = parts.subscribers
  }

  /** Does one thing after the other while the scene is open. */
  async run() {
    await this.#post()
    while (this.#scene.isOpen()) {
      await this.#next()
      await sleep(this.#random.between(...this.#scene.pauseMillis))
    }
    await this.#speaker.close()
  }

  #next() {
    const chance = this.#random.next()
    if (chance < 0.1) return this.#post()
    if (chance < 0.4) return this.#comment()
    if (chance < 0.5) return this.#like()
    if (chance < 0.6) return this.#likeComment()
    if (chance < 0.66) return this.#help()
    if (chance < 0.76) return this.#edit()
    if (chance < 0.86) return this.#mark()
    if (chance < 0.93) this.#random.pick(this.subscribers).hangUp()
    return this.#browse()
  }

  /** A post of now; undefined while none is known. */
  #target() {
    const newest = this.#scene.posts.slice(-newestPosts)
    return newest.length === 0 ? undefined : this.#random.pick(newest)
  }

  /** A comment on a post of now, of which this is true. */
  #comments(isWanted: (comment: Scene["comments"][number]) => boolean) {
    const newest = new Set(this.#scene.posts.slice(-newestPosts).map(({ id }) => id))
    const found = this.#scene.comments.filter((comment) => newest.has(comment.postId) && isWanted(comment))
    return found.length === 0 ? undefined : this.#random.pick(found)
  }

  /** Sometimes a link to a member, who may be this one. */
  #mention() {
    return this.#random.next() < 0.4 ? ` ${linkTo(this.#random.pick(this.#scene.history.members))}` : ""
  }

  /** Begins again after a loss of commits: an id may belong to another record now. */
  forget() {
    this.#own.length = 0
    this.#marked.clear()
    for (const { received } of this.subscribers) received.length = 0
  }

  async #post() {
    const marker = this.#marker()
    const content = `Text ${marker} of *seed* ${this.#scene.seed}.${this.#mention()}`
    const call: Call = { kind: "post", title: `Title ${marker}`, content }
    const id = await this.#write({ kind: "post", marker }, call)
    if (id === undefined) return
    this.#own.push({ id, marker, version: 0, content })
    this.#scene.posts.push({ id, author: this.id })
    await this.#readBack({ kind: "readOwn", userId: this.id })
  }

  async #comment() {
    const postId = this.#target()?.id
    if (postId === undefined) return this.#post()
    const written = this.#scene.history.writes.filter((write) => write.kind === "comment" && write.postId === postId)
    if (written.length >= maxComments) return this.#post()
    const marker = this.#marker()
    const answered = this.#random.next() < 0.5 ? this.#comments((comment) => comment.postId === postId) : undefined
    const content = `Comment ${marker}${this.#mention()}`
    const id = await this.#write(
      { kind: "comment", marker, postId },
      { kind: "comment", postId, content, replyTo: answered?.id }
    )
    if (id === undefined) return
    this.#scene.comments.push({ id, postId, author: this.id })
    await this.#readBack({ kind: "readPost", postId })
  }

  /** Likes a post that it has not liked, since a like is a toggle. */
  async #like() {
    const target = this.#target()
    if (target === undefined) return
    const { author, id: postId } = target
    if (this.#liked.has(postId) || author === this.id) return
    this.#liked.add(postId)
    const id = await this.#write({ kind: "like", marker: this.#marker(), postId }, { kind: "like", postId })
    if (id !== undefined) await this.#readBack({ kind: "readPost", postId })
  }

  /** Likes a comment that it has not liked, as it does posts. */
  async #likeComment() {
    const target = this.#comments(({ author, id }) => author !== this.id && !this.#likedComments.has(id))
    if (target === undefined) return
    const { id: commentId, postId } = target
    this.#likedComments.add(commentId)
    const write = { kind: "likeComment", marker: this.#marker(), postId, commentId } as const
    const startedAt = this.#scene.now()
    const id = await this.#write(write, { kind: "likeComment", commentId })
    // Its post may be lost although the like was accepted: the id of the comment may belong to another one by then.
    if (id !== undefined) await this.#readBack({ kind: "readPost", postId }, startedAt)
  }

  /** Marks a comment of another member on an own post as one that helped, perhaps again. */
  async #help() {
    const own = new Set(this.#own.map(({ id }) => id))
    const target = this.#comments(({ author, postId }) => author !== this.id && own.has(postId))
    if (target === undefined) return
    const { id: commentId, postId } = target
    const write = { kind: "help", marker: this.#marker(), postId, commentId } as const
    const id = await this.#write(write, { kind: "help", commentId })
    if (id !== undefined) await this.#readBack({ kind: "readPost", postId })
  }

  async #edit() {
    const post = this.#own.at(-1)
    if (post === undefined) return
    post.version++
    const { id: postId, marker, version } = post
    const mentioned = this.#random.pick(this.#scene.history.members)
    post.content += ` ${linkTo(mentioned)}`
    const call: Call = { kind: "edit", postId, title: `Title ${marker} edit ${version}`, content: post.content }
    const write = { kind: "edit", marker: `${marker}-edit-${version}`, postId, version, mentioned } as const
    const id = await this.#write(write, call)
    if (id !== undefined) await this.#readBack({ kind: "readPost", postId })
  }

  async #mark() {
    const received = this.subscribers.flatMap((subscriber) => subscriber.received)
    const ids = Array.from(new Set(received))
      .filter((id) => !this.#marked.has(id))
      .slice(-5)
    if (ids.length === 0) return
    for (const id of ids) this.#marked.add(id)
    const done = await this.#write({ kind: "mark", marker: this.#marker(), ids }, { kind: "mark", ids })
    if (done !== undefined) await this.#readBack({ kind: "readInbox" })
  }

  async #browse() {
    const target = this.#target()
    if (target !== undefined) await this.#readBack({ kind: "readPost", postId: target.id })
  }

  #marker() {
    return `w${this.#scene.seed}-${this.id}-${this.#scene.nextNumber()}`
  }

  /** Sends a write until it is acknowledged. Gives the id of the record. */
  async #write(what: Omit<Write, "member" | "startedAt" | "attempts">, call: Call): Promise<number | undefined> {
    const { entries, givesUpAt, history, now } = this.#scene
    const write: Write = { ...what, member: this.id, startedAt: now(), attempts: [] }
    history.writes.push(write)
    for (let tries = 0; tries === 0 || now() < givesUpAt(); tries++) {
      if (tries > 0) await sleep(Math.min(100 * 2 ** tries, 1_000))
      const entry = this.#random.pick(entries)
      const sentAt = now()
      const reply = await this.#speaker.send(entry, call, write.marker)
      write.attempts.push({ at: sentAt, through: entry.name, outcome: reply.outcome })
      if (reply.state === "failed") {
        this.#refused(write.marker, call, reply, write.startedAt)
        return undefined
      }
      if (reply.state === "done") return this.#acknowledged(write, reply)
    }
    return undefined
  }

  #refused(object: string, call: Call, { outcome }: Reply, startedAt: number) {
    const details = `${call.kind} of member ${this.id} got ${outcome}`
    this.#scene.history.refusals.push({ promise: "no call fails but for a fault", object, details, startedAt })
  }

  #acknowledged(write: Write, { body }: Reply): number {
    const hasOwnId = write.kind === "post" || write.kind === "comment" || write.kind === "edit"
    const id = hasOwnId ? Number(at(body, "id")) : (write.postId ?? 0)
    write.acknowledged = { at: this.#scene.now(), id }
    if ((write.kind === "like" || write.kind === "likeComment") && at(body, "liked") !== true) {
      const details = `a like of member ${this.id} was answered ${JSON.stringify(body)}`
      this.#scene.history.defects.push({ promise: "a write is there once", object: write.marker, details })
    }
    return id
  }

  /** Reads, on any instance, what shows the last write. A read that is not answered shows nothing. */
  async #readBack(call: Call, startedAt = this.#scene.now()) {
    const { entries, history, now } = this.#scene
    for (let tries = 0; tries < 3; tries++) {
      const entry = this.#random.pick(entries)
      const began = now()
      const reply = await this.#speaker.send(entry, call)
      if (reply.state === "failed") return this.#refused(`member ${this.id}`, call, reply, startedAt)
      if (reply.state === "done") {
        history.reads.push({ member: this.id, at: began, through: entry.name, ...seenIn(call, reply.body) })
        return
      }
      await sleep(100)
    }
  }
}

interface Parts {
  readonly random: Random
  readonly speaker: Speaker
  readonly token: string
  readonly subscribers: ReadonlyArray<Subscriber>
}

const seenIn = (call: Call, body: unknown): Pick<Read, "post" | "ownPosts" | "inbox"> => {
  if (call.kind === "readPost") return { post: seenPost(body) }
  const items = listAt(body, "data")
  if (call.kind === "readOwn") return { ownPosts: items.map((post) => markerIn(at(post, "title"))) }
  return { inbox: items.map((one) => ({ id: Number(at(one, "id")), read: at(one, "read") === true })) }
}
