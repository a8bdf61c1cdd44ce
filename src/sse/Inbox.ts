import type { SignedInUser } from "../domain/CurrentUser.ts"
import type { Change } from "../repositories/ChangesRepo.ts"
import { type CloseReason, type EventStream, eventText } from "./EventStream.ts"

/** How many changes a client may fall behind that does not take what was sent. */
const maxMissed = 256

/** Somebody who follows their notifications on one stream. */
export class Follower {
  readonly user: SignedInUser
  /** The last notification that was sent. */
  lastId: number
  readonly #stream: EventStream
  #missed = 0

  constructor(stream: EventStream, user: SignedInUser, lastId: number) {
    this.#stream = stream
    this.user = user
    this.lastId = lastId
  }

  get blocked(): boolean {
    return this.#stream.blocked
  }

  notify(id: number, text: string) {
    if (this.blocked || id <= this.lastId) return
    this.#stream.write(text)
    this.lastId = id
  }

  tell(text: string) {
    if (!this.blocked) this.#stream.write(text)
  }

  ping() {
    this.tell(": ping\n\n")
  }

  /** Something happened that a client cannot be told now. What it is read from the database later, unless it is too much. */
  missed() {
    if (++this.#missed > maxMissed) this.close("slow")
  }

  /** Calls `resume` each time the client has taken all that was sent; what is no notification it must read anew. */
  onDrain(resume: () => void) {
    this.#stream.onDrain(() => {
      if (this.#missed > 0) this.tell(eventText("resync", {}))
      this.#missed = 0
      resume()
    })
  }

  close(reason: CloseReason) {
    this.#stream.close(reason)
  }
}

/** What the streams of one member have in common: what is to be told, and whether somebody is telling it. */
export class Inbox {
  readonly user: SignedInUser
  readonly followers = new Set<Follower>()
  readonly #deliver: () => void
  readonly #empty: () => void
  #delivering = false
  #changed = false
  #read: Array<number> = []

  constructor(user: SignedInUser, deliver: () => void, empty: () => void) {
    this.user = user
    this.#deliver = deliver
    this.#empty = empty
  }

  join(follower: Follower) {
    this.followers.add(follower)
    follower.onDrain(() => this.#wake())
    this.#wake()
  }

  leave(follower: Follower) {
    this.followers.delete(follower)
    if (this.followers.size === 0) this.#empty()
  }

  changed({ id, kind }: Change) {
    for (const follower of this.followers) {
      const { credential } = follower.user
      if (kind === "session" && credential.kind === "session" && credential.id === id) follower.close("logout")
      else if (kind === "api_key" && credential.kind === "apiKey" && credential.id === id) follower.close("revoked")
      else if (follower.blocked) follower.missed()
    }
    if (kind === "notifications_read") this.#read.push(id)
    if (kind === "notification" || kind === "notifications_read") this.#wake()
  }

  /** Who can be told something now. */
  ready(): ReadonlyArray<Follower> {
    return Array.from(this.followers).filter(({ blocked }) => !blocked)
  }

  /** Whether there is something to deliver; from now on what comes is for the next time. */
  begin(): boolean {
    this.#delivering = this.#changed
    this.#changed = false
    return this.#delivering
  }

  /** A delivery failed: it is tried again at the next change. */
  interrupted() {
    this.#delivering = false
  }

  /** The ids that were marked read since the last time, null for all of them; nothing where there were none. */
  takeRead(): ReadonlyArray<number> | null | undefined {
    const read = this.#read
    this.#read = []
    if (read.length === 0) return undefined
    return read.includes(0) ? null : read
  }

  #wake() {
    this.#changed = true
    if (!this.#delivering) {
      this.#delivering = true
      this.#deliver()
    }
  }
}
